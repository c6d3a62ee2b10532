# For each place the nearest of many stations, and how far it is; of two that are equally near, the first.
import math
import sys
import time

SIZES = {"small": (500, 500), "medium": (20000, 30000), "large": (80000, 80000)}  # stations, places


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


class Points:
    def __init__(self, n, random):
        self.latitude, self.longitude = [], []
        for i in range(n):
            self.latitude.append(7.0 + 63.0 * random.next())
            self.longitude.append(358.0 * random.next())


def prepare(size):
    stations, places = size
    random = Random(19)
    return Points(stations, random), Points(places, random), [0] * places, [0.0] * places


def solve(problem):
    stations, places, nearest, distance = problem
    n = len(stations.latitude)
    for p in range(len(nearest)):
        latitude, longitude = places.latitude[p], places.longitude[p]
        best, least = -1, 1e300
        for s in range(n):
            dy = stations.latitude[s] - latitude
            dx = stations.longitude[s] - longitude
            away = math.sqrt(dx * dx + dy * dy)
            if away < least:
                best, least = s, away
        nearest[p] = best
        distance[p] = least
    return nearest, distance


def show(result):
    nearest, distance = result
    report("station", [float(s) for s in nearest])
    report("distance", distance)


size = SIZES[sys.argv[1] if len(sys.argv) > 1 else "small"]
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    problem = prepare(size)
    start = time.perf_counter()
    result = solve(problem)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
show(result)
