"""Functions of complex numbers, by those of real ones. Last digits may differ from a C library's; zeros' signs at branch cuts are kept
by `sqrt`, `log` and `phase` only."""
import math

pi = math.pi
e = math.e
tau = math.tau
inf = math.inf
nan = math.nan
infj = complex(0.0, math.inf)
nanj = complex(0.0, math.nan)


def _complex(z):
    if isinstance(z, (complex, float, int)):
        return complex(z)
    for name in ('__complex__', '__float__', '__index__'):
        if hasattr(type(z), name):
            return complex(getattr(z, name)())
    raise TypeError(f'must be real number, not {type(z).__name__}')


def phase(z, /):
    z = _complex(z)
    return math.atan2(z.imag, z.real)


def polar(z, /):
    z = _complex(z)
    return math.hypot(z.real, z.imag), math.atan2(z.imag, z.real)


def rect(r, phi, /):
    if phi == 0:
        return complex(r, r * phi)
    return complex(r * math.cos(phi), r * math.sin(phi))


def sqrt(z, /):
    z = _complex(z)
    a, b = z.real, z.imag
    if a == 0 and b == 0:
        return complex(0.0, b)
    if math.isinf(b):
        return complex(inf, b)
    if math.isinf(a) or a != a or b != b:
        if a == inf:
            return complex(a, b if b != b else math.copysign(0.0, b))
        return complex(abs(b) if b != b else 0.0, math.copysign(inf, b)) if a == -inf else complex(nan, nan)
    # Scaled so that nothing leaves the range.
    x = abs(a) / 8
    s = 2 * math.sqrt(x + math.hypot(x, abs(b) / 8))
    d = abs(b) / (2 * s)
    if a >= 0:
        return complex(s, math.copysign(d, b))
    return complex(d, math.copysign(s, b))


def exp(z, /):
    z = _complex(z)
    r = math.exp(z.real)
    if z.imag == 0:
        return complex(r, z.imag)
    return complex(r * math.cos(z.imag), r * math.sin(z.imag))


def log(z, /, *base):
    z = _complex(z)
    if z == 0:
        raise ValueError('math domain error')
    r = math.hypot(z.real, z.imag)
    if 0.71 <= r <= 1.73:
        # Near one the logarithm of the distance would lose digits.
        x, y = max(abs(z.real), abs(z.imag)), min(abs(z.real), abs(z.imag))
        real = math.log1p((x - 1) * (x + 1) + y * y) / 2
    else:
        real = math.log(r)
    w = complex(real, math.atan2(z.imag, z.real))
    return w / log(*base) if base else w


def log10(z, /):
    w = log(z)
    return complex(w.real / math.log(10), w.imag / math.log(10))


def sinh(z, /):
    z = _complex(z)
    return complex(math.cos(z.imag) * math.sinh(z.real), math.sin(z.imag) * math.cosh(z.real))


def cosh(z, /):
    z = _complex(z)
    return complex(math.cos(z.imag) * math.cosh(z.real), math.sin(z.imag) * math.sinh(z.real))


def tanh(z, /):
    z = _complex(z)
    if abs(z.real) > 20:
        return complex(math.copysign(1.0, z.real), 4 * math.sin(z.imag) * math.cos(z.imag) * math.exp(-2 * abs(z.real)))
    tx, ty = math.tanh(z.real), math.tan(z.imag)
    cx = 1 / math.cosh(z.real)
    d = 1 + (tx * ty) ** 2
    return complex(tx * (1 + ty * ty) / d, ty / d * cx * cx)


def _turned(f, z):
    """f(iz) / i."""
    z = _complex(z)
    w = f(complex(-z.imag, z.real))
    return complex(w.imag, -w.real)


def sin(z, /):
    return _turned(sinh, z)


def cos(z, /):
    z = _complex(z)
    return cosh(complex(-z.imag, z.real))


def tan(z, /):
    return _turned(tanh, z)


def asinh(z, /):
    z = _complex(z)
    a, b = sqrt(complex(1 + z.imag, -z.real)), sqrt(complex(1 - z.imag, z.real))
    return complex(math.asinh(a.real * b.imag - b.real * a.imag), math.atan2(z.imag, a.real * b.real - a.imag * b.imag))


def acosh(z, /):
    z = _complex(z)
    a, b = sqrt(complex(z.real - 1, z.imag)), sqrt(complex(z.real + 1, z.imag))
    return complex(math.asinh(a.real * b.real + a.imag * b.imag), 2 * math.atan2(a.imag, b.real))


def atanh(z, /):
    z = _complex(z)
    x, y = z.real, z.imag
    if y == 0 and abs(x) == 1:
        raise ValueError('math domain error')
    if x < 0 or (x == 0 and math.copysign(1, x) < 0):
        w = atanh(-z)
        return complex(-w.real, -w.imag)
    return complex(math.log1p(4 * x / ((1 - x) ** 2 + y * y)) / 4, math.atan2(2 * y, (1 - x) * (1 + x) - y * y) / 2)


def asin(z, /):
    return _turned(asinh, z)


def acos(z, /):
    z = _complex(z)
    a, b = sqrt(complex(1 - z.real, -z.imag)), sqrt(complex(1 + z.real, z.imag))
    return complex(2 * math.atan2(a.real, b.real), math.asinh(b.real * a.imag - b.imag * a.real))


def atan(z, /):
    return _turned(atanh, z)


def isfinite(z, /):
    z = _complex(z)
    return math.isfinite(z.real) and math.isfinite(z.imag)


def isnan(z, /):
    z = _complex(z)
    return z.real != z.real or z.imag != z.imag


def isinf(z, /):
    z = _complex(z)
    return math.isinf(z.real) or math.isinf(z.imag)


def isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    if rel_tol < 0 or abs_tol < 0:
        raise ValueError('tolerances must be non-negative')
    a, b = _complex(a), _complex(b)
    if a == b:
        return True
    if isinf(a) or isinf(b):
        return False
    d = abs(a - b)
    return d <= rel_tol * abs(b) or d <= rel_tol * abs(a) or d <= abs_tol
