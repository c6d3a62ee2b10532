# Trees made and forgotten.
import sys
import time



class Node:
    def __init__(self, left, right):
        self.left = left
        self.right = right


def make(depth):
    if depth == 0:
        return Node(None, None)
    return Node(make(depth - 1), make(depth - 1))


def check(node):
    if node.left is None:
        return 1
    return 1 + check(node.left) + check(node.right)


def main(n):
    lines = [f"stretch {check(make(n + 1))}"]
    long_lived = make(n)
    for depth in range(4, n + 1, 4):
        count = 1 << (n - depth + 4)
        total = sum(check(make(depth)) for _ in range(count))
        lines.append(f"{count} trees of depth {depth}: {total}")
    lines.append(f"long lived {check(long_lived)}")
    return "; ".join(lines)


n = int(sys.argv[1]) if len(sys.argv) > 1 else 8
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
