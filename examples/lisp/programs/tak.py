import sys
import time


def tak(x, y, z):
    if y < x:
        return tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y))
    return z


def workload(n):
    return tak(n, n * 2 // 3, n // 3)


if __name__ == "__main__":
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    repeats = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    for k in range(1, max(repeats, 1) + 1):
        start = time.perf_counter()
        answer = workload(size)
        if repeats:
            sys.stderr.write("iter %d %.6f\n" % (k, time.perf_counter() - start))
    print(answer)
