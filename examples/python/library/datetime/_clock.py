"""What is a date or a time of day, as numbers and as text; the time of day."""

import datetime as _datetime
import time as _time
from _dates import clock_text as _clock_text, pack_clock as _pack_clock
from datetime._parts import MAXYEAR, MINYEAR, _month_days, _name, _offset_text, timedelta, timezone, tzinfo
from operator import index as _index

__name__ = 'datetime'  # Of what is defined here.


_SAME = object()


def _int(v):
    """A number as the machine's."""
    v = _index(v)
    if not -2 ** 31 <= v < 2 ** 31:
        if not -2 ** 63 <= v < 2 ** 63:
            raise OverflowError('Python int too large to convert to C long')
        raise OverflowError('signed integer is %s' % ('greater than maximum' if v > 0 else 'less than minimum'))
    return v


def _ints(*values):
    """All are looked at before any is found to be out of its range."""
    return [int(_int(v)) for v in values]


def _check_date(y, m, d):
    if not MINYEAR <= y <= MAXYEAR:
        raise ValueError('year %i is out of range' % y)
    if not 1 <= m <= 12:
        raise ValueError('month must be in 1..12')
    if not 1 <= d <= _month_days(y, m):
        raise ValueError('day is out of range for month')


def _check_time(h, m, s, us, fold, zone):
    for v, top, text in ((h, 23, 'hour must be in 0..23'), (m, 59, 'minute must be in 0..59'), (s, 59, 'second must be in 0..59'), (us, 999999, 'microsecond must be in 0..999999')):
        if not 0 <= v <= top:
            raise ValueError(text)
    if fold not in (0, 1):
        raise ValueError('fold must be either 0 or 1')
    _check_zone(zone)


def _check_zone(zone):
    if zone is not None and not isinstance(zone, tzinfo):
        raise TypeError("tzinfo argument must be None or of a tzinfo subclass, not type '%s'" % type(zone).__name__)


def _need_text(method, text, number=' 1'):
    if not isinstance(text, str):
        raise TypeError('%s() argument%s must be str, not %s' % (method, number, type(text).__name__))
    return text


def _pick(new, old):
    return old if new is _SAME else new


def _digits(text, n):
    if len(text) != n or not text.isascii() or not text.isdigit():
        raise ValueError
    return int(text)


def _parse_date(text):
    if len(text) == 10 and text[4] == text[7] == '-':
        return _digits(text[:4], 4), _digits(text[5:7], 2), _digits(text[8:], 2)
    if len(text) == 8 and text.isdigit():
        return int(text[:4]), int(text[4:6]), int(text[6:])
    if len(text) in (8, 10) and text[4:6] == '-W':
        return tuple(_datetime.date.fromisocalendar(int(text[:4]), int(text[6:8]), int(text[9:] or 1)).timetuple()[:3])
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
        if not (h or m or s):
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


def _wrong_spec(spec, number):
    if not isinstance(spec, str):
        raise TypeError('isoformat() argument %d must be str, not %s' % (number, type(spec).__name__))
    raise ValueError('embedded null character' if '\0' in spec else 'Unknown timespec value')


def _checked_clock(hour, minute, second, microsecond, tzinfo, fold):
    """What is no plain time of day, as microseconds, and its fold."""
    hour, minute, second, microsecond, fold = _ints(hour, minute, second, microsecond, fold)
    _check_time(hour, minute, second, microsecond, fold, tzinfo)
    return _pack_clock(hour, minute, second, microsecond, fold), fold


def _later(cls, args):
    return cls(*args, fold=1)


def _folded(cls, args, fold):
    """How to make a copy: the fold is given by name only."""
    return (_later, (cls, args)) if fold else (cls, args)


class time:
    __slots__ = ('_n', '_tz', '_fold')  # The first: microseconds of the day.

    def __new__(cls, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        n = _pack_clock(hour, minute, second, microsecond, fold)
        if n is None or tzinfo is not None:
            n, fold = _checked_clock(hour, minute, second, microsecond, tzinfo, fold)
        self = object.__new__(cls)
        self._n, self._tz, self._fold = n, tzinfo, fold
        return self

    def __reduce__(self):
        return _folded(type(self), (self.hour, self.minute, self.second, self.microsecond, self._tz), self._fold)

    hour = property(lambda self: self._n // 3600000000)
    minute = property(lambda self: self._n // 60000000 % 60)
    second = property(lambda self: self._n // 1000000 % 60)
    microsecond = property(lambda self: self._n % 1000000)
    tzinfo = property(lambda self: self._tz)
    fold = property(lambda self: self._fold)

    @classmethod
    def fromisoformat(cls, text, /):
        if not isinstance(text, str):
            raise TypeError('fromisoformat: argument must be str')
        try:
            h, m, s, us, tz = _parse_time(text.removeprefix('T'))
        except ValueError:
            raise ValueError('Invalid isoformat string: %r' % text) from None
        return cls(h, m, s, us, tz)

    def utcoffset(self):
        return None if self._tz is None else self._tz.utcoffset(None)

    def tzname(self):
        return None if self._tz is None else self._tz.tzname(None)

    def dst(self):
        return None if self._tz is None else self._tz.dst(None)

    def isoformat(self, timespec='auto'):
        text = _clock_text(self._n, timespec)
        if text is None:
            _wrong_spec(timespec, 1)
        return text if self._tz is None else text + _offset_text(self.utcoffset())

    def __str__(self):
        return self.isoformat()

    def __repr__(self):
        s, us = self.second, self.microsecond
        parts = [self.hour, self.minute] + ([s, us] if us else [s] if s else [])
        zone = '' if self._tz is None else ', tzinfo=%r' % (self._tz,)
        if self._fold:
            zone += ', fold=1'
        return '%s(%s%s)' % (_name(type(self)), ', '.join([str(p) for p in parts]), zone)

    def strftime(self, format):
        format = _need_text('strftime', format).partition('\0')[0]
        t = _time.struct_time((1900, 1, 1, self.hour, self.minute, self.second, 0, 1, -1))
        return _time.strftime(format, t, self.microsecond, self.tzname() or '', _offset_text(self.utcoffset(), ''))

    def __format__(self, spec, /):
        return self.strftime(spec) if _need_text('__format__', spec) else str(self)

    def replace(self, hour=_SAME, minute=_SAME, second=_SAME, microsecond=_SAME, tzinfo=_SAME, *, fold=_SAME):
        # A class of the program's is not called.
        return time.__new__(type(self), _pick(hour, self.hour), _pick(minute, self.minute), _pick(second, self.second), _pick(microsecond, self.microsecond),
                            _pick(tzinfo, self._tz), fold=_pick(fold, self._fold))

    def _key(self):
        offset = self.utcoffset()
        return self._n if offset is None else self._n - offset._n

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
