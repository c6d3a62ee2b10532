# The sieve of Eratosthenes over a list of booleans.
import sys
import time


def sieve(flags, size):
    primes = 0
    for i in range(2, size + 1):
        if flags[i - 1]:
            primes += 1
            for k in range(i + i, size + 1, i):
                flags[k - 1] = False
    return primes


def main(n):
    total = 0
    for _ in range(n):
        total += sieve([True] * 5000, 5000)
    return total


n = int(sys.argv[1]) if len(sys.argv) > 1 else 8
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
