# All permutations of a list by swaps.
import sys
import time


class Permuter:
    def __init__(self, size):
        self.count = 0
        self.values = list(range(size))
        self.sum = 0

    def swap(self, i, j):
        v = self.values
        v[i], v[j] = v[j], v[i]

    def permute(self, n):
        self.count += 1
        if n == 0:
            self.sum = (self.sum * 7 + self.values[0]) % 1000003
            return
        n -= 1
        self.permute(n)
        for i in range(n, -1, -1):
            self.swap(n, i)
            self.permute(n)
            self.swap(n, i)


def main(n):
    p = Permuter(n)
    p.permute(n)
    return f"{p.count} {p.sum} {p.values}"


n = int(sys.argv[1]) if len(sys.argv) > 1 else 6
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
