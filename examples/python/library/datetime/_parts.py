"""Durations, time zones, and the checking of numbers."""

from time import _is_leap

__name__ = 'datetime'  # Of what is defined here.

MINYEAR, MAXYEAR = 1, 9999
_lengths = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def _month_days(y, m):
    return 29 if m == 2 and _is_leap(y) else _lengths[m - 1]


def _cmp(a, b):
    return (a > b) - (a < b)


def _rounded(n, d):
    """n / d to the nearest integer, ties to even."""
    q, r = divmod(n, d)
    r *= 2
    return q + 1 if (r > d if d > 0 else r < d) or r == d and q % 2 else q


class timedelta:
    __slots__ = ('_days', '_seconds', '_micro')

    def __new__(cls, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
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
        return cls._of(total)

    @classmethod
    def _of(cls, micro):
        days, micro = divmod(micro, 86400000000)
        if abs(days) > 999999999:
            if not -2 ** 31 <= days < 2 ** 31:
                raise OverflowError('Python int too large to convert to C int')
            raise OverflowError('days=%d; must have magnitude <= 999999999' % days)
        self = object.__new__(cls)
        self._days, self._seconds, self._micro = days, micro // 1000000, micro % 1000000
        return self

    def __reduce__(self):
        return type(self), (self._days, self._seconds, self._micro)

    days = property(lambda self: self._days)
    seconds = property(lambda self: self._seconds)
    microseconds = property(lambda self: self._micro)

    def _all(self):
        return (self._days * 86400 + self._seconds) * 1000000 + self._micro

    def total_seconds(self):
        return self._all() / 1000000

    def __repr__(self):
        parts = [n + '=%d' % v for n, v in (('days', self._days), ('seconds', self._seconds), ('microseconds', self._micro)) if v]
        return 'datetime.%s(%s)' % (type(self).__qualname__, ', '.join(parts) or '0')

    def __str__(self):
        s = '%d:%02d:%02d' % (self._seconds // 3600, self._seconds // 60 % 60, self._seconds % 60)
        if self._days:
            s = '%d day%s, ' % (self._days, '' if abs(self._days) == 1 else 's') + s
        return s + ('.%06d' % self._micro if self._micro else '')

    def __add__(self, other):
        return timedelta._of(self._all() + other._all()) if isinstance(other, timedelta) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        return timedelta._of(self._all() - other._all()) if isinstance(other, timedelta) else NotImplemented

    def __rsub__(self, other):
        return timedelta._of(other._all() - self._all()) if isinstance(other, timedelta) else NotImplemented

    def __neg__(self):
        return timedelta._of(-self._all())

    def __pos__(self):
        return self

    def __abs__(self):
        return -self if self._days < 0 else self

    def __mul__(self, other):
        if isinstance(other, int):
            return timedelta._of(self._all() * other)
        if isinstance(other, float):
            a, b = other.as_integer_ratio()
            return timedelta._of(_rounded(self._all() * a, b))
        return NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._all() / other._all()
        if isinstance(other, int):
            return timedelta._of(_rounded(self._all(), other))
        if isinstance(other, float):
            a, b = other.as_integer_ratio()
            return timedelta._of(_rounded(self._all() * b, a))
        return NotImplemented

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return self._all() // other._all()
        return timedelta._of(self._all() // other) if isinstance(other, int) else NotImplemented

    def __mod__(self, other):
        return timedelta._of(self._all() % other._all()) if isinstance(other, timedelta) else NotImplemented

    def __divmod__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        q, r = divmod(self._all(), other._all())
        return q, timedelta._of(r)

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
        return self._all() == other._all() if isinstance(other, timedelta) else NotImplemented

    def __lt__(self, other):
        return self._all() < other._all() if isinstance(other, timedelta) else NotImplemented

    def __le__(self, other):
        return self._all() <= other._all() if isinstance(other, timedelta) else NotImplemented

    def __gt__(self, other):
        return self._all() > other._all() if isinstance(other, timedelta) else NotImplemented

    def __ge__(self, other):
        return self._all() >= other._all() if isinstance(other, timedelta) else NotImplemented

    def __hash__(self):
        return hash(self._all())

    def __bool__(self):
        return self._all() != 0


timedelta.min = timedelta(-999999999)
timedelta.max = timedelta._of(1000000000 * 86400000000 - 1)
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
    sign, s = ('-', -delta) if delta.days < 0 else ('+', delta)
    text = '%s%02d%s%02d' % (sign, s.seconds // 3600, colon, s.seconds // 60 % 60)
    if s.seconds % 60 or s.microseconds:
        text += '%s%02d' % (colon, s.seconds % 60)
    return text + ('.%06d' % s.microseconds if s.microseconds else '')


class timezone(tzinfo):
    def __init__(self, offset, name=None):
        if not isinstance(offset, timedelta):
            raise TypeError('offset must be a timedelta')
        if not timedelta(-1) < offset < timedelta(1):
            raise ValueError('offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not %r.' % (offset,))
        self._offset, self._name = offset, name

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
