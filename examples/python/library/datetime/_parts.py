"""Durations, time zones, and the checking of numbers."""

from _dates import span_text as _span_text, total as _total
from time import _is_leap

__name__ = 'datetime'  # Of what is defined here.

MINYEAR, MAXYEAR = 1, 9999
_lengths = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def _month_days(y, m):
    return 29 if m == 2 and _is_leap(y) else _lengths[m - 1]


def _rounded(n, d):
    """n / d to the nearest integer, ties to even."""
    q, r = divmod(n, d)
    r *= 2
    return q + 1 if (r > d if d > 0 else r < d) or r == d and q % 2 else q


_DAY = 86400000000
_FAR = 2 ** 62


def _name(cls):
    """As `repr` shows it."""
    return 'datetime.' + cls.__name__ if cls.__module__ == 'datetime' else cls.__name__


def _check_span(n):
    days = n // _DAY
    if abs(days) > 999999999:
        if not -2 ** 31 <= days < 2 ** 31:
            raise OverflowError('Python int too large to convert to C int')
        raise OverflowError('days=%d; must have magnitude <= 999999999' % days)


def _span(n):
    """The duration of so many microseconds."""
    if not -_FAR < n < _FAR:
        _check_span(n)
    self = object.__new__(timedelta)
    self._n = n
    return self


def _sum(days, seconds, microseconds, milliseconds, minutes, hours, weeks):
    """In microseconds."""
    total, left = 0, 0.0
    for name, value, unit in (('microseconds', microseconds, 1), ('milliseconds', milliseconds, 1000), ('seconds', seconds, 10 ** 6), ('minutes', minutes, 6 * 10 ** 7),
                              ('hours', hours, 36 * 10 ** 8), ('days', days, 864 * 10 ** 8), ('weeks', weeks, 6048 * 10 ** 8)):
        if isinstance(value, int):
            total += value * unit
        elif isinstance(value, float):
            whole = int(value)
            total += whole * unit
            part = (value - whole) * unit
            total += int(part)
            left += part - int(part)
        else:
            raise TypeError('unsupported type for timedelta %s component: %s' % (name, type(value).__name__))
    if left:
        # To the nearest, of two to the even one of the sum.
        odd = total & 1
        total += round(left + odd) - odd
    _check_span(total)
    return total


class timedelta:
    __slots__ = ('_n',)  # Microseconds: most are a small integer.

    def __new__(cls, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        n = _total(days, seconds, microseconds, milliseconds, minutes, hours, weeks)
        if n is None:
            n = _sum(days, seconds, microseconds, milliseconds, minutes, hours, weeks)
        self = object.__new__(cls)
        self._n = n
        return self

    def __reduce__(self):
        return type(self), (self.days, self.seconds, self.microseconds)

    days = property(lambda self: self._n // 86400000000)
    seconds = property(lambda self: self._n // 1000000 % 86400)
    microseconds = property(lambda self: self._n % 1000000)

    def total_seconds(self):
        return self._n / 1000000

    def __repr__(self):
        parts = [n + '=%d' % v for n, v in (('days', self.days), ('seconds', self.seconds), ('microseconds', self.microseconds)) if v]
        return '%s(%s)' % (_name(type(self)), ', '.join(parts) or '0')

    def __str__(self):
        s = _span_text(self._n)
        # The text of what is longer has that of its last day at its end.
        return '%d days, ' % self.days + _span_text(self._n % _DAY) if s is None else s

    def __add__(self, other):
        return _span(self._n + other._n) if isinstance(other, timedelta) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        return _span(self._n - other._n) if isinstance(other, timedelta) else NotImplemented

    def __rsub__(self, other):
        return _span(other._n - self._n) if isinstance(other, timedelta) else NotImplemented

    def __neg__(self):
        return _span(-self._n)

    def __pos__(self):
        return self

    def __abs__(self):
        return -self if self._n < 0 else self

    def __mul__(self, other):
        if isinstance(other, int):
            return _span(self._n * other)
        if isinstance(other, float):
            a, b = other.as_integer_ratio()
            return _span(_rounded(self._n * a, b))
        return NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._n / other._n
        if isinstance(other, int):
            return _span(_rounded(self._n, other))
        if isinstance(other, float):
            a, b = other.as_integer_ratio()
            return _span(_rounded(self._n * b, a))
        return NotImplemented

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return self._n // other._n
        return _span(self._n // other) if isinstance(other, int) else NotImplemented

    def __mod__(self, other):
        return _span(self._n % other._n) if isinstance(other, timedelta) else NotImplemented

    def __divmod__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        q, r = divmod(self._n, other._n)
        return q, _span(r)

    # Of two durations the left one is asked first; nothing else has one on its right.
    def __rtruediv__(self, other):
        return other.__truediv__(self) if isinstance(other, timedelta) else NotImplemented

    def __rfloordiv__(self, other):
        return other.__floordiv__(self) if isinstance(other, timedelta) else NotImplemented

    def __rmod__(self, other):
        return other.__mod__(self) if isinstance(other, timedelta) else NotImplemented

    def __rdivmod__(self, other):
        return other.__divmod__(self) if isinstance(other, timedelta) else NotImplemented

    def __eq__(self, other):
        return self._n == other._n if isinstance(other, timedelta) else NotImplemented

    def __lt__(self, other):
        return self._n < other._n if isinstance(other, timedelta) else NotImplemented

    def __le__(self, other):
        return self._n <= other._n if isinstance(other, timedelta) else NotImplemented

    def __gt__(self, other):
        return self._n > other._n if isinstance(other, timedelta) else NotImplemented

    def __ge__(self, other):
        return self._n >= other._n if isinstance(other, timedelta) else NotImplemented

    def __hash__(self):
        return hash(self._n)

    def __bool__(self):
        return self._n != 0


timedelta.min = timedelta(-999999999)
timedelta.max = _span(1000000000 * 86400000000 - 1)
timedelta.resolution = timedelta(microseconds=1)


class tzinfo:
    def __new__(cls, /, *args, **named):
        return object.__new__(cls)

    def utcoffset(self, dt):
        raise NotImplementedError('a tzinfo subclass must implement utcoffset()')

    def tzname(self, dt):
        raise NotImplementedError('a tzinfo subclass must implement tzname()')

    def dst(self, dt):
        raise NotImplementedError('a tzinfo subclass must implement dst()')

    def fromutc(self, dt):
        return dt + self.utcoffset(dt)


def _offset_text(delta, colon=':'):
    if delta is None:
        return ''
    sign, s = ('-', -delta) if delta._n < 0 else ('+', delta)
    text = '%s%02d%s%02d' % (sign, s.seconds // 3600, colon, s.seconds // 60 % 60)
    if s.seconds % 60 or s.microseconds:
        text += '%s%02d' % (colon, s.seconds % 60)
    return text + ('.%06d' % s.microseconds if s.microseconds else '')


class timezone(tzinfo):
    def __new__(cls, offset, name=None):
        if not isinstance(offset, timedelta):
            raise TypeError('timezone() argument 1 must be datetime.timedelta, not %s' % type(offset).__name__)
        if not -_DAY < offset._n < _DAY:
            raise ValueError('offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not %r.' % (offset,))
        self = object.__new__(cls)
        self._offset, self._name = offset, name
        return self

    def utcoffset(self, dt):
        return self._offset

    def tzname(self, dt):
        if self._name is not None:
            return self._name
        return 'UTC' + (_offset_text(self._offset) if self._offset else '')

    def dst(self, dt):
        return None

    def __eq__(self, other):
        return self._offset == other._offset if isinstance(other, timezone) else NotImplemented

    def __hash__(self):
        return hash(self._offset)

    def __repr__(self):
        if self is timezone.utc:
            return 'datetime.timezone.utc'
        return 'datetime.timezone(%r%s)' % (self._offset, '' if self._name is None else ', %r' % self._name)

    def __str__(self):
        return self.tzname(None)

    def __reduce__(self):
        return type(self), (self._offset,) if self._name is None else (self._offset, self._name)


timezone.utc = UTC = timezone(timedelta(0))
timezone.min = timezone(-timedelta(hours=23, minutes=59))
timezone.max = timezone(timedelta(hours=23, minutes=59))
