# Counters, sizes and positions beyond a machine word, in the library and in loops.
import itertools
import sys
import time
from collections import deque

M = 2**63


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__)


class L:
    def __init__(self, n):
        self.n = n
    def __len__(self):
        return self.n
    def __index__(self):
        return self.n


for start in (M - 2, M - 1, M, 10**20, -10**20, -M - 1, -M, True, L(10**25)):
    t(lambda: list(enumerate('abcd', start)))
    t(lambda: [(i, x) for i, x in enumerate(iter('ab'), start)])
t(lambda: enumerate('ab', 1.5))
for start, step in ((M - 1, 1), (M - 1, -M), (10**30, 10**30), (-M, -1), (0.5, 10**18)):
    t(lambda: [next(c) for c in [itertools.count(start, step)] * 3])
for args in ((M,), (M - 1,), (0, None, M - 1), (1, M - 1, M - 1), (-1,), (0, 2, M), (M, M)):
    t(lambda: list(itertools.islice('abc', *args)))
t(lambda: itertools.repeat(1, M))
t(lambda: list(itertools.repeat(1, -M)))
t(lambda: next(itertools.repeat(1, M - 1)))
t(lambda: itertools.combinations('ab', M))
t(lambda: itertools.product('ab', repeat=M))
for i in (M, -M, M - 1, 10**30):
    for v in ('abc', [1, 2, 3], b'abc', range(3)):
        t(lambda: v[i])
        t(lambda: v[:i])
        t(lambda: v[i::-i])
        t(lambda: v.index(v[0], -i, i) if not isinstance(v, range) else v.index(0))
    t(lambda: [pow(1, i), pow(-1, i), 0 ** abs(i)])
    t(lambda: (-1) ** abs(i))
    t(lambda: chr(i))
    t(lambda: slice(0, i, i).indices(i))
    t(lambda: slice(None, None, -1).indices(abs(i)))
    t(lambda: [i in range(M), i in range(-M, M, 2), range(-M - 1, M).count(i)])
for n in (M - 1, M, -1, 10**30, 0, 3):
    t(lambda: len(L(n)))
    t(lambda: bool(L(n)))
    t(lambda: bytes(L(n)) if n < 5 else 0)
t(lambda: deque('abc', M))
t(lambda: deque('abc', M - 1).maxlen)


def loop():
    out = []
    for i in range(M - 2, M - 1, 7):
        out.append(i)
    for i in range(-M + 1, -M, -5):
        out.append(i)
    for k in range(3):
        for i, x in enumerate('abc', M - 2):
            out.append(i)
        for i, x in enumerate('abc', M):
            out.append(i)
    return out


t(loop)
hot = []
for i, x in enumerate('a' * 3000, M - 1500):
    if not i & 511:
        hot.append(i)
print(hot)
t(lambda: time.sleep(-1))
ticks = set()
while len(ticks) < 3:
    ticks.add(time.process_time())
    if time.process_time_ns() < 0 or time.thread_time() < 0:
        break
a, b, c = sorted(ticks)
# Windows counts steps of 16 ms.
print(c - a < 0.009 or sys.platform == 'win32')
