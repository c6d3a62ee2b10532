"""Fractions."""

from math import gcd as _gcd
import numbers as _numbers
import math as _math
import operator as _operator


class Fraction:
    """A quotient of integers in lowest terms."""

    __slots__ = ('_numerator', '_denominator')

    def __init__(self, numerator=0, denominator=None):
        if denominator is None:
            if isinstance(numerator, int):
                n, d = int(numerator), 1
            elif isinstance(numerator, Fraction):
                n, d = numerator._numerator, numerator._denominator
            elif isinstance(numerator, float) or _is_decimal(numerator):
                n, d = numerator.as_integer_ratio()
            elif isinstance(numerator, str):
                n, d = _parse(numerator)
            elif isinstance(numerator, _numbers.Rational):
                n, d = numerator.numerator, numerator.denominator
            else:
                raise TypeError('argument should be a string or a Rational instance')
        elif isinstance(numerator, _numbers.Rational) and isinstance(denominator, _numbers.Rational):
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
        if not isinstance(f, (_numbers.Integral, float)):
            raise TypeError('%s.from_float() only takes floats, not %r (%s)' % (cls.__name__, f, type(f).__name__))
        return cls(f)

    @classmethod
    def from_decimal(cls, dec):
        if not isinstance(dec, _numbers.Integral) and not _is_decimal(dec):
            raise TypeError('%s.from_decimal() only takes Decimals, not %r (%s)' % (cls.__name__, dec, type(dec).__name__))
        return cls(dec)

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

    def _op(a, b, exact, inexact):
        if isinstance(b, int):
            b = Fraction(b)
        if isinstance(b, Fraction):
            return exact(a, b)
        if isinstance(b, (float, complex)):
            return inexact(float(a), b)
        return NotImplemented

    def __add__(a, b):
        return a._op(b, _add, _operator.add)

    def __radd__(b, a):
        return b._op(a, _add, lambda b, a: a + b)

    def __sub__(a, b):
        return a._op(b, _sub, _operator.sub)

    def __rsub__(b, a):
        return b._op(a, lambda b, a: _sub(a, b), lambda b, a: a - b)

    def __mul__(a, b):
        return a._op(b, _mul, _operator.mul)

    def __rmul__(b, a):
        return b._op(a, _mul, lambda b, a: a * b)

    def __truediv__(a, b):
        return a._op(b, _div, _operator.truediv)

    def __rtruediv__(b, a):
        return b._op(a, lambda b, a: _div(a, b), lambda b, a: a / b)

    def __floordiv__(a, b):
        return a._op(b, _floordiv, _operator.floordiv)

    def __rfloordiv__(b, a):
        return b._op(a, lambda b, a: _floordiv(a, b), lambda b, a: a // b)

    def __mod__(a, b):
        return a._op(b, _mod, _operator.mod)

    def __rmod__(b, a):
        return b._op(a, lambda b, a: _mod(a, b), lambda b, a: a % b)

    def __divmod__(a, b):
        return a._op(b, lambda a, b: (_floordiv(a, b), _mod(a, b)), divmod)

    def __rdivmod__(b, a):
        return b._op(a, lambda b, a: (_floordiv(a, b), _mod(a, b)), lambda b, a: divmod(a, b))

    def __pow__(a, b):
        if not isinstance(b, _numbers.Rational):
            return float(a) ** b
        if b.denominator != 1:
            return float(a) ** float(b)
        n = b.numerator
        if n >= 0:
            return Fraction(a._numerator ** n, a._denominator ** n)
        if a._numerator >= 0:
            return Fraction(a._denominator ** -n, a._numerator ** -n)
        return Fraction((-a._denominator) ** -n, (-a._numerator) ** -n)

    def __rpow__(b, a):
        if b._denominator == 1 and b._numerator >= 0:
            return a ** b._numerator
        if isinstance(a, _numbers.Rational):
            return Fraction(a.numerator, a.denominator) ** b
        return a ** (b._numerator if b._denominator == 1 else float(b))

    def __neg__(self):
        return Fraction(-self._numerator, self._denominator)

    def __pos__(self):
        return Fraction(self)

    def __abs__(self):
        return Fraction(abs(self._numerator), self._denominator)

    def __bool__(self):
        return self._numerator != 0

    def __int__(self, _index=_operator.index):
        return _index(_math.trunc(self))

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

    def __eq__(a, b):
        if isinstance(b, complex) and b.imag == 0:
            b = b.real
        c = a._compare(b)
        return NotImplemented if c is None else c[0] == c[1]

    def __lt__(a, b):
        c = a._compare(b)
        return NotImplemented if c is None else c[0] < c[1]

    def __le__(a, b):
        c = a._compare(b)
        return NotImplemented if c is None else c[0] <= c[1]

    def __gt__(a, b):
        c = a._compare(b)
        return NotImplemented if c is None else c[0] > c[1]

    def __ge__(a, b):
        c = a._compare(b)
        return NotImplemented if c is None else c[0] >= c[1]


def _is_decimal(x):
    """Whether a number is a decimal one; their module is not asked for where there can be none."""
    return type(x).__module__ == 'decimal' and hasattr(x, 'as_integer_ratio') or any(c.__module__ == 'decimal' for c in type(x).__mro__[1:-1])


def _add(a, b):
    return Fraction(a._numerator * b._denominator + b._numerator * a._denominator, a._denominator * b._denominator)


def _sub(a, b):
    return Fraction(a._numerator * b._denominator - b._numerator * a._denominator, a._denominator * b._denominator)


def _mul(a, b):
    return Fraction(a._numerator * b._numerator, a._denominator * b._denominator)


def _div(a, b):
    if not b._numerator:
        # Shown in lowest terms.
        g = _gcd(b._denominator, a._denominator)
        n = a._numerator // _gcd(a._numerator, 0) * (b._denominator // g) if a._numerator else 0
        return Fraction(n, 0)
    return Fraction(a._numerator * b._denominator, a._denominator * b._numerator)


def _floordiv(a, b):
    return a._numerator * b._denominator // (a._denominator * b._numerator)


def _mod(a, b):
    return Fraction(a._numerator * b._denominator % (b._numerator * a._denominator), a._denominator * b._denominator)


def _parse(text):
    n = _read(text.strip())
    if n is None:
        raise ValueError('Invalid literal for Fraction: %r' % text)
    return n


def _read(s):
    """Numerator and denominator of a text; `None` where it is wrong."""
    try:
        if '/' in s:
            n, d = s.split('/')
            return (int(n), int(d)) if n[-1:].isdigit() and d[:1].isdigit() else None
        mantissa, _, exponent = s.lower().partition('e')
        whole, _, part = mantissa.partition('.')
        scale = (int(exponent) if exponent else 0) - len(part)
        n = int(whole + part) if whole.strip('+-') + part else int('')
        return (n * 10 ** scale, 1) if scale >= 0 else (n, 10 ** -scale)
    except ValueError:
        return None


_numbers._register(Fraction, _numbers.Number, _numbers.Complex, _numbers.Real, _numbers.Rational)
