"""Single operations, one by one: `single.py TIMES [PARTS..]` prints for each, whose text has one of the parts if there are any, the nanoseconds of one in the first
thousand, and at best. Blanks of an operation's text are shown as `_`, further lines after `;`.
"""

import collections
import datetime
import decimal
import enum
import functools
import re
import sys
import time
import typing

NAMES = {
    'L': [1, 2, 3, 4], 'M': [3, 1, 2, 0, 4, 5, 6, 7], 'T': list(range(20)), 'TU': (1, 2, 3), 'S': 'Hello, World', 'S2': 'Hello, Worle', 'SP': 'the quick brown fox jumps',
    'W': ['a', 'b', 'c'], 'D': {'a': 1, 'b': 2, 'c': 3}, 'DI': {}, 'DT': {(1, 1): 2}, 'A': {1, 2, 3}, 'B': {2, 3, 4}, 'PAIRS': [(1, 2), (3, 4), (5, 6)], 'R8': range(8),
    'R5': range(5), 'neg': lambda x: -x, 'Q': collections.deque([1, 2, 3]), 'DD': collections.defaultdict(int),
    'OD': collections.OrderedDict((i, i) for i in range(6)), 'DA': decimal.Decimal('1.25'), 'DB': decimal.Decimal('37.4125'), 'Dec': decimal.Decimal,
    'DC': decimal.Decimal('0.01'), 'DE': decimal.Decimal(22) / 7, 'DL': [decimal.Decimal(n) / 100 for n in (1995, 250, 999, 12500, 75, 4210, 333, 8)],
    'key': functools.cmp_to_key(lambda a, b: a - b), 'List': typing.List,
    'TOK': re.compile(r'(?P<num>\d+)|(?P<name>[A-Za-z_]\w*)|(?P<ws>\s+)'),
    'dt': datetime, 'd': datetime.date(2020, 2, 28), 'e': datetime.date(2021, 3, 1), 'td': datetime.timedelta(3, 7200), 'td2': datetime.timedelta(hours=5), 'z': datetime.timezone.utc,
    'now': datetime.datetime(2020, 2, 28, 3, 4, 5), 'then': datetime.datetime(2021, 2, 3, 4, 5, 6, 7), 'tm': datetime.time(3, 4, 5),
    'aware': datetime.datetime(2020, 2, 28, 3, 4, 5, tzinfo=datetime.timezone.utc),
}


class P:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def m(self, k):
        return self.x + k


class E(enum.Enum):
    A = 1
    B = 2


def gen():
    yield 1
    yield 2


def f3(a, b=2, c=3):
    return a + b + c


def fkw(a, b):
    return a + b


def others(**rest):
    return rest['a'] + rest['b']


NAMES |= {'others': others, 'P': P, 'O': P(1, 2), 'E': E, 'gen': gen, 'f3': f3, 'fkw': fkw}

# What is measured: a line, or the lines of one statement. `i` counts.
OPERATIONS = r"""
l = [i, 2, 3]
l = [1, 2, 3]; l.append(i)
L.insert(0, 5); L.pop(0)
M.remove(i & 7); M.append(i & 7)
x = M.index(3)
M.reverse()
L.extend([7]); L.pop()
x = L + [i]
x = L * 2
x = 3 in L
x = L.count(3)
x = T[2:5]
x = T[::-1]
x = T[1:10:2]
l = [x * 2 for x in R8 if x % 2]
d = {x: x for x in R5}
d = {x for x in R5}
x = sorted(M)
x = sorted(M, key=neg)
x = list(map(neg, M))
x = list(TU)
x = sum(M)
x = min(i, 5)
x = any(M)
x = list(zip(M, T))
x = list(enumerate(M))
x = list(range(8))
x = list(reversed(M))
x = S.lower()
x = S.split(', ')
x = SP.split()
x = S.replace('l', 'L')
x = S.startswith('He')
x = S.find('o')
x = S[1:3]
x = S[i % 5]
x = 'ab' in S
x = S.strip()
x = S.count('l')
x = ','.join(W)
x = S + str(i)
x = int('12')
x = float('1.5')
x = f'{i}-{S}'
x = f'{i:>5}'
x = f'{i * 0.5:.2f}'
x = '%d %s' % (i, S)
x = '{} {}'.format(i, S)
x = S.ljust(20)
x = repr(S)
x = chr(65 + i % 26)
d = {'a': 1, 'b': i}
d = {}; d[i] = 1
x = D.get('zz', 3)
D['q'] = 1; del D['q']
x = list(D.items())
x = [v for k, v in D.items()]
x = dict(D)
x = {**D, 'k': 1}
x = D | {'z': 1}
DI[i & 63] = i
DT[i & 7, i & 3] = i
x = A & B
x = A | B
x = A <= B
x = {1, 2, i}
x = set(M)
A.add(i & 31); A.discard(i & 31)
x = isinstance(i, (str, float))
O.x = i
x = O.m(i)
x = P(i, 2).m(1)
a, b, c = TU
x = TU + (i,)
x = hash(TU)
try: D['nope']
except KeyError: pass
try: raise ValueError('x')
except ValueError as e: x = e
try: int('x')
except ValueError: pass
x = next(iter(M))
for a, b in PAIRS: x = a
for a, b in zip(M, T): x = a
for j, q in enumerate(M): x = j
for q in gen(): x = q
x = f3(*TU)
x = fkw(a=i, b=2)
x = (lambda y: y + i)(3)
x = divmod(i, 7)
x = round(i * 0.37, 2)
x = bin(i & 255)
x = b'hello'.decode()
x = 'x'.encode()
x = bytes([1, 2])
Q.append(i); Q.popleft()
DD[i & 7] += 1
OD.move_to_end(3)
x = [[0] * 3 for _ in R5]
x = getattr(O, 'x')
x = E.A == E.B
x = DA + DB
x = DA * DB
x = DA - DB
x = DA / DB
x = DE * DE
x = DA + 1
x = DA % DC
x = DA ** 2
x = -DA
x = DA < DB
x = DA == DB
x = DA > 0
x = bool(DA)
x = str(DB)
x = repr(DB)
x = f'{DB:,.2f}'
x = Dec('1.23')
x = Dec(i)
x = DB.quantize(DC)
x = round(DB, 2)
x = hash(DB)
x = int(DB)
x = float(DB)
x = sum(DL)
x = max(DL)
x = sorted(DL)
x = DB.sqrt()
x = sorted(M, key=key)
x = List[int]
x = TOK.match(SP, 4).lastgroup
x = others(a=i, b=2)
x = dt.date(2020, 1, 2)
x = d + td
x = d - e
x = d < e
x = hash(d)
x = d.weekday()
x = d.isoformat()
x = d.replace(day=3)
x = dt.date.fromisoformat('2020-01-02')
x = d.toordinal()
x = dt.date.fromordinal(737000)
x = d.year
x = dt.datetime(2020, 1, 2, 3, 4, 5)
x = now + td
x = now - then
x = now < then
x = now == then
x = hash(now)
x = now.isoformat()
x = now.replace(hour=3)
x = now.date()
x = now.time()
x = dt.datetime.combine(d, tm)
x = now.timetuple()
x = now.strftime('%Y-%m-%d %H:%M:%S')
x = dt.datetime.strptime('2020-01-02 03:04:05', '%Y-%m-%d %H:%M:%S')
x = dt.datetime.fromisoformat('2020-01-02T03:04:05')
x = aware.isoformat()
x = aware.timestamp()
x = aware < aware
x = dt.datetime.fromtimestamp(i, z)
x = dt.timedelta(3, 7200)
x = dt.timedelta(hours=5, minutes=2.5)
x = td + td2
x = td * 3
x = td / td2
x = td < td2
x = str(td)
x = td.total_seconds()
x = hash(td)
x = dt.time(3, 4, 5)
x = tm.isoformat()
x = dt.timezone(td2)
""".strip('\n').replace('\nexcept', '\0except').split('\n')


def measured(f, times):
    start = time.perf_counter()
    f(times)
    return (time.perf_counter() - start) / times * 1e9


def main():
    times, parts = int(sys.argv[1]), sys.argv[2:]
    for operation in OPERATIONS:
        if parts and not any(p in operation for p in parts):
            continue
        lines = operation.split('\0')
        source = 'def run(n):\n    for i in range(n):\n' + ''.join('        %s\n' % line for line in lines)
        names = dict(NAMES)
        exec(source, names)
        first = measured(names['run'], 1000)
        best = min([measured(names['run'], times) for _ in range(4)])
        print(';'.join(lines).replace(' ', '_'), round(first, 1), round(best, 1), flush=True)


main()
