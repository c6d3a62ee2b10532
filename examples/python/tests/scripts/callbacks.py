# Functions of the program called by loops and library functions, in the ways that end or raise.
def twice(x): return 2 * x
def odd(x): return x & 1
class Truth:
    def __init__(self, x): self.x = x
    def __bool__(self): return self.x % 3 == 0
class Up:
    def __init__(self, n): self.n, self.i = n, 0
    def __iter__(self): return self
    def __next__(self):
        if self.i == self.n: raise StopIteration
        self.i += 1
        return self.i
def counted(n):
    for i in range(n):
        yield i
    return "end"
def stops(x):
    if x > 5: raise StopIteration("stop")
    return x
def fails(x):
    if x > 5: raise KeyError(x)
    return x
def first(f, items):
    for x in filter(f, items):
        return x
    return None
for n in (3, 70, 300):
    l = list(range(n))
    t = 0
    for x in map(twice, l): t += x
    for x in map(int, l): t += x
    for x in map(twice, counted(n)): t += x
    for x in map(lambda a, b: a + b, l, l): t += x
    print(n, t)
    t = 0
    for x in filter(odd, l): t += x
    for x in filter(None, l): t += x
    for x in filter(lambda x: x % 50 == 49, l): t += x
    for x in filter(Truth, l): t += x
    for x in filter(bool, l): t += x
    for x in filter(odd, counted(n)): t += x
    else: t += 1
    print(t, first(lambda x: x > n - 2, l), first(lambda x: x > n, l))
    print(sum(Up(n)), sum(map(twice, l)), sum(filter(odd, l)), any(map(odd, l)), all(filter(odd, l)), list(map(str, l))[-1], set(filter(odd, l)) == set(l[1::2]), tuple(map(twice, l))[-1])
    t = 0
    for x in Up(n): t += x
    for x in map(stops, l): t += x
    for x in Up(n):
        for y in Up(3): t += x * y
    print(t)
    caught = 0
    for k in range(3):
        try:
            for x in map(fails, l): t += x
        except KeyError as e: caught += e.args[0]
        try:
            for x in filter(fails, l): t += x
        except KeyError as e: caught += e.args[0]
        try:
            t += max(l, key=fails)
        except KeyError as e: caught += e.args[0]
        try:
            t += len(sorted(l, key=fails))
        except KeyError as e: caught += e.args[0]
    print(t, caught)
    print(sorted(l, key=lambda x: -x)[:3], sorted(l, key=lambda x: x % 7, reverse=True)[:5], sorted((str(x) for x in l), reverse=True)[:3], max(l, key=lambda x: x % 10), min(l, key=lambda x: (x % 10, -x)), sorted(l, key=None)[:2])
    l.sort(key=lambda x: (x % 5, x)); print(l[:5], max((x for x in l), default=3), min(map(twice, []), default=7), max([], key=twice, default="none"))
    print("".join(str(x) for x in l[:9]), "-".join(map(str, l[:5])), ",".join(filter(None, ["a", "", "b"])))
def nexts(n):
    g, t = counted(n), 0
    while True:
        try:
            t += next(g)
        except StopIteration as e:
            return t, e.value
print(nexts(5), nexts(500))
def sends(n):
    def echo():
        got = yield 0
        while got != n:
            got = yield got * 2
        return got
    g, t = echo(), next
    t = next(g)
    try:
        for i in range(n + 5): t += g.send(i)
    except StopIteration as e:
        return t, e.value
print(sends(5), sends(500))
def done(n):
    g, bad = counted(2), 0
    for i in range(n):
        try: next(g)
        except StopIteration as e: bad += 1 if e.value is None else 100
    return bad
print(done(5), done(400))
for bad in (lambda: max([]), lambda: min(()), lambda: max(x for x in []), lambda: sorted([1, "a"], key=lambda x: x), lambda: max([1, 2], key=3), lambda: next(counted(0)), lambda: sorted(3, key=twice), lambda: max(map(twice, [])), lambda: [1].sort(key=twice, foo=1)):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
g = counted(3)
try: g.send(1)
except TypeError as e: print(e)
def inner():
    yield from Up(3)
    x = yield from counted(2)
    yield x
print(list(inner()), [x for x in inner()])
def leak():
    yield next(iter([]))
try: list(leak())
except RuntimeError as e: print(e, type(e.__cause__).__name__)
def leak2():
    for x in Up(2): yield x
    raise StopIteration
try:
    for x in leak2(): pass
except RuntimeError as e: print(e)
d = {i: i * i for i in range(50)}
t = 0
for k in d.keys(): t += k
for v in d.values(): t += v
for k in d: t += k
print(t, [k for k in d.keys()][-1])
def grow(d):
    for k in d: d[k + 1000] = 1
try: grow(d)
except RuntimeError as e: print(e)
s = set()
for i in range(500): s.add(i % 7)
print(len(s), d.get(3), d.get("x"), d.get("x", 5))
try: s.add([])
except TypeError as e: print(e)
try: d.get([])
except TypeError as e: print(e)
