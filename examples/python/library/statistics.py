"""Averages and spreads. Sums of floats are exact, as by fractions."""

from fractions import Fraction as _Fraction
import math as _math


class StatisticsError(ValueError):
    pass


def _exact(data):
    total = _Fraction(0)
    for x in data:
        total = total + _Fraction(x)
    return total


def _like(value, data):
    """An exact value as what the data are."""
    if any(isinstance(x, float) for x in data):
        return float(value)
    if any(isinstance(x, _Fraction) for x in data):
        return value
    return int(value) if value.denominator == 1 else float(value)


def _need(data, n, what):
    data = list(data)
    if len(data) < n:
        raise StatisticsError(what)
    return data


def mean(data):
    data = _need(data, 1, 'mean requires at least one data point')
    return _like(_exact(data) / len(data), data)


def fmean(data, weights=None):
    data = _need(data, 1, 'fmean requires at least one data point')
    if weights is None:
        return _math.fsum(data) / len(data)
    weights = list(weights)
    return _math.fsum([x * w for x, w in zip(data, weights)]) / _math.fsum(weights)


def geometric_mean(data):
    data = _need(data, 1, 'geometric mean requires a non-empty dataset containing positive numbers')
    return _math.exp(_math.fsum([_math.log(x) for x in data]) / len(data))


def harmonic_mean(data, weights=None):
    data = _need(data, 1, 'harmonic_mean requires at least one data point')
    return _like(len(data) / _exact([1 / _Fraction(x) for x in data]), data)


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


def multimode(data):
    counts = {}
    for x in data:
        counts[x] = counts.get(x, 0) + 1
    most = max(counts.values(), default=0)
    return [x for x, n in counts.items() if n == most]


def mode(data):
    data = _need(data, 1, 'no mode for empty data')
    return multimode(data)[0]


def _squares(data, center=None):
    m = _exact(data) / len(data) if center is None else _Fraction(center)
    return _exact([(_Fraction(x) - m) ** 2 for x in data])


def variance(data, xbar=None):
    data = _need(data, 2, 'variance requires at least two data points')
    return _like(_squares(data, xbar) / (len(data) - 1), data)


def pvariance(data, mu=None):
    data = _need(data, 1, 'pvariance requires at least one data point')
    return _like(_squares(data, mu) / len(data), data)


def stdev(data, xbar=None):
    data = _need(data, 2, 'stdev requires at least two data points')
    return _math.sqrt(_squares(data, xbar) / (len(data) - 1))


def pstdev(data, mu=None):
    data = _need(data, 1, 'pstdev requires at least one data point')
    return _math.sqrt(_squares(data, mu) / len(data))


def quantiles(data, *, n=4, method='exclusive'):
    data = sorted(_need(data, 2, 'must have at least two data points'))
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
