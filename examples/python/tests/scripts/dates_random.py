# Arithmetic, comparisons and texts of random dates, times and durations, some of them out of range. An argument says how many.
import sys
from datetime import date, datetime, time, timedelta, timezone

state = 98765


def below(n):
    global state
    state = (state * 6364136223846793005 + 1442695040888963407) % 2 ** 64
    return (state >> 33) % n


class Day(date):
    pass


class Moment(datetime):
    pass


ZONES = [None, None, None, timezone.utc, timezone(timedelta(hours=5, minutes=30)), timezone(-timedelta(hours=3), 'X'), timezone(timedelta(seconds=-1, microseconds=5))]
FLOATS = [0.5, 1.5, -2.25, 1e-6, 5e-7, 1.0000005, -1 / 3, 86399.9999995, 1e8 / 7]


def day():
    year = [1, 4, 1900, 1999, 2000, 2020, 2023, 2024, 9999][below(9)] if below(2) else below(10001)
    return year, below(13) if below(30) == 0 else 1 + below(12), below(33) if below(20) == 0 else 1 + below(28 + below(4))


def clock():
    if below(4) == 0:
        return 0, 0, 0, 0
    return below(25) if below(20) == 0 else below(24), below(60), below(61) if below(30) == 0 else below(60), [0, below(1000000), below(1000) * 1000][below(3)]


def number(most):
    if below(4) == 0:
        return FLOATS[below(len(FLOATS))]
    return below(2 * most + 1) - most


def span():
    days = number([3, 400, 4000000, 10 ** 9][below(4)])
    return timedelta(days, number(100000), number(10 ** 7), hours=number(100)) if below(2) else timedelta(days, weeks=number(3), minutes=number(99), milliseconds=number(9999))


def made(make):
    while True:
        try:
            return make()
        except (ValueError, OverflowError) as e:
            notes.append(str(e))


def text(f):
    try:
        return str(f())
    except (ValueError, OverflowError, TypeError, ZeroDivisionError) as e:
        return '%s(%s)' % (type(e).__name__, e)


FORMATS = ['%Y-%m-%d %H:%M:%S', '%d.%m.%Y %H:%M', '%Y%m%dT%H%M%S.%f', '%a %d %b %Y %I:%M %p', '%A, %B %d %Y', '%j/%y %%', '%F %T%z', '%U %W %V %G', '%d/%m/%Y']
CHANGES = '0123456789-:T .Zx'

seen, notes = 0, []
for i in range(int(sys.argv[1]) if len(sys.argv) > 1 else 500):
    d = made(lambda: (Day if below(8) == 0 else date)(*day()))
    e = made(lambda: date(*day()))
    n = made(lambda: (Moment if below(8) == 0 else datetime)(*day(), *clock(), ZONES[below(7)], fold=below(2)))
    m = made(lambda: datetime(*day(), *clock(), ZONES[below(7)]))
    c = made(lambda: time(*clock(), ZONES[below(3)]))
    s, t = made(span), made(span)
    format = FORMATS[below(len(FORMATS))]
    shown = n.isoformat(sep=' T'[below(2)], timespec=['auto', 'seconds', 'minutes', 'hours', 'milliseconds', 'microseconds'][below(6)])
    if below(2):
        at = below(len(shown))
        changed = shown[:at] + CHANGES[below(len(CHANGES))] + shown[at + below(2):]
    else:
        changed = shown
    parts = [text(f) for f in (
        lambda: repr(d + s), lambda: d - s, lambda: d - e, lambda: (d < e, d <= e, d == e, d > e, d != e, hash(d) == hash(date(*d.timetuple()[:3]))), lambda: d.isocalendar(),
        lambda: (d.toordinal(), d.weekday(), date.fromordinal(d.toordinal()) == d), lambda: d.replace(day=1 + below(31)), lambda: d.strftime(format),
        lambda: repr(n + s), lambda: n - s, lambda: n - m, lambda: n < m, lambda: n >= m, lambda: n == m, lambda: (n == n.replace(), hash(n) == hash(n.replace())),
        lambda: repr(n.replace(hour=below(25), microsecond=7)), lambda: n.strftime(format), lambda: repr(n.date()), lambda: repr(n.timetz()), lambda: n.time(),
        lambda: repr(type(n).combine(d, c)), lambda: tuple(n.timetuple())[:8], lambda: n.utcoffset(), lambda: repr(n),
        lambda: repr(datetime.fromisoformat(n.isoformat())), lambda: repr(datetime.strptime(m.strftime('%d/%m/%Y %H:%M:%S.%f'), '%d/%m/%Y %H:%M:%S.%f')),
        lambda: (c < time(12), c == time(12), c.isoformat(), c), lambda: d == n, lambda: d < n,
        lambda: repr(s), lambda: s, lambda: s + t, lambda: s - t, lambda: s * (below(9) - 4), lambda: s / (1 + below(9)), lambda: s // t, lambda: s / t, lambda: s % t,
        lambda: (s < t, s == t, bool(s), -s, abs(s)), lambda: s * FLOATS[below(9)], lambda: s.total_seconds(), lambda: (s.days, s.seconds, s.microseconds))]
    line = '%d %s %s: %s %s' % (i, shown, changed, ' '.join(parts), ' '.join(notes))
    notes = []
    seen = (seen * 31 + sum([ord(x) * (k + 1) for k, x in enumerate(line)])) % 1000000007
    if i < 500:
        print(line)
print(seen)
