# Bodies that pull at one another: every pair at every step, softened so that none come too near.
import math
import sys
import time

SIZES = {"small": (100, 8), "medium": (3000, 20), "large": (8000, 25)}  # bodies, steps
SOFTENING = 0.01
DT = 0.001


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


class Bodies:
    def __init__(self, n):
        random = Random(7)
        self.n = n
        self.x, self.y, self.z, self.mass = [], [], [], []
        for i in range(n):
            self.x.append(random.next() * 2.0 - 1.0)
            self.y.append(random.next() * 2.0 - 1.0)
            self.z.append(random.next() * 2.0 - 1.0)
            self.mass.append(random.next() / n)
        self.vx, self.vy, self.vz = [0.0] * n, [0.0] * n, [0.0] * n


def prepare(size):
    n, steps = size
    return Bodies(n), steps


def pull(bodies):
    n, x, y, z, mass = bodies.n, bodies.x, bodies.y, bodies.z, bodies.mass
    for i in range(n):
        ax = ay = az = 0.0
        for j in range(n):
            dx = x[j] - x[i]
            dy = y[j] - y[i]
            dz = z[j] - z[i]
            square = dx * dx + dy * dy + dz * dz + SOFTENING
            strength = mass[j] / (square * math.sqrt(square))
            ax += dx * strength
            ay += dy * strength
            az += dz * strength
        bodies.vx[i] += ax * DT
        bodies.vy[i] += ay * DT
        bodies.vz[i] += az * DT


def move(bodies):
    for i in range(bodies.n):
        bodies.x[i] += bodies.vx[i] * DT
        bodies.y[i] += bodies.vy[i] * DT
        bodies.z[i] += bodies.vz[i] * DT


def solve(problem):
    bodies, steps = problem
    for step in range(steps):
        pull(bodies)
        move(bodies)
    return bodies


def show(bodies):
    for name, values in ("x", bodies.x), ("y", bodies.y), ("z", bodies.z), ("vx", bodies.vx):
        report(name, values)


size = SIZES[sys.argv[1] if len(sys.argv) > 1 else "small"]
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    problem = prepare(size)
    start = time.perf_counter()
    result = solve(problem)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
show(result)
