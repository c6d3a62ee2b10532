# datetime and the calendar part of time.
import time
from datetime import date, datetime, time as clock, timedelta, timezone

d = date(2024, 2, 29)
print(d, repr(d), d.weekday(), d.isoweekday(), d.isocalendar(), d.toordinal(), d.replace(year=2023, day=1), d.ctime())
print(d + timedelta(days=366), d - timedelta(weeks=9), d - date(2000, 1, 1), date.fromordinal(730000), date.fromisoformat('2020-12-31'), date.min, date.max)
print(sorted([date(2020, 5, 1), date(2019, 6, 2)]), d == date(2024, 2, 29), d < date(2025, 1, 1), {d: 1}[date(2024, 2, 29)], date.fromisocalendar(2020, 53, 7))
for y in (1900, 2000, 2001, 2004, 2020):
    print(y, date(y, 1, 1).isocalendar(), date(y, 12, 31).strftime('%j %U %W %V %G %a'))
for bad in (lambda: date(2023, 2, 29), lambda: date(0, 1, 1), lambda: date(2023, 13, 1), lambda: date.fromisoformat('2020-1-1'), lambda: date.max + timedelta(1), lambda: datetime(2020, 1, 1, 24), lambda: datetime(2020, 1, 1) - datetime(2020, 1, 1, tzinfo=timezone.utc), lambda: datetime.strptime('2020', '%m'), lambda: datetime.strptime('2020-01-01x', '%Y-%m-%d')):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)

t = timedelta(days=1, hours=2, minutes=3, seconds=4, milliseconds=5, microseconds=6)
print(t, repr(t), t.days, t.seconds, t.microseconds, t.total_seconds(), -t, abs(-t), t * 2, t / 2, t // 7, t * 1.5, t / timedelta(hours=1), t % timedelta(hours=5), divmod(t, timedelta(hours=5)))
print(timedelta(), repr(timedelta()), timedelta(0.5), timedelta(seconds=-1), timedelta(minutes=1.5), bool(timedelta()), timedelta(1) > timedelta(hours=23), sum([timedelta(1), timedelta(2)], timedelta()), timedelta(days=1.000001), timedelta.max, timedelta.resolution)

n = datetime(2024, 1, 5, 7, 8, 9, 123456)
print(n, repr(n), n.isoformat(), n.isoformat(' ', 'minutes'), n.isoformat(timespec='milliseconds'), n.date(), n.time(), n.timetuple()[:9], n.weekday())
print(n.strftime('%Y-%m-%d %H:%M:%S.%f | %a %A %b %B %d %e %I %p %j %y %% | %c | %x %X | %D %T %F %R'), f'{n:%d.%m.%Y}', n.ctime())
print(n + timedelta(hours=20), n - timedelta(days=40), n - datetime(2023, 1, 1), n.replace(hour=0, microsecond=0), n < datetime(2025, 1, 1), n == datetime(2024, 1, 5, 7, 8, 9, 123456))
print(datetime.strptime('05/Mar/2021 04:05:06', '%d/%b/%Y %H:%M:%S'), datetime.strptime('March 5, 99 11:30 PM', '%B %d, %y %I:%M %p'), datetime.strptime('2020-02-03T04:05:06.789+0200', '%Y-%m-%dT%H:%M:%S.%f%z'))
for text in ('2011-11-04', '2011-11-04T00:05:23', '2011-11-04 00:05:23.283', '2011-11-04T00:05:23+04:00', '20111104T000523', '2011-11-04T00:05:23Z', '2011-11-04T01'):
    print(text, repr(datetime.fromisoformat(text)))
u = datetime(2020, 6, 1, 12, tzinfo=timezone.utc)
e = timezone(timedelta(hours=5, minutes=30), 'IST')
print(u, u.astimezone(e), repr(u.astimezone(timezone(timedelta(hours=-3)))), u.timestamp(), u == u.astimezone(e), u.utcoffset(), u.astimezone(e).tzname(), timezone.utc, repr(timezone.utc), u.strftime('%z %Z'))
print(datetime.fromtimestamp(86400.5, timezone.utc), datetime.combine(d, clock(1, 2)), datetime.min, datetime.max, hash(u) == hash(u.astimezone(e)))
c = clock(13, 5, 6, 7)
print(c, repr(c), c.isoformat('minutes'), clock.fromisoformat('04:05:06.5'), c > clock(1), c.replace(hour=1), c.strftime('%I:%M %p'), repr(clock(1, 2)), clock(1, 2, tzinfo=timezone.utc))
print(isinstance(n, date), date(2020, 1, 1) == datetime(2020, 1, 1), type(n + timedelta(1)).__name__, n.min.year)

g = time.gmtime(1700000000)
print(g, g.tm_year, g.tm_yday, tuple(g), time.strftime('%Y-%m-%d %H:%M:%S', g), time.asctime(g), time.gmtime(0)[:6], time.strptime('30 Nov 00', '%d %b %y')[:8])
print(isinstance(time.time(), float), time.time_ns() > 0, time.monotonic() <= time.monotonic(), time.perf_counter_ns() > 0)
