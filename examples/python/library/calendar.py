"""Calendars as lists and as text."""

import datetime as _datetime

MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(7)
day_name = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
day_abbr = [name[:3] for name in day_name]
month_name = ['', 'January', 'February', 'March', 'April', 'May', 'June', 'July']
month_name += ['August', 'September', 'October', 'November', 'December']
month_abbr = [name[:3] for name in month_name]
mdays = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]


class IllegalMonthError(ValueError):
    def __init__(self, month):
        self.month = month

    def __str__(self):
        return 'bad month number %r; must be 1-12' % self.month


class IllegalWeekdayError(ValueError):
    def __init__(self, weekday):
        self.weekday = weekday

    def __str__(self):
        return 'bad weekday number %r; must be 0 (Monday) to 6 (Sunday)' % self.weekday


def isleap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def leapdays(y1, y2):
    """Leap years in a range of years."""
    before = lambda y: (y - 1) // 4 - (y - 1) // 100 + (y - 1) // 400
    return before(y2) - before(y1)


def weekday(year, month, day):
    if not 1 <= year <= 9999:
        year = 2000 + year % 400
    return _datetime.date(year, month, day).weekday()


def monthrange(year, month):
    """The weekday of the first day, and the number of days."""
    if not 1 <= month <= 12:
        raise IllegalMonthError(month)
    return weekday(year, month, 1), mdays[month] + (month == 2 and isleap(year))


class Calendar:
    def __init__(self, firstweekday=0):
        self.firstweekday = firstweekday

    def getfirstweekday(self):
        return self.firstweekday % 7

    def setfirstweekday(self, firstweekday):
        self.firstweekday = firstweekday

    def iterweekdays(self):
        for i in range(self.firstweekday, self.firstweekday + 7):
            yield i % 7

    def itermonthdays(self, year, month):
        """The days of whole weeks; 0 for those of other months."""
        first, days = monthrange(year, month)
        before = (first - self.firstweekday) % 7
        yield from [0] * before
        yield from range(1, days + 1)
        yield from [0] * (-(before + days) % 7)

    def itermonthdays2(self, year, month):
        for i, day in enumerate(self.itermonthdays(year, month), self.firstweekday):
            yield day, i % 7

    def itermonthdates(self, year, month):
        first = _datetime.date(year, month, 1)
        before = (first.weekday() - self.firstweekday) % 7
        for i, _ in enumerate(self.itermonthdays(year, month)):
            yield first + _datetime.timedelta(days=i - before)

    def itermonthdays3(self, year, month):
        for d in self.itermonthdates(year, month):
            yield d.year, d.month, d.day

    def itermonthdays4(self, year, month):
        for d in self.itermonthdates(year, month):
            yield d.year, d.month, d.day, d.weekday()

    def _weeks(self, days):
        days = list(days)
        return [days[i:i + 7] for i in range(0, len(days), 7)]

    def monthdayscalendar(self, year, month):
        return self._weeks(self.itermonthdays(year, month))

    def monthdays2calendar(self, year, month):
        return self._weeks(self.itermonthdays2(year, month))

    def monthdatescalendar(self, year, month):
        return self._weeks(self.itermonthdates(year, month))

    def _year(self, of, year, width):
        months = [of(year, m) for m in range(1, 13)]
        return [months[i:i + width] for i in range(0, 12, width)]

    def yeardayscalendar(self, year, width=3):
        return self._year(self.monthdayscalendar, year, width)

    def yeardays2calendar(self, year, width=3):
        return self._year(self.monthdays2calendar, year, width)

    def yeardatescalendar(self, year, width=3):
        return self._year(self.monthdatescalendar, year, width)


class TextCalendar(Calendar):
    def formatday(self, day, weekday, width):
        return (('%2i' % day) if day else '').center(width)

    def formatweek(self, theweek, width):
        return ' '.join(self.formatday(d, w, width) for d, w in theweek)

    def prweek(self, theweek, width):
        print(self.formatweek(theweek, width), end='')

    def formatweekday(self, day, width):
        return (day_name if width >= 9 else day_abbr)[day][:width].center(width)

    def formatweekheader(self, width):
        return ' '.join(self.formatweekday(i, width) for i in self.iterweekdays())

    def formatmonthname(self, theyear, themonth, width, withyear=True):
        name = month_name[themonth]
        return (f'{name} {theyear}' if withyear else name).center(width)

    def formatmonth(self, theyear, themonth, w=0, l=0):
        w, l = max(2, w), max(1, l)
        lines = [self.formatmonthname(theyear, themonth, 7 * (w + 1) - 1).rstrip(), self.formatweekheader(w).rstrip()]
        lines += [self.formatweek(week, w).rstrip() for week in self.monthdays2calendar(theyear, themonth)]
        return ''.join(line + '\n' * l for line in lines)

    def prmonth(self, theyear, themonth, w=0, l=0):
        print(self.formatmonth(theyear, themonth, w, l), end='')

    def formatyear(self, theyear, w=2, l=1, c=6, m=3):
        w, l, c = max(2, w), max(1, l), max(2, c)
        width = (w + 1) * 7 - 1
        gap = ' ' * c
        row_of = lambda parts: gap.join(part.center(width) for part in parts).rstrip() + '\n' * l
        out = str(theyear).center(width * m + c * (m - 1)).rstrip() + '\n' * l
        header = self.formatweekheader(w)
        for i, row in enumerate(self.yeardays2calendar(theyear, m)):
            months = range(m * i + 1, min(m * (i + 1) + 1, 13))
            out += '\n' * l
            out += row_of(self.formatmonthname(theyear, k, width, False) for k in months)
            out += row_of(header for k in months)
            for j in range(max(len(weeks) for weeks in row)):
                out += row_of(self.formatweek(weeks[j], w) if j < len(weeks) else '' for weeks in row)
        return out

    def pryear(self, theyear, w=0, l=0, c=6, m=3):
        print(self.formatyear(theyear, w, l, c, m), end='')


_text = TextCalendar()
firstweekday = _text.getfirstweekday
monthcalendar = _text.monthdayscalendar
prweek = _text.prweek
week = _text.formatweek
weekheader = _text.formatweekheader
prmonth = _text.prmonth
month = _text.formatmonth
calendar = _text.formatyear
prcal = _text.pryear


def setfirstweekday(firstweekday):
    if not 0 <= firstweekday <= 6:
        raise IllegalWeekdayError(firstweekday)
    _text.firstweekday = firstweekday


def timegm(tuple):
    """Seconds since 1970 of a time in UTC."""
    year, month, day, hour, minute, second = tuple[:6]
    days = _datetime.date(year, month, 1).toordinal() - _datetime.date(1970, 1, 1).toordinal() + day - 1
    return ((days * 24 + hour) * 60 + minute) * 60 + second
