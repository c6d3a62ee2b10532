"""What goes wrong with decimal numbers, and the context: precision, rounding, and what is raised."""

import decimal as _decimal

__name__ = 'decimal'  # Of what is defined here.

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
        return _decimal.Decimal(num)._fix(self)

    def _in(self, name, a, *args):
        with localcontext(self):
            return getattr(_decimal._dec(a), name)(*[_decimal._dec(b) for b in args])

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
