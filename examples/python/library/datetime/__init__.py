"""Dates and times."""

import time as _time
from _time import _time_of, _zone_at
from time import _from_ordinal, _ordinal
from datetime._parts import MAXYEAR, MINYEAR, UTC, _offset_text, timedelta, timezone, tzinfo
from datetime._clock import _SAME, _check_date, _check_time, _clock, _ints, _need_text, _parse_date, _parse_time, _pick, time


class date:
    __slots__ = ('_y', '_m', '_d')

    def __new__(cls, year, month=None, day=None):
        year, month, day = _ints(year, month, day)
        _check_date(year, month, day)
        self = object.__new__(cls)
        self._y, self._m, self._d = year, month, day
        return self

    def __reduce__(self):
        return type(self), (self._y, self._m, self._d)

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
        if isinstance(n, int) and n < 1:
            raise ValueError('ordinal must be >= 1')
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
        format = _need_text('strftime', format).partition('\0')[0]
        return _time.strftime(format, self.timetuple(), 0, '', '')

    def __format__(self, spec):
        return self.strftime(spec) if _need_text('__format__', spec) else str(self)

    def replace(self, year=_SAME, month=_SAME, day=_SAME):
        return type(self)(_pick(year, self._y), _pick(month, self._m), _pick(day, self._d))

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

    def __rsub__(self, other):
        return other.__sub__(self) if isinstance(other, date) else NotImplemented


class IsoCalendarDate(tuple):
    def __new__(cls, year, week, weekday):
        return tuple.__new__(cls, (year, week, weekday))

    year = property(lambda self: self[0])
    week = property(lambda self: self[1])
    weekday = property(lambda self: self[2])

    def __repr__(self):
        return 'datetime.IsoCalendarDate(year=%d, week=%d, weekday=%d)' % tuple(self)


_date, _day_time = date, time  # By these names also where methods are called so.


class datetime(date):
    __slots__ = ('_h', '_mi', '_s', '_us', '_tz', '_fold')

    def __new__(cls, year, month=None, day=None, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        year, month, day, hour, minute, second, microsecond, fold = _ints(year, month, day, hour, minute, second, microsecond, fold)
        _check_date(year, month, day)
        _check_time(hour, minute, second, microsecond, fold, tzinfo)
        self = object.__new__(cls)
        self._y, self._m, self._d = year, month, day
        self._h, self._mi, self._s, self._us, self._tz, self._fold = hour, minute, second, microsecond, tzinfo, fold
        return self

    def __reduce__(self):
        return type(self), (self._y, self._m, self._d, self._h, self._mi, self._s, self._us, self._tz)

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
        return cls.utcfromtimestamp(_time.time())

    @classmethod
    def fromtimestamp(cls, t, tz=None):
        made = cls.utcfromtimestamp(t)
        if tz is None:
            return made + timedelta(seconds=_zone_at(int(t // 1))[0])
        return made.replace(tzinfo=timezone.utc).astimezone(tz)

    @classmethod
    def utcfromtimestamp(cls, t):
        micro = round(t * 1000000) if not isinstance(t, int) else t * 1000000
        return cls(1970, 1, 1) + timedelta._of(micro)

    @classmethod
    def combine(cls, date, time, tzinfo=_SAME):
        if not isinstance(date, _date) or not isinstance(time, _day_time):
            n, kind, wrong = (1, 'date', date) if not isinstance(date, _date) else (2, 'time', time)
            raise TypeError('combine() argument %d must be datetime.%s, not %s' % (n, kind, type(wrong).__name__))
        return cls(date.year, date.month, date.day, time.hour, time.minute, time.second, time.microsecond, _pick(tzinfo, time.tzinfo), fold=time.fold)

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
    def strptime(cls, text, format, /):
        _need_text('strptime', text)
        _need_text('strptime', format, ' 2')
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
        t = self._utc().timetuple()
        return _time.struct_time((*t[:8], 0))

    def timestamp(self):
        return (self._utc(True) - _start).total_seconds()

    def _utc(self, local=False):
        """Without a zone, as in UTC. One that has no zone is taken to be in UTC, too, or in local time."""
        offset = self.utcoffset()
        plain = self.replace(tzinfo=None)
        if offset is None and local:
            reading = (plain - _start) // timedelta(seconds=1)
            offset = timedelta(seconds=reading - _time_of(reading, -1))
        return plain if offset is None else plain - offset

    def astimezone(self, tz=None):
        utc = self._utc(True)
        if tz is None:
            offset, _, name = _zone_at((utc - _start) // timedelta(seconds=1))
            tz = timezone(timedelta(seconds=offset), name)
        return tz.fromutc(utc.replace(tzinfo=tz))

    def isoformat(self, sep='T', timespec='auto'):
        if not isinstance(sep, str) or len(sep) != 1:
            raise TypeError('isoformat() argument 1 must be a unicode character, not %s' % type(sep).__name__)
        return date.isoformat(self) + sep + _clock(self._h, self._mi, self._s, self._us, timespec) + _offset_text(self.utcoffset())

    def __str__(self):
        return self.isoformat(' ')

    def __repr__(self):
        parts = [self._y, self._m, self._d, self._h, self._mi] + ([self._s, self._us] if self._us else [self._s] if self._s else [])
        return 'datetime.%s(%s%s)' % (type(self).__qualname__, ', '.join([str(p) for p in parts]), '' if self._tz is None else ', tzinfo=%r' % self._tz)

    def strftime(self, format):
        format = _need_text('strftime', format).partition('\0')[0]
        return _time.strftime(format, self.timetuple(), self._us, self.tzname() or '', _offset_text(self.utcoffset(), ''))

    def replace(self, year=_SAME, month=_SAME, day=_SAME, hour=_SAME, minute=_SAME, second=_SAME, microsecond=_SAME, tzinfo=_SAME, *, fold=_SAME):
        return type(self)(_pick(year, self._y), _pick(month, self._m), _pick(day, self._d), _pick(hour, self._h), _pick(minute, self._mi), _pick(second, self._s),
                          _pick(microsecond, self._us), _pick(tzinfo, self._tz), fold=_pick(fold, self._fold))

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
