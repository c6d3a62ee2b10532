"""Vectors, matrices and polynomials with overloaded operators."""

import sys
import time
import math
from itertools import zip_longest


class Vector:
    __slots__ = ("items",)

    def __init__(self, items):
        self.items = tuple(items)

    @classmethod
    def basis(cls, size, axis):
        return cls(1 if i == axis else 0 for i in range(size))

    def __len__(self):
        return len(self.items)

    def __iter__(self):
        return iter(self.items)

    def __getitem__(self, index):
        return self.items[index]

    def __add__(self, other):
        return Vector(a + b for a, b in zip(self, other))

    def __sub__(self, other):
        return Vector(a - b for a, b in zip(self, other))

    def __neg__(self):
        return Vector(-a for a in self)

    def __mul__(self, factor):
        if not isinstance(factor, (int, float)):
            return NotImplemented
        return Vector(a * factor for a in self)

    __rmul__ = __mul__

    def __truediv__(self, divisor):
        return Vector(a / divisor for a in self)

    def __matmul__(self, other):
        if isinstance(other, Vector):
            return sum(a * b for a, b in zip(self.items, other.items))
        return NotImplemented

    def __abs__(self):
        return math.sqrt(self @ self)

    def __eq__(self, other):
        return isinstance(other, Vector) and self.items == other.items

    def __hash__(self):
        return hash(self.items)

    def __repr__(self):
        return "Vector(%s)" % ", ".join(map(str, self.items))


class SingularMatrix(ArithmeticError):
    pass


class Matrix:
    def __init__(self, rows):
        self.rows = [list(row) for row in rows]
        width = len(self.rows[0])
        if any(len(row) != width for row in self.rows):
            raise ValueError("ragged rows")

    @classmethod
    def identity(cls, size):
        return cls(Vector.basis(size, i) for i in range(size))

    @classmethod
    def build(cls, height, width, function):
        return cls([function(r, c) for c in range(width)] for r in range(height))

    @property
    def shape(self):
        return len(self.rows), len(self.rows[0])

    @property
    def T(self):
        return Matrix(zip(*self.rows))

    def __getitem__(self, key):
        if isinstance(key, tuple):
            row, col = key
            return self.rows[row][col]
        return Vector(self.rows[key])

    def __setitem__(self, key, value):
        row, col = key
        self.rows[row][col] = value

    def _zip_with(self, other, sign):
        if self.shape != other.shape:
            raise ValueError(f"shapes {self.shape} and {other.shape} differ")
        return Matrix([a + sign * b for a, b in zip(mine, theirs)]
                      for mine, theirs in zip(self.rows, other.rows))

    def __add__(self, other):
        if not isinstance(other, Matrix):
            return NotImplemented
        return self._zip_with(other, 1)

    def __sub__(self, other):
        if not isinstance(other, Matrix):
            return NotImplemented
        return self._zip_with(other, -1)

    def __neg__(self):
        return -1 * self

    def __mul__(self, factor):
        return Matrix([x * factor for x in row] for row in self.rows)

    def __rmul__(self, factor):
        return self * factor

    def __matmul__(self, other):
        if isinstance(other, Vector):
            return Vector(sum(a * b for a, b in zip(row, other)) for row in self.rows)
        if self.shape[1] != other.shape[0]:
            raise ValueError("inner dimensions differ")
        columns = list(zip(*other.rows))
        return Matrix([sum(a * b for a, b in zip(row, column)) for column in columns]
                      for row in self.rows)

    def __pow__(self, power):
        result = Matrix.identity(len(self.rows))
        base = self
        while power:
            if power & 1:
                result = result @ base
            base = base @ base
            power >>= 1
        return result

    def __mod__(self, modulus):
        return Matrix([x % modulus for x in row] for row in self.rows)

    def __eq__(self, other):
        return isinstance(other, Matrix) and self.rows == other.rows

    def trace(self):
        return sum(self.rows[i][i] for i in range(len(self.rows)))

    def lu(self):
        """Return (combined LU, permutation, sign) with partial pivoting."""
        size = len(self.rows)
        lu = [[float(x) for x in row] for row in self.rows]
        order = list(range(size))
        sign = 1
        for k in range(size):
            pivot = max(range(k, size), key=lambda r: abs(lu[r][k]))
            if abs(lu[pivot][k]) < 1e-12:
                raise SingularMatrix("no pivot in column %d" % k)
            if pivot != k:
                lu[k], lu[pivot] = lu[pivot], lu[k]
                order[k], order[pivot] = order[pivot], order[k]
                sign = -sign
            for r in range(k + 1, size):
                factor = lu[r][k] / lu[k][k]
                lu[r][k] = factor
                for c in range(k + 1, size):
                    lu[r][c] -= factor * lu[k][c]
        return lu, order, sign

    def solve(self, rhs):
        lu, order, _ = self.lu()
        size = len(lu)
        x = [rhs[i] for i in order]
        for r in range(size):
            for c in range(r):
                x[r] -= lu[r][c] * x[c]
        for r in reversed(range(size)):
            for c in range(r + 1, size):
                x[r] -= lu[r][c] * x[c]
            x[r] /= lu[r][r]
        return Vector(x)

    def determinant(self):
        try:
            lu, _, sign = self.lu()
        except SingularMatrix:
            return 0.0
        for k, row in enumerate(lu):
            sign *= row[k]
        return sign


class Polynomial:
    """Coefficients are stored from the constant term upwards."""

    def __init__(self, *coefficients):
        coefficients = list(coefficients)
        while coefficients and coefficients[-1] == 0:
            coefficients.pop()
        self.c = coefficients

    @property
    def degree(self):
        return len(self.c) - 1

    def __add__(self, other):
        if isinstance(other, int):
            other = Polynomial(other)
        return Polynomial(*(a + b for a, b in zip_longest(self.c, other.c, fillvalue=0)))

    __radd__ = __add__

    def __neg__(self):
        return Polynomial(*[-a for a in self.c])

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, other):
        if isinstance(other, int):
            return Polynomial(*[a * other for a in self.c])
        out = [0] * (len(self.c) + len(other.c))
        for i, a in enumerate(self.c):
            for j, b in enumerate(other.c):
                out[i + j] += a * b
        return Polynomial(*out)

    __rmul__ = __mul__

    def __divmod__(self, other):
        rest = self.c[:]
        quotient = [0] * max(len(rest) - len(other.c) + 1, 0)
        for shift in range(len(quotient) - 1, -1, -1):
            factor = rest[shift + other.degree] // other.c[-1]
            quotient[shift] = factor
            for i, b in enumerate(other.c):
                rest[shift + i] -= factor * b
        return Polynomial(*quotient), Polynomial(*rest)

    def __floordiv__(self, other):
        return divmod(self, other)[0]

    def __mod__(self, other):
        return divmod(self, other)[1]

    def __call__(self, x):
        value = 0
        for a in reversed(self.c):
            value = value * x + a
        return value

    def derivative(self):
        return Polynomial(*[i * a for i, a in enumerate(self.c)][1:])

    def __eq__(self, other):
        return isinstance(other, Polynomial) and self.c == other.c

    def __str__(self):
        terms = []
        for power, a in reversed(list(enumerate(self.c))):
            if a:
                tail = "" if power == 0 else "x" if power == 1 else "x^%d" % power
                terms.append("%+d%s" % (a, tail))
        return " ".join(terms) or "0"


def generator(seed):
    while True:
        seed = (seed * 22695477 + 1) & 0xFFFFFFFF
        yield (seed >> 16) % 19 - 9


def newton(poly, start):
    slope = poly.derivative()
    x = start
    for _ in range(20):
        step = slope(x)
        if step == 0:
            break
        following = x - poly(x) / step
        if abs(following - x) < 1e-10:
            return following
        x = following
    return x


def one_round(number):
    rand = generator(number + 1)
    total = 0
    a = Matrix.build(4, 4, lambda r, c: next(rand) + (30 if r == c else 0))
    b = Matrix([next(rand) for _ in range(4)] for _ in range(4))
    v = Vector(next(rand) for _ in range(4))

    left = (a + b) @ (a - b)
    right = a @ a - a @ b + b @ a - b @ b
    total += 5 if left == right else 9
    total += (a @ b).T.trace() - (b.T @ a.T).trace() + (2 * a - -b).trace()
    x = a.solve(v)
    residual = a @ x - v
    total += round(abs(x) * 1000) + (1 if abs(residual) < 1e-9 else 100)
    total += round(a.determinant()) % 9973
    b[2, 3] = b[3, 2] = number % 11
    power = (b % 101) ** 5 % 997
    total += sum(sum(row) for row in power.rows) + int(power[0] @ v)
    unit = v / (abs(v) or 1.0)
    total += round((3 * unit - unit) @ unit * 10)
    flat = Matrix([[1, 2], [2, 4 + number % 2]])
    total += round(flat.determinant()) * 50
    try:
        flat.solve(Vector([1, 1]))
    except SingularMatrix as problem:
        total += len(str(problem))

    p = Polynomial(*[next(rand) for _ in range(6)], 3)
    q = Polynomial(next(rand), next(rand), 1)
    quotient, rest = divmod(p, q)
    total += 3 if quotient * q + rest == p else 1000
    cubed = q * q * q - 2 * p + 7
    total += cubed(2) * 3 - cubed(-1) + (1 - q).degree + (p // q)(1) - (p % q)(3)
    total += len(str(cubed)) * 17 + cubed.derivative()(1)
    cubic = Polynomial(-(abs(v[0]) + 2), 1, 0, 1)
    total += round(newton(cubic, 1.5) * 100000)
    return total + len(repr(v)) + v @ (Vector.basis(4, number % 4))


def run(n):
    checksum = 0
    for i in range(n):
        checksum = (checksum * 23 + one_round(i)) % 1000000007
    return checksum


n = int(sys.argv[1]) if len(sys.argv) > 1 else 110
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = run(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
