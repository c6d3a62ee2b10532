"""Sums, products, quotients and comparison of decimal numbers."""

import decimal as _decimal
from decimal._context import DivisionByZero, DivisionImpossible, DivisionUndefined, InvalidOperation, ROUND_FLOOR, getcontext
from decimal._digits import _NEAR, _aligned, _dec, _length, _make

__name__ = 'decimal'  # Of what is defined here.


class _Arithmetic:
    """What operators do."""

    __slots__ = ()

    def _other(self, other):
        if isinstance(other, _decimal.Decimal):
            return other
        return _decimal.Decimal(other) if isinstance(other, int) else None

    def __add__(self, other):
        other = self._other(other)
        if other is None:
            return NotImplemented
        if self._special or other._special:
            if self.is_nan() or other.is_nan():
                return self._nan(other)
            if self._special and other._special and self._sign != other._sign:
                return self._invalid('-INF + INF')
            return self if self._special else other
        a, b = self, other
        if not -_NEAR <= a._exp - b._exp <= _NEAR and a._n and b._n:
            big, small = (a, b) if a.adjusted() >= b.adjusted() else (b, a)
            below = big._exp + min(-1, _length(big._n) - getcontext().prec - 2)
            if small.adjusted() < below:
                # Only its sign matters: it is as good as a unit below all digits of the sum.
                a, b = big, _make(small._sign, 1, below)
        n, m, exp = _aligned(a, b)
        n = (-n if a._sign else n) + (-m if b._sign else m)
        if n == 0:
            sign = self._sign if self._sign == other._sign else int(getcontext().rounding == ROUND_FLOOR)
            return _make(sign, 0, exp)._fix()
        return _make(int(n < 0), abs(n), exp)._fix()

    __radd__ = __add__

    def __sub__(self, other):
        other = self._other(other)
        return NotImplemented if other is None else self + other.copy_negate() if not other.is_nan() else self._nan(other)

    def __rsub__(self, other):
        other = self._other(other)
        return NotImplemented if other is None else other - self

    def __mul__(self, other):
        other = self._other(other)
        if other is None:
            return NotImplemented
        sign = self._sign ^ other._sign
        if self._special or other._special:
            if self.is_nan() or other.is_nan():
                return self._nan(other)
            if self.is_zero() or other.is_zero():
                return self._invalid('INF * 0')
            return _make(sign, 0, 0, 'Infinity')
        return _make(sign, self._n * other._n, self._exp + other._exp)._fix()

    __rmul__ = __mul__

    def __truediv__(self, other):
        other = self._other(other)
        if other is None:
            return NotImplemented
        sign, c = self._sign ^ other._sign, getcontext()
        if self._special or other._special:
            if self.is_nan() or other.is_nan():
                return self._nan(other)
            if self._special and other._special:
                return self._invalid('INF / INF')
            return _make(sign, 0, 0, 'Infinity') if self._special else _make(sign, 0, c.Emin - c.prec + 1)
        if other._n == 0:
            if self._n == 0:
                c._signal(DivisionUndefined)
                return _make(0, 0, 0, 'NaN')
            c._signal(DivisionByZero)
            return _make(sign, 0, 0, 'Infinity')
        exp = self._exp - other._exp
        if self._n == 0:
            return _make(sign, 0, exp)._fix()
        shift = _length(other._n) - _length(self._n) + c.prec + 1
        if shift >= 0:
            n, r = divmod(self._n * 10 ** shift, other._n)
        else:
            n, r = divmod(self._n, other._n * 10 ** -shift)
        e = exp - shift
        if r:
            # Sticks out, so that rounding sees that it is not exact.
            if n % 5 == 0:
                n += 1
        else:
            while e < exp and n % 10 == 0:
                n, e = n // 10, e + 1
        return _make(sign, n, e)._fix()

    def __rtruediv__(self, other):
        other = self._other(other)
        return NotImplemented if other is None else other / self

    def __divmod__(self, other):
        other = self._other(other)
        if other is None:
            return NotImplemented
        c = getcontext()
        if self.is_nan() or other.is_nan():
            nan = self._nan(other)
            return nan, nan
        if self._special:
            nan = self._invalid('INF % x')
            return (nan if other._special else _make(self._sign ^ other._sign, 0, 0, 'Infinity')), nan
        sign = self._sign ^ other._sign
        if other._special:
            return _make(sign, 0, 0), self._fix()
        if other._n == 0:
            if self._n == 0:
                c._signal(DivisionUndefined)
            else:
                c._signal(DivisionByZero)
            return _make(sign, 0, 0, 'Infinity'), self._invalid('x % 0')
        n, m, exp = _aligned(self, other)
        q, r = divmod(n, m)
        if _length(q) > c.prec:
            c._signal(DivisionImpossible)
            nan = _make(0, 0, 0, 'NaN')
            return nan, nan
        return _make(sign, q, 0), _make(self._sign, r, exp)._fix()

    def __floordiv__(self, other):
        other = self._other(other)
        if other is None:
            return NotImplemented
        if other.is_zero() and not self._special and self._n:
            getcontext()._signal(DivisionByZero)
            return _make(self._sign ^ other._sign, 0, 0, 'Infinity')
        return divmod(self, other)[0]

    def __mod__(self, other):
        other = self._other(other)
        if other is None:
            return NotImplemented
        if other.is_zero() and not self._special and self._n:
            return self._invalid('x % 0')
        return divmod(self, other)[1]

    def __rfloordiv__(self, other):
        other = self._other(other)
        return NotImplemented if other is None else other // self

    def __rmod__(self, other):
        other = self._other(other)
        return NotImplemented if other is None else other % self

    def __rdivmod__(self, other):
        other = self._other(other)
        return NotImplemented if other is None else divmod(other, self)

    def __neg__(self):
        if self.is_nan():
            return self._nan()
        return _make(0 if self.is_zero() and getcontext().rounding != ROUND_FLOOR else 1 - self._sign, self._n, self._exp, self._special)._fix()

    def __pos__(self):
        if self.is_nan():
            return self._nan()
        return _make(0 if self.is_zero() and getcontext().rounding != ROUND_FLOOR else self._sign, self._n, self._exp, self._special)._fix()

    def __abs__(self):
        return self.copy_abs()._fix()

    def copy_abs(self): return _make(0, self._n, self._exp, self._special)
    def copy_negate(self): return _make(1 - self._sign, self._n, self._exp, self._special)
    def copy_sign(self, other, context=None): return _make(_dec(other)._sign, self._n, self._exp, self._special)
    def copy(self): return self
    def __copy__(self): return self
    def __deepcopy__(self, memo): return self


class _Comparison:
    """Which of two numbers is the greater one."""

    __slots__ = ()

    def _compare(self, other):
        """Negative, zero or positive; no NaN is among the two."""
        if self._special or other._special:
            key = lambda x: (-1 if x._sign else 1) if x._special else 0
            return key(self) - key(other)
        if not self._n or not other._n:
            sign = lambda x: 0 if not x._n else -1 if x._sign else 1
            return sign(self) - sign(other)
        if self._sign != other._sign:
            return -1 if self._sign else 1
        flip = -1 if self._sign else 1
        if not -_NEAR <= self._exp - other._exp <= _NEAR and self.adjusted() != other.adjusted():
            return flip if self.adjusted() > other.adjusted() else -flip
        a, b, _ = _aligned(self, other)
        return 0 if a == b else flip if a > b else -flip

    def _comparable(self, other):
        if isinstance(other, (_decimal.Decimal, int)):
            return _dec(other)
        if isinstance(other, float):
            return _decimal.Decimal.from_float(other)
        return None

    def __eq__(self, other):
        other = self._comparable(other)
        if other is None:
            return NotImplemented
        return not self.is_nan() and not other.is_nan() and self._compare(other) == 0

    def _ordered(self, other):
        other = self._comparable(other)
        if other is None:
            return None
        if self.is_nan() or other.is_nan():
            getcontext()._signal(InvalidOperation)
            return ()
        return self._compare(other)

    def __lt__(self, other):
        n = self._ordered(other)
        return NotImplemented if n is None else n != () and n < 0

    def __le__(self, other):
        n = self._ordered(other)
        return NotImplemented if n is None else n != () and n <= 0

    def __gt__(self, other):
        n = self._ordered(other)
        return NotImplemented if n is None else n != () and n > 0

    def __ge__(self, other):
        n = self._ordered(other)
        return NotImplemented if n is None else n != () and n >= 0

    def compare(self, other, context=None):
        other = _dec(other)
        if self.is_nan() or other.is_nan():
            return self._nan(other)
        n = self._compare(other)
        return _decimal.Decimal((n > 0) - (n < 0))

    def max(self, other, context=None):
        other = _dec(other)
        return (other if self.is_nan() else self if other.is_nan() or self >= other else other)._fix()

    def min(self, other, context=None):
        other = _dec(other)
        return (other if self.is_nan() else self if other.is_nan() or self <= other else other)._fix()

    def same_quantum(self, other, context=None):
        other = _dec(other)
        return self._exp == other._exp and self._special == other._special

    def __hash__(self):
        if self._special == 'sNaN':
            raise TypeError('Cannot hash a signaling NaN value.')
        if self._special == 'NaN':
            return object.__hash__(self)
        if self._special:
            return -314159 if self._sign else 314159
        p = 2 ** 61 - 1
        h = self._n % p * (pow(10, self._exp, p) if self._exp >= 0 else pow(pow(10, -1, p), -self._exp, p)) % p
        h = -h if self._sign else h
        return -2 if h == -1 else h

    def __bool__(self):
        return bool(self._special) or self._n != 0
