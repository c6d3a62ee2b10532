import sys
import time


class Tree:
    def __init__(self, left, right):
        self.left = left
        self.right = right


def make(depth):
    if depth == 0:
        return Tree(None, None)
    return Tree(make(depth - 1), make(depth - 1))


def check(tree):
    if tree.left is not None:
        return 1 + check(tree.left) + check(tree.right)
    return 1


def workload(depth):
    long, total = make(depth), 0
    for d in range(4, depth + 1, 2):
        for _ in range(2 ** (depth - d)):
            total += check(make(d))
    return total + check(long)


if __name__ == "__main__":
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    repeats = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    for k in range(1, max(repeats, 1) + 1):
        start = time.perf_counter()
        answer = workload(size)
        if repeats:
            sys.stderr.write("iter %d %.6f\n" % (k, time.perf_counter() - start))
    print(answer)
