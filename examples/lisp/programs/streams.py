import sys
import time

sys.setrecursionlimit(100000)


def from_(n):
    return (n, lambda: from_(n + 1))


def rest(s):
    return s[1]()


def keep(s, test):
    while not test(s[0]):
        s = rest(s)
    return (s[0], lambda: keep(rest(s), test))


def sieve(s):
    p = s[0]
    return (p, lambda: sieve(keep(rest(s), lambda n: n % p != 0)))


def nth(s, n):
    while n > 0:
        s, n = rest(s), n - 1
    return s[0]


def workload(n):
    return nth(sieve(from_(2)), n)


if __name__ == "__main__":
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    repeats = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    for k in range(1, max(repeats, 1) + 1):
        start = time.perf_counter()
        answer = workload(size)
        if repeats:
            sys.stderr.write("iter %d %.6f\n" % (k, time.perf_counter() - start))
    print(answer)
