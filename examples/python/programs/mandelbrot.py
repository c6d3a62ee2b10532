# Points of a plane that stay near the origin.
import sys
import time



def main(n):
    inside = 0
    for row in range(n):
        ci = 2.0 * row / n - 1.0
        for column in range(n):
            cr = 2.0 * column / n - 1.5
            zr = zi = 0.0
            for _ in range(50):
                zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
                if zr * zr + zi * zi > 4.0:
                    break
            else:
                inside += 1
    return inside


n = int(sys.argv[1]) if len(sys.argv) > 1 else 60
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
