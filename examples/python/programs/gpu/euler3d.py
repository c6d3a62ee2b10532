# Air around a wing: cells without order exchange mass, momentum and energy with their neighbours, in three stages a step.
import math
import sys
import time

SIZES = {"small": (24, 20, 10), "medium": (200, 200, 80), "large": (500, 400, 80)}  # cells along, cells across, steps
STAGES = 3
FACES = 4
WING, FAR = -1, -2  # what is behind a face, when it is no cell
GAMMA = 1.4
MACH = 0.5


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


class State:
    """Density, momentum and energy of all cells."""

    def __init__(self, n):
        self.density, self.energy = [0.0] * n, [0.0] * n
        self.mx, self.my, self.mz = [0.0] * n, [0.0] * n, [0.0] * n


class Mesh:
    """Cells of a slanted sheet, numbered at random: the neighbours behind their faces, the faces' normals, the cells' volumes."""

    def __init__(self, along, across):
        random = Random(41)
        self.n = along * across
        number = [i for i in range(self.n)]
        for i in range(self.n - 1, 0, -1):
            k = int(random.next() * (i + 1))
            number[i], number[k] = number[k], number[i]
        self.neighbour = [FAR] * (self.n * FACES)
        self.nx, self.ny, self.nz = [0.0] * (self.n * FACES), [0.0] * (self.n * FACES), [0.0] * (self.n * FACES)
        self.volume = [0.0] * self.n
        for a in range(along):
            for b in range(across):
                cell = number[a * across + b]
                self.volume[cell] = 0.9 + 0.2 * random.next()
                self.face(cell, 0, 1.0, 0.0, 0.1, number[(a + 1) * across + b] if a + 1 < along else FAR)
                self.face(cell, 1, -1.0, 0.0, -0.1, number[(a - 1) * across + b] if a > 0 else FAR)
                self.face(cell, 2, 0.0, 1.0, -0.05, number[a * across + b + 1] if b + 1 < across else FAR)
                self.face(cell, 3, 0.0, -1.0, 0.05, number[a * across + b - 1] if b > 0 else WING)

    def face(self, cell, k, nx, ny, nz, neighbour):
        f = cell * FACES + k
        self.nx[f], self.ny[f], self.nz[f], self.neighbour[f] = nx, ny, nz, neighbour


class Air:
    def __init__(self, along, across):
        n = along * across
        self.mesh = Mesh(along, across)
        self.now, self.old, self.change = State(n), State(n), State(n)
        self.factor = [0.0] * n
        # Far away the air flows evenly.
        self.density, self.pressure = 1.4, 1.0
        self.mx, self.my, self.mz = 1.4 * MACH, 0.05, 0.02
        square = (self.mx * self.mx + self.my * self.my + self.mz * self.mz) / self.density
        self.energy = self.pressure / (GAMMA - 1.0) + 0.5 * square
        for i in range(n):
            self.now.density[i], self.now.energy[i] = self.density, self.energy
            self.now.mx[i], self.now.my[i], self.now.mz[i] = self.mx, self.my, self.mz


def prepare(size):
    along, across, steps = size
    return Air(along, across), steps


def pressure(density, mx, my, mz, energy):
    return (GAMMA - 1.0) * (energy - 0.5 * (mx * mx + my * my + mz * mz) / density)


def keep(air):
    """Remembers the state, and how long a step each cell allows."""
    now, old, volume = air.now, air.old, air.mesh.volume
    for i in range(air.mesh.n):
        density, mx, my, mz, energy = now.density[i], now.mx[i], now.my[i], now.mz[i], now.energy[i]
        old.density[i], old.mx[i], old.my[i], old.mz[i], old.energy[i] = density, mx, my, mz, energy
        sound = math.sqrt(GAMMA * pressure(density, mx, my, mz, energy) / density)
        speed = math.sqrt(mx * mx + my * my + mz * mz) / density
        air.factor[i] = 0.2 * volume[i] / (speed + sound)


def flow(air):
    """What flows into each cell through its faces."""
    mesh, now, change = air.mesh, air.now, air.change
    for i in range(mesh.n):
        density, mx, my, mz, energy = now.density[i], now.mx[i], now.my[i], now.mz[i], now.energy[i]
        p = pressure(density, mx, my, mz, energy)
        fastest = math.sqrt(GAMMA * p / density) + math.sqrt(mx * mx + my * my + mz * mz) / density
        d_density = d_mx = d_my = d_mz = d_energy = 0.0
        for f in range(i * FACES, (i + 1) * FACES):
            k = mesh.neighbour[f]
            nx, ny, nz = mesh.nx[f], mesh.ny[f], mesh.nz[f]
            if k == WING:
                d_mx -= p * nx
                d_my -= p * ny
                d_mz -= p * nz
                continue
            if k == FAR:
                density2, mx2, my2, mz2, energy2 = air.density, air.mx, air.my, air.mz, air.energy
            else:
                density2, mx2, my2, mz2, energy2 = now.density[k], now.mx[k], now.my[k], now.mz[k], now.energy[k]
            p2 = pressure(density2, mx2, my2, mz2, energy2)
            fastest2 = math.sqrt(GAMMA * p2 / density2) + math.sqrt(mx2 * mx2 + my2 * my2 + mz2 * mz2) / density2
            area = math.sqrt(nx * nx + ny * ny + nz * nz)
            mixing = 0.5 * area * (fastest2 if fastest2 > fastest else fastest)
            through = (mx * nx + my * ny + mz * nz) / density
            through2 = (mx2 * nx + my2 * ny + mz2 * nz) / density2
            d_density += mixing * (density2 - density) - 0.5 * (density * through + density2 * through2)
            d_mx += mixing * (mx2 - mx) - 0.5 * (mx * through + mx2 * through2 + (p + p2) * nx)
            d_my += mixing * (my2 - my) - 0.5 * (my * through + my2 * through2 + (p + p2) * ny)
            d_mz += mixing * (mz2 - mz) - 0.5 * (mz * through + mz2 * through2 + (p + p2) * nz)
            d_energy += mixing * (energy2 - energy) - 0.5 * ((energy + p) * through + (energy2 + p2) * through2)
        change.density[i], change.mx[i], change.my[i], change.mz[i], change.energy[i] = d_density, d_mx, d_my, d_mz, d_energy


def advance(air, stage):
    now, old, change, volume = air.now, air.old, air.change, air.mesh.volume
    for i in range(air.mesh.n):
        factor = air.factor[i] / (volume[i] * (STAGES - stage))
        now.density[i] = old.density[i] + factor * change.density[i]
        now.mx[i] = old.mx[i] + factor * change.mx[i]
        now.my[i] = old.my[i] + factor * change.my[i]
        now.mz[i] = old.mz[i] + factor * change.mz[i]
        now.energy[i] = old.energy[i] + factor * change.energy[i]


def solve(problem):
    air, steps = problem
    for step in range(steps):
        keep(air)
        for stage in range(STAGES):
            flow(air)
            advance(air, stage)
    return air.now


def show(now):
    report("density", now.density)
    report("energy", now.energy)
    for name, values in ("mx", now.mx), ("my", now.my), ("mz", now.mz):
        report(name, values)


size = SIZES[sys.argv[1] if len(sys.argv) > 1 else "small"]
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    problem = prepare(size)
    start = time.perf_counter()
    result = solve(problem)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
show(result)
