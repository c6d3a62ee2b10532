# Takes the speckles from a picture by diffusion that stops at edges. How much noise there is, a corner without edges tells.
import math
import sys
import time

SIZES = {"small": (50, 60, 8), "medium": (500, 500, 100), "large": (1200, 1200, 180)}  # rows, columns, steps
CORNER = 16
LAMBDA = 0.5


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


class Picture:
    def __init__(self, rows, columns):
        random = Random(31)
        self.rows, self.columns = rows, columns
        self.grey = [[math.exp(random.next() * 100.0 / 255.0) for c in range(columns)] for r in range(rows)]
        self.above = [max(r - 1, 0) for r in range(rows)]
        self.below = [min(r + 1, rows - 1) for r in range(rows)]
        self.left = [max(c - 1, 0) for c in range(columns)]
        self.right = [min(c + 1, columns - 1) for c in range(columns)]
        self.north, self.south, self.west, self.east, self.coefficient = (
            [[0.0] * columns for r in range(rows)] for k in range(5)
        )


def prepare(size):
    rows, columns, steps = size
    return Picture(rows, columns), steps


def noise(grey):
    """The variance of the corner over the square of its mean."""
    total = squares = 0.0
    for r in range(CORNER):
        for c in range(CORNER):
            total += grey[r][c]
            squares += grey[r][c] * grey[r][c]
    mean = total / (CORNER * CORNER)
    return (squares / (CORNER * CORNER) - mean * mean) / (mean * mean)


def slopes(p, q0):
    """The differences to the four neighbours of each point, and how freely it exchanges with them."""
    grey = p.grey
    for r in range(p.rows):
        for c in range(p.columns):
            here = grey[r][c]
            north = grey[p.above[r]][c] - here
            south = grey[p.below[r]][c] - here
            west = grey[r][p.left[c]] - here
            east = grey[r][p.right[c]] - here
            slope = (north * north + south * south + west * west + east * east) / (here * here)
            bend = (north + south + west + east) / here
            part = 1.0 + 0.25 * bend
            q = (0.5 * slope - 0.0625 * bend * bend) / (part * part)
            freely = 1.0 / (1.0 + (q - q0) / (q0 * (1.0 + q0)))
            if freely < 0.0:
                freely = 0.0
            elif freely > 1.0:
                freely = 1.0
            p.north[r][c], p.south[r][c], p.west[r][c], p.east[r][c] = north, south, west, east
            p.coefficient[r][c] = freely


def exchange(p):
    grey, coefficient = p.grey, p.coefficient
    for r in range(p.rows):
        for c in range(p.columns):
            here = coefficient[r][c]
            flow = here * p.north[r][c] + coefficient[p.below[r]][c] * p.south[r][c]
            flow += here * p.west[r][c] + coefficient[r][p.right[c]] * p.east[r][c]
            grey[r][c] += 0.25 * LAMBDA * flow


def solve(problem):
    picture, steps = problem
    for k in range(steps):
        slopes(picture, noise(picture.grey))
        exchange(picture)
    grey = picture.grey
    for r in range(picture.rows):
        for c in range(picture.columns):
            grey[r][c] = math.log(grey[r][c]) * 255.0
    return grey


def show(grey):
    report("grey", [value for row in grey for value in row])


size = SIZES[sys.argv[1] if len(sys.argv) > 1 else "small"]
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    problem = prepare(size)
    start = time.perf_counter()
    result = solve(problem)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
show(result)
