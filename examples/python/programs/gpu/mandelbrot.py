# After how many steps each point of a part of the plane has left the circle of radius two.
import sys
import time

SIZES = {"small": 120, "medium": 3000, "large": 9000}
LIMIT = 100


def report(name, values):
    """Prints the sum, some values, and a number in which every value and its place counts."""
    total = 0
    digest = 0
    for value in values:
        total += value
        digest = (digest * 31 + value) % 2147483647
    print(name, total, values[0], values[len(values) // 2], values[-1])
    print(name, "digest", digest)


def prepare(n):
    return [[0] * n for row in range(n)], n


def steps(cr, ci):
    zr = zi = 0.0
    for k in range(LIMIT):
        if zr * zr + zi * zi > 4.0:
            return k
        zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
    return LIMIT


def solve(problem):
    image, n = problem
    for row in range(n):
        ci = 2.0 * row / n - 1.0
        for column in range(n):
            image[row][column] = steps(3.0 * column / n - 2.0, ci)
    return image


def show(image):
    report("steps", [value for row in image for value in row])


size = SIZES[sys.argv[1] if len(sys.argv) > 1 else "small"]
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    problem = prepare(size)
    start = time.perf_counter()
    result = solve(problem)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
show(result)
