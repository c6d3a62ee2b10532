"""Time: the clocks and zones are built in; calendars are here."""

from _time import *
import _time

def tzset():
    """Takes the zone from `TZ`, or the system's; called on import."""
    global timezone, altzone, daylight, tzname
    import os
    _time._set_zone(os.environ.get('TZ'))
    # What is in force in January and July of this year.
    start = (_ordinal(gmtime()[0], 1, 1) - _epoch) * 86400
    zones = [_time._zone_at(start), _time._zone_at(start + 182 * 86400)]
    plain = zones[0] if not zones[0][1] else zones[1]
    summer = next((z for z in zones if z[1]), None)
    timezone, daylight = -plain[0], int(summer is not None)
    altzone = -(summer or plain)[0]
    tzname = (plain[2], (summer or plain)[2])

_days = ('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday')
_months = ('January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December')
_before = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
_names = ('tm_year', 'tm_mon', 'tm_mday', 'tm_hour', 'tm_min', 'tm_sec', 'tm_wday', 'tm_yday', 'tm_isdst')


class struct_time(tuple):
    n_fields, n_sequence_fields, n_unnamed_fields = 11, 9, 0
    tm_zone = tm_gmtoff = None

    def __new__(cls, values):
        values = tuple(values)
        if len(values) < 9:
            raise TypeError('time.struct_time() takes an at least 9-sequence (%d-sequence given)' % len(values))
        return tuple.__new__(cls, values[:9])

    def __repr__(self):
        return 'time.struct_time(%s)' % ', '.join(['%s=%r' % x for x in zip(_names, self)])


for _i, _name in enumerate(_names):
    setattr(struct_time, _name, property(lambda self, i=_i: self[i]))


def _is_leap(y):
    return y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)


def _ordinal(y, m, d):
    """Days since the day before 1 January of year 1."""
    y1 = y - 1
    return y1 * 365 + y1 // 4 - y1 // 100 + y1 // 400 + _before[m - 1] + (m > 2 and _is_leap(y)) + d


def _from_ordinal(n):
    n -= 1
    n400, n = divmod(n, 146097)
    n100, n = divmod(n, 36524)
    n4, n = divmod(n, 1461)
    n1, n = divmod(n, 365)
    year = n400 * 400 + n100 * 100 + n4 * 4 + n1 + 1
    if n1 == 4 or n100 == 4:
        return year - 1, 12, 31
    leap = _is_leap(year)
    for month in range(12, 0, -1):
        start = _before[month - 1] + (month > 2 and leap)
        if n >= start:
            return year, month, n - start + 1


_epoch = _ordinal(1970, 1, 1)


def _fields(n, summer, zone, offset):
    days, rest = divmod(n, 86400)
    y, m, d = _from_ordinal(days + _epoch)
    t = struct_time((y, m, d, rest // 3600, rest // 60 % 60, rest % 60, (days + 3) % 7, days + _epoch - _ordinal(y, 1, 1) + 1, summer))
    t.tm_zone, t.tm_gmtoff = zone, offset
    return t


def _seconds(secs):
    return int((_time.time() if secs is None else secs) // 1)


def gmtime(secs=None):
    return _fields(_seconds(secs), 0, 'GMT', 0)


def localtime(secs=None):
    n = _seconds(secs)
    offset, summer, zone = _time._zone_at(n)
    return _fields(n + offset, int(summer), zone, offset)


def mktime(t):
    y, m, d = t[0] + (t[1] - 1) // 12, (t[1] - 1) % 12 + 1, t[2]
    return float(_time._time_of((_ordinal(y, m, 1) + d - 1 - _epoch) * 86400 + t[3] * 3600 + t[4] * 60 + t[5], t[8]))


def asctime(t=None):
    t = localtime() if t is None else t
    return '%s %s %2d %02d:%02d:%02d %d' % (_days[t[6]][:3], _months[t[1] - 1][:3], t[2], t[3], t[4], t[5], t[0])


def ctime(secs=None):
    return asctime(localtime(secs))


def _week(t):
    """Year, week and day of ISO 8601."""
    y, yday, wday = t[0], t[7], t[6]
    week = (yday - 1 - wday + 10) // 7
    def weeks(y):
        first = (_ordinal(y, 1, 1) + 6) % 7
        return 53 if first == 3 or first == 2 and _is_leap(y) else 52
    if week < 1:
        return y - 1, weeks(y - 1), wday + 1
    if week > weeks(y):
        return y + 1, 1, wday + 1
    return y, week, wday + 1


def _zone_of(t):
    """The name and the offset, as text, of a zone."""
    zone, offset = getattr(t, 'tm_zone', None), getattr(t, 'tm_gmtoff', None)
    if zone is None and t[8] < 0:
        return '', '+0000'
    if zone is None:
        summer = daylight and t[8] > 0
        zone, offset = tzname[summer], -altzone if summer else -timezone
    minutes = abs(offset) // 60
    return zone, '%s%02d%02d' % ('-' if offset < 0 else '+', minutes // 60, minutes % 60)


def strftime(format, t=None, _micro=0, _zone=None, _offset=None):
    t = localtime() if t is None else t
    if _zone is None:
        _zone, _offset = _zone_of(t)
    out, i = [], 0
    while i < len(format):
        c = format[i]
        i += 1
        if c != '%' or i == len(format):
            out.append(c)
            continue
        c = format[i]
        i += 1
        if c == '-' and i < len(format):
            out.append(strftime('%' + format[i], t, _micro, _zone, _offset).lstrip('0') or '0')
            i += 1
            continue
        hour = t[3]
        out.append(
            '%d' % t[0] if c == 'Y' else '%02d' % t[1] if c == 'm' else '%02d' % t[2] if c == 'd' else '%02d' % hour if c == 'H'
            else '%02d' % t[4] if c == 'M' else '%02d' % t[5] if c == 'S' else '%02d' % (t[0] % 100) if c == 'y'
            else _days[t[6]] if c == 'A' else _days[t[6]][:3] if c == 'a' else _months[t[1] - 1] if c == 'B' else _months[t[1] - 1][:3] if c in 'bh'
            else '%02d' % ((hour - 1) % 12 + 1) if c == 'I' else ('AM' if hour < 12 else 'PM') if c == 'p' else '%03d' % t[7] if c == 'j'
            else '%2d' % t[2] if c == 'e' else '%06d' % _micro if c == 'f' else '%d' % ((t[6] + 1) % 7) if c == 'w' else '%d' % (t[6] + 1) if c == 'u'
            else '%02d' % ((t[7] + 6 - (t[6] + 1) % 7) // 7) if c == 'U' else '%02d' % ((t[7] + 6 - t[6]) // 7) if c == 'W'
            else '%d' % _week(t)[0] if c == 'G' else '%02d' % _week(t)[1] if c == 'V' else '%02d' % (t[0] // 100) if c == 'C'
            else strftime('%H:%M:%S', t) if c in 'TX' else strftime('%H:%M', t) if c == 'R' else strftime('%m/%d/%y', t) if c in 'Dx'
            else strftime('%Y-%m-%d', t) if c == 'F' else strftime('%a %b %e %H:%M:%S %Y', t) if c == 'c' else strftime('%I:%M:%S %p', t) if c == 'r'
            else '%d' % mktime(t) if c == 's' else _zone if c == 'Z' else _offset if c == 'z' else '%' if c == '%' else '\n' if c == 'n' else '\t' if c == 't'
            else '%' + c)
    return ''.join(out)


def _parse(text, format):
    """The values by directive."""
    values, i, f = {}, 0, 0
    wrong = ValueError('time data %r does not match format %r' % (text, format))

    def number(digits):
        nonlocal i
        j = i
        while j < len(text) and j < i + digits and text[j] in '0123456789':
            j += 1
        if j == i:
            raise wrong
        n, i = int(text[i:j]), j
        return n

    def name(names, short):
        nonlocal i
        rest = text[i:].lower()
        for k, n in enumerate(names):
            n = n[:3].lower() if short else n.lower()
            if rest.startswith(n):
                i += len(n)
                return k
        raise wrong

    for macro, full in (('%T', '%H:%M:%S'), ('%R', '%H:%M'), ('%F', '%Y-%m-%d'), ('%D', '%m/%d/%y'), ('%x', '%m/%d/%y'), ('%X', '%H:%M:%S'), ('%c', '%a %b %d %H:%M:%S %Y')):
        format = format.replace(macro, full)
    limits = {'m': (1, 12), 'd': (1, 31), 'H': (0, 23), 'I': (1, 12), 'M': (0, 59), 'S': (0, 61), 'j': (1, 366)}
    while f < len(format):
        c = format[f]
        f += 1
        if c.isspace():
            if i >= len(text) or not text[i].isspace():
                raise wrong
            while i < len(text) and text[i].isspace():
                i += 1
            continue
        if c != '%' or f == len(format):
            if i >= len(text) or text[i].lower() != c.lower():
                raise wrong
            i += 1
            continue
        c = format[f]
        f += 1
        if c in limits:
            start = i
            values[c] = n = number(3 if c == 'j' else 2)
            if n > limits[c][1] and i - start > 1:
                # Fewer digits may do.
                i -= 1
                values[c] = n = int(text[start:i])
            if not limits[c][0] <= n <= limits[c][1]:
                raise wrong
        elif c == 'Y':
            start = i
            values[c] = number(4)
            if i - start != 4:
                raise wrong
        elif c == 'y':
            n = number(2)
            values['Y'] = n + (2000 if n < 69 else 1900)
        elif c == 'f':
            start = i
            values[c] = number(6) * 10 ** (6 - (i - start))
        elif c == 'B':
            values['m'] = name(_months, False) + 1
        elif c in 'bh':
            values['m'] = name(_months, True) + 1
        elif c in 'Aa':
            values['a'] = name(_days, c == 'a')
        elif c == 'p':
            values[c] = name(('am', 'pm'), False)
        elif c == 'z':
            if text[i:i + 1] == 'Z':
                values[c], i = 0, i + 1
            else:
                sign = {'+': 1, '-': -1}.get(text[i:i + 1])
                if sign is None:
                    raise wrong
                i += 1
                h = number(2)
                i += text[i:i + 1] == ':'
                values[c] = sign * (h * 3600 + number(2) * 60)
        elif c == 'Z':
            for zone in ('utc', 'gmt'):
                if text[i:i + 3].lower() == zone:
                    i += 3
                    break
            else:
                raise wrong
        elif c == '%':
            if text[i:i + 1] != '%':
                raise wrong
            i += 1
        else:
            raise ValueError("'%s' is a bad directive in format %r" % (c, format))
    if i != len(text):
        raise ValueError('unconverted data remains: ' + text[i:])
    if 'I' in values:
        values['H'] = values['I'] % 12 + 12 * values.get('p', 0)
    return values


def strptime(string, format='%a %b %d %H:%M:%S %Y'):
    v = _parse(string, format)
    y, m, d = v.get('Y', 1900), v.get('m', 1), v.get('d', 1)
    if 'j' in v and 'm' not in v:
        y, m, d = _from_ordinal(_ordinal(y, 1, 1) + v['j'] - 1)
    n = _ordinal(y, m, d)
    return struct_time((y, m, d, v.get('H', 0), v.get('M', 0), v.get('S', 0), (n + 6) % 7, n - _ordinal(y, 1, 1) + 1, -1))


def monotonic_ns():
    return _time.perf_counter_ns()


tzset()
