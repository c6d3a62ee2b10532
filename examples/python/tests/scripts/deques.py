# collections.deque: iterators that see changes, subclasses, copies, and what raises; each also in loops that get hot.
import copy
import operator
import pickle
import weakref
from collections import deque


def tried(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


def fresh():
    return deque([1, 2, 3])


# What changes which items there are ends an iteration, also where their number stays.
def changed(f):
    d = fresh()

    def go():
        for x in d:
            f(d)
        return 'fine', d
    tried(go)


for change in (
    lambda d: d.append(1),
    lambda d: (d.append(1), d.pop()),
    lambda d: (d.appendleft(1), d.popleft()),
    lambda d: d.append(d.popleft()),
    lambda d: d.rotate(0),
    lambda d: d.rotate(3),
    lambda d: d.clear(),
    lambda d: d.insert(1, 2),
    lambda d: d.remove(3),
    lambda d: d.__delitem__(0),
    lambda d: d.__imul__(2),
    lambda d: d.extend('ab'),
):
    changed(change)
for change in (
    lambda d: d.extend([]),
    lambda d: d.reverse(),
    lambda d: d.__setitem__(0, 5),
    lambda d: d.__imul__(1),
    lambda d: (d[0], len(d), 2 in d, d.count(1), d.index(1), d.copy(), d + d),
):
    changed(change)

for over in (iter, reversed):
    d = fresh()
    it = over(d)
    print(next(it), operator.length_hint(it), it is iter(it))
    d.append(4)
    for _ in range(3):
        tried(lambda: next(it))
    d = deque([1])
    it = over(d)
    next(it)
    d.append(2)
    tried(lambda: next(it))
    it = over(deque('abc'))
    print(list(it), list(it), next(it, 'end'))
print(type(iter(d)), type(reversed(d)), list(type(iter(d))(d)), list(type(reversed(d))(d)))


class Changing:
    def __init__(self, d):
        self.d = d

    def __eq__(self, other):
        self.d.append(1)
        self.d.popleft()
        return False


for name in ('remove', 'index', 'count', '__contains__'):
    d = deque([1, 2])
    d.append(Changing(d))
    d.append(5)
    tried(lambda: getattr(d, name)(7))


# A ring that is full, one that is not, one that has wrapped, and one that grows.
def rings():
    for n in (0, 1, 2, 7, 8, 9, 16, 40):
        for k in (0, 1, 5):
            d = deque(range(n))
            for _ in range(k):
                d.append(-1)
                if n:
                    d.popleft()
            yield d


for d in rings():
    before = list(d)
    for r in (1, -1, 3, -20, 100):
        d.rotate(r)
    d.extendleft('ab')
    d.extend((d[0], d[-1]))
    d.reverse()
    d[0], d[-1] = d[-1], d[0]
    del d[len(d) // 2]
    d.insert(2, 'i')
    d *= 2
    print(len(before), len(d), d.index('a'), d.count(-1), list(d) == [d[i] for i in range(len(d))], list(reversed(d)) == list(d)[::-1], sum(map(hash, map(str, map(len, map(str, d))))) != 0)
    print(*d)

# Lengths that are limited.
for most in (0, 1, 3, 8):
    d = deque('abcdefghij', most)
    print(d, d.maxlen, d.copy(), d * 2, d + d)
    d.appendleft(1)
    d.extend(range(2))
    d.extendleft('xy')
    d.rotate()
    d += d
    print(d)
    tried(lambda: d.insert(0, 1))
    try:
        d.maxlen = 1
    except AttributeError:
        print('read-only')

# Itself within.
d = deque([1, 2], 5)
d.append(d)
print(d)
d = deque()
both = [d]
d.append(both)
print(d, both)
d = fresh()
d.extend(d)
d.extendleft(d)
print(d)
d.__init__([4], 2)
print(d)


# Classes derived from it.
class Own(deque):
    def __init__(self, *args):
        self.first = 'set before'
        deque.__init__(self, *args)

    def append(self, x):
        deque.append(self, ('own', x))


o = Own([1, 2, 3], 4)
o.append(5)
o.append(6)
o.rotate(1)
print(o, o.__dict__, len(o), o[0], o.popleft(), list(o), o.copy(), o == deque(o), type(o + o), type(o * 2))
print(hasattr(fresh(), '__dict__'))
tried(lambda: vars(fresh()))


class Plain(deque):
    pass


s = Plain([1, [2]], 4)
s.z = 3
for f in (copy.copy, copy.deepcopy, lambda d: pickle.loads(pickle.dumps(d))):
    for d in (s, deque([1, [2]]), deque([1, [2]], 3)):
        e = f(d)
        print(e, e == d, e[1] is d[1], e.maxlen, type(e), getattr(e, '__dict__', None))
print(fresh().__reduce__()[:3], deque([1, 2, 3], 2).__reduce__()[:3], s.__reduce__()[:3])
r = weakref.ref(s)
print(r() is s)

tried(lambda: fresh().remove(7))
tried(lambda: fresh().index(7))
tried(lambda: fresh().index(3, 0, 2))
tried(lambda: fresh().index(3, -1))
tried(lambda: fresh() * 1.5)
tried(lambda: fresh() + [1])
tried(lambda: deque(1))
tried(lambda: fresh()[3])
tried(lambda: fresh().rotate('x'))
tried(lambda: deque([1], maxlen=1.5))
tried(lambda: deque([1], maxlen=-1))
tried(lambda: deque([1], maxlen=True))
tried(lambda: deque().pop())
tried(lambda: deque().popleft())
for f in (lambda: hash(deque()), lambda: fresh() < 3, lambda: setattr(fresh(), 'other', 1)):
    try:
        f()
    except (AttributeError, TypeError) as e:
        print(type(e).__name__)
print(fresh() == 3, fresh() != fresh(), deque([1, 2]) < deque([1, 3]), deque([1, 2]) >= deque([1]), bool(deque()), bool(deque([0])), deque[int])


# Hot: each kind of use alone, and all together.
def queue(n):
    d = deque()
    total = 0
    for i in range(n):
        d.append(i)
        d.appendleft(-i)
        if i % 3:
            total += d.pop() + d[0] + d[-1] + len(d)
        if len(d) > 20:
            total -= d.popleft()
    return total, len(d)


def recent(n):
    d = deque(maxlen=8)
    total = 0
    for i in range(n):
        d.append(i)
        d.appendleft(i)
        d.popleft()
        d.rotate(i % 5)
        total += d[0] + sum(d) + max(d)
    return total, d


def walked(n):
    d = deque(range(50))
    total = 0
    for i in range(n):
        for x in d:
            total += x
        for x in reversed(d):
            total ^= x
        d.rotate(1)
        d[i % 50] = i
    return total


def late(n):
    d = deque(range(n))
    for i, x in enumerate(d):
        if i == n - 2:
            d.append(d.popleft())


print(queue(3000), recent(1000), walked(100))
tried(lambda: late(2000))
