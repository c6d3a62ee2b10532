import sys
import time


def line(k):
    return "line " + str(k) + (" even\n" if k % 2 == 0 else " odd\n")


def workload(n):
    all = []
    for k in range(n):
        all.append(line(k))
    s = "".join(all).encode()
    total = 0
    for byte in s:
        total = (total * 31 + byte) % 1000003
    return "%d %d" % (len(s), total)


if __name__ == "__main__":
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    repeats = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    for k in range(1, max(repeats, 1) + 1):
        start = time.perf_counter()
        answer = workload(size)
        if repeats:
            sys.stderr.write("iter %d %.6f\n" % (k, time.perf_counter() - start))
    print(answer)
