"""Functions of complex numbers, by those of real ones. What they are of numbers that are not finite is in tables at the end."""
import math

pi = math.pi
e = math.e
tau = math.tau
inf = math.inf
nan = math.nan
infj = complex(0.0, math.inf)
nanj = complex(0.0, math.nan)

# Beyond these the formulas for other numbers would leave the range.
_MAX, _TINY = 1.7976931348623157e308, 2.2250738585072014e-308
_LARGE, _LARGE_ROOT, _LARGE_LOG, _TINY_ROOT = _MAX / 4, math.sqrt(_MAX / 4), math.log(_MAX / 4), math.sqrt(_TINY)
_LN2, _LN10 = math.log(2), math.log(10)


def _complex(z):
    if isinstance(z, (complex, float, int)):
        return complex(z)
    if any(hasattr(type(z), name) for name in ('__complex__', '__float__', '__index__')):
        return complex(z)
    raise TypeError(f'must be real number, not {type(z).__name__}')


def _real(x):
    return x if type(x) is float else math.ldexp(x, 0)


def _finite(z):
    return math.isfinite(z.real) and math.isfinite(z.imag)


def _domain():
    return ValueError('math domain error')


def _in_range(re, im):
    """A result that is finite, if the argument was."""
    if math.isinf(re) or math.isinf(im):
        raise OverflowError('math range error')
    return complex(re, im)


def _log_hypot(z):
    """The logarithm of a large number's distance from zero, plus that of two."""
    return math.log(math.hypot(z.real / 2, z.imag / 2)) + 2 * _LN2


def _is_large(z):
    return abs(z.real) > _LARGE or abs(z.imag) > _LARGE


def phase(z, /):
    z = _complex(z)
    return math.atan2(z.imag, z.real)


def polar(z, /):
    z = _complex(z)
    return abs(z), math.atan2(z.imag, z.real)


def rect(r, phi, /):
    r, phi = _real(r), _real(phi)
    if math.isfinite(r) and math.isfinite(phi):
        return complex(r, r * phi) if phi == 0 else complex(r * math.cos(phi), r * math.sin(phi))
    if math.isinf(r) and math.isfinite(phi) and phi:
        return complex(math.copysign(inf, r * math.cos(phi)), math.copysign(inf, r * math.sin(phi)))
    return _special('rect', complex(r, phi))


def sqrt(z, /):
    z = _complex(z)
    if not _finite(z):
        return _special('sqrt', z)
    a, b = z.real, z.imag
    if a == 0 and b == 0:
        return complex(0.0, b)
    x, y = abs(a), abs(b)
    # Scaled so that nothing leaves the range.
    if x < _TINY and y < _TINY:
        x = math.ldexp(x, 53)
        s = math.ldexp(math.sqrt(x + math.hypot(x, math.ldexp(y, 53))), -27)
    else:
        x /= 8
        s = 2 * math.sqrt(x + math.hypot(x, y / 8))
    d = y / (2 * s)
    if a >= 0:
        return complex(s, math.copysign(d, b))
    return complex(d, math.copysign(s, b))


def exp(z, /):
    z = _complex(z)
    x, y = z.real, z.imag
    if not _finite(z):
        if math.isinf(x) and math.isfinite(y) and y:
            r = inf if x > 0 else 0.0
            return complex(math.copysign(r, math.cos(y)), math.copysign(r, math.sin(y)))
        return _special('exp', z)
    if x > _LARGE_LOG:
        r = math.exp(x - 1)
        return _in_range(r * math.cos(y) * e, r * math.sin(y) * e)
    r = math.exp(x)
    return _in_range(r * math.cos(y), r * math.sin(y))


def _log(z):
    """The logarithm, and whether there is one."""
    if not _finite(z):
        return _special('log', z), True
    x, y = abs(z.real), abs(z.imag)
    angle = math.atan2(z.imag, z.real)
    if x > _LARGE or y > _LARGE:
        return complex(math.log(math.hypot(x / 2, y / 2)) + _LN2, angle), True
    if x < _TINY and y < _TINY:
        if x == y == 0:
            return complex(-inf, angle), False
        return complex(math.log(math.hypot(math.ldexp(x, 53), math.ldexp(y, 53))) - 53 * _LN2, angle), True
    r = math.hypot(x, y)
    if 0.71 <= r <= 1.73:
        # Near one the logarithm of the distance would lose digits.
        x, y = max(x, y), min(x, y)
        return complex(math.log1p((x - 1) * (x + 1) + y * y) / 2, angle), True
    return complex(math.log(r), angle), True


def log(z, /, *base):
    if len(base) > 1:
        raise TypeError('log expected at most 2 arguments, got %d' % (1 + len(base)))
    w, fine = _log(_complex(z))
    if base:
        divisor, fine = _log(_complex(*base))
        if fine and not divisor:
            raise _domain()
        w = w / divisor if divisor else w
    if not fine:
        raise _domain()
    return w


def log10(z, /):
    w = log(z)
    return complex(w.real / _LN10, w.imag / _LN10)


def sinh(z, /):
    z = _complex(z)
    x, y = z.real, z.imag
    if not _finite(z):
        if math.isinf(x) and math.isfinite(y) and y:
            return complex(math.copysign(x, x * math.cos(y)), math.copysign(inf, math.sin(y)))
        return _special('sinh', z)
    x, k = (x - math.copysign(1, x), e) if abs(x) > _LARGE_LOG else (x, 1)
    return _in_range(math.cos(y) * math.sinh(x) * k, math.sin(y) * math.cosh(x) * k)


def cosh(z, /):
    z = _complex(z)
    x, y = z.real, z.imag
    if not _finite(z):
        if math.isinf(x) and math.isfinite(y) and y:
            return complex(math.copysign(inf, math.cos(y)), math.copysign(inf, x * math.sin(y)))
        return _special('cosh', z)
    x, k = (x - math.copysign(1, x), e) if abs(x) > _LARGE_LOG else (x, 1)
    return _in_range(math.cos(y) * math.cosh(x) * k, math.sin(y) * math.sinh(x) * k)


def tanh(z, /):
    z = _complex(z)
    x, y = z.real, z.imag
    if not _finite(z):
        if math.isinf(x) and math.isfinite(y) and y:
            return complex(math.copysign(1.0, x), math.copysign(0.0, 2 * math.sin(y) * math.cos(y)))
        return _special('tanh', z)
    if abs(x) > _LARGE_LOG:
        return complex(math.copysign(1.0, x), 4 * math.sin(y) * math.cos(y) * math.exp(-2 * abs(x)))
    tx, ty = math.tanh(x), math.tan(y)
    cx = 1 / math.cosh(x)
    d = 1 + tx * ty * (tx * ty)
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
    if not _finite(z):
        return _special('asinh', z)
    if _is_large(z):
        return complex(math.copysign(_log_hypot(z), z.real), math.atan2(z.imag, abs(z.real)))
    a, b = sqrt(complex(1 + z.imag, -z.real)), sqrt(complex(1 - z.imag, z.real))
    return complex(math.asinh(a.real * b.imag - b.real * a.imag), math.atan2(z.imag, a.real * b.real - a.imag * b.imag))


def acosh(z, /):
    z = _complex(z)
    if not _finite(z):
        return _special('acosh', z)
    if _is_large(z):
        return complex(_log_hypot(z), math.atan2(z.imag, z.real))
    a, b = sqrt(complex(z.real - 1, z.imag)), sqrt(complex(z.real + 1, z.imag))
    return complex(math.asinh(a.real * b.real + a.imag * b.imag), 2 * math.atan2(a.imag, b.real))


def atanh(z, /):
    z = _complex(z)
    if not _finite(z):
        return _special('atanh', z)
    x, y = z.real, z.imag
    if math.copysign(1, x) < 0:
        return -atanh(-z)
    size = abs(y)
    if x > _LARGE_ROOT or size > _LARGE_ROOT:
        h = math.hypot(x / 2, y / 2)
        return complex(x / 4 / h / h, -math.copysign(pi / 2, -y))
    if x == 1 and size < _TINY_ROOT:
        if size == 0:
            raise _domain()
        return complex(-math.log(math.sqrt(size) / math.sqrt(math.hypot(size, 2))), math.copysign(math.atan2(2, -size) / 2, y))
    # The real part keeps the sign of a zero.
    real = math.log1p(4 * x / ((1 - x) * (1 - x) + size * size)) / 4
    return complex(real, -math.atan2(-2 * y, (1 - x) * (1 + x) - size * size) / 2)


def asin(z, /):
    return _turned(asinh, z)


def acos(z, /):
    z = _complex(z)
    if not _finite(z):
        return _special('acos', z)
    if _is_large(z):
        return complex(math.atan2(abs(z.imag), z.real), -math.copysign(_log_hypot(z), z.imag))
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
    a, b, rel_tol, abs_tol = _complex(a), _complex(b), _real(rel_tol), _real(abs_tol)
    if rel_tol < 0 or abs_tol < 0:
        raise ValueError('tolerances must be non-negative')
    if a == b:
        return True
    if isinf(a) or isinf(b):
        return False
    d = abs(a - b)
    return d <= rel_tol * abs(b) or d <= rel_tol * abs(a) or d <= abs_tol


_VALUES = {'i': inf, 'z': 0.0, 'n': nan, 'o': 1.0, 'p': pi, 'h': pi / 2, 'q': pi / 4, 't': 3 * pi / 4}
_VALUES |= {letter.upper(): -value for letter, value in _VALUES.items()}


def _place(x):
    """Where a part is in a table."""
    if x != x:
        return 6
    if x == 0:
        return 2 if math.copysign(1, x) < 0 else 3
    return (0 if x < 0 else 5) if math.isinf(x) else 1 if x < 0 else 4


def _special(name, z):
    """What a function is of a number that is not finite."""
    two = _SPECIAL[name].split()[_place(z.real) * 7 + _place(z.imag)]
    if two == '??':
        raise _domain()
    return complex(_VALUES[two[0]], _VALUES[two[1]])


# For each function a row for each kind of real part, and in it a column for each kind of imaginary part: negative infinity, negative, negative zero, zero,
# positive, infinity, no number. The letters are those of `_VALUES`, capitals are negative, `??` is an error, `..` is not looked for.
_SPECIAL = {
    'acos': '''ti pi pi pI pI tI ni
        hi .. .. .. .. hI nn
        hi .. .. .. .. hI hn
        hi .. .. .. .. hI hn
        hi .. .. .. .. hI nn
        qi zi zi zI zI qI ni
        ni nn nn nn nn nI nn''',
    'acosh': '''iT iP iP ip ip it in
        iH .. .. .. .. ih nn
        iH .. .. .. .. ih nn
        iH .. .. .. .. ih nn
        iH .. .. .. .. ih nn
        iQ iZ iZ iz iz iq in
        in nn nn nn nn in nn''',
    'asinh': '''IQ IZ IZ Iz Iz Iq In
        IH .. .. .. .. Ih nn
        IH .. .. .. .. Ih nn
        iH .. .. .. .. ih nn
        iH .. .. .. .. ih nn
        iQ iZ iZ iz iz iq in
        in nn nZ nz nn in nn''',
    'atanh': '''ZH ZH ZH Zh Zh Zh Zn
        ZH .. .. .. .. Zh nn
        ZH .. .. .. .. Zh Zn
        zH .. .. .. .. zh zn
        zH .. .. .. .. zh nn
        zH zH zH zh zh zh zn
        zH nn nn nn nn zh nn''',
    'cosh': '''?? ii iz iZ iI ?? in
        ?? .. .. .. .. ?? nn
        ?? .. .. .. .. ?? nz
        ?? .. .. .. .. ?? nz
        ?? .. .. .. .. ?? nn
        ?? iI iZ iz ii ?? in
        nn nn nz nz nn nn nn''',
    'exp': '''zz zZ zZ zz zz zz zz
        ?? .. .. .. .. ?? nn
        ?? .. .. .. .. ?? nn
        ?? .. .. .. .. ?? nn
        ?? .. .. .. .. ?? nn
        ?? iI iZ iz ii ?? in
        nn nn nZ nz nn nn nn''',
    'log': '''iT iP iP ip ip it in
        iH .. .. .. .. ih nn
        iH .. .. .. .. ih nn
        iH .. .. .. .. ih nn
        iH .. .. .. .. ih nn
        iQ iZ iZ iz iz iq in
        in nn nn nn nn in nn''',
    'sinh': '''?? II IZ Iz Ii ?? in
        ?? .. .. .. .. ?? nn
        ?? .. .. .. .. ?? zn
        ?? .. .. .. .. ?? zn
        ?? .. .. .. .. ?? nn
        ?? iI iZ iz ii ?? in
        nn nn nZ nz nn nn nn''',
    'sqrt': '''iI zI zI zi zi ii ni
        iI .. .. .. .. ii nn
        iI .. .. .. .. ii nn
        iI .. .. .. .. ii nn
        iI .. .. .. .. ii nn
        iI iZ iZ iz iz ii in
        iI nn nn nn nn ii nn''',
    'tanh': '''Oz OZ OZ Oz Oz Oz Oz
        ?? .. .. .. .. ?? nn
        ?? .. .. .. .. ?? nn
        ?? .. .. .. .. ?? nn
        ?? .. .. .. .. ?? nn
        oz oZ oZ oz oz oz oz
        nn nn nZ nz nn nn nn''',
    'rect': '''?? Ii Iz IZ II ?? in
        ?? .. .. .. .. ?? nn
        zz .. .. .. .. zz zz
        zz .. .. .. .. zz zz
        ?? .. .. .. .. ?? nn
        ?? iI iZ iz ii ?? in
        nn nn nz nz nn nn nn''',
}
