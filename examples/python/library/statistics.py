"""Averages and spreads. Sums are exact, as by fractions."""

from bisect import bisect_left as _bisect_left, bisect_right as _bisect_right
from collections import Counter as _Counter, namedtuple as _namedtuple
from fractions import Fraction as _Fraction
from functools import reduce as _reduce
import math as _math
import numbers as _numbers

__all__ = ['NormalDist', 'StatisticsError', 'correlation', 'covariance', 'fmean', 'geometric_mean', 'harmonic_mean', 'linear_regression', 'mean', 'median',
           'median_grouped', 'median_high', 'median_low', 'mode', 'multimode', 'pstdev', 'pvariance', 'quantiles', 'stdev', 'variance']


class StatisticsError(ValueError):
    pass


def _ratio(x):
    """A number as numerator and denominator; what is not finite has `None` as denominator."""
    try:
        return x.as_integer_ratio()
    except AttributeError:
        pass
    except (OverflowError, ValueError):
        return x, None
    try:
        return x.numerator, x.denominator
    except AttributeError:
        raise TypeError(f"can't convert type '{type(x).__name__}' to numerator/denominator")


def _wider(a, b):
    """Which of two classes of numbers a result has."""
    if a is b or b is int or b is bool:
        return a
    if a is int or issubclass(b, a):
        return b
    if issubclass(a, b) or issubclass(b, int):
        return a
    if issubclass(a, int) or issubclass(a, _Fraction) and issubclass(b, float):
        return b
    if issubclass(a, float) and issubclass(b, _Fraction):
        return a
    raise TypeError("don't know how to coerce %s and %s" % (a.__name__, b.__name__))


class _Sum:
    """The exact sum of numbers and of their squares, how many there are, and the class of a result."""

    def __init__(self, data):
        parts, squares, kinds, self.count = {}, {}, {}, 0
        for x in data:
            kinds[type(x)] = True
            n, d = _ratio(x)
            self.count += 1
            parts[d] = parts.get(d, 0) + n
            squares[d] = squares.get(d, 0) + n * n
        self.infinite = None in parts
        if self.infinite:
            self.total = parts[None]
        else:
            self.total = sum([_Fraction(n, d) for d, n in parts.items()])
            self._squares = squares
        self.kind = _reduce(_wider, kinds, int)

    def spread(self):
        """The sum of the squares of the distances from the mean."""
        if self.infinite or not self.count:
            return self.total if self.count else _Fraction(0)
        squares = sum([_Fraction(n, d * d) for d, n in self._squares.items()])
        return (self.count * squares - self.total * self.total) / self.count

    def like(self, value):
        """An exact value as what the data are."""
        kind = self.kind
        if type(value) is kind:
            return value
        if issubclass(kind, int) and value.denominator != 1:
            kind = float
        try:
            return kind(value)
        except TypeError:
            if hasattr(kind, 'sqrt'):
                return kind(value.numerator) / value.denominator
            raise


def _need(data, n, what):
    data = list(data)
    if len(data) < n:
        raise StatisticsError(what)
    return data


def mean(data):
    s = _Sum(data)
    if not s.count:
        raise StatisticsError('mean requires at least one data point')
    return s.like(s.total / s.count)


def fmean(data, weights=None):
    try:
        n = len(data)
    except TypeError:
        n = 0

        def counted(data):
            nonlocal n
            for n, x in enumerate(data, 1):
                yield x

        data = counted(data)
    if weights is None:
        total = _math.fsum(data)
        if not n:
            raise StatisticsError('fmean requires at least one data point')
        return total / n
    try:
        size = len(weights)
    except TypeError:
        weights = list(weights)
        size = len(weights)
    total = _math.fsum(map(lambda x, w: x * w, data, weights))
    if n != size:
        raise StatisticsError('data and weights must be the same length')
    weight = _math.fsum(weights)
    if not weight:
        raise StatisticsError('sum of weights must be non-zero')
    return total / weight


def geometric_mean(data):
    try:
        return _math.exp(fmean(map(_math.log, data)))
    except ValueError:
        raise StatisticsError('geometric mean requires a non-empty dataset containing positive numbers') from None


def _positive(values):
    for x in values:
        if x < 0:
            raise StatisticsError('harmonic mean does not support negative values')
        yield x


def harmonic_mean(data, weights=None):
    if iter(data) is data:
        data = list(data)
    n = len(data)
    if n < 1:
        raise StatisticsError('harmonic_mean requires at least one data point')
    if n == 1 and weights is None:
        x = data[0]
        if not isinstance(x, _numbers.Real) and not hasattr(x, 'sqrt'):
            raise TypeError('unsupported type')
        return [*_positive([x])][0]
    if weights is None:
        weights, weight = [1] * n, n
    else:
        if iter(weights) is weights:
            weights = list(weights)
        if len(weights) != n:
            raise StatisticsError('Number of weights does not match data size')
        weight = _Sum(_positive(weights)).total
    try:
        s = _Sum(w / x if w else 0 for w, x in zip(weights, _positive(data)))
    except ZeroDivisionError:
        return 0
    if s.total <= 0:
        raise StatisticsError('Weighted sum must be positive')
    return s.like(weight / s.total)


def median(data):
    data = sorted(_need(data, 1, 'no median for empty data'))
    n = len(data)
    return data[n // 2] if n % 2 else (data[n // 2 - 1] + data[n // 2]) / 2


def median_low(data):
    data = sorted(_need(data, 1, 'no median for empty data'))
    return data[(len(data) - 1) // 2]


def median_high(data):
    data = sorted(_need(data, 1, 'no median for empty data'))
    return data[len(data) // 2]


def median_grouped(data, interval=1.0):
    """The median of values that stand for ranges of a width."""
    data = sorted(_need(data, 1, 'no median for empty data'))
    n = len(data)
    x = data[n // 2]
    below = _bisect_left(data, x)
    same = _bisect_right(data, x, below) - below
    try:
        interval, x = float(interval), float(x)
    except ValueError:
        raise TypeError('Value cannot be converted to a float')
    return x - interval / 2.0 + interval * (n / 2 - below) / same


def multimode(data):
    counts = _Counter(iter(data))
    most = max(counts.values(), default=0)
    return [x for x, n in counts.items() if n == most]


def mode(data):
    pairs = _Counter(iter(data)).most_common(1)
    try:
        return pairs[0][0]
    except IndexError:
        raise StatisticsError('no mode for empty data') from None


def _spread(data, center, least, what):
    """The sum of squares of distances, and the sum that knows the class of a result."""
    s = _Sum(data if center is None else [(x - center) * (x - center) for x in data])
    if s.count < least:
        raise StatisticsError('%s requires at least %s' % (what, 'two data points' if least == 2 else 'one data point'))
    return s.spread() if center is None else s.total, s


def variance(data, xbar=None):
    squares, s = _spread(data, xbar, 2, 'variance')
    return s.like(squares / (s.count - 1))


def pvariance(data, mu=None):
    squares, s = _spread(data, mu, 1, 'pvariance')
    return s.like(squares / s.count)


def stdev(data, xbar=None):
    squares, s = _spread(data, xbar, 2, 'stdev')
    return _root(squares / (s.count - 1), s.kind)


def pstdev(data, mu=None):
    squares, s = _spread(data, mu, 1, 'pstdev')
    return _root(squares / s.count, s.kind)


def _root(x, kind):
    """The square root of a fraction, rounded once."""
    n, m = x.numerator, x.denominator
    if hasattr(kind, 'sqrt'):
        return (kind(n) / m).sqrt()
    # As many bits as a float has and some more, of which the last is set where anything is left.
    q = (n.bit_length() - m.bit_length() - 109) // 2
    if q >= 0:
        m <<= 2 * q
    else:
        n <<= -2 * q
    root = _math.isqrt(n // m)
    root |= root * root * m != n
    return float(root << q) if q >= 0 else root / (1 << -q)


def quantiles(data, *, n=4, method='exclusive'):
    if n < 1:
        raise StatisticsError('n must be at least 1')
    data = sorted(_need(data, 2, 'must have at least two data points'))
    if method not in ('inclusive', 'exclusive'):
        raise ValueError(f'Unknown method: {method!r}')
    size = len(data)
    out = []
    for i in range(1, n):
        if method == 'inclusive':
            j, delta = divmod(i * (size - 1), n)
            out.append((data[j] * (n - delta) + data[j + 1] * delta) / n)
        else:
            j = i * (size + 1) // n
            j = 1 if j < 1 else size - 1 if j > size - 1 else j
            delta = i * (size + 1) - j * n
            out.append((data[j - 1] * (n - delta) + data[j] * delta) / n)
    return out


def _pairs(x, y, what):
    n = len(x)
    if len(y) != n:
        raise StatisticsError(what + ' requires that both inputs have same number of data points')
    if n < 2:
        raise StatisticsError(what + ' requires at least two data points')
    return n


def _products(x, xbar, y, ybar):
    return _math.fsum((a - xbar) * (b - ybar) for a, b in zip(x, y))


def covariance(x, y, /):
    n = _pairs(x, y, 'covariance')
    xbar, ybar = _math.fsum(x) / n, _math.fsum(y) / n
    return _products(x, xbar, y, ybar) / (n - 1)


def correlation(x, y, /):
    n = _pairs(x, y, 'correlation')
    xbar, ybar = _math.fsum(x) / n, _math.fsum(y) / n
    both = _products(x, xbar, y, ybar)
    alone = _products(x, xbar, x, xbar) * _products(y, ybar, y, ybar)
    try:
        return both / _math.sqrt(alone)
    except ZeroDivisionError:
        raise StatisticsError('at least one of the inputs is constant')


LinearRegression = _namedtuple('LinearRegression', ('slope', 'intercept'))


def linear_regression(x, y, /, *, proportional=False):
    n = _pairs(x, y, 'linear regression')
    xbar = ybar = 0.0
    if not proportional:
        xbar, ybar = _math.fsum(x) / n, _math.fsum(y) / n
    both, alone = _products(x, xbar, y, ybar), _products(x, xbar, x, xbar)
    try:
        slope = both / alone
    except ZeroDivisionError:
        raise StatisticsError('x is constant')
    return LinearRegression(slope=slope, intercept=0.0 if proportional else ybar - slope * xbar)


# Quotients of polynomials (AS 241): the inverse of the normal distribution near the middle, away from it, and far out.
_INVERSE = [
    ((2.5090809287301226727e+3, 3.3430575583588128105e+4, 6.7265770927008700853e+4, 4.5921953931549871457e+4,
      1.3731693765509461125e+4, 1.9715909503065514427e+3, 1.3314166789178437745e+2, 3.3871328727963666080e+0),
     (5.2264952788528545610e+3, 2.8729085735721942674e+4, 3.9307895800092710610e+4, 2.1213794301586595867e+4,
      5.3941960214247511077e+3, 6.8718700749205790830e+2, 4.2313330701600911252e+1, 1.0)),
    ((7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1, 1.27045825245236838258e+0,
      3.64784832476320460504e+0, 5.76949722146069140550e+0, 4.63033784615654529590e+0, 1.42343711074968357734e+0),
     (1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2, 1.48103976427480074590e-1,
      6.89767334985100004550e-1, 1.67638483018380384940e+0, 2.05319162663775882187e+0, 1.0)),
    ((2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3, 2.65321895265761230930e-2,
      2.96560571828504891230e-1, 1.78482653991729133580e+0, 5.46378491116411436990e+0, 6.65790464350110377720e+0),
     (2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5, 7.86869131145613259100e-4,
      1.48753612908506148525e-2, 1.36929880922735805310e-1, 5.99832206555887937690e-1, 1.0)),
]


def _quotient(which, r):
    above, below = [_reduce(lambda sum, c: sum * r + c, p) for p in _INVERSE[which]]
    return above / below


def _inverse(p):
    """Where the standard normal distribution reaches a probability."""
    q = p - 0.5
    if abs(q) <= 0.425:
        return _quotient(0, 0.180625 - q * q) * q
    r = _math.sqrt(-_math.log(p if q <= 0.0 else 1.0 - p))
    x = _quotient(1, r - 1.6) if r <= 5.0 else _quotient(2, r - 5.0)
    return -x if q < 0.0 else x


class NormalDist:
    """A normal distribution, with which can be computed."""

    __slots__ = {'_mu': 'the mean', '_sigma': 'the deviation'}

    def __init__(self, mu=0.0, sigma=1.0):
        if sigma < 0.0:
            raise StatisticsError('sigma must be non-negative')
        self._mu = float(mu)
        self._sigma = float(sigma)

    @classmethod
    def from_samples(cls, data):
        data = list(data)
        return cls(fmean(data), stdev(data))

    def samples(self, n, *, seed=None):
        import random
        gauss = random.gauss if seed is None else random.Random(seed).gauss
        return [gauss(self._mu, self._sigma) for _ in range(n)]

    def pdf(self, x):
        variance = self._sigma * self._sigma
        if not variance:
            raise StatisticsError('pdf() not defined when sigma is zero')
        diff = x - self._mu
        return _math.exp(diff * diff / (-2.0 * variance)) / _math.sqrt(_math.tau * variance)

    def cdf(self, x):
        if not self._sigma:
            raise StatisticsError('cdf() not defined when sigma is zero')
        return 0.5 * (1.0 + _math.erf((x - self._mu) / (self._sigma * _math.sqrt(2.0))))

    def inv_cdf(self, p):
        if p <= 0.0 or p >= 1.0:
            raise StatisticsError('p must be in the range 0.0 < p < 1.0')
        if self._sigma <= 0.0:
            raise StatisticsError('cdf() not defined when sigma at or below zero')
        return self._mu + _inverse(p) * self._sigma

    def quantiles(self, n=4):
        return [self.inv_cdf(i / n) for i in range(1, n)]

    def overlap(self, other):
        if not isinstance(other, NormalDist):
            raise TypeError('Expected another NormalDist instance')
        x, y = self, other
        if (y._sigma, y._mu) < (x._sigma, x._mu):
            x, y = y, x
        if not x.variance or not y.variance:
            raise StatisticsError('overlap() not defined when sigma is zero')
        more, apart = y.variance - x.variance, abs(y._mu - x._mu)
        if not more:
            return 1.0 - _math.erf(apart / (2.0 * x._sigma * _math.sqrt(2.0)))
        # Where the densities are equal.
        middle = x._mu * y.variance - y._mu * x.variance
        root = x._sigma * y._sigma * _math.sqrt(apart * apart + more * _math.log(y.variance / x.variance))
        one, two = (middle + root) / more, (middle - root) / more
        return 1.0 - (abs(y.cdf(one) - x.cdf(one)) + abs(y.cdf(two) - x.cdf(two)))

    def zscore(self, x):
        if not self._sigma:
            raise StatisticsError('zscore() not defined when sigma is zero')
        return (x - self._mu) / self._sigma

    mean = median = mode = property(lambda self: self._mu)
    stdev = property(lambda self: self._sigma)
    variance = property(lambda self: self._sigma * self._sigma)

    def __add__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self._mu + other._mu, _math.hypot(self._sigma, other._sigma))
        return NormalDist(self._mu + other, self._sigma)

    def __sub__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self._mu - other._mu, _math.hypot(self._sigma, other._sigma))
        return NormalDist(self._mu - other, self._sigma)

    def __mul__(self, other):
        return NormalDist(self._mu * other, self._sigma * abs(other))

    def __truediv__(self, other):
        return NormalDist(self._mu / other, self._sigma / abs(other))

    def __pos__(self):
        return NormalDist(self._mu, self._sigma)

    def __neg__(self):
        return NormalDist(-self._mu, self._sigma)

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other):
        return -(self - other)

    def __eq__(self, other):
        return self._mu == other._mu and self._sigma == other._sigma if isinstance(other, NormalDist) else NotImplemented

    def __hash__(self):
        return hash((self._mu, self._sigma))

    def __repr__(self):
        return f'{type(self).__name__}(mu={self._mu!r}, sigma={self._sigma!r})'
