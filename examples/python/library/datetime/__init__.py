"""Dates and times."""

import time as _time
from _time import _time_of, _zone_at
from time import _from_ordinal, _ordinal
from _dates import (between as _between, day_text as _day_text, fields as _fields, formatted as _formatted, moved as _moved, of_ordinal as _of_ordinal,
                    ordinal as _ordinal_of, pack as _pack, pack_date as _pack_date, read as _read, scanned as _scanned, text as _text)
from datetime._parts import MAXYEAR, MINYEAR, UTC, _name, _offset_text, _span, timedelta, timezone, tzinfo
from datetime._clock import _SAME, _check_date, _check_time, _check_zone, _folded, _ints, _need_text, _parse_date, _parse_time, _wrong_spec, time


def _checked_date(year, month, day):
    """The number of what is no plain date."""
    year, month, day = _ints(year, month, day)
    _check_date(year, month, day)
    return _pack_date(year, month, day)


def _checked(year, month, day, hour, minute, second, microsecond, tzinfo, fold):
    """The number of what is no plain date and time, and its fold."""
    year, month, day, hour, minute, second, microsecond, fold = _ints(year, month, day, hour, minute, second, microsecond, fold)
    _check_date(year, month, day)
    _check_time(hour, minute, second, microsecond, fold, tzinfo)
    return _pack(year, month, day, hour, minute, second, microsecond, fold), fold


def _day(cls, n):
    """The date of a number: a class of the program's is called."""
    if cls is not date:
        return cls(n >> 46, n >> 42 & 15, n >> 37 & 31)
    self = object.__new__(date)
    self._n = n
    return self


def _moment(cls, n, tz, fold=0):
    """The same with a time of day; the program's classes are not told the fold."""
    if cls is not datetime:
        return cls(*_fields(n), tz)
    self = object.__new__(datetime)
    self._n, self._tz, self._fold = n, tz, fold
    return self


class date:
    # Year, month (4 bits), day (5), microseconds of the day (37), which are 0 here: as dates and times are compared.
    __slots__ = ('_n',)

    def __new__(cls, year, month=None, day=None):
        n = _pack_date(year, month, day)
        if n is None:
            n = _checked_date(year, month, day)
        self = object.__new__(cls)
        self._n = n
        return self

    def __reduce__(self):
        return type(self), _fields(self._n)[:3]

    year = property(lambda self: self._n >> 46)
    month = property(lambda self: self._n >> 42 & 15)
    day = property(lambda self: self._n >> 37 & 31)

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
        made = _of_ordinal(n)
        return cls(*_from_ordinal(*_ints(n))) if made is None else _day(cls, made)

    @classmethod
    def fromisoformat(cls, text):
        n = _read(text)
        if n is not None and len(text) == 10:
            return _day(cls, n)
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
        return _ordinal_of(self._n)

    def weekday(self):
        return (_ordinal_of(self._n) + 6) % 7

    def isoweekday(self):
        return self.weekday() + 1

    def isocalendar(self):
        return IsoCalendarDate(*_time._week(self.timetuple()))

    def isoformat(self):
        return _day_text(self._n)

    __str__ = isoformat

    def __repr__(self):
        return '%s(%d, %d, %d)' % (_name(type(self)), *_fields(self._n)[:3])

    def ctime(self):
        return self.strftime('%a %b %e %H:%M:%S %Y')

    def timetuple(self):
        y, m, d, h, mi, s, us = _fields(self._n)
        n = _ordinal_of(self._n)
        return _time.struct_time((y, m, d, h, mi, s, (n + 6) % 7, n - _ordinal(y, 1, 1) + 1, -1))

    def strftime(self, format):
        format = _need_text('strftime', format).partition('\0')[0]
        text = _formatted(self._n, format)
        return text if text is not None else _time.strftime(format, self.timetuple(), 0, '', '')

    def __format__(self, spec):
        return self.strftime(spec) if _need_text('__format__', spec) else str(self)

    def replace(self, year=_SAME, month=_SAME, day=_SAME):
        n = self._n
        # A class of the program's is not called.
        return date.__new__(type(self), n >> 46 if year is _SAME else year, n >> 42 & 15 if month is _SAME else month, n >> 37 & 31 if day is _SAME else day)

    # Of what has a time of day, too, only the date counts: a moment on either side is asked first, unless the class is the program's.
    def __eq__(self, other):
        return self._n >> 37 == other._n >> 37 if isinstance(other, date) else NotImplemented

    def __lt__(self, other):
        return self._n >> 37 < other._n >> 37 if isinstance(other, date) else NotImplemented

    def __le__(self, other):
        return self._n >> 37 <= other._n >> 37 if isinstance(other, date) else NotImplemented

    def __gt__(self, other):
        return self._n >> 37 > other._n >> 37 if isinstance(other, date) else NotImplemented

    def __ge__(self, other):
        return self._n >> 37 >= other._n >> 37 if isinstance(other, date) else NotImplemented

    def __hash__(self):
        return hash(self._n)

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        n = _moved(self._n, other._n) >> 37 << 37  # Whole days only.
        if type(self) is not date:
            return _day(type(self), n)
        made = object.__new__(date)
        made._n = n
        return made

    __radd__ = __add__

    def __sub__(self, other):
        if type(other) is date:
            return _span(_between(self._n >> 37 << 37, other._n))
        if isinstance(other, timedelta):
            return _day(type(self), _moved(self._n, -(other._n // 86400000000) * 86400000000))
        if isinstance(other, date) and not isinstance(other, datetime):
            return _span((_ordinal_of(self._n) - _ordinal_of(other._n)) * 86400000000)
        return NotImplemented

    def __rsub__(self, other):
        return other.__sub__(self) if isinstance(other, date) else NotImplemented


def _since_start(t):
    """The number of what is so many seconds after 1970 began."""
    return _moved(_start._n, t * 1000000 if isinstance(t, int) else round(t * 1000000))


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
    __slots__ = ('_tz', '_fold')

    def __new__(cls, year, month=None, day=None, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        n = _pack(year, month, day, hour, minute, second, microsecond, fold)
        if n is None or tzinfo is not None:
            n, fold = _checked(year, month, day, hour, minute, second, microsecond, tzinfo, fold)
        self = object.__new__(cls)
        self._n, self._tz, self._fold = n, tzinfo, fold
        return self

    def __reduce__(self):
        return _folded(type(self), (*_fields(self._n), self._tz), self._fold)

    hour = property(lambda self: (self._n & 0x1fffffffff) // 3600000000)
    minute = property(lambda self: (self._n & 0x1fffffffff) // 60000000 % 60)
    second = property(lambda self: (self._n & 0x1fffffffff) // 1000000 % 60)
    microsecond = property(lambda self: (self._n & 0x1fffffffff) % 1000000)
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
        if tz is None:
            return cls.utcfromtimestamp(t) + timedelta(seconds=_zone_at(int(t // 1))[0])
        _check_zone(tz)
        return tz.fromutc(_moment(cls, _since_start(t), tz))

    @classmethod
    def utcfromtimestamp(cls, t):
        return _moment(cls, _since_start(t), None)

    @classmethod
    def combine(cls, date, time, tzinfo=_SAME):
        if not isinstance(date, _date) or not isinstance(time, _day_time):
            n, kind, wrong = (1, 'date', date) if not isinstance(date, _date) else (2, 'time', time)
            raise TypeError('combine() argument %d must be datetime.%s, not %s' % (n, kind, type(wrong).__name__))
        if tzinfo is _SAME:
            return _moment(cls, date._n >> 37 << 37 | time._n, time._tz, time._fold)
        return cls(date.year, date.month, date.day, time.hour, time.minute, time.second, time.microsecond, tzinfo, fold=time.fold)

    @classmethod
    def fromisoformat(cls, text):
        n = _read(text)
        if n is not None:
            return _moment(cls, n, None)
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
        n = _scanned(text, format)
        if n is not None:
            return _moment(cls, n, None) if cls is datetime else cls(*_fields(n))
        v = _time._parse(text, format)
        t = _time.strptime(text, format)
        zone = v.get('z')
        tz = None if zone is None else timezone.utc if zone == 0 else timezone(timedelta(seconds=zone))
        return cls(*t[:6], v.get('f', 0), tz)

    def date(self):
        return _day(_date, self._n >> 37 << 37)

    def time(self):
        made = object.__new__(_day_time)
        made._n, made._tz, made._fold = self._n & 0x1fffffffff, None, self._fold
        return made

    def timetz(self):
        made = self.time()
        made._tz = self._tz
        return made

    def utcoffset(self):
        return None if self._tz is None else self._tz.utcoffset(self)

    def tzname(self):
        return None if self._tz is None else self._tz.tzname(self)

    def dst(self):
        return None if self._tz is None else self._tz.dst(self)

    def utctimetuple(self):
        t = self._utc().timetuple()
        return _time.struct_time((*t[:8], 0))

    def timestamp(self):
        offset = self.utcoffset()
        return (self._utc(True) - _start).total_seconds() if offset is None else (self._micro() - offset._n - _start._micro()) / 1000000

    def _utc(self, local=False):
        """Without a zone, as in UTC. One that has no zone is taken to be in UTC, too, or in local time."""
        offset = self.utcoffset()
        plain = _moment(type(self), self._n, None)
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
        text = _text(self._n, sep, timespec)
        if text is None:
            _wrong_spec(timespec, 2)
        return text if self._tz is None else text + _offset_text(self.utcoffset())

    def __str__(self):
        return self.isoformat(' ')

    def __repr__(self):
        parts = _fields(self._n)
        parts = parts if parts[6] else parts[:6] if parts[5] else parts[:5]
        zone = ', fold=1' if self._fold else ''
        if self._tz is not None:
            zone += ', tzinfo=%r' % (self._tz,)
        return '%s(%s%s)' % (_name(type(self)), ', '.join([str(p) for p in parts]), zone)

    def strftime(self, format):
        format = _need_text('strftime', format).partition('\0')[0]
        text = _formatted(self._n, format)
        return text if text is not None else _time.strftime(format, self.timetuple(), self.microsecond, self.tzname() or '', _offset_text(self.utcoffset(), ''))

    def replace(self, year=_SAME, month=_SAME, day=_SAME, hour=_SAME, minute=_SAME, second=_SAME, microsecond=_SAME, tzinfo=_SAME, *, fold=_SAME):
        y, m, d, h, mi, s, us = _fields(self._n)
        return datetime.__new__(type(self), y if year is _SAME else year, m if month is _SAME else month, d if day is _SAME else day, h if hour is _SAME else hour,
                                mi if minute is _SAME else minute, s if second is _SAME else second, us if microsecond is _SAME else microsecond,
                                self._tz if tzinfo is _SAME else tzinfo, fold=self._fold if fold is _SAME else fold)

    def _micro(self):
        return _ordinal_of(self._n) * 86400000000 + (self._n & 0x1fffffffff)

    def _key(self):
        offset = self.utcoffset()
        return self._micro() if offset is None else self._micro() - offset._n

    def _other(self, other, what='compare'):
        if (self._tz is None) != (other._tz is None):
            raise TypeError("can't %s offset-naive and offset-aware datetimes" % what)
        return other._key()

    def __eq__(self, other):
        if not isinstance(other, datetime):
            return False if isinstance(other, date) else NotImplemented
        if self._tz is other._tz:
            return self._n == other._n
        return (self._tz is None) == (other._tz is None) and self._key() == other._key()

    def __lt__(self, other):
        if type(other) is datetime and self._tz is other._tz:
            return self._n < other._n
        return self._key() < self._other(other) if isinstance(other, datetime) else self._wrong(other)

    def __le__(self, other):
        if type(other) is datetime and self._tz is other._tz:
            return self._n <= other._n
        return self._key() <= self._other(other) if isinstance(other, datetime) else self._wrong(other)

    def __gt__(self, other):
        if type(other) is datetime and self._tz is other._tz:
            return self._n > other._n
        return self._key() > self._other(other) if isinstance(other, datetime) else self._wrong(other)

    def __ge__(self, other):
        if type(other) is datetime and self._tz is other._tz:
            return self._n >= other._n
        return self._key() >= self._other(other) if isinstance(other, datetime) else self._wrong(other)

    def _wrong(self, other):
        if isinstance(other, date):
            raise TypeError("can't compare %s to %s" % (_name(type(self)), _name(type(other))))
        return NotImplemented

    def __hash__(self):
        return hash(self._n if self._tz is None else self._key())

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        n = _moved(self._n, other._n)
        if type(self) is not datetime:
            return _moment(type(self), n, self._tz)
        made = object.__new__(datetime)
        made._n, made._tz, made._fold = n, self._tz, 0
        return made

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return _moment(type(self), _moved(self._n, -other._n), self._tz)
        if not isinstance(other, datetime):
            return NotImplemented
        if (self._tz is None) != (other._tz is None):
            raise TypeError("can't subtract offset-naive and offset-aware datetimes")
        if self._tz is other._tz:
            return _span(_between(self._n, other._n))
        return _span(self._key() - other._key())


_start = datetime(1970, 1, 1)
date.min, date.max, date.resolution = date(1, 1, 1), date(9999, 12, 31), timedelta(days=1)
time.min, time.max, time.resolution = time(0, 0), time(23, 59, 59, 999999), timedelta(microseconds=1)
datetime.min, datetime.max, datetime.resolution = datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999999), timedelta(microseconds=1)
