# Flipping pancakes: all permutations of a few numbers.
import sys
import time



def main(n):
    perm1 = list(range(n))
    count = [0] * n
    best = checksum = number = 0
    r = n
    while True:
        while r != 1:
            count[r - 1] = r
            r -= 1
        if perm1[0] != 0 and perm1[n - 1] != n - 1:
            perm = perm1[:]
            flips = 0
            k = perm[0]
            while k:
                i, j = 0, k
                while i < j:
                    perm[i], perm[j] = perm[j], perm[i]
                    i += 1
                    j -= 1
                flips += 1
                k = perm[0]
            if flips > best:
                best = flips
            checksum += flips if number % 2 == 0 else -flips
        while True:
            if r == n:
                return checksum, best
            first = perm1[0]
            for i in range(r):
                perm1[i] = perm1[i + 1]
            perm1[r] = first
            count[r] -= 1
            if count[r] > 0:
                break
            r += 1
        number += 1


n = int(sys.argv[1]) if len(sys.argv) > 1 else 7
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
