# trees: small trees are grown, walked and dropped beside a large one, whose branches are replaced now and then.
# Objects: nodes of three attributes. The large tree lives throughout.
import sys
import time

MOD = 1000003


class Node:
    def __init__(self, key, left=None, right=None):
        self.key = key
        self.left = left
        self.right = right


def grow(depth, key):
    if depth == 0:
        return Node(key)
    below = 2 * key % 65521
    return Node(key, grow(depth - 1, below), grow(depth - 1, below + 1))


def total(tree):
    left = tree.left
    if left is None:
        return tree.key
    return (tree.key + total(left) + total(tree.right)) % MOD


def copied(tree):
    """A tree of the same inner keys, with other leaves."""
    if tree.left is None:
        return Node(tree.key + 1)
    return Node(tree.key, copied(tree.left), copied(tree.right))


def graft(tree, path, steps, branch):
    """Replaces what is at `steps` below a node on the way that the bits of `path` say."""
    while steps > 1:
        tree = tree.left if path % 2 == 0 else tree.right
        path //= 2
        steps -= 1
    if path % 2 == 0:
        tree.left = branch
    else:
        tree.right = branch


def workload(depth):
    lines = []
    lasting = grow(depth, 1)
    lines.append("grown %d" % total(lasting))
    sum = 0
    for round in range(1, 41):
        small = 2 + round % (depth - 6)
        for i in range(1, (1 << depth - 3 - small) + 1):
            tree = grow(small, i + round)
            sum = (sum + total(tree) * 3 + total(copied(tree))) % MOD
        graft(lasting, round * 37, 5, grow(depth - 5, round))
        if round % 10 == 0:
            lines.append("%d rounds %d %d" % (round, sum, total(lasting)))
    return "\n".join(lines)


# Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
size = int(sys.argv[1]) if len(sys.argv) > 1 else 8
repeats = int(sys.argv[2]) if len(sys.argv) > 2 else None
answer = None
for k in range(1, (repeats or 1) + 1):
    start = time.perf_counter()
    result = workload(size)
    seconds = time.perf_counter() - start
    if repeats:
        print("iter %d %.6f" % (k, seconds), file=sys.stderr)
    assert answer is None or answer == result, "two runs of the same work disagree"
    answer = result
print(answer)
