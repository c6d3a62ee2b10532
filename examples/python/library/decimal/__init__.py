"""Decimal numbers: what is not in Rust (`_decimal`)."""

from collections import namedtuple as _namedtuple
import numbers as _numbers
from _decimal import (ROUND_05UP, ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_UP)
from _decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, MIN_ETINY
from _decimal import (Clamped, ConversionSyntax, DecimalException, DivisionByZero, DivisionImpossible, DivisionUndefined, FloatOperation, Inexact, InvalidContext,
                      InvalidOperation, Overflow, Rounded, Subnormal, Underflow)
from _decimal import BasicContext, Context, Decimal, DefaultContext, ExtendedContext, _local, getcontext, setcontext

__version__ = '1.70'
__libmpdec_version__ = '2.5.1'
HAVE_THREADS = HAVE_CONTEXTVAR = True

DecimalTuple = _namedtuple('DecimalTuple', 'sign digits exponent', module='decimal')
_numbers.Number.register(Decimal)


class ContextManager:
    """Makes a copy of a context the current one."""

    __slots__ = ('_new', '_old')

    def __init__(self, new):
        self._new, self._old = new, getcontext()

    def __enter__(self):
        setcontext(self._new)
        return self._new

    def __exit__(self, *exc):
        setcontext(self._old)


_ContextManager = ContextManager
del ContextManager


def localcontext(ctx=None, **kwargs):
    return _ContextManager(_local(ctx, **kwargs))
