# Digits of pi, by a spigot over large integers.
import sys
import time



def digits():
    q, r, t, k, m, x = 1, 0, 1, 1, 3, 3
    while True:
        if 4 * q + r - t < m * t:
            yield m
            q, r, m = 10 * q, 10 * (r - m * t), (10 * (3 * q + r)) // t - 10 * m
        else:
            q, r, t, k, m, x = (q * k, (2 * q + r) * x, t * x, k + 1,
                                (q * (7 * k + 2) + r * x) // (t * x), x + 2)


def main(n):
    source = digits()
    text = "".join(str(next(source)) for _ in range(n))
    return text[-20:]


n = int(sys.argv[1]) if len(sys.argv) > 1 else 100
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
