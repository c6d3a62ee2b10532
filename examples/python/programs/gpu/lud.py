# A matrix as the product of a lower and an upper triangle, both left in its place. Its diagonal is heavy, so no rows change places.
import math
import sys
import time

SIZES = {"small": 96, "medium": 1500, "large": 3000}


class Random:
    """Numbers in (0, 1), the same in every run."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = self.state * 16807 % 2147483647
        return self.state / 2147483647.0


def report(name, values):
    """Prints the sum, some values, and a number in which every bit of every value counts."""
    total = 0.0
    digest = 0
    for value in values:
        total += value
        part, exponent = math.frexp(value)
        digest = (digest * 31 + int(part * 2.0**53) + exponent) % 2147483647
    print(name, total, values[0], values[len(values) // 2], values[-1])
    print(name, "digest", digest)


def prepare(n):
    random = Random(5)
    a = [[random.next() - 0.5 for j in range(n)] for i in range(n)]
    for i in range(n):
        a[i][i] += n
    return a


def solve(a):
    n = len(a)
    for k in range(n):
        for i in range(k + 1, n):
            a[i][k] /= a[k][k]
        for i in range(k + 1, n):
            for j in range(k + 1, n):
                a[i][j] -= a[i][k] * a[k][j]
    return a


def show(a):
    report("triangles", [value for row in a for value in row])


size = SIZES[sys.argv[1] if len(sys.argv) > 1 else "small"]
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    problem = prepare(size)
    start = time.perf_counter()
    result = solve(problem)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
show(result)
