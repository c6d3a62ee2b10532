"""Decimal arithmetic: sign, digits and exponent, rounded to the context's precision."""

import math as _math
import numbers as _numbers
import re as _re
from decimal._context import (
    MAX_EMAX, MAX_PREC, MIN_EMIN, ROUND_05UP, ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_UP,
    BasicContext, Clamped, Context, ConversionSyntax, DecimalException, DefaultContext, DivisionByZero, DivisionImpossible, DivisionUndefined,
    ExtendedContext, FloatOperation, Inexact, InvalidOperation, Overflow, Rounded, Subnormal, Underflow, getcontext, localcontext, setcontext)
from decimal._digits import DecimalTuple, _dec, _length, _make, _round_digits
from decimal._arithmetic import _Arithmetic, _Comparison
from decimal._functions import _Functions
from decimal._texts import _Texts
from _prelude import number_of as _number_of, text_of as _text_of

_syntax = _re.compile(r'([-+])?(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([-+]?\d+))?$')


class Decimal(_Arithmetic, _Comparison, _Functions, _Texts):
    """`_n * 10 ** _exp`, negative if `_sign`; `_special` is 'Infinity', 'NaN' or 'sNaN' for those."""

    __slots__ = ('_sign', '_n', '_exp', '_special')

    def __new__(cls, value='0', context=None):
        self = object.__new__(cls)
        self._special = None
        if isinstance(value, str):
            text = value.strip().replace('_', '')
            m = _syntax.match(text)
            if m:
                sign, whole, fraction, only, exp = m.groups()
                fraction = only or fraction or ''
                self._sign = int(sign == '-')
                self._n = _number_of((whole or '') + fraction)
                self._exp = int(exp or 0) - len(fraction)
                return self
            low = text.lower()
            sign = int(low.startswith('-'))
            low = low.lstrip('+-') if len(low) - len(low.lstrip('+-')) < 2 else 'x'
            kinds = {'inf': 'Infinity', 'infinity': 'Infinity', 'nan': 'NaN', 'snan': 'sNaN'}
            if low in kinds:
                self._sign, self._n, self._exp, self._special = sign, 0, 0, kinds[low]
                return self
            getcontext()._signal(ConversionSyntax)
            self._sign, self._n, self._exp, self._special = 0, 0, 0, 'NaN'
            return self
        if isinstance(value, int):
            self._sign, self._n, self._exp = int(value < 0), abs(int(value)), 0
            return self
        if isinstance(value, Decimal):
            self._sign, self._n, self._exp, self._special = value._sign, value._n, value._exp, value._special
            return self
        if isinstance(value, float):
            made = Decimal.from_float(value)
            self._sign, self._n, self._exp, self._special = made._sign, made._n, made._exp, made._special
            return self
        if isinstance(value, (tuple, list)):
            if len(value) != 3:
                raise ValueError('argument must be a sequence of length 3')
            sign, digits, exp = value
            self._sign, self._n = sign, _number_of(''.join([str(d) for d in digits]) or '0')
            self._exp, self._special = (exp, None) if isinstance(exp, int) else (0, {'F': 'Infinity', 'n': 'NaN', 'N': 'sNaN'}[exp])
            return self
        raise TypeError('conversion from %s to Decimal is not supported' % type(value).__name__)

    @classmethod
    def from_float(cls, f):
        if isinstance(f, int):
            return cls(f)
        if _math.isinf(f) or _math.isnan(f):
            return cls(repr(f))
        sign = int(_math.copysign(1.0, f) < 0)
        n, d = abs(f).as_integer_ratio()
        k = d.bit_length() - 1
        return _make(sign, n * 5 ** k, -k)

    # What it is.

    def is_nan(self): return self._special in ('NaN', 'sNaN')
    def is_qnan(self): return self._special == 'NaN'
    def is_snan(self): return self._special == 'sNaN'
    def is_infinite(self): return self._special == 'Infinity'
    def is_finite(self): return self._special is None
    def is_zero(self): return self._special is None and self._n == 0
    def is_signed(self): return self._sign == 1
    def is_normal(self, context=None): return self._special is None and self._n != 0 and self.adjusted() >= getcontext().Emin

    def adjusted(self):
        return 0 if self._special else self._exp + _length(self._n) - 1

    def as_tuple(self):
        if self._special:
            return DecimalTuple(self._sign, (0,) if self._special == 'Infinity' else (), {'Infinity': 'F', 'NaN': 'n', 'sNaN': 'N'}[self._special])
        return DecimalTuple(self._sign, tuple([int(c) for c in _text_of(self._n)]), self._exp)

    def as_integer_ratio(self):
        if self._special == 'Infinity':
            raise OverflowError('cannot convert Infinity to integer ratio')
        if self._special:
            raise ValueError('cannot convert NaN to integer ratio')
        n, d = (self._n * 10 ** self._exp, 1) if self._exp >= 0 else (self._n, 10 ** -self._exp)
        g = _math.gcd(n, d) or 1
        return (-n if self._sign else n) // g, d // g

    real = property(lambda self: self)
    imag = property(lambda self: Decimal(0))

    def conjugate(self):
        return self

    # Rounding.

    def _fix(self, context=None):
        c = context or getcontext()
        if self._special:
            return self
        if self._n == 0:
            return _make(self._sign, 0, max(min(self._exp, c.Emax), c.Emin - c.prec + 1))
        digits = _length(self._n)
        drop = max(digits - c.prec, c.Emin - c.prec + 1 - self._exp)
        made = self
        if drop > 0:
            n, exact = _round_digits(self._n, drop, c.rounding, self._sign)
            exp = self._exp + drop
            if _length(n) > c.prec:
                n, exp = n // 10, exp + 1
            made = _make(self._sign, n, exp)
            c._signal(Rounded)
            if not exact:
                c._signal(Inexact)
        if made._n and made.adjusted() > c.Emax:
            c._signal(Overflow)
            down = c.rounding in (ROUND_DOWN, ROUND_05UP) or c.rounding == ROUND_CEILING and self._sign or c.rounding == ROUND_FLOOR and not self._sign
            return _make(self._sign, 10 ** c.prec - 1, c.Emax - c.prec + 1) if down else _make(self._sign, 0, 0, 'Infinity')
        return made

    def quantize(self, exp, rounding=None, context=None):
        exp = _dec(exp)
        c = context or getcontext()
        if self._special or exp._special:
            if self.is_nan() or exp.is_nan():
                return self._nan(exp)
            if self._special and exp._special:
                return Decimal(self)
            return self._invalid('quantize with one INF')
        n, exact = _round_digits(self._n, exp._exp - self._exp, rounding or c.rounding, self._sign)
        if _length(n) > c.prec:
            return self._invalid('quantize result has too many digits for current context')
        return _make(self._sign, n, exp._exp)

    def _invalid(self, why=None):
        getcontext()._signal(InvalidOperation)
        return _make(0, 0, 0, 'NaN')

    def _nan(self, *others):
        """The answer to an operation with one that is not a number."""
        for x in (self, *others):
            if x._special == 'sNaN':
                getcontext()._signal(InvalidOperation)
                return _make(x._sign, 0, 0, 'NaN')
        for x in (self, *others):
            if x._special == 'NaN':
                return x

    def to_integral_value(self, rounding=None, context=None):
        if self._special or self._exp >= 0:
            return Decimal(self)
        n, exact = _round_digits(self._n, -self._exp, rounding or getcontext().rounding, self._sign)
        return _make(self._sign, n, 0)

    to_integral = to_integral_exact = to_integral_value

    def normalize(self, context=None):
        x = self._fix(context)
        if x._special:
            return x
        n, exp = x._n, x._exp
        if n == 0:
            return _make(x._sign, 0, 0)
        while n % 10 == 0:
            n, exp = n // 10, exp + 1
        return _make(x._sign, n, exp)

    def __round__(self, n=None):
        if n is None:
            if self._special:
                raise (ValueError('cannot round a NaN') if self.is_nan() else OverflowError('cannot round an infinity'))
            return int(self.to_integral_value(ROUND_HALF_EVEN))
        return self.quantize(_make(0, 1, -n), ROUND_HALF_EVEN)

    def __trunc__(self): return int(self)
    def __floor__(self): return int(self.to_integral_value(ROUND_FLOOR))
    def __ceil__(self): return int(self.to_integral_value(ROUND_CEILING))


_numbers.Number.register(Decimal)
