"""Powers, roots, logarithms of decimal numbers."""

import decimal as _decimal
import math as _math
from decimal._context import ROUND_HALF_EVEN, getcontext, localcontext
from decimal._digits import _dec, _length, _make
from _prelude import text_of as _text_of

__name__ = 'decimal'  # Of what is defined here.


class _Functions:
    """What series and roots are computed for."""

    __slots__ = ()

    def __pow__(self, other, modulo=None):
        other = self._other(other)
        if other is None:
            return NotImplemented
        if modulo is not None:
            return _decimal.Decimal(pow(int(self), int(other), int(modulo)))
        if self.is_nan() or other.is_nan():
            return self._nan(other)
        if other._special or other != other.to_integral_value():
            if self.is_zero():
                return _make(0, 0, 0)
            if self._sign:
                return self._invalid('x ** y with x negative and y not an integer')
            if other == _decimal.Decimal('0.5'):
                return self.sqrt()
            with localcontext() as c:
                c.prec += 6
                made = (other * self.ln()).exp()
            return +made
        n = int(other)
        if n == 0:
            return self._invalid('0 ** 0') if self.is_zero() else _decimal.Decimal(1)
        sign = self._sign & n & 1
        if self._special:
            return _make(sign, 0, 0, 'Infinity' if n > 0 else None)
        if self._n == 0:
            return _make(sign, 0, 0) if n > 0 else _make(sign, 0, 0, 'Infinity')
        c = getcontext()
        if n > 0 and _length(self._n) * n < c.prec * 8 + 200:
            return _make(sign, self._n ** n, self._exp * n)._fix()
        with localcontext() as c:
            c.prec += _length(abs(n)) + 5
            base, k, made = self.copy_abs(), abs(n), _decimal.Decimal(1)
            while k:
                if k & 1:
                    made = made * base
                k >>= 1
                if k:
                    base = base * base
            if n < 0:
                made = _decimal.Decimal(1) / made
        return _make(sign, made._n, made._exp, made._special)._fix()

    def __rpow__(self, other):
        other = self._other(other)
        return NotImplemented if other is None else other ** self

    def sqrt(self, context=None):
        if self._special:
            return self._nan() if self.is_nan() else self if not self._sign else self._invalid('sqrt(-INF)')
        if self._n == 0:
            return _make(self._sign, 0, self._exp // 2)
        if self._sign:
            return self._invalid('sqrt(-x), x > 0')
        prec = getcontext().prec + 1
        e = self._exp >> 1
        n = self._n * 10 if self._exp & 1 else self._n
        digits = (_length(n) + 1) // 2
        shift = prec - digits
        if shift >= 0:
            n *= 100 ** shift
            exact = True
        else:
            n, r = divmod(n, 100 ** -shift)
            exact = not r
        root = _math.isqrt(n)
        exact = exact and root * root == n
        e -= shift
        if exact:
            ideal = self._exp >> 1
            while e < ideal and root % 10 == 0:
                root, e = root // 10, e + 1
            while e > ideal and _length(root) < prec - 1:
                root, e = root * 10, e - 1
        elif root % 5 == 0:
            root += 1
        with localcontext() as c:
            c.rounding = ROUND_HALF_EVEN
            return _make(0, root, e)._fix()

    def exp(self, context=None):
        if self._special:
            return self._nan() if self.is_nan() else self if not self._sign else _decimal.Decimal(0)
        if self._n == 0:
            return _decimal.Decimal(1)
        with localcontext() as c:
            c.prec += 6 + max(self.adjusted(), 0)
            c.rounding = ROUND_HALF_EVEN
            halvings = max(self.adjusted() + 1, 0) * 4 + 4
            x = self / 2 ** halvings
            term = total = _decimal.Decimal(1)
            k = 1
            while True:
                term = term * x / k
                new = total + term
                if new == total:
                    break
                total, k = new, k + 1
            for _ in range(halvings):
                total = total * total
            prec = c.prec
        return +total

    def ln(self, context=None):
        if self.is_nan():
            return self._nan()
        if self.is_zero():
            return _make(1, 0, 0, 'Infinity')
        if self._sign:
            return self._invalid('ln of a negative value')
        if self._special:
            return self
        if self == 1:
            return _decimal.Decimal(0)
        with localcontext() as c:
            c.prec += 8
            c.rounding = ROUND_HALF_EVEN
            e = self.adjusted()
            m = self.scaleb(-e)
            y = _decimal.Decimal(repr(_math.log(float(m))))
            for _ in range(8):
                ey = y.exp()
                step = 2 * (m - ey) / (m + ey)
                new = y + step
                if new == y:
                    break
                y = new
            made = y + e * _ln10(c.prec) if e else y
        return +made

    def log10(self, context=None):
        if not self._special and self._n and not self._sign:
            x = self.normalize()
            if x._n == 1:
                return _decimal.Decimal(x._exp)
        with localcontext() as c:
            c.prec += 4
            made = self.ln() / _ln10(c.prec)
        return +made

    def fma(self, other, third, context=None):
        other, third = _dec(other), _dec(third)
        product = _make(self._sign ^ other._sign, self._n * other._n, self._exp + other._exp)
        return product + third

    def scaleb(self, other, context=None):
        return _decimal.Decimal(self) if self._special else _make(self._sign, self._n, self._exp + int(other))


_ln10_known = {}


def _ln10(prec):
    if prec not in _ln10_known:
        with localcontext() as c:
            c.prec = prec + 5
            x, total, k = _decimal.Decimal(1) / 9, _decimal.Decimal(0), 0
            # ln 10 = 3 ln 2 + ln 1.25, both by the series of artanh.
            def artanh(num, den):
                scale = 10 ** (prec + 10)
                power, total, k = scale * num // den, 0, 1
                while power:
                    total += power // k
                    power = power * num * num // (den * den)
                    k += 2
                return total
            n = 2 * (3 * artanh(1, 3) + artanh(1, 9))
            _ln10_known[prec] = _decimal.Decimal((0, tuple([int(d) for d in _text_of(n)]), -(prec + 10)))
    return _ln10_known[prec]
