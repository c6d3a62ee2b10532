# packages: mpmath==1.3.0
# Digits of constants and functions, an integral, a system of equations, zeros.
import timing
from mpmath import mp, mpf, quad, exp, sin, zeta, gamma, findroot, matrix, lu_solve, besselj


def main():
    mp.dps = 50
    out = [str(+mp.pi), str(zeta(3)), str(gamma(mpf(1) / 3)), str(besselj(2, mpf("3.5")))]
    mp.dps = 30
    out.append(str(quad(lambda x: exp(-x * x) * sin(3 * x), [0, 2])))
    out.append(str(findroot(lambda x: x ** 3 - 2 * x - 5, 2)))
    n = 12
    a = matrix(n, n)
    for i in range(n):
        for j in range(n):
            a[i, j] = mpf(1) / (i + j + 1)
    x = lu_solve(a, matrix([1] * n))
    out.append(mp.nstr(x[n - 1], 10))
    total = mpf(0)
    for k in range(1, 3000):
        total += mpf(1) / (k * k)
    out.append(str(total))
    return "\n".join(out)


timing.run(main)
