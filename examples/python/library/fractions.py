"""Fractions."""

from math import gcd as _gcd
import numbers as _numbers
import math as _math


class Fraction:
    """A quotient of integers in lowest terms."""

    __slots__ = ('_numerator', '_denominator')

    def __init__(self, numerator=0, denominator=None):
        if denominator is None:
            if isinstance(numerator, int):
                n, d = int(numerator), 1
            elif isinstance(numerator, Fraction):
                n, d = numerator._numerator, numerator._denominator
            elif isinstance(numerator, float):
                n, d = numerator.as_integer_ratio()
            elif isinstance(numerator, str):
                n, d = _parse(numerator)
            else:
                raise TypeError('argument should be a string or a Rational instance')
        elif isinstance(numerator, (int, Fraction)) and isinstance(denominator, (int, Fraction)):
            a, b = Fraction(numerator), Fraction(denominator)
            n, d = a._numerator * b._denominator, a._denominator * b._numerator
        else:
            raise TypeError('both arguments should be Rational instances')
        if d == 0:
            raise ZeroDivisionError('Fraction(%s, 0)' % n)
        g = _gcd(n, d)
        if d < 0:
            g = -g
        self._numerator = n // g
        self._denominator = d // g

    @property
    def numerator(self):
        return self._numerator

    @property
    def denominator(self):
        return self._denominator

    @classmethod
    def from_float(cls, f):
        return cls(f)

    def as_integer_ratio(self):
        return self._numerator, self._denominator

    def limit_denominator(self, max_denominator=1000000):
        if max_denominator < 1:
            raise ValueError('max_denominator should be at least 1')
        if self._denominator <= max_denominator:
            return Fraction(self)
        # Continued fractions.
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self._numerator, self._denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        low, high = Fraction(p0 + k * p1, q0 + k * q1), Fraction(p1, q1)
        return high if abs(high - self) <= abs(low - self) else low

    def __repr__(self):
        return 'Fraction(%s, %s)' % (self._numerator, self._denominator)

    def __str__(self):
        return str(self._numerator) if self._denominator == 1 else '%s/%s' % (self._numerator, self._denominator)

    def _op(self, other, exact, inexact):
        if isinstance(other, int):
            other = Fraction(other)
        if isinstance(other, Fraction):
            return exact(self, other)
        if isinstance(other, (float, complex)):
            return inexact(float(self), other)
        return NotImplemented

    def __add__(self, other):
        return self._op(other, _add, lambda a, b: a + b)

    def __radd__(self, other):
        return self._op(other, _add, lambda a, b: b + a)

    def __sub__(self, other):
        return self._op(other, _sub, lambda a, b: a - b)

    def __rsub__(self, other):
        return self._op(other, lambda a, b: _sub(b, a), lambda a, b: b - a)

    def __mul__(self, other):
        return self._op(other, _mul, lambda a, b: a * b)

    def __rmul__(self, other):
        return self._op(other, _mul, lambda a, b: b * a)

    def __truediv__(self, other):
        return self._op(other, _div, lambda a, b: a / b)

    def __rtruediv__(self, other):
        return self._op(other, lambda a, b: _div(b, a), lambda a, b: b / a)

    def __floordiv__(self, other):
        return self._op(other, _floordiv, lambda a, b: a // b)

    def __rfloordiv__(self, other):
        return self._op(other, lambda a, b: _floordiv(b, a), lambda a, b: b // a)

    def __mod__(self, other):
        return self._op(other, _mod, lambda a, b: a % b)

    def __rmod__(self, other):
        return self._op(other, lambda a, b: _mod(b, a), lambda a, b: b % a)

    def __divmod__(self, other):
        return self // other, self % other

    def __rdivmod__(self, other):
        return other // self, other % self

    def __pow__(self, n):
        if isinstance(n, Fraction) and n._denominator == 1:
            n = n._numerator
        if isinstance(n, int):
            if n >= 0:
                return Fraction(self._numerator ** n, self._denominator ** n)
            return Fraction(self._denominator ** -n, self._numerator ** -n)
        return float(self) ** float(n)

    def __rpow__(self, base):
        if self._denominator == 1 and self._numerator >= 0:
            return base ** self._numerator
        return base ** float(self)

    def __neg__(self):
        return Fraction(-self._numerator, self._denominator)

    def __pos__(self):
        return Fraction(self)

    def __abs__(self):
        return Fraction(abs(self._numerator), self._denominator)

    def __bool__(self):
        return self._numerator != 0

    def __int__(self):
        return _math.trunc(self)

    def __float__(self):
        return self._numerator / self._denominator

    def __trunc__(self):
        n = abs(self._numerator) // self._denominator
        return -n if self._numerator < 0 else n

    def __floor__(self):
        return self._numerator // self._denominator

    def __ceil__(self):
        return -(-self._numerator // self._denominator)

    def __round__(self, ndigits=None):
        if ndigits is None:
            n, r = divmod(self._numerator, self._denominator)
            if r * 2 > self._denominator or r * 2 == self._denominator and n % 2:
                n += 1
            return n
        shift = 10 ** abs(ndigits)
        if ndigits > 0:
            return Fraction(round(self * shift), shift)
        return Fraction(round(self / shift) * shift)

    def __hash__(self):
        # The numerator times the inverse of the denominator modulo this prime: as the hash of an equal integer or float.
        prime = 2**61 - 1
        if self._denominator % prime == 0:
            h = 314159
        else:
            h = hash(abs(self._numerator) % prime * pow(self._denominator, -1, prime))
        h = h if self._numerator >= 0 else -h
        return -2 if h == -1 else h

    def _compare(self, other):
        if isinstance(other, int):
            return self._numerator, other * self._denominator
        if isinstance(other, Fraction):
            return self._numerator * other._denominator, other._numerator * self._denominator
        if isinstance(other, float):
            if other != other or other in (_math.inf, -_math.inf):
                return 0.0, other
            return self._compare(Fraction(other))
        return None

    def __eq__(self, other):
        c = self._compare(other)
        return NotImplemented if c is None else c[0] == c[1]

    def __lt__(self, other):
        c = self._compare(other)
        return NotImplemented if c is None else c[0] < c[1]

    def __le__(self, other):
        c = self._compare(other)
        return NotImplemented if c is None else c[0] <= c[1]

    def __gt__(self, other):
        c = self._compare(other)
        return NotImplemented if c is None else c[0] > c[1]

    def __ge__(self, other):
        c = self._compare(other)
        return NotImplemented if c is None else c[0] >= c[1]


def _add(a, b):
    return Fraction(a._numerator * b._denominator + b._numerator * a._denominator, a._denominator * b._denominator)


def _sub(a, b):
    return Fraction(a._numerator * b._denominator - b._numerator * a._denominator, a._denominator * b._denominator)


def _mul(a, b):
    return Fraction(a._numerator * b._numerator, a._denominator * b._denominator)


def _div(a, b):
    return Fraction(a._numerator * b._denominator, a._denominator * b._numerator)


def _floordiv(a, b):
    return a._numerator * b._denominator // (a._denominator * b._numerator)


def _mod(a, b):
    return Fraction(a._numerator * b._denominator % (b._numerator * a._denominator), a._denominator * b._denominator)


def _parse(text):
    s = text.strip()
    try:
        if '/' in s:
            n, d = s.split('/')
            if not d.isdigit():
                raise ValueError
            return int(n), int(d)
        mantissa, _, exponent = s.lower().partition('e')
        whole, _, part = mantissa.partition('.')
        scale = (int(exponent) if exponent else 0) - len(part)
        n = int(whole + part) if whole.strip('+-') + part else int('')
        return (n * 10 ** scale, 1) if scale >= 0 else (n, 10 ** -scale)
    except ValueError:
        raise ValueError('Invalid literal for Fraction: %r' % text) from None


_numbers._register(Fraction, _numbers.Number, _numbers.Complex, _numbers.Real, _numbers.Rational)
