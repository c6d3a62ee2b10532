# packages: sympy==1.14.0 mpmath==1.3.0
# Expands, factors, differentiates, integrates and solves.
import sys
import time
from sympy import symbols, expand, factor, diff, integrate, sin, cos, exp, simplify, solve, Matrix, series


def main():
    x, y, z = symbols("x y z")
    e = expand((x + y + z) ** 8)
    out = [str(len(e.args)), str(factor(x ** 6 - y ** 6)), str(diff(sin(x) * exp(x * y), x, 3))]
    out.append(str(integrate(x ** 2 * exp(x) * cos(x), x)))
    out.append(str(solve(x ** 3 - 6 * x ** 2 + 11 * x - 6, x)))
    out.append(str(simplify(sin(x) ** 2 + cos(x) ** 2 + (x ** 2 - 1) / (x - 1))))
    out.append(str(Matrix(4, 4, lambda i, j: x ** i + j).det()))
    out.append(str(series(sin(x) * exp(x), x, 0, 8)))
    return "\n".join(out)

times = int(sys.argv[1]) if len(sys.argv) > 1 else 1
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    for _ in range(times):
        result = main()
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
