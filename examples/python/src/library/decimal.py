"""Decimal arithmetic: sign, digits and exponent, rounded to the context's precision."""

import math as _math
import re as _re
import numbers as _numbers

ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_CEILING = 'ROUND_DOWN', 'ROUND_HALF_UP', 'ROUND_HALF_EVEN', 'ROUND_CEILING'
ROUND_FLOOR, ROUND_UP, ROUND_HALF_DOWN, ROUND_05UP = 'ROUND_FLOOR', 'ROUND_UP', 'ROUND_HALF_DOWN', 'ROUND_05UP'
MAX_PREC, MAX_EMAX, MIN_EMIN = 999999999999999999, 999999999999999999, -999999999999999999


class DecimalException(ArithmeticError):
    pass


class Clamped(DecimalException): pass
class InvalidOperation(DecimalException): pass
class ConversionSyntax(InvalidOperation): pass
class DivisionByZero(DecimalException, ZeroDivisionError): pass
class DivisionImpossible(InvalidOperation): pass
class DivisionUndefined(InvalidOperation, ZeroDivisionError): pass
class Inexact(DecimalException): pass
class Rounded(DecimalException): pass
class Subnormal(DecimalException): pass
class Overflow(Inexact, Rounded): pass
class Underflow(Inexact, Rounded, Subnormal): pass
class FloatOperation(DecimalException, TypeError): pass


_signals = (Clamped, InvalidOperation, DivisionByZero, Inexact, Rounded, Subnormal, Overflow, Underflow, FloatOperation)


class Context:
    def __init__(self, prec=28, rounding=ROUND_HALF_EVEN, Emin=-999999, Emax=999999, capitals=1, clamp=0, flags=None, traps=None):
        self.prec, self.rounding, self.Emin, self.Emax, self.capitals, self.clamp = prec, rounding, Emin, Emax, capitals, clamp
        if traps is None:
            traps = [InvalidOperation, DivisionByZero, Overflow]
        self.traps = dict(traps) if isinstance(traps, dict) else {s: s in traps for s in _signals}
        self.flags = {s: False for s in _signals}

    def copy(self):
        return Context(self.prec, self.rounding, self.Emin, self.Emax, self.capitals, self.clamp, None, self.traps)

    __copy__ = copy

    def clear_flags(self):
        for s in self.flags:
            self.flags[s] = False

    def _signal(self, kind, args=None):
        if kind in (DivisionUndefined, ConversionSyntax, DivisionImpossible):
            base = InvalidOperation
        else:
            base = kind
        self.flags[base] = True
        if self.traps.get(base):
            raise (base([kind]) if kind is not DivisionUndefined else base([kind]))

    def create_decimal(self, num='0'):
        return Decimal(num)._fix(self)

    def _in(self, name, a, *args):
        with localcontext(self):
            return getattr(_dec(a), name)(*[_dec(b) for b in args])

    def add(self, a, b): return self._in('__add__', a, b)
    def subtract(self, a, b): return self._in('__sub__', a, b)
    def multiply(self, a, b): return self._in('__mul__', a, b)
    def divide(self, a, b): return self._in('__truediv__', a, b)
    def power(self, a, b, modulo=None): return self._in('__pow__', a, b)
    def sqrt(self, a): return self._in('sqrt', a)
    def quantize(self, a, b): return self._in('quantize', a, b)

    def __repr__(self):
        named = lambda all: '[%s]' % ', '.join([s.__name__ for s, on in all.items() if on])
        return 'Context(prec=%d, rounding=%s, Emin=%d, Emax=%d, capitals=%d, clamp=%d, flags=%s, traps=%s)' % (
            self.prec, self.rounding, self.Emin, self.Emax, self.capitals, self.clamp, named(self.flags), named(self.traps))


DefaultContext = Context()
BasicContext = Context(9, ROUND_HALF_UP, traps=[DivisionByZero, Overflow, InvalidOperation, Clamped, Underflow])
ExtendedContext = Context(9, ROUND_HALF_EVEN, traps=[])
_now = [Context()]


def getcontext():
    return _now[0]


def setcontext(context):
    _now[0] = context.copy() if context in (DefaultContext, BasicContext, ExtendedContext) else context


class localcontext:
    def __init__(self, ctx=None, **kwargs):
        self._new = (ctx or getcontext()).copy()
        for k, v in kwargs.items():
            if k not in ('prec', 'rounding', 'Emin', 'Emax', 'capitals', 'clamp', 'traps', 'flags'):
                raise TypeError("'%s' is an invalid keyword argument for this function" % k)
            setattr(self._new, k, v)

    def __enter__(self):
        self._old = getcontext()
        _now[0] = self._new
        return self._new

    def __exit__(self, *exc):
        _now[0] = self._old


_syntax = _re.compile(r'([-+])?(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([-+]?\d+))?$')


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
    self = object.__new__(Decimal)
    self._sign, self._n, self._exp, self._special = sign, n, exp, special
    return self


def _dec(x):
    return x if isinstance(x, Decimal) else Decimal(x)


class Decimal:
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
                self._n = int((whole or '') + fraction)
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
            self._sign, self._n = sign, int(''.join([str(d) for d in digits]) or '0')
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
        return 0 if self._special else self._exp + len(str(self._n)) - 1

    def as_tuple(self):
        if self._special:
            return DecimalTuple(self._sign, (0,) if self._special == 'Infinity' else (), {'Infinity': 'F', 'NaN': 'n', 'sNaN': 'N'}[self._special])
        return DecimalTuple(self._sign, tuple([int(c) for c in str(self._n)]), self._exp)

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
        digits = len(str(self._n))
        drop = max(digits - c.prec, c.Emin - c.prec + 1 - self._exp)
        made = self
        if drop > 0:
            n, exact = _round_digits(self._n, drop, c.rounding, self._sign)
            exp = self._exp + drop
            if len(str(n)) > c.prec:
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
        if len(str(n)) > c.prec:
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

    # Arithmetic.

    def _other(self, other):
        if isinstance(other, Decimal):
            return other
        return Decimal(other) if isinstance(other, int) else None

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
        exp = min(self._exp, other._exp)
        # A number too small to matter stands for any such number.
        top, prec = max(self.adjusted(), other.adjusted()), getcontext().prec
        a, b = self, other
        if top - exp > prec * 3 + 3 and a._n and b._n:
            big, small = (a, b) if a.adjusted() >= b.adjusted() else (b, a)
            if big._exp - small.adjusted() > prec + 2 and small.adjusted() < big.adjusted() - prec - 2:
                exp = big.adjusted() - prec * 2 - 3
                small = _make(small._sign, 1, min(exp, big._exp))
                exp = min(small._exp, big._exp)
                a, b = big, small
        n = sum([(-x._n if x._sign else x._n) * 10 ** (x._exp - exp) if x._exp >= exp else 0 for x in (a, b)])
        if n == 0:
            sign = self._sign if self._sign == other._sign else int(getcontext().rounding == ROUND_FLOOR)
            return _make(sign, 0, min(self._exp, other._exp))._fix()
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
        shift = len(str(other._n)) - len(str(self._n)) + c.prec + 1
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
        exp = min(self._exp, other._exp)
        q, r = divmod(self._n * 10 ** (self._exp - exp), other._n * 10 ** (other._exp - exp))
        if len(str(q)) > c.prec:
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

    def __pow__(self, other, modulo=None):
        other = self._other(other)
        if other is None:
            return NotImplemented
        if modulo is not None:
            return Decimal(pow(int(self), int(other), int(modulo)))
        if self.is_nan() or other.is_nan():
            return self._nan(other)
        if other._special or other != other.to_integral_value():
            if self.is_zero():
                return _make(0, 0, 0)
            if self._sign:
                return self._invalid('x ** y with x negative and y not an integer')
            if other == Decimal('0.5'):
                return self.sqrt()
            with localcontext() as c:
                c.prec += 6
                made = (other * self.ln()).exp()
            return +made
        n = int(other)
        if n == 0:
            return self._invalid('0 ** 0') if self.is_zero() else Decimal(1)
        sign = self._sign & n & 1
        if self._special:
            return _make(sign, 0, 0, 'Infinity' if n > 0 else None)
        if self._n == 0:
            return _make(sign, 0, 0) if n > 0 else _make(sign, 0, 0, 'Infinity')
        c = getcontext()
        if n > 0 and len(str(self._n)) * n < c.prec * 8 + 200:
            return _make(sign, self._n ** n, self._exp * n)._fix()
        with localcontext() as c:
            c.prec += len(str(abs(n))) + 5
            base, k, made = self.copy_abs(), abs(n), Decimal(1)
            while k:
                if k & 1:
                    made = made * base
                k >>= 1
                if k:
                    base = base * base
            if n < 0:
                made = Decimal(1) / made
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
        digits = (len(str(n)) + 1) // 2
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
            while e > ideal and len(str(root)) < prec - 1:
                root, e = root * 10, e - 1
        elif root % 5 == 0:
            root += 1
        with localcontext() as c:
            c.rounding = ROUND_HALF_EVEN
            return _make(0, root, e)._fix()

    def exp(self, context=None):
        if self._special:
            return self._nan() if self.is_nan() else self if not self._sign else Decimal(0)
        if self._n == 0:
            return Decimal(1)
        with localcontext() as c:
            c.prec += 6 + max(self.adjusted(), 0)
            c.rounding = ROUND_HALF_EVEN
            halvings = max(self.adjusted() + 1, 0) * 4 + 4
            x = self / 2 ** halvings
            term = total = Decimal(1)
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
            return Decimal(0)
        with localcontext() as c:
            c.prec += 8
            c.rounding = ROUND_HALF_EVEN
            e = self.adjusted()
            m = self.scaleb(-e)
            y = Decimal(repr(_math.log(float(m))))
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
                return Decimal(x._exp)
        with localcontext() as c:
            c.prec += 4
            made = self.ln() / _ln10(c.prec)
        return +made

    def fma(self, other, third, context=None):
        other, third = _dec(other), _dec(third)
        product = _make(self._sign ^ other._sign, self._n * other._n, self._exp + other._exp)
        return product + third

    def scaleb(self, other, context=None):
        return Decimal(self) if self._special else _make(self._sign, self._n, self._exp + int(other))

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

    # Comparison.

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
        if self.adjusted() != other.adjusted():
            return flip if self.adjusted() > other.adjusted() else -flip
        exp = min(self._exp, other._exp)
        a, b = self._n * 10 ** (self._exp - exp), other._n * 10 ** (other._exp - exp)
        return 0 if a == b else flip if a > b else -flip

    def _comparable(self, other):
        if isinstance(other, (Decimal, int)):
            return _dec(other)
        if isinstance(other, float):
            return Decimal.from_float(other)
        if isinstance(other, _numbers.Rational) or type(other).__name__ == 'Fraction':
            return None
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
        return Decimal((n > 0) - (n < 0))

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

    # Conversion.

    def __int__(self):
        if self._special:
            raise (ValueError('cannot convert NaN to integer') if self.is_nan() else OverflowError('cannot convert Infinity to integer'))
        n = self._n * 10 ** self._exp if self._exp >= 0 else self._n // 10 ** -self._exp
        return -n if self._sign else n

    def __float__(self):
        if self._special == 'sNaN':
            raise ValueError('cannot convert signaling NaN to float')
        return float(str(self))

    def __complex__(self):
        return complex(float(self))

    def __str__(self, eng=False, context=None):
        sign = '-' if self._sign else ''
        if self._special:
            return sign + self._special
        digits = str(self._n)
        left = self._exp + len(digits)
        if self._exp <= 0 and left > -6:
            dot = left
        elif not eng:
            dot = 1
        elif digits == '0':
            dot = (left + 1) % 3 - 1
        else:
            dot = (left - 1) % 3 + 1
        if dot <= 0:
            whole, fraction = '0', '.' + '0' * -dot + digits
        elif dot >= len(digits):
            whole, fraction = digits + '0' * (dot - len(digits)), ''
        else:
            whole, fraction = digits[:dot], '.' + digits[dot:]
        return sign + whole + fraction + ('' if left == dot else 'E%+d' % (left - dot))

    def to_eng_string(self, context=None):
        return self.__str__(True)

    def __repr__(self):
        return "Decimal('%s')" % str(self)

    def __reduce__(self):
        return type(self), (str(self),)

    def __format__(self, spec, context=None):
        m = _format.match(spec)
        if m is None:
            raise ValueError('invalid format string')
        fill, align, sign, alternative, zero, width, comma, precision, kind = m.groups()
        fill, align, width = fill or ' ', align or '>', int(width or 0)
        if zero:
            fill, align = '0', '='
        x = self
        if x._special:
            body, exponent = x._special, None
        else:
            rounding = getcontext().rounding
            if kind == '%':
                x = _make(x._sign, x._n, x._exp + 2)
            if precision is not None:
                p = int(precision)
                if kind in ('f', 'F', '%'):
                    n, _ = _round_digits(x._n, -p - x._exp, rounding, x._sign)
                    x = _make(x._sign, n, -p)
                elif kind in ('e', 'E'):
                    if x._n:
                        drop = len(str(x._n)) - p - 1
                        n, _ = _round_digits(x._n, drop, rounding, x._sign)
                        e = x._exp + drop
                        if len(str(n)) > p + 1:
                            n, e = n // 10, e + 1
                        x = _make(x._sign, n, e)
                    else:
                        x = _make(x._sign, 0, x._exp - p)
                else:
                    drop = len(str(x._n)) - max(p, 1)
                    if drop > 0:
                        n, _ = _round_digits(x._n, drop, rounding, x._sign)
                        x = _make(x._sign, n, x._exp + drop)
            digits = str(x._n)
            left = x._exp + len(digits)
            if kind in ('e', 'E'):
                dot = 1
            elif kind in ('f', 'F', '%'):
                dot = left
            elif x._exp <= 0 and left > -6:
                dot = left
            else:
                dot = 1
            if kind in ('e', 'E') and not x._n:
                whole, fraction = '0', '0' * int(precision or 0)
                exponent = self._exp + len(fraction)
            else:
                if dot <= 0:
                    whole, fraction = '0', '0' * -dot + digits
                elif dot >= len(digits):
                    whole, fraction = digits + '0' * (dot - len(digits)), ''
                else:
                    whole, fraction = digits[:dot], digits[dot:]
                exponent = left - dot
            if comma:
                mark, groups = comma, []
                while len(whole) > 3:
                    groups.insert(0, whole[-3:])
                    whole = whole[:-3]
                whole = mark.join([whole, *groups])
            body = whole + ('.' + fraction if fraction or alternative else '')
            if kind in ('e', 'E') or exponent:
                body += ('E' if kind in ('E', 'G', None) else 'e') + '%+d' % exponent
            if kind == '%':
                body += '%'
        prefix = '-' if self._sign else '+' if sign == '+' else ' ' if sign == ' ' else ''
        missing = max(width - len(prefix) - len(body), 0)
        if align == '=':
            return prefix + fill * missing + body
        if align == '<':
            return prefix + body + fill * missing
        if align == '^':
            return fill * (missing // 2) + prefix + body + fill * (missing - missing // 2)
        return fill * missing + prefix + body


_format = _re.compile(r'(?:(.)?([<>=^]))?([-+ ])?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([eEfFgGn%])?$', _re.DOTALL)
_ln10_known = {}


def _ln10(prec):
    if prec not in _ln10_known:
        with localcontext() as c:
            c.prec = prec + 5
            x, total, k = Decimal(1) / 9, Decimal(0), 0
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
            _ln10_known[prec] = Decimal((0, tuple([int(d) for d in str(n)]), -(prec + 10)))
    return _ln10_known[prec]


_numbers.Number.register(Decimal)
