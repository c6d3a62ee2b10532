import sys
import time


def inside(cr, ci):
    zr = zi = 0.0
    for _ in range(50):
        if zr * zr + zi * zi > 4.0:
            return 0
        zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
    return 1


def workload(n):
    total = 0
    for y in range(n):
        for x in range(n):
            total += inside(2.0 * x / n - 1.5, 2.0 * y / n - 1.0)
    return total


if __name__ == "__main__":
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    repeats = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    for k in range(1, max(repeats, 1) + 1):
        start = time.perf_counter()
        answer = workload(size)
        if repeats:
            sys.stderr.write("iter %d %.6f\n" % (k, time.perf_counter() - start))
    print(answer)
