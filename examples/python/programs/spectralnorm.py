# The largest singular value of an infinite matrix, by repeated multiplication.
import sys
import time



def entry(i, j):
    ij = i + j
    return 1.0 / (ij * (ij + 1) // 2 + i + 1)


def times(v):
    n = len(v)
    out = []
    for i in range(n):
        s = 0.0
        for j in range(n):
            s += entry(i, j) * v[j]
        out.append(s)
    return out


def times_transposed(v):
    n = len(v)
    return [sum([entry(j, i) * v[j] for j in range(n)]) for i in range(n)]


def main(n):
    u = [1.0] * n
    v = u
    for _ in range(10):
        v = times_transposed(times(u))
        u = times_transposed(times(v))
    vbv = vv = 0.0
    for a, b in zip(u, v):
        vbv += a * b
        vv += b * b
    return f"{(vbv / vv) ** 0.5:.9f}"


n = int(sys.argv[1]) if len(sys.argv) > 1 else 30
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
