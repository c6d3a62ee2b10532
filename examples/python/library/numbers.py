"""The classes of numbers, for `isinstance`."""

from abc import ABCMeta as _ABCMeta


class Number(metaclass=_ABCMeta):
    __slots__ = ()
    __hash__ = None


class Complex(Number):
    __slots__ = ()


class Real(Complex):
    __slots__ = ()


class Rational(Real):
    __slots__ = ()


class Integral(Rational):
    __slots__ = ()


def _register(cls, *kinds):
    for kind in kinds:
        kind.register(cls)


_register(complex, Number, Complex)
_register(float, Number, Complex, Real)
_register(int, Number, Complex, Real, Rational, Integral)
