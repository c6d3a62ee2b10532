"""Functions of complex numbers."""

import math as _math

pi, e, tau, inf, nan = _math.pi, _math.e, _math.tau, _math.inf, _math.nan
infj, nanj = complex(0.0, inf), complex(0.0, nan)


def phase(z):
    z = complex(z)
    return _math.atan2(z.imag, z.real)


def polar(z):
    return abs(z), phase(z)


def rect(r, phi):
    return complex(r * _math.cos(phi), r * _math.sin(phi))


def exp(z):
    z = complex(z)
    r = _math.exp(z.real)
    return complex(r * _math.cos(z.imag), r * _math.sin(z.imag))


def log(z, base=None):
    z = complex(z)
    if z == 0:
        raise ValueError('math domain error')
    r = complex(_math.log(abs(z)), phase(z))
    return r if base is None else r / log(base)


def log10(z):
    r = log(z)
    return complex(_math.log10(abs(z)), r.imag / _math.log(10.0))


def sqrt(z):
    z = complex(z)
    x, y = z.real, z.imag
    if x == 0.0 and y == 0.0:
        return complex(0.0, y)
    # Scaled, so that nothing overflows.
    s = 2.0 * _math.sqrt(abs(x) / 8.0 + _math.hypot(abs(x) / 8.0, abs(y) / 8.0)) if abs(x) > 1e-300 or abs(y) > 1e-300 \
        else _math.sqrt((abs(x) + _math.hypot(x, y)) / 2.0)
    d = abs(y) / (2.0 * s)
    if x >= 0.0:
        return complex(s, _math.copysign(d, y))
    return complex(d, _math.copysign(s, y))


def sinh(z):
    z = complex(z)
    return complex(_math.cos(z.imag) * _math.sinh(z.real), _math.sin(z.imag) * _math.cosh(z.real))


def cosh(z):
    z = complex(z)
    return complex(_math.cos(z.imag) * _math.cosh(z.real), _math.sin(z.imag) * _math.sinh(z.real))


def tanh(z):
    return sinh(z) / cosh(z)


def sin(z):
    z = complex(z)
    r = sinh(complex(-z.imag, z.real))
    return complex(r.imag, -r.real)


def cos(z):
    z = complex(z)
    return cosh(complex(-z.imag, z.real))


def tan(z):
    z = complex(z)
    r = tanh(complex(-z.imag, z.real))
    return complex(r.imag, -r.real)


def asinh(z):
    z = complex(z)
    return log(z + sqrt(z * z + 1))


def acosh(z):
    z = complex(z)
    return log(z + sqrt(z + 1) * sqrt(z - 1))


def atanh(z):
    z = complex(z)
    return (log(1 + z) - log(1 - z)) / 2


def asin(z):
    z = complex(z)
    r = asinh(complex(-z.imag, z.real))
    return complex(r.imag, -r.real)


def acos(z):
    return pi / 2 - asin(z)


def atan(z):
    z = complex(z)
    r = atanh(complex(-z.imag, z.real))
    return complex(r.imag, -r.real)


def isnan(z):
    z = complex(z)
    return _math.isnan(z.real) or _math.isnan(z.imag)


def isinf(z):
    z = complex(z)
    return _math.isinf(z.real) or _math.isinf(z.imag)


def isfinite(z):
    z = complex(z)
    return _math.isfinite(z.real) and _math.isfinite(z.imag)


def isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    if rel_tol < 0 or abs_tol < 0:
        raise ValueError('tolerances must be non-negative')
    if a == b:
        return True
    if isinf(a) or isinf(b):
        return False
    return abs(a - b) <= max(rel_tol * max(abs(a), abs(b)), abs_tol)
