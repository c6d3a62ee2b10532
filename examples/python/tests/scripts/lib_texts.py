# calendar, difflib, graphlib, reprlib, html, keyword.
import calendar
import difflib
import graphlib
import html
import keyword
import reprlib

print(calendar.month(2024, 2), calendar.calendar(2023)[:400], calendar.monthcalendar(2021, 5))
print(calendar.isleap(1900), calendar.isleap(2000), calendar.leapdays(1896, 2025), calendar.monthrange(2024, 2), calendar.weekday(1999, 12, 31))
print(list(calendar.month_name)[1:], list(calendar.day_abbr), calendar.timegm((2024, 2, 29, 12, 30, 15)))
c = calendar.TextCalendar(firstweekday=6)
print(c.formatmonth(2022, 10, 3, 1), c.formatyear(2020, m=4), c.formatweekheader(9))
c = calendar.Calendar(2)
print(list(c.itermonthdays2(2024, 9))[:9], [str(d) for d in c.itermonthdates(2024, 12)][-3:], list(c.itermonthdays4(2023, 1))[:2], c.yeardayscalendar(2023, 6)[1][0][0])
calendar.setfirstweekday(calendar.SUNDAY)
print(calendar.month(2025, 1), calendar.firstweekday(), calendar.weekheader(3))
for wrong in (lambda: calendar.monthrange(2020, 13), lambda: calendar.setfirstweekday(9)):
    try:
        wrong()
    except ValueError as e:
        print(type(e).__name__, e)

a = 'one two three four five six seven eight nine ten'.split()
b = 'one two 3 four five seven eight 9 nine ten eleven'.split()
m = difflib.SequenceMatcher(None, a, b)
print(m.ratio(), m.quick_ratio(), m.real_quick_ratio(), m.find_longest_match(), m.get_matching_blocks(), m.get_opcodes())
print(difflib.SequenceMatcher(lambda x: x == ' ', 'private Thread currentThread;', 'private volatile Thread currentThread;').get_opcodes())
print([round(difflib.SequenceMatcher(None, x, y).ratio(), 5) for x, y in [('abcd', 'bcde'), ('', ''), ('a', ''), ('tide', 'diet'), ('diet', 'tide'), ('qabxcd', 'abycdf')]])
long = ['x', 'y', 'z'] * 100 + ['end']
print(difflib.SequenceMatcher(None, long, ['start'] + long).ratio(), difflib.SequenceMatcher(None, long, ['start'] + long, False).ratio())
print(difflib.get_close_matches('appel', ['ape', 'apple', 'peach', 'puppy']), difflib.get_close_matches('wheel', keyword.kwlist), difflib.get_close_matches('x', ['y']))
for diff in (difflib.unified_diff, difflib.context_diff):
    print('\n'.join(diff(a, b, 'old', 'new', '1970', lineterm='', n=1)))
    print(list(diff(a, a)), list(diff([], ['q'], n=0)))
    print(''.join(diff([str(i) + '\n' for i in range(40)], [str(i) + '\n' for i in range(40) if i % 13])))

graph = {'D': {'B', 'C'}, 'B': {'A'}, 'C': {'A'}}
order = list(graphlib.TopologicalSorter(graph).static_order())
print(order[0], sorted(order[1:3]), order[3])
t = graphlib.TopologicalSorter({3: [1, 2], 4: [3]})
t.add(5, 4, 1)
t.prepare()
while t.is_active():
    ready = t.get_ready()
    print(sorted(ready), bool(t))
    t.done(*ready)
try:
    graphlib.TopologicalSorter({1: [2], 2: [3], 3: [1]}).prepare()
except graphlib.CycleError as e:
    print(e.args[0], sorted(e.args[1]), len(e.args[1]))
for wrong in (lambda: t.prepare(), lambda: t.add(9), lambda: t.done(77), lambda: t.done(1), lambda: graphlib.TopologicalSorter().get_ready()):
    try:
        wrong()
    except ValueError as e:
        print(e)

print(reprlib.repr(list(range(100))), reprlib.repr('x' * 100), reprlib.repr({i: i for i in range(9)}), reprlib.repr((1,)), reprlib.repr([[[[[[[[1]]]]]]]]), reprlib.repr(10**60), reprlib.repr({5, 3}), reprlib.repr(set()))


class Loop:
    @reprlib.recursive_repr()
    def __repr__(self): return '<Loop ' + repr(self.inner) + '>'


loop = Loop()
loop.inner = [loop]
print(loop, html.escape('<a href="x">&\'</a>'), html.escape('"', False), html.unescape('&lt;b&gt; &amp;amp; &#65;&#x42; &nbsp;x &unknown; &quot;'))
print(keyword.iskeyword('for'), keyword.iskeyword('foo'), keyword.issoftkeyword('match'), len(keyword.kwlist), keyword.kwlist, keyword.softkwlist)
