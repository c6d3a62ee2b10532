# Particles in boxes of a cube of boxes: each feels those of its own box and of the boxes around it.
import math
import sys
import time

SIZES = {"small": (3, 16), "medium": (10, 64), "large": (20, 64)}  # boxes along an edge, particles in a box
ALPHA = 0.5


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


class Boxes:
    def __init__(self, edge, each):
        random = Random(29)
        self.count, self.each = edge * edge * edge, each
        self.neighbours = []
        for x in range(edge):
            for y in range(edge):
                for z in range(edge):
                    self.neighbours.append(around(edge, x, y, z))
        n = self.count * each
        self.x = [random.next() for i in range(n)]
        self.y = [random.next() for i in range(n)]
        self.z = [random.next() for i in range(n)]
        self.charge = [random.next() for i in range(n)]
        self.energy, self.fx, self.fy, self.fz = [0.0] * n, [0.0] * n, [0.0] * n, [0.0] * n


def around(edge, x, y, z):
    """The numbers of the boxes next to one, and its own."""
    near = []
    for a in range(max(x - 1, 0), min(x + 2, edge)):
        for b in range(max(y - 1, 0), min(y + 2, edge)):
            for c in range(max(z - 1, 0), min(z + 2, edge)):
                near.append((a * edge + b) * edge + c)
    return near


def prepare(size):
    edge, each = size
    return Boxes(edge, each)


def solve(boxes):
    each, x, y, z, charge = boxes.each, boxes.x, boxes.y, boxes.z, boxes.charge
    a2 = 2.0 * ALPHA * ALPHA
    for box in range(boxes.count):
        near = boxes.neighbours[box]
        for i in range(box * each, (box + 1) * each):
            energy = fx = fy = fz = 0.0
            for k in range(len(near)):
                first = near[k] * each
                for j in range(first, first + each):
                    dx = x[i] - x[j]
                    dy = y[i] - y[j]
                    dz = z[i] - z[j]
                    pull = math.exp(-a2 * (dx * dx + dy * dy + dz * dz))
                    strength = 2.0 * pull * charge[j]
                    energy += charge[j] * pull
                    fx += strength * dx
                    fy += strength * dy
                    fz += strength * dz
            boxes.energy[i] = energy
            boxes.fx[i] = fx
            boxes.fy[i] = fy
            boxes.fz[i] = fz
    return boxes


def show(boxes):
    for name, values in ("energy", boxes.energy), ("fx", boxes.fx), ("fy", boxes.fy), ("fz", boxes.fz):
        report(name, values)


size = SIZES[sys.argv[1] if len(sys.argv) > 1 else "small"]
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    problem = prepare(size)
    start = time.perf_counter()
    result = solve(problem)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
show(result)
