"""Dates and times. Local time is that of UTC."""

import time as _time
from time import _is_leap, _ordinal, _from_ordinal

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
        parts = ((days, 86400), (seconds, 1), (minutes, 60), (hours, 3600), (weeks, 604800))
        total = 0
        rest = 0.0
        for value, unit in parts:
            if isinstance(value, int):
                total += value * unit * 1000000
            else:
                whole = int(value)
                total += whole * unit * 1000000
                rest += (value - whole) * unit * 1e6
        for value, unit in ((microseconds, 1), (milliseconds, 1000)):
            if isinstance(value, int):
                total += value * unit
            else:
                rest += value * unit
        return cls._of(total + round(rest))

    @classmethod
    def _of(cls, micro):
        days, micro = divmod(micro, 86400000000)
        if abs(days) > 999999999:
            raise OverflowError('days=%d; must have magnitude <= 999999999' % days)
        self = object.__new__(cls)
        self._days, self._seconds, self._micro = days, micro // 1000000, micro % 1000000
        return self

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


def _check_date(y, m, d):
    for v in (y, m, d):
        if not isinstance(v, int):
            raise TypeError("'%s' object cannot be interpreted as an integer" % type(v).__name__)
    if not MINYEAR <= y <= MAXYEAR:
        raise ValueError('year %i is out of range' % y)
    if not 1 <= m <= 12:
        raise ValueError('month must be in 1..12')
    if not 1 <= d <= _month_days(y, m):
        raise ValueError('day is out of range for month')


def _check_time(h, m, s, us, fold=0):
    for v, top, text in ((h, 23, 'hour must be in 0..23'), (m, 59, 'minute must be in 0..59'), (s, 59, 'second must be in 0..59'), (us, 999999, 'microsecond must be in 0..999999')):
        if not isinstance(v, int):
            raise TypeError("'%s' object cannot be interpreted as an integer" % type(v).__name__)
        if not 0 <= v <= top:
            raise ValueError(text)


def _digits(text, n):
    if len(text) != n or not text.isdigit():
        raise ValueError
    return int(text)


def _parse_date(text):
    if len(text) == 10 and text[4] == text[7] == '-':
        return _digits(text[:4], 4), _digits(text[5:7], 2), _digits(text[8:], 2)
    if len(text) == 8 and text.isdigit():
        return int(text[:4]), int(text[4:6]), int(text[6:])
    if len(text) in (8, 10) and text[4:6] == '-W':
        return tuple(date.fromisocalendar(int(text[:4]), int(text[6:8]), int(text[9:] or 1)).timetuple()[:3])
    raise ValueError


def _parse_time(text):
    """Hour, minute, second, microsecond, time zone."""
    zone, at = None, max(text.find('+'), text.find('-'))
    if text.endswith('Z'):
        zone, text = timezone.utc, text[:-1]
    elif at >= 0:
        h, m, s, us, none = _parse_time(text[at + 1:])
        offset = timedelta(hours=h, minutes=m, seconds=s, microseconds=us)
        zone, text = timezone(-offset if text[at] == '-' else offset), text[:at]
        if not offset:
            zone = timezone.utc
    text = text.replace(',', '.')
    text, dot, fraction = text.partition('.')
    if dot and (not fraction.isdigit()):
        raise ValueError
    parts = text.split(':') if ':' in text else [text[i:i + 2] for i in range(0, len(text), 2)]
    if not 1 <= len(parts) <= 3 or dot and len(parts) < 3:
        raise ValueError
    values = [_digits(p, 2) for p in parts] + [0] * (3 - len(parts))
    return (*values, int((fraction + '000000')[:6]) if dot else 0, zone)


class date:
    __slots__ = ('_y', '_m', '_d')

    def __new__(cls, year, month=None, day=None):
        _check_date(year, month, day)
        self = object.__new__(cls)
        self._y, self._m, self._d = year, month, day
        return self

    year = property(lambda self: self._y)
    month = property(lambda self: self._m)
    day = property(lambda self: self._d)

    @classmethod
    def today(cls):
        return cls.fromtimestamp(_time.time())

    @classmethod
    def fromtimestamp(cls, t):
        return cls(*_time.localtime(t)[:3])

    @classmethod
    def fromordinal(cls, n):
        return cls(*_from_ordinal(n))

    @classmethod
    def fromisoformat(cls, text):
        try:
            y, m, d = _parse_date(text)
        except ValueError:
            raise ValueError('Invalid isoformat string: %r' % text) from None
        return cls(y, m, d)

    @classmethod
    def fromisocalendar(cls, year, week, day):
        first = _ordinal(year, 1, 4)
        monday = first - (first + 6) % 7
        if not 1 <= day <= 7:
            raise ValueError('Invalid weekday: %d (range is [1, 7])' % day)
        made = cls.fromordinal(monday + (week - 1) * 7 + day - 1)
        if not 1 <= week <= 53 or made.isocalendar()[0] != year:
            raise ValueError('Invalid week: %d' % week)
        return made

    def toordinal(self):
        return _ordinal(self._y, self._m, self._d)

    def weekday(self):
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        return self.weekday() + 1

    def isocalendar(self):
        return IsoCalendarDate(*_time._week(self.timetuple()))

    def isoformat(self):
        return '%04d-%02d-%02d' % (self._y, self._m, self._d)

    __str__ = isoformat

    def __repr__(self):
        return 'datetime.%s(%d, %d, %d)' % (type(self).__qualname__, self._y, self._m, self._d)

    def ctime(self):
        return self.strftime('%a %b %e %H:%M:%S %Y')

    def timetuple(self):
        n = self.toordinal()
        return _time.struct_time((self._y, self._m, self._d, 0, 0, 0, (n + 6) % 7, n - _ordinal(self._y, 1, 1) + 1, -1))

    def strftime(self, format):
        return _time.strftime(format, self.timetuple(), 0, '', '')

    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)

    def replace(self, year=None, month=None, day=None):
        return type(self)(self._y if year is None else year, self._m if month is None else month, self._d if day is None else day)

    def _key(self):
        return (self._y, self._m, self._d)

    def __eq__(self, other):
        return self._key() == other._key() if isinstance(other, date) and not isinstance(other, datetime) else NotImplemented

    def __lt__(self, other):
        return self._key() < other._key() if isinstance(other, date) and not isinstance(other, datetime) else NotImplemented

    def __le__(self, other):
        return self._key() <= other._key() if isinstance(other, date) and not isinstance(other, datetime) else NotImplemented

    def __gt__(self, other):
        return self._key() > other._key() if isinstance(other, date) and not isinstance(other, datetime) else NotImplemented

    def __ge__(self, other):
        return self._key() >= other._key() if isinstance(other, date) and not isinstance(other, datetime) else NotImplemented

    def __hash__(self):
        return hash(self._key())

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        n = self.toordinal() + other.days
        if not 1 <= n <= 3652059:
            raise OverflowError('date value out of range')
        return type(self).fromordinal(n)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + timedelta(-other.days)
        if isinstance(other, date):
            return timedelta(self.toordinal() - other.toordinal())
        return NotImplemented


class IsoCalendarDate(tuple):
    def __new__(cls, year, week, weekday):
        return tuple.__new__(cls, (year, week, weekday))

    year = property(lambda self: self[0])
    week = property(lambda self: self[1])
    weekday = property(lambda self: self[2])

    def __repr__(self):
        return 'datetime.IsoCalendarDate(year=%d, week=%d, weekday=%d)' % tuple(self)


class tzinfo:
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


timezone.utc = UTC = timezone(timedelta(0))
timezone.min = timezone(-timedelta(hours=23, minutes=59))
timezone.max = timezone(timedelta(hours=23, minutes=59))


def _clock(h, m, s, us, spec):
    if spec == 'auto':
        spec = 'microseconds' if us else 'seconds'
    forms = {'hours': '%02d', 'minutes': '%02d:%02d', 'seconds': '%02d:%02d:%02d', 'milliseconds': '%02d:%02d:%02d.%03d', 'microseconds': '%02d:%02d:%02d.%06d'}
    if spec not in forms:
        raise ValueError('Unknown timespec value')
    form = forms[spec]
    values = (h, m, s, us // 1000 if spec == 'milliseconds' else us)
    return form % values[:form.count('%')]


class time:
    __slots__ = ('_h', '_mi', '_s', '_us', '_tz', '_fold')

    def __new__(cls, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        _check_time(hour, minute, second, microsecond)
        self = object.__new__(cls)
        self._h, self._mi, self._s, self._us, self._tz, self._fold = hour, minute, second, microsecond, tzinfo, fold
        return self

    hour = property(lambda self: self._h)
    minute = property(lambda self: self._mi)
    second = property(lambda self: self._s)
    microsecond = property(lambda self: self._us)
    tzinfo = property(lambda self: self._tz)
    fold = property(lambda self: self._fold)

    @classmethod
    def fromisoformat(cls, text):
        try:
            h, m, s, us, tz = _parse_time(text.removeprefix('T'))
        except ValueError:
            raise ValueError('Invalid isoformat string: %r' % text) from None
        return cls(h, m, s, us, tz)

    def utcoffset(self):
        return None if self._tz is None else self._tz.utcoffset(None)

    def tzname(self):
        return None if self._tz is None else self._tz.tzname(None)

    def isoformat(self, timespec='auto'):
        return _clock(self._h, self._mi, self._s, self._us, timespec) + _offset_text(self.utcoffset())

    __str__ = isoformat

    def __repr__(self):
        parts = [self._h, self._mi] + ([self._s, self._us] if self._us else [self._s] if self._s else [])
        return 'datetime.%s(%s%s)' % (type(self).__qualname__, ', '.join([str(p) for p in parts]), '' if self._tz is None else ', tzinfo=%r' % self._tz)

    def strftime(self, format):
        t = _time.struct_time((1900, 1, 1, self._h, self._mi, self._s, 0, 1, -1))
        return _time.strftime(format, t, self._us, self.tzname() or '', _offset_text(self.utcoffset(), ''))

    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)

    def replace(self, hour=None, minute=None, second=None, microsecond=None, tzinfo=True, *, fold=None):
        pick = lambda new, old: old if new is None else new
        return type(self)(pick(hour, self._h), pick(minute, self._mi), pick(second, self._s), pick(microsecond, self._us), self._tz if tzinfo is True else tzinfo, fold=pick(fold, self._fold))

    def _key(self):
        n = ((self._h * 60 + self._mi) * 60 + self._s) * 1000000 + self._us
        offset = self.utcoffset()
        return n if offset is None else n - offset._all()

    def __eq__(self, other):
        if not isinstance(other, time):
            return NotImplemented
        return (self._tz is None) == (other._tz is None) and self._key() == other._key()

    def _other(self, other):
        if (self._tz is None) != (other._tz is None):
            raise TypeError("can't compare offset-naive and offset-aware times")
        return other._key()

    def __lt__(self, other):
        return self._key() < self._other(other) if isinstance(other, time) else NotImplemented

    def __le__(self, other):
        return self._key() <= self._other(other) if isinstance(other, time) else NotImplemented

    def __gt__(self, other):
        return self._key() > self._other(other) if isinstance(other, time) else NotImplemented

    def __ge__(self, other):
        return self._key() >= self._other(other) if isinstance(other, time) else NotImplemented

    def __hash__(self):
        return hash(self._key())


class datetime(date):
    __slots__ = ('_h', '_mi', '_s', '_us', '_tz', '_fold')

    def __new__(cls, year, month=None, day=None, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        _check_date(year, month, day)
        _check_time(hour, minute, second, microsecond)
        self = object.__new__(cls)
        self._y, self._m, self._d = year, month, day
        self._h, self._mi, self._s, self._us, self._tz, self._fold = hour, minute, second, microsecond, tzinfo, fold
        return self

    hour = property(lambda self: self._h)
    minute = property(lambda self: self._mi)
    second = property(lambda self: self._s)
    microsecond = property(lambda self: self._us)
    tzinfo = property(lambda self: self._tz)
    fold = property(lambda self: self._fold)

    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(_time.time(), tz)

    @classmethod
    def today(cls):
        return cls.now()

    @classmethod
    def utcnow(cls):
        return cls.now()

    @classmethod
    def fromtimestamp(cls, t, tz=None):
        micro = round(t * 1000000) if not isinstance(t, int) else t * 1000000
        made = cls(1970, 1, 1) + timedelta._of(micro)
        return made if tz is None else made.replace(tzinfo=timezone.utc).astimezone(tz)

    @classmethod
    def utcfromtimestamp(cls, t):
        return cls.fromtimestamp(t)

    @classmethod
    def combine(cls, date, time, tzinfo=True):
        return cls(date.year, date.month, date.day, time.hour, time.minute, time.second, time.microsecond, time.tzinfo if tzinfo is True else tzinfo)

    @classmethod
    def fromisoformat(cls, text):
        try:
            at = 10 if '-' in text[:5] else 8
            if at == 10 and text[4:6] == '-W':
                at = 10 if text[8:9] == '-' else 8
            rest = text[at + 1:]
            parts = _parse_date(text[:at]) + (_parse_time(rest) if rest else (0, 0, 0, 0, None))
            if len(text) == at + 1:
                raise ValueError
        except ValueError:
            raise ValueError('Invalid isoformat string: %r' % text) from None
        return cls(*parts)

    @classmethod
    def strptime(cls, text, format):
        v = _time._parse(text, format)
        t = _time.strptime(text, format)
        zone = v.get('z')
        tz = None if zone is None else timezone.utc if zone == 0 else timezone(timedelta(seconds=zone))
        return cls(*t[:6], v.get('f', 0), tz)

    def date(self):
        return date(self._y, self._m, self._d)

    def time(self):
        return time(self._h, self._mi, self._s, self._us)

    def timetz(self):
        return time(self._h, self._mi, self._s, self._us, self._tz)

    def utcoffset(self):
        return None if self._tz is None else self._tz.utcoffset(self)

    def tzname(self):
        return None if self._tz is None else self._tz.tzname(self)

    def dst(self):
        return None if self._tz is None else self._tz.dst(self)

    def timetuple(self):
        t = date.timetuple(self)
        return _time.struct_time((*t[:3], self._h, self._mi, self._s, *t[6:]))

    def utctimetuple(self):
        return self._utc().timetuple()

    def timestamp(self):
        return (self._utc() - _start).total_seconds()

    def _utc(self):
        """Without a zone, as in UTC."""
        offset = self.utcoffset()
        plain = self.replace(tzinfo=None)
        return plain if offset is None else plain - offset

    def astimezone(self, tz=None):
        utc = self._utc()
        tz = timezone.utc if tz is None else tz
        return tz.fromutc(utc.replace(tzinfo=tz))

    def isoformat(self, sep='T', timespec='auto'):
        return date.isoformat(self) + sep + _clock(self._h, self._mi, self._s, self._us, timespec) + _offset_text(self.utcoffset())

    def __str__(self):
        return self.isoformat(' ')

    def __repr__(self):
        parts = [self._y, self._m, self._d, self._h, self._mi] + ([self._s, self._us] if self._us else [self._s] if self._s else [])
        return 'datetime.%s(%s%s)' % (type(self).__qualname__, ', '.join([str(p) for p in parts]), '' if self._tz is None else ', tzinfo=%r' % self._tz)

    def strftime(self, format):
        return _time.strftime(format, self.timetuple(), self._us, self.tzname() or '', _offset_text(self.utcoffset(), ''))

    def replace(self, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None, tzinfo=True, *, fold=None):
        pick = lambda new, old: old if new is None else new
        return type(self)(pick(year, self._y), pick(month, self._m), pick(day, self._d), pick(hour, self._h), pick(minute, self._mi), pick(second, self._s), pick(microsecond, self._us), self._tz if tzinfo is True else tzinfo, fold=pick(fold, self._fold))

    def _micro(self):
        return (((self.toordinal() * 24 + self._h) * 60 + self._mi) * 60 + self._s) * 1000000 + self._us

    def _key(self):
        offset = self.utcoffset()
        return self._micro() if offset is None else self._micro() - offset._all()

    def _other(self, other, what='compare'):
        if (self._tz is None) != (other._tz is None):
            raise TypeError("can't %s offset-naive and offset-aware datetimes" % what)
        return other._key()

    def __eq__(self, other):
        if not isinstance(other, datetime):
            return NotImplemented
        return (self._tz is None) == (other._tz is None) and self._key() == other._key()

    def __lt__(self, other):
        return self._key() < self._other(other) if isinstance(other, datetime) else self._wrong(other)

    def __le__(self, other):
        return self._key() <= self._other(other) if isinstance(other, datetime) else self._wrong(other)

    def __gt__(self, other):
        return self._key() > self._other(other) if isinstance(other, datetime) else self._wrong(other)

    def __ge__(self, other):
        return self._key() >= self._other(other) if isinstance(other, datetime) else self._wrong(other)

    def _wrong(self, other):
        if isinstance(other, date):
            raise TypeError("can't compare %s.%s to %s.%s" % ('datetime', type(self).__name__, 'datetime', type(other).__name__))
        return NotImplemented

    def __hash__(self):
        return hash(self._key())

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        days, micro = divmod(self._micro() + other._all(), 86400000000)
        if not 1 <= days <= 3652059:
            raise OverflowError('date value out of range')
        seconds, us = divmod(micro, 1000000)
        return type(self)(*_from_ordinal(days), seconds // 3600, seconds // 60 % 60, seconds % 60, us, self._tz)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + -other
        if not isinstance(other, datetime):
            return NotImplemented
        if (self._tz is None) != (other._tz is None):
            raise TypeError("can't subtract offset-naive and offset-aware datetimes")
        return timedelta._of(self._key() - other._key())


_start = datetime(1970, 1, 1)
date.min, date.max, date.resolution = date(1, 1, 1), date(9999, 12, 31), timedelta(days=1)
time.min, time.max, time.resolution = time(0, 0), time(23, 59, 59, 999999), timedelta(microseconds=1)
datetime.min, datetime.max, datetime.resolution = datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999999), timedelta(microseconds=1)
