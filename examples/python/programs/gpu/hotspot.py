# The temperature of a chip: heat from its parts flows to neighbours and into the air. Nothing flows over the borders.
import math
import sys
import time

SIZES = {"small": (50, 70, 20), "medium": (700, 700, 160), "large": (1500, 1500, 350)}  # rows, columns, steps
AMBIENT = 80.0


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


class Chip:
    """Sizes and what follows from them: conductances along rows, along columns and into the air, per step."""

    def __init__(self, rows, columns):
        random = Random(11)
        self.rows, self.columns = rows, columns
        self.temperature = [[320.0 + 10.0 * random.next() for c in range(columns)] for r in range(rows)]
        self.power = [[random.next() for c in range(columns)] for r in range(rows)]
        self.heat, self.along, self.across, self.up = 0.5, 0.1, 0.12, 0.0001


def prepare(size):
    rows, columns, steps = size
    return Chip(rows, columns), steps


def step(chip, old, new):
    rows, columns, power = chip.rows, chip.columns, chip.power
    for r in range(rows):
        for c in range(columns):
            here = old[r][c]
            north = old[r - 1][c] if r > 0 else here
            south = old[r + 1][c] if r < rows - 1 else here
            west = old[r][c - 1] if c > 0 else here
            east = old[r][c + 1] if c < columns - 1 else here
            change = chip.heat * power[r][c] + chip.along * (east + west - 2.0 * here)
            change += chip.across * (north + south - 2.0 * here) + chip.up * (AMBIENT - here)
            new[r][c] = here + change


def solve(problem):
    chip, steps = problem
    old, new = chip.temperature, [[0.0] * chip.columns for r in range(chip.rows)]
    for k in range(steps):
        step(chip, old, new)
        old, new = new, old
    return old


def show(temperature):
    report("temperature", [value for row in temperature for value in row])


size = SIZES[sys.argv[1] if len(sys.argv) > 1 else "small"]
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    problem = prepare(size)
    start = time.perf_counter()
    result = solve(problem)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
show(result)
