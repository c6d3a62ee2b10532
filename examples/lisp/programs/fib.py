import sys
import time


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def workload(n):
    return fib(n)


if __name__ == "__main__":
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 18
    repeats = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    for k in range(1, max(repeats, 1) + 1):
        start = time.perf_counter()
        answer = workload(size)
        if repeats:
            sys.stderr.write("iter %d %.6f\n" % (k, time.perf_counter() - start))
    print(answer)
