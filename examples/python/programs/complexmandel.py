# The Mandelbrot set with complex numbers.
import sys
import time


def escapes(c, most):
    z = 0j
    for i in range(most):
        z = z * z + c
        if z.real * z.real + z.imag * z.imag > 4.0:
            return i
    return most


def main(n):
    rows = []
    total = 0
    for y in range(n):
        row = []
        for x in range(n):
            count = escapes(complex(3.0 * x / n - 2.2, 2.4 * y / n - 1.2), 60)
            total += count
            row.append(" .:-=+*#%@"[count % 10])
        rows.append("".join(row))
    return f"{total}\n" + "\n".join(row[::2] for row in rows[:: max(n // 20, 1)][:20])


n = int(sys.argv[1]) if len(sys.argv) > 1 else 40
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
