# itertools and operator: cold and in loops, laziness, iterators that fail, and getters of all kinds.
import copy
import itertools
import operator


def attempt(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return "%s: %s" % (type(e).__name__, e)


def told(n, fails=None):
    for i in range(n):
        log.append(i)
        if i == fails:
            raise ValueError("fails at %d" % i)
        yield i


log = []
for pool in ("", "a", "abc", "abcd", [1, 2.5, None], (i for i in "xyz")):
    pool = list(pool)
    for r in range(5):
        print(r, list(itertools.permutations(pool, r))[-3:], list(itertools.combinations(pool, r))[-3:],
              list(itertools.combinations_with_replacement(pool, r))[-3:], end=" ")
    print(len(list(itertools.permutations(pool))))
for n in range(7):
    print(n, sum(1 for _ in itertools.permutations(range(n))), sum(1 for _ in itertools.permutations(range(n), 3)),
          sum(hash(c) for c in itertools.combinations(range(n + 4), n)) % 1000003, sum(sum(c) for c in itertools.combinations_with_replacement(range(n), 3)))
print(attempt(itertools.permutations, "ab", -1), attempt(itertools.combinations, "ab", -1), attempt(itertools.combinations_with_replacement, "ab", "x"))
first = itertools.combinations([1, 2, 3], 2)
print(next(first), next(first), next(first), attempt(next, first), attempt(next, first))

for its in ([[1, 2, 3], "ab"], [range(3), (), "xyz"], [iter([1]), told(3)], [[], []], [[1, 2]], [{1: 2, 3: 4}, {5}, b"ab"], [map(str, [1, 2]), zip("a", "b")]):
    print(list(itertools.zip_longest(*its)), log)
    print(list(itertools.zip_longest(*its, fillvalue="-")))
log.clear()
rows = itertools.zip_longest(told(5, 2), [1, 2, 3, 4])
print(next(rows), next(rows), attempt(next, rows), attempt(next, rows), log)
growing = [1]
rows = itertools.zip_longest(growing, [1, 2, 3])
print(next(rows), growing.append(7), next(rows), growing.append(8), next(rows), list(rows))
changed = {1: 1, 2: 2}
rows = itertools.zip_longest(changed, "ab")
print(next(rows), changed.setdefault(3), attempt(next, rows))
it = iter("abcd")
print(list(itertools.zip_longest(it, it)), list(itertools.zip_longest()))

for args in [(3,), (0,), (None,), (2, 5), (5, 2), (2, None), (0, 10, 3), (1, 4, 2), (1, None, 4), (4, 4), (20,)]:
    log.clear()
    source = told(8)
    print(args, list(itertools.islice(source, *args)), log, list(itertools.islice(range(8), *args)), next(source, "end"))
log.clear()
part = itertools.islice(told(10), 2, 7, 2)
print(next(part), log, next(part), log, list(part), log)
print(attempt(itertools.islice, [1], -1), attempt(itertools.islice, [1], 0, 1, 0), attempt(itertools.islice, [1]), attempt(itertools.islice, 5, 1))
log.clear()
print(attempt(list, itertools.islice(told(5, 2), 4)), log)

log.clear()
a, b = itertools.tee(told(5))
print(next(a), next(a), log, next(b), list(a), log, list(b), attempt(next, a))
a, b, c = itertools.tee([1, 2, 3], 3)
print(next(a), list(b), list(copy.copy(a)), list(a), next(c), list(c))
a, b = itertools.tee(told(4, 1))
print(next(a), attempt(next, a), next(b), attempt(next, b))
items = [1, 2]
a, b = itertools.tee(items)
print(next(a), next(a), items.append(3), next(a), attempt(next, a), items.append(4), attempt(next, a), list(b))
total = 0
for n in range(300):
    a, b = itertools.tee(range(n % 9))
    next(b, None)
    total += sum(x * y for x, y in zip(a, b))
    for x in itertools.islice(itertools.count(n), 2, 12, 3):
        total += x
    for x, y in itertools.zip_longest(range(n % 5), range(3), fillvalue=-1):
        total += x * y
    for p in itertools.permutations(range(n % 5)):
        total += p[0] if p else 1
print(total)


class Point:
    kind = "point"

    def __init__(self, x, y):
        self.x = x
        self.y = y

    @property
    def both(self):
        return self.x, self.y

    def moved(self, dx, dy=0):
        return Point(self.x + dx, self.y + dy)

    def __repr__(self):
        return "Point(%r, %r)" % (self.x, self.y)


class Made:
    def __getattr__(self, name):
        return "made " + name


class Every:
    x = 1

    def __getattribute__(self, name):
        return "every " + name


class Slotted:
    __slots__ = ("x",)


class Listed(list):
    def __getitem__(self, i):
        return "own %r" % (i,)


class Number:
    def __index__(self):
        return 1


p = Point(1, 2)
p.inner = Point(p, 3)
slotted = Slotted()
x = operator.attrgetter("x")
print(x(p), operator.attrgetter("y", "x")(p), operator.attrgetter("inner.x.y")(p), operator.attrgetter("both")(p), operator.attrgetter("kind")(p))
print(x(Made()), x(Every()), attempt(x, slotted), attempt(x, 5), operator.attrgetter("real")(5), x, operator.attrgetter("a.b", "c"), attempt(operator.attrgetter, 1))
slotted.x = 9
p.kind = "own"
print(x(slotted), operator.attrgetter("kind")(p), operator.attrgetter("__class__")(p) is Point)
one = operator.itemgetter(1)
for v in ((1, 2), [3, 4.5], "ab", b"ab", {1: "one"}, {True: "true"}, {1.0: "float"}, range(5), Listed([7, 8]), (1,), [], {}, {2: 1}, 5, None):
    print(attempt(one, v), attempt(operator.itemgetter(-1), v), attempt(operator.itemgetter(0, 1), v), end=" ")
print()
print(attempt(operator.itemgetter("k"), {"k": 1}), attempt(operator.itemgetter("k"), [1]), attempt(operator.itemgetter(slice(1, 3)), [1, 2, 3, 4]),
      attempt(operator.itemgetter(2 ** 70), [1]), attempt(operator.itemgetter(Number()), [1, 2]), attempt(operator.itemgetter([]), {}), one, operator.itemgetter(1, "a"))
print(operator.methodcaller("upper")("ab"), operator.methodcaller("moved", 1, dy=5)(p), operator.methodcaller("moved", 2)(p), operator.methodcaller("replace", "a", "b")("aa"),
      attempt(operator.methodcaller("no"), 1), operator.methodcaller("f", 1, k=2))
print(operator.index(5), operator.index(True), operator.index(2 ** 80), operator.index(Number()), attempt(operator.index, 1.5), attempt(operator.index, "x"), type(operator.index(True)))
rows = [(i * 7 % 13, str(i), {"k": -i}) for i in range(50)]
for n in range(20):
    points = [Point(i * n % 11, i) for i in range(10)]
    points.sort(key=operator.attrgetter("x"))
    total += sum(map(operator.attrgetter("y"), points)) + points[3].y
    rows.sort(key=operator.itemgetter(n % 2))
    total += rows[n][0] + min(map(operator.itemgetter("k"), map(operator.itemgetter(2), rows)))
print(total, rows[0], max(rows, key=operator.itemgetter(0))[0])


class Same:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        log.append((self.n, getattr(other, "n", other)))
        return self.n == getattr(other, "n", None)


nan = float("nan")
for items in ([], [1], [1, 1, 2, 2, 1], [1, 1.0, True, 2], "aabbbc", [nan, nan, 1], [None, None], [[1], [1], []], told(4), (x for x in "aab")):
    print([(k, list(g)) for k, g in itertools.groupby(items)], end=" ")
print()
log.clear()
print([(k.n, len(list(g))) for k, g in itertools.groupby([Same(1), Same(1), Same(2)])], log)
groups = itertools.groupby("aabbcc")
first, second = next(groups), next(groups)
print(first[0], list(first[1]), second[0], next(second[1]), next(groups)[0], list(second[1]), list(groups), attempt(next, groups))
groups = itertools.groupby(range(10), key=lambda n: n // 3)
print(next(groups)[0], next(groups)[0], [(k, list(g)) for k, g in groups])
groups = itertools.groupby(told(5, 3), lambda n: n // 2)
k, g = next(groups)
print(k, list(g), attempt(lambda: list(next(groups)[1])), attempt(next, groups))
groups = itertools.groupby([1, 2], lambda n: 1 / (n - 2))
print(next(groups)[0], attempt(next, groups), attempt(next, groups))
total = 0
for n in range(200):
    for k, g in itertools.groupby(range(n % 23), lambda x: x // 4):
        total += k
        for x in g:
            total += x
            if x % 5 == 3:
                break
    total += sum(len(list(g)) * k for k, g in itertools.groupby([n % 3] * (n % 4) + [n % 2]))
print(total, attempt(itertools.groupby, 5))


def seen_of(it, n):
    return [next(it, "end") for _ in range(n)]


class Seq:
    def __getitem__(self, i):
        if i > 2:
            raise IndexError
        return i * 10


class Numbered(int):
    pass


for made in (lambda: itertools.chain([1], (2, 3), "ab", range(2), {7: 8}, {9}, {1: 2}.items()), lambda: itertools.chain(), lambda: itertools.chain([], [], [5]), lambda: itertools.chain(told(2), [3]), lambda: itertools.chain([1], told(1)),
             lambda: itertools.chain([1], 5, [2]), lambda: itertools.chain(Seq(), [1]), lambda: itertools.chain.from_iterable([[1, 2], "xy", (3,)]), lambda: itertools.chain.from_iterable(["ab", told(2), Seq()]),
             lambda: itertools.chain.from_iterable(["ab", 5]), lambda: itertools.chain.from_iterable([]), lambda: itertools.chain.from_iterable("abc"), lambda: itertools.chain.from_iterable(x for x in ["a", "b"]), lambda: itertools.chain.from_iterable(5),
             lambda: itertools.repeat(1, 2), lambda: itertools.repeat("x", 0), lambda: itertools.repeat(None, -3), lambda: itertools.repeat([1], times=2), lambda: itertools.repeat(7), lambda: itertools.repeat(1, "x"),
             lambda: itertools.count(), lambda: itertools.count(5), lambda: itertools.count(5, -2), lambda: itertools.count(1.5, 0.5), lambda: itertools.count(2 ** 63 - 2), lambda: itertools.count(0, 2 ** 62), lambda: itertools.count(step=3), lambda: itertools.count(True), lambda: itertools.count(Numbered(3)), lambda: itertools.count("x"),
             lambda: itertools.cycle([1, 2]), lambda: itertools.cycle([]), lambda: itertools.cycle((1, "a", None)), lambda: itertools.cycle("ab"), lambda: itertools.cycle(range(3)), lambda: itertools.cycle(told(2)), lambda: itertools.cycle(5),
             lambda: itertools.islice([1, 2, 3, 4], 2), lambda: itertools.islice([1, 2, 3, 4], 1, None), lambda: itertools.islice([1, 2, 3, 4], 1, 3), lambda: itertools.islice([1, 2, 3, 4], 3, 1), lambda: itertools.islice([1], 5, 9), lambda: itertools.islice(iter([1, 2, 3]), 2),
             lambda: itertools.islice(itertools.chain([1], [2, 3]), 1, 3), lambda: itertools.islice(map(str, [1, 2, 3]), 2), lambda: itertools.islice("abcd", 1, 3), lambda: itertools.islice([1, 2], True), lambda: itertools.islice(itertools.islice(itertools.count(), 3, None), 2), lambda: itertools.islice({1: 2}.items(), 1)):
    it = attempt(made)
    if isinstance(it, str):
        print(it)
        continue
    print(type(it), repr(it) if "object at" not in repr(it) else "object", iter(it) is it, attempt(seen_of, it, 5), attempt(seen_of, it, 4), attempt(it.__next__) if type(it) is not itertools.islice else "", hasattr(it, "send"))
shown = itertools.count(3)
print(next(shown), shown, next(shown), shown, itertools.count(3, 2), isinstance(shown, itertools.count), isinstance(itertools.chain([]), itertools.chain), type(itertools.chain([])) is type(itertools.chain(told(1))))
shown = itertools.repeat("r", 3)
print(next(shown), shown, list(shown), shown)
items = [1, 2]
it = itertools.cycle(items)
print(next(it), items.append(3), next(it), next(it), items.append(4), next(it), items.clear(), [next(it) for _ in range(9)])
items = [[1], [2]]
it = itertools.chain.from_iterable(items)
print(next(it), items.append("z"), next(it), next(it), attempt(next, it), items.append("y"), attempt(next, it))
changing = {1: 1, 2: 2}
it = itertools.chain(changing, [5])
print(next(it), changing.setdefault(9), attempt(next, it))
late = {}
it = itertools.chain([0], late, late.values())
print(next(it), late.update(a=1), list(it))
source = iter(range(10))
part = itertools.islice(source, 2, 5)
print(next(source), next(part), next(source), list(part), next(source), attempt(next, part), next(source))
print(list(zip(itertools.count(), "ab")), dict(zip("ab", itertools.repeat(0))), list(map(pow, range(4), itertools.repeat(2))), sum(itertools.chain([1, 2], (3,))), max(itertools.islice(itertools.cycle([3, 9, 4]), 7)), [*itertools.chain("a", "b")], set(itertools.repeat(1, 5)), sorted(itertools.chain([3, 1], [2])))
a, *b = itertools.chain([1], [2, 3])
print(a, b, (lambda *args: args)(*itertools.repeat(0, 3)), 3 in itertools.count(), 5 in itertools.chain([1], [2]), "".join(itertools.chain("ab", ["c"])), list(enumerate(itertools.repeat("x", 2))), tuple(itertools.islice(itertools.count(10, 5), 3)))
numbers, ticks = itertools.count(1), itertools.cycle("abc")
total, text = 0, []
for n in range(3000):
    total += next(numbers) + next(numbers)
    text.append(next(ticks))
    for x in itertools.chain([n], (1, 2), range(n % 3)):
        total += x
    for x in itertools.chain.from_iterable([[1], [n % 5, 2]]):
        total += x
    for x in itertools.repeat(n % 7, 3):
        total += x
    for x in itertools.islice([1, 2, 3, 4, 5], n % 4, 4):
        total += x
    for i, x in zip(itertools.count(n), (1, 2)):
        total += i * x
    total += next(itertools.islice(itertools.chain([n], [2]), 1, None), 0)
    for x in itertools.chain([1], told(n % 2)):
        total += x
print(total, "".join(text[-7:]), next(numbers))
for x in itertools.islice(itertools.cycle([1, 2, 3]), 5000):
    total += x
for x in itertools.chain(range(3000), [1.5] * 2000, "x" * 100):
    total += x if x != "x" else 1
print(total)
