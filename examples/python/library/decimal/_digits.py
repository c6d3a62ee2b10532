"""Making decimal numbers, and rounding their digits."""

import decimal as _decimal
from _prelude import text_of as _text_of
from decimal._context import ROUND_05UP, ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_UP

__name__ = 'decimal'  # Of what is defined here.

# Exponents that differ by no more than this are made equal without a look at what the sum needs of the digits.
_NEAR = 30
_POWERS = [10 ** k for k in range(_NEAR + 1)]


def _aligned(a, b):
    """The digits of two numbers in one unit, and its exponent."""
    apart = a._exp - b._exp
    if apart >= 0:
        return a._n * (_POWERS[apart] if apart <= _NEAR else 10 ** apart), b._n, b._exp
    return a._n, b._n * (_POWERS[-apart] if -apart <= _NEAR else 10 ** -apart), a._exp


def _length(n):
    """How many digits an integer that is not negative has."""
    bits = n.bit_length()
    if bits > 96:
        return len(_text_of(n))
    # 1233 / 4096 is a little less than the logarithm of 2: one digit may be missing.
    least = bits * 1233 >> 12
    return least + 1 if n == 0 or n >= _POWERS[least] else least


def _round_digits(n, drop, rounding, sign):
    """The integer n without its last `drop` digits, rounded; whether that was exact."""
    if drop <= 0:
        return n * 10 ** -drop, True
    unit = 10 ** drop
    q, r = divmod(n, unit)
    if r == 0:
        return q, True
    if rounding == ROUND_HALF_EVEN:
        up = 2 * r > unit or 2 * r == unit and q % 2 == 1
    elif rounding == ROUND_HALF_UP:
        up = 2 * r >= unit
    elif rounding == ROUND_HALF_DOWN:
        up = 2 * r > unit
    elif rounding == ROUND_UP:
        up = True
    elif rounding == ROUND_CEILING:
        up = not sign
    elif rounding == ROUND_FLOOR:
        up = bool(sign)
    elif rounding == ROUND_05UP:
        up = q % 10 in (0, 5)
    elif rounding == ROUND_DOWN:
        up = False
    else:
        raise TypeError('valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n   ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]')
    return q + up, False


class DecimalTuple(tuple):
    def __new__(cls, sign, digits, exponent):
        return tuple.__new__(cls, (sign, digits, exponent))

    sign = property(lambda self: self[0])
    digits = property(lambda self: self[1])
    exponent = property(lambda self: self[2])

    def __repr__(self):
        return 'DecimalTuple(sign=%r, digits=%r, exponent=%r)' % tuple(self)


def _make(sign, n, exp, special=None):
    self = object.__new__(_decimal.Decimal)
    self._sign, self._n, self._exp, self._special = sign, n, exp, special
    return self


def _dec(x):
    return x if isinstance(x, _decimal.Decimal) else _decimal.Decimal(x)
