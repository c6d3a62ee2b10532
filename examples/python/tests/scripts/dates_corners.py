# What is rare: arguments that are no plain numbers, classes of the program's, folds, zones, ends of ranges, and what is refused.
import copy
import pickle
from datetime import date, datetime, time, timedelta, timezone, tzinfo


class Sub(datetime):
    def __new__(cls, *a, **k):
        print('new', a, k)
        return super().__new__(cls, *a, **k)


class SubD(date):
    def __new__(cls, *a):
        print('newd', a)
        return super().__new__(cls, *a)


class SubT(timedelta):
    pass


class Idx:
    def __init__(self, v):
        self.v = v

    def __index__(self):
        return self.v


class Zone(tzinfo):
    def utcoffset(self, dt): return timedelta(hours=2 if dt is None or dt.month < 6 else 1)

    def dst(self, dt):
        return timedelta(0)

    def tzname(self, dt):
        return 'Z%s' % (dt and dt.month)

    def __repr__(self):
        return 'Zone()'


def shown(text):
    try:
        r = eval(text)
    except Exception as e:
        r = '%s: %s' % (type(e).__name__, e)
    print(text, '->', r if type(r) is str else repr(r))

z = Zone()
n = datetime(2020, 2, 28, 3, 4, 5, 6, fold=1)
a = datetime(2020, 5, 31, 23, 30, tzinfo=z)
s = Sub(2020, 2, 28, 3, 4, fold=1)
d = SubD(2020, 1, 31)
for text in '''date(True, 2, Idx(3))
date(2020.0, 1, 1)
date(2020, 1, '1')
date(2020, 1, 2**40)
date(2020, 1, -2**70)
date(0, 13, 1)
date(2020, 13, 1)
date(2023, 2, 29)
date(1900, 2, 29)
date(2000, 2, 29)
datetime(2020, 1, 1, 24)
datetime(2020, 1, 1, 0, 60)
datetime(2020, 1, 1, 0, 0, 60)
datetime(2020, 1, 1, 0, 0, 0, 10**6)
datetime(2020, 1, 1, fold=2)
datetime(2020, 1, 1, fold=True)
datetime(2020, 1, 1, fold=0.0)
datetime(2020, 1, 1, tzinfo=3)
datetime(2020, 1, 1, True, False, Idx(5))
time(25)
time(1, tzinfo='x')
time(True)
time(1.0)
timedelta(True)
timedelta('1')
timedelta(seconds=None)
timedelta(float('nan'))
timedelta(float('inf'))
timedelta(10**9)
timedelta(-10**9)
timedelta(10**40)
timedelta(1e20)
timedelta(999999999, 86399, 999999)
timedelta(999999999, 86399, 1000000)
timedelta(microseconds=0.5), timedelta(microseconds=1.5), timedelta(microseconds=-0.5), timedelta(microseconds=2.5, seconds=1)
timedelta(days=-0.1, hours=1e-9)
str(timedelta.max), str(timedelta.min), str(-timedelta(microseconds=1)), str(timedelta(-1, 5)), str(timedelta(1)), str(timedelta(200000, 1, 1))
timedelta.max + timedelta(microseconds=1)
timedelta.max * 2
timedelta.max * 10**20
-timedelta.max
-timedelta.min
abs(timedelta.min)
timedelta(1) / 0
timedelta(1) // timedelta(0)
SubT(1) + SubT(2)
repr(SubT(1, 5)), SubT(3) == timedelta(3), hash(SubT(3)) == hash(timedelta(3))
date.max + timedelta(1)
date.min - timedelta(1)
date.min - timedelta(0, 1)
date.max + timedelta(0, 86399)
date(2020, 1, 1) + timedelta(-1, 5)
date(2020, 1, 1) - timedelta(-1, 5)
date(2020, 1, 1) - timedelta(1, 5)
date.min + timedelta.max
datetime.max + timedelta(0, 0, 1)
datetime.min + timedelta.min
datetime.max - datetime.min
datetime.min + timedelta(3652058, 86399, 999999)
n + timedelta(1), n - timedelta(1), n.replace(year=1), n.replace(fold=0), n.date(), n.time(), n.timetz()
copy.copy(n), copy.deepcopy(a) == a, pickle.loads(pickle.dumps(n)), pickle.loads(pickle.dumps(n)).fold
copy.copy(time(1, fold=1)), pickle.loads(pickle.dumps(timedelta(1, 2, 3))), copy.copy(date(2020, 1, 1))
s + timedelta(1)
s.replace(hour=5)
s - timedelta(1)
Sub.fromisoformat('2020-01-02T03:04:05')
Sub.fromisoformat('2020-01-02 03:04:05.123')
Sub.strptime('2020-01-02', '%Y-%m-%d')
Sub.combine(date(2020, 1, 1), time(1, fold=1))
Sub.combine(n, time(1, tzinfo=z))
Sub.fromtimestamp(5, timezone.utc)
Sub.fromordinal(700000)
s.date(), s.time(), s == datetime(2020, 2, 28, 3, 4), hash(s) == hash(datetime(2020, 2, 28, 3, 4))
d + timedelta(1)
d - timedelta(1)
d.replace(day=1)
d - date(2020, 1, 1)
date(2020, 1, 1) - d
SubD.fromisoformat('2020-01-02')
SubD.fromordinal(5)
d == date(2020, 1, 31), d < date(2020, 2, 1), date(2020, 1, 31) == d
a == a.astimezone(timezone.utc), a < a.astimezone(timezone.utc), a - a.replace(month=6, day=1), a.replace(month=6, day=1) - datetime(2020, 6, 1, tzinfo=timezone.utc)
a.isoformat(), str(a), a.utcoffset(), a.tzname(), a.timestamp(), a.strftime('%Z %z %Y'), hash(a) == hash(a.astimezone(timezone.utc))
n < a
n == a, n != a
n - a
n < date(2020, 1, 1)
date(2020, 1, 1) < n
n == date(2020, 2, 28), date(2020, 2, 28) == n, date(2020, 2, 28) != n, n != date(2020, 2, 28)
timedelta(1) + n, timedelta(1) + date(2020, 1, 1)
date.fromordinal(0)
date.fromordinal(-5)
date.fromordinal(3652060)
date.fromordinal(3652059)
date.fromordinal(True)
date.fromordinal('1')
date.fromordinal(1.5)
date.fromisoformat('2020-02-30')
date.fromisoformat('2020-01-02T03:04')
date.fromisoformat('2020-1-2')
date.fromisoformat('20200102'), date.fromisoformat('2020-W05-3')
date.fromisoformat('２020-01-02')
datetime.fromisoformat('2020-01-02é03:04')
datetime.fromisoformat('2020-01-02T03:04:05.1'), datetime.fromisoformat('2020-01-02T03:04:05,123456789')
datetime.fromisoformat('2020-01-02T')
datetime.fromisoformat('2020-01-02T24:00')
datetime.fromisoformat('2020-01-02T03:04:05Z'), datetime.fromisoformat('2020-01-02 03'), datetime.fromisoformat('2020-01-02')
datetime.strptime('2020-01-02  03', '%Y-%m-%d %H')
datetime.strptime('31/2/2020', '%d/%m/%Y')
datetime.strptime('1:2:61', '%H:%M:%S')
datetime.strptime('2020T1', '%Yt%m')
datetime.strptime('20201', '%Y%m%d')
datetime.strptime('12:5.25', '%H:%M.%f'), datetime.strptime('5', '%d'), datetime.strptime('', '')
datetime.strptime('x', '%Y')
datetime.strptime('2020 ', '%Y')
datetime.strptime('2020x', '%Y')
n.strftime('%%a %Y'), n.strftime(''), n.strftime('é%Yé'), date(5, 1, 1).strftime('%Y %y %j')
n.strftime('%Q')
n.isoformat('ab')
n.isoformat(5)
n.isoformat(timespec='x')
n.isoformat(timespec=5)
n.isoformat('é', 'milliseconds'), n.isoformat(timespec='hours'), n.isoformat(sep='-')
time(1, 2).isoformat('x')
time(1, 2, 3, 4).isoformat('milliseconds'), str(time(1, tzinfo=timezone(timedelta(0, 5)))), time(1) < time(2), time(1, fold=1) == time(1)
datetime.fromtimestamp(0, 5)
datetime.fromtimestamp(1.5, timezone.utc), datetime.fromtimestamp(-1.5, z), datetime.utcfromtimestamp(1e9 + 0.1234567)
datetime.combine(5, time(1))
datetime.combine(date(2020, 1, 1), time(1), tzinfo=5)
datetime.combine(date(2020, 1, 1), time(1, tzinfo=z), tzinfo=None)
n.timetuple()[:8], d.timetuple()[:8], a.utctimetuple()[:8], n.ctime(), d.isocalendar()
timezone(timedelta(1))
timezone(timedelta(hours=-23, minutes=-59)), timezone(5 * timedelta(1) / 6).utcoffset(None)
timezone(3)
n.year, n.month, n.day, n.hour, n.minute, n.second, n.microsecond, n.tzinfo, n.fold, datetime.max.microsecond
sorted([datetime(2020, 1, 2), datetime(2019, 5, 6), datetime(2020, 1, 1, 5)])
{date(2020, 1, 1): 1, datetime(2020, 1, 1): 2}
date.__add__(date(2020, 1, 1), 5), date.__eq__(date(2020, 1, 1), 5), timedelta(1).__lt__(3)
divmod(timedelta(5), timedelta(2)), timedelta(5) % timedelta(2), timedelta(7) // 2, timedelta(1) * 0.5, 2.5 * timedelta(1), timedelta(1) / 3.5, timedelta(1) / timedelta(3)'''.split('\n'):
    shown(text)
