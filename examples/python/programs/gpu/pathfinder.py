# The cheapest ways up a wall: from each stone to the one above it or a neighbour of that. The wall's pattern repeats.
import sys
import time

SIZES = {"small": (1000, 10, 200), "medium": (100000, 20, 1200), "large": (200000, 20, 6000)}  # stones in a row, rows of the pattern, rows


class Random:
    """Numbers in (0, 1), the same in every run."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = self.state * 16807 % 2147483647
        return self.state / 2147483647.0


def report(name, values):
    """Prints the sum, some values, and a number in which every value and its place counts."""
    total = 0
    digest = 0
    for value in values:
        total += value
        digest = (digest * 31 + value) % 2147483647
    print(name, total, values[0], values[len(values) // 2], values[-1])
    print(name, "digest", digest)


def prepare(size):
    columns, period, rows = size
    random = Random(3)
    return [[int(random.next() * 10.0) for c in range(columns)] for r in range(period)], columns, rows


def solve(problem):
    pattern, columns, rows = problem
    best = pattern[0][:]
    after = [0] * columns
    for r in range(1, rows):
        row = pattern[r % len(pattern)]
        for c in range(columns):
            least = best[c]
            if c > 0 and best[c - 1] < least:
                least = best[c - 1]
            if c < columns - 1 and best[c + 1] < least:
                least = best[c + 1]
            after[c] = row[c] + least
        best, after = after, best
    return best


def show(best):
    report("cost", best)
    print("least", min(best), "most", max(best))


size = SIZES[sys.argv[1] if len(sys.argv) > 1 else "small"]
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    problem = prepare(size)
    start = time.perf_counter()
    result = solve(problem)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
show(result)
