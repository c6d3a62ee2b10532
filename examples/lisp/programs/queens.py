import sys
import time


def safe(row, distance, placed):
    while placed is not None:
        other, placed = placed
        if other == row or other == row + distance or other == row - distance:
            return False
        distance += 1
    return True


def place(column, n, placed):
    if column == n:
        return 1
    found = 0
    for row in range(n):
        if safe(row, 1, placed):
            found += place(column + 1, n, (row, placed))
    return found


def workload(n):
    return place(0, n, None)


if __name__ == "__main__":
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 6
    repeats = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    for k in range(1, max(repeats, 1) + 1):
        start = time.perf_counter()
        answer = workload(size)
        if repeats:
            sys.stderr.write("iter %d %.6f\n" % (k, time.perf_counter() - start))
    print(answer)
