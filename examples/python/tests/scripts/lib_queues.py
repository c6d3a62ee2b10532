# deque, Counter, OrderedDict and lru_cache: cold and in loops, derived classes, limits, and what the program compares or hashes.
import copy
import functools
import pickle
from collections import Counter, OrderedDict, defaultdict, deque


def attempt(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return "%s: %s" % (type(e).__name__, e)


def worked(d):
    log = []
    for i in range(40):
        d.append(i)
        d.appendleft(-i)
        if i % 3 == 0 and d:
            log.append(d.pop() if i % 2 else d.popleft())
        d.rotate(i % 5 - 2)
    return log, list(d), len(d), attempt(lambda: (d[0], d[-1])), bool(d)


for maxlen in (None, 1, 3, 8, 50):
    print(maxlen, worked(deque(maxlen=maxlen)), worked(deque("abc", maxlen)))
print(deque(range(20), 5), deque((1, 2), 0), deque([1], maxlen=0), deque({1: 2}), deque({3}), deque(x for x in "xy"), deque(deque([1, 2])))
none = deque(maxlen=0)
print(none.append(1), none.appendleft(2), none.extend([3]), len(none), attempt(none.pop), attempt(none.popleft))
d = deque([1, 2, 3])
print(d[1], d[-3], attempt(d.__getitem__, 3), attempt(d.__getitem__, -4), attempt(d.__getitem__, "x"), d[True])
d[0] = "a"
d[-1] = 2.5
print(d, attempt(d.__setitem__, 5, 1), attempt(lambda: d.__setitem__(None, 1)))
d.extend(d)
d.extendleft(d)
print(d, d.count("a"), d.index(2.5), 2 in d, len(d))
d.extend([1, "x", 2.0])
d.extendleft((7, 8))
d.extend(range(3))
d.extend("no")
d.extend(i * i for i in range(3))
print(d, attempt(d.extend, 5))
del d[3]
d.insert(2, "in")
d.remove("no"[0])
d.reverse()
print(d, copy.copy(d) == d, copy.deepcopy(d) == d, pickle.loads(pickle.dumps(d)) == d, d.copy() is d, d < deque([1]), d + deque([0]), deque([1]) * 3)
print(attempt(lambda: d.rotate("x")), attempt(lambda: d.rotate(2 ** 70)))
for n in (0, 1, -1, 7, -7, 100, True):
    e = deque(range(7))
    e.rotate(n)
    print(n, e)
e.rotate()
e.clear()
e.rotate(5)
print(e, len(e), attempt(e.popleft))


def changing():
    d = deque([1, 2, 3])
    for x in d:
        d.append(x)


print(attempt(changing))


class Loud(deque):
    def __init__(self, *args):
        self.extra = len(args)
        super().__init__(*args)

    def pop(self):
        return "pop %s" % (super().pop(),)

    def __len__(self):
        return super().__len__() + 100


loud = Loud([1, 2, 3])
loud.append(4)
print(len(loud), loud.pop(), loud.popleft(), list(loud), loud.extra, loud[0], loud)
total = 0
queue = deque()
for i in range(5000):
    queue.append(i)
    if len(queue) > 60:
        total += queue.popleft() + queue[3] - queue[-1]
    if i % 7 == 0:
        queue.appendleft(queue.pop())
    queue[5 % len(queue)] = i
print(total, len(queue), sum(queue))


class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return hash(self.n)

    def __eq__(self, other):
        seen.append(self.n)
        return self.n == getattr(other, "n", other)

    def __repr__(self):
        return "Key(%r)" % self.n


seen = []
for items in ("hello", [1, 1.0, True, 2], (None, (1, 2), (1, 2), ()), [Key(1), 1, Key(1)], [2 ** 70, 2 ** 70], [float("nan")] * 2, iter("aab"), range(3), {"x": 1}, []):
    c = Counter(items)
    print(c, len(seen), end=" ")
    c.update([1, "l", "z"])
    print(c, len(seen))
print(attempt(Counter, [1, [2], 1]), attempt(Counter, 5), attempt(Counter, "ab", a=1))
c = Counter()
print(attempt(c.update, ["a", "a", []]), c)
c = Counter({"a": "x", "b": 1.5, "c": 2 ** 63 - 1, "d": True})
print(attempt(c.update, "bcd"), c["b"], c["c"], c["d"], attempt(c.update, "a"))
c.update("bb", z=4)
print(c["b"], c["z"])


class Loudly(Counter):
    def __setitem__(self, k, v):
        print("set", k, v)
        super().__setitem__(k, v)


Loudly("aba")
words = Counter()
for i in range(300):
    words.update([i % 7, "w%d" % (i % 3)])
print(words)

o = OrderedDict.fromkeys("abcde")
for k in "aeb":
    o.move_to_end(k)
o.move_to_end("d", last=False)
o.move_to_end("c", True)
print(list(o), attempt(o.move_to_end, "z"), attempt(o.move_to_end, []), attempt(OrderedDict().move_to_end, None))
numbers = OrderedDict.fromkeys([True, 0, 2, 3.5, (1, 2), None])
for k in (1, False, 2.0, (1, 2), None, 3.5):
    numbers.move_to_end(k)
    print(list(numbers), end=" ")
print()
seen.clear()
keyed = OrderedDict([(Key(1), "one"), (2, "two")])
keyed.move_to_end(1)
print(keyed, len(seen) > 0)
for i in range(2000):
    o.move_to_end("abcde"[i * 3 % 5])
o["f"] = 6
print(list(o), len(o), o.popitem(), o.popitem(last=False))
for i in range(1000):
    o[i] = o["c"] = i
    o.move_to_end("c")
    if len(o) > 10:
        o.popitem(last=False)
print(list(o))


class Told(OrderedDict):
    def __delitem__(self, k):
        print("del", k)
        super().__delitem__(k)


told = Told(a=1, b=2)
told["c"] = 3
print(list(told))

calls = []


@functools.lru_cache(maxsize=2)
def limited(*args, **kw):
    calls.append(args)
    return len(calls)


@functools.cache
def unlimited(x, y=0):
    calls.append((x, y))
    return x, y


@functools.lru_cache(maxsize=None, typed=True)
def typed(x):
    calls.append(x)
    return type(x).__name__


@functools.lru_cache(maxsize=0)
def never(x):
    return x


print([limited(n) for n in (1, 2, 1, 3, 2, 1, 1, 3)], limited.cache_info(), limited(1, 2), limited(1, k=2), limited(), limited.cache_info())
print(unlimited(1), unlimited(1.0), unlimited(True), unlimited(1, 0), unlimited(x=1), unlimited("a"), unlimited((1, 2)), unlimited.cache_info())
print(typed(1), typed(1.0), typed(True), typed(1), typed.cache_info(), never(1), never(1), never.cache_info())
print(attempt(limited, []), attempt(unlimited), attempt(unlimited, {}), attempt(unlimited, 1, 2, 3))
seen.clear()
print(unlimited(Key(5)), unlimited(Key(5)), unlimited(5), unlimited.cache_info(), len(seen) > 0)
unlimited.cache_clear()
print(unlimited.cache_info(), unlimited(1), unlimited(1), unlimited.cache_info())


@functools.lru_cache(None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@functools.lru_cache(16)
def steps(n):
    return 0 if n == 1 else 1 + steps(n // 2 if n % 2 == 0 else 3 * n + 1)


print(fib(150), fib.cache_info(), sum(steps(n) for n in range(1, 200)), steps.cache_info())


class Owner:
    @functools.lru_cache(maxsize=4)
    def method(self, x):
        return x * 2

    @functools.cached_property
    def once(self):
        return len(calls)


owner = Owner()
print([owner.method(i % 3) for i in range(50)][-3:], Owner.method.cache_info(), owner.once == owner.once)
hits = 0
for i in range(5000):
    hits += limited(i & 1) > 0
print(hits, limited.cache_info(), len(calls))
d = defaultdict(list)
for i in range(500):
    d[i % 5].append(i)
print({k: sum(v) for k, v in d.items()})
