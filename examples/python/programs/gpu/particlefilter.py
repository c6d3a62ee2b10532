# Follows a disc through a noisy film: particles guess where it is, are weighed by what the picture shows there, and drawn anew by weight.
import math
import sys
import time

SIZES = {"small": (32, 6, 200), "medium": (128, 10, 18000), "large": (128, 20, 40000)}  # edge of a picture, pictures, particles
RADIUS = 4
MODULUS = 2147483647


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


class Film:
    """Pictures of a bright disc that moves by one column and half a row a picture, with noise everywhere."""

    def __init__(self, edge, pictures):
        random = Random(37)
        self.edge, self.pictures = edge, []
        for k in range(pictures):
            row, column = edge // 4 + k // 2, edge // 4 + k
            picture = []
            for r in range(edge):
                for c in range(edge):
                    inside = (r - row) * (r - row) + (c - column) * (c - column) <= RADIUS * RADIUS
                    picture.append((228 if inside else 100) + int(20.0 * random.next()))
            self.pictures.append(picture)
        self.disc_r, self.disc_c = [], []
        for r in range(-RADIUS, RADIUS + 1):
            for c in range(-RADIUS, RADIUS + 1):
                if r * r + c * c <= RADIUS * RADIUS:
                    self.disc_r.append(r)
                    self.disc_c.append(c)


class Particles:
    def __init__(self, n, at):
        self.n = n
        self.row, self.column = [at] * n, [at] * n
        self.new_row, self.new_column = [0.0] * n, [0.0] * n
        self.seed = [i * 7919 % MODULUS + 1 for i in range(n)]
        self.weight, self.upto = [0.0] * n, [0.0] * n


def prepare(size):
    edge, pictures, n = size
    return Film(edge, pictures), Particles(n, edge / 4.0)


def uniform(seed, i):
    """A number above zero and at most one, from the particle's own seed."""
    seed[i] = (1103515245 * seed[i] + 12345) % MODULUS
    return (seed[i] + 1) / MODULUS


def normal(seed, i):
    u = uniform(seed, i)
    v = uniform(seed, i)
    return math.sqrt(-2.0 * math.log(u)) * math.cos(6.283185307179586 * v)


def weigh(film, picture, p):
    """Moves the particles and weighs them by how much brighter than the ground the disc around each is."""
    edge, points = film.edge, len(film.disc_r)
    for i in range(p.n):
        p.column[i] += 1.0 + normal(p.seed, i)
        p.row[i] += 0.5 + normal(p.seed, i)
        row, column = int(p.row[i] + 0.5), int(p.column[i] + 0.5)
        brightness = 0
        for k in range(points):
            r, c = row + film.disc_r[k], column + film.disc_c[k]
            if 0 <= r < edge and 0 <= c < edge:
                grey = picture[r * edge + c]
                brightness += (grey - 100) * (grey - 100) - (grey - 228) * (grey - 228)
        p.weight[i] = math.exp(brightness / (2000.0 * points))


def mean(p):
    """Where the particles are by weight; makes the weights' sum one."""
    total = 0.0
    for i in range(p.n):
        total += p.weight[i]
    row = column = 0.0
    for i in range(p.n):
        p.weight[i] /= total
        row += p.row[i] * p.weight[i]
        column += p.column[i] * p.weight[i]
    return row, column


def draw(p):
    """Draws particles anew, each at equal steps of the summed weights."""
    total = 0.0
    for i in range(p.n):
        total += p.weight[i]
        p.upto[i] = total
    for i in range(p.n):
        wanted = (i + 0.5) / p.n
        k = 0
        while k < p.n - 1 and p.upto[k] < wanted:
            k += 1
        p.new_row[i] = p.row[k]
        p.new_column[i] = p.column[k]
    p.row, p.new_row = p.new_row, p.row
    p.column, p.new_column = p.new_column, p.column


def solve(problem):
    film, particles = problem
    rows, columns = [], []
    for picture in film.pictures:
        weigh(film, picture, particles)
        row, column = mean(particles)
        rows.append(row)
        columns.append(column)
        draw(particles)
    return rows, columns, particles


def show(result):
    rows, columns, particles = result
    report("row", rows)
    report("column", columns)
    report("rows", particles.row)
    report("columns", particles.column)


size = SIZES[sys.argv[1] if len(sys.argv) > 1 else "small"]
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    problem = prepare(size)
    start = time.perf_counter()
    result = solve(problem)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
show(result)
