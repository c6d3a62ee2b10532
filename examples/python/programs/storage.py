# Trees of lists, allocated and dropped.
import sys
import time


class Random:
    def __init__(self):
        self.seed = 74755

    def next(self):
        self.seed = (self.seed * 1309 + 13849) & 65535
        return self.seed


class Builder:
    def __init__(self):
        self.count = 0

    def tree(self, depth, random):
        self.count += 1
        if depth == 1:
            return [None] * (random.next() % 10 + 1)
        return [self.tree(depth - 1, random) for _ in range(4)]


def main(n):
    total = 0
    for _ in range(n):
        builder = Builder()
        builder.tree(7, Random())
        total += builder.count
    return total


n = int(sys.argv[1]) if len(sys.argv) > 1 else 2
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
