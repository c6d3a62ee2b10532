# A spline drawn by jumping between transformed points.
import sys
import time



class Vector:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, o):
        return Vector(self.x + o.x, self.y + o.y)

    def __sub__(self, o):
        return Vector(self.x - o.x, self.y - o.y)

    def __mul__(self, k):
        return Vector(self.x * k, self.y * k)

    def length(self):
        return (self.x * self.x + self.y * self.y) ** 0.5


class Random:
    def __init__(self, seed):
        self.seed = seed

    def below(self, n):
        self.seed = (self.seed * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.seed >> 16) % n


CORNERS = [Vector(0.0, 0.0), Vector(1.0, 0.0), Vector(0.5, 0.866), Vector(0.5, 0.3)]


def main(n):
    size = 64
    grid = [[0] * size for _ in range(size)]
    at = Vector(0.1, 0.1)
    rnd = Random(1)
    travelled = 0.0
    for _ in range(n):
        step = (CORNERS[rnd.below(4)] - at) * 0.5
        travelled += step.length()
        at = at + step
        grid[int(at.y * (size - 1))][int(at.x * (size - 1))] += 1
    filled = sum(1 for row in grid for cell in row if cell)
    return filled, max(max(row) for row in grid), f"{travelled:.6f}"


n = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
