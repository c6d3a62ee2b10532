# Local time in zones with and without summer time.
import datetime
import os
import time


def zone(name):
    os.environ['TZ'] = name
    time.tzset()
    print(name, time.timezone, time.altzone, time.daylight, time.tzname)


moments = [0, 1700000000, 1711846799, 1711846800, 1720000000.75, 1729996200, -86400 * 365 * 30]
for name in ['CET-1CEST,M3.5.0,M10.5.0/3', 'EST5EDT,M3.2.0,M11.1.0', '<+0545>-5:45', 'UTC0']:
    zone(name)
    for t in moments:
        l = time.localtime(t)
        print(tuple(l), l.tm_zone, l.tm_gmtoff, time.mktime(l) == t // 1, time.ctime(t))
        print(time.strftime('%Y-%m-%d %H:%M:%S %Z %z', l), tuple(time.gmtime(t))[:6], time.gmtime(t).tm_zone)
        d = datetime.datetime.fromtimestamp(t)
        print(d, d.timestamp() == t, d.astimezone(), d.astimezone(datetime.timezone.utc))
        print(datetime.datetime.fromtimestamp(t, datetime.timezone.utc), datetime.datetime.utcfromtimestamp(t), datetime.date.fromtimestamp(t))
zone('CET-1CEST,M3.5.0,M10.5.0/3')
# Readings that come twice, and never.
for isdst in (-1, 0, 1):
    print(time.mktime((2024, 10, 27, 2, 30, 0, 0, 0, isdst)), time.mktime((2024, 7, 1, 12, 0, 0, 0, 0, isdst)))
print(datetime.datetime(2024, 7, 1, 12).timestamp(), datetime.datetime(2024, 1, 1, 12).astimezone().isoformat())
print(datetime.datetime(2024, 7, 1, 12).astimezone().tzname(), datetime.datetime(2024, 7, 1).strftime('[%Z%z]'))
print(abs(datetime.datetime.now() - datetime.datetime.utcnow() - datetime.timedelta(hours=1 + time.localtime().tm_isdst)) < datetime.timedelta(seconds=5))
print(time.strftime('%H:%M %Z', time.strptime('12:30', '%H:%M')), time.strptime('12:30', '%H:%M').tm_isdst)
