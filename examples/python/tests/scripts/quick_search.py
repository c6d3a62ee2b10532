# Looking for objects in lists, dictionaries and sets: by identity where a class says nothing, by its methods as soon as it does.
import math


class Plain:
    def __init__(self, n):
        self.n = n


class Equal(Plain):
    def __eq__(self, other):
        return isinstance(other, Plain) and self.n == other.n

    def __hash__(self):
        return hash(self.n)


class Fails(Plain):
    def __eq__(self, other):
        raise ValueError(f"compared {self.n}")

    __hash__ = Plain.__hash__


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def has(items, x):
    return x in items


def where(items, x):
    return items.index(x)


def lists():
    a = [Plain(i) for i in range(20)]
    found = 0
    for _ in range(100):
        for x in a:
            found += has(a, x)
            found += a.index(x)
        found += has(a, Plain(3)) + has(a, None) + has(a, 3) + has(a, "x") + has(a, (1, 2)) + has(a, Plain)
        found += has([1, 2, 3], a[0]) + has([1.5], a[0]) + has([], a[0]) + has([None, a[0]], a[0])
    print(found)
    print(has(a, Equal(7)), where(a, Equal(7)), has(a, Equal(77)), has([Equal(5)], a[5]), has([a[5]], Equal(5)))
    print(attempt(has, a[:5] + [Fails(5)] + a[6:], a[9]), attempt(has, [a[9], Fails(5)], a[9]), attempt(has, a, Fails(1)))
    b = list(a)
    for x in a[::2]:
        b.remove(x)
    print([x.n for x in b], attempt(b.remove, a[0]), b.count(a[1]), b.count(a[0]))
    # A class changes its mind.
    assert not has(a, Plain(11))
    Plain.__eq__ = lambda self, other: isinstance(other, Plain) and self.n == other.n
    print(has(a, Plain(11)), where(a, Plain(11)), has([Plain(2)], Plain(2)), attempt(hash, Plain(2)) is not None)
    del Plain.__eq__
    print(has(a, Plain(11)), has(a, a[11]))


class Kept:
    __eq__ = 1


def cells():
    # An attribute that is set again and again makes no new version.
    a = [Kept() for _ in range(3)]
    Kept.__eq__ = 2
    Kept.__eq__ = 3
    out = []
    for i in range(200):
        if i == 150:
            Kept.__eq__ = lambda self, other: True
        out.append(attempt(has, a, "no"))
    print(out[150], out[199])


class Shrinks:
    def __init__(self, items):
        self.items = items

    def __eq__(self, other):
        self.items.clear()
        return False


def mutation():
    items = [Plain(1), 0, 0, 0]
    items[1] = Shrinks(items)
    print(has(items, Plain(5)), items)


class Hashed:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        if self.n < 0:
            raise ValueError("negative")
        return self.n % 3

    def __eq__(self, other):
        return isinstance(other, Hashed) and self.n == other.n


def keys():
    things = [None, True, False, 1, 0, 1.0, 2.5, -0.0, "a", "", (), (1,), (1, "a"), ((1, 2), 3), (Plain(1), 2), Plain(2), Plain, keys, len, 10**30,
              (10**30, None), (1.0, True), b"x", frozenset([1]), range(3), 3 + 4j, (frozenset([2]), 1), float("inf"), Hashed(4), (Hashed(5),), ((1, (2, (3,))),)]
    d = {}
    for turn in range(120):
        for i, k in enumerate(things):
            if turn % 3 == 0:
                d[k] = i
            elif turn % 3 == 1:
                d.setdefault(k, i)
                assert k in d and d.get(k) is not None
            else:
                d.pop(k, None)
                assert k not in d and d.get(k, 5) == 5
    s = set()
    for turn in range(100):
        for k in things:
            s.add(k)
            assert k in s
        if turn % 2:
            for k in things:
                s.discard(k)
            assert not s
    for k in things:
        d[k] = 1
    print(len(d), len(s), d[1], d[True], d[1.0], d[0], d[False], d[-0.0], d[(1, 1)] if (1, 1) in d else None)
    print((1, 2) in {(1, 2): 3}, (1, 2.0) in {(1, 2)}, (True, 2) in {(1, 2)}, Hashed(4) in d, Hashed(7) in d, (Hashed(5),) in d)
    for bad in [[], {}, ([],), (1, ({},)), Hashed(-1), (1, Hashed(-1)), slice(1)]:
        print(attempt(has, d, bad), attempt(has, s, bad), attempt(d.get, bad), attempt(d.__setitem__, bad, 1), attempt(s.add, bad))


def few():
    # Few integers, beside what may equal them.
    total = 0
    for i in range(300):
        d = {1: "a", "1": "b", None: "c", (1,): "d"}
        e = {1.0: "a", True: "x", 10**20: "b"}
        total += (1 in d) + (2 in d) + (1 in e) + (10**20 in e) + (i in {5, 6, 7}) + (-1 in {-1}) + (-2 in {-1}) + (0 in {False}) + (i in {})
        d.pop("1")
        total += (1 in d) + ("1" in d)
        del d[1]
        total += 1 in d
        d[1] = 5
        total += d[1]
    print(total)
    print([hash(x) for x in (0, -1, -2, 2**60 - 1, 2**60, 2**61 - 1, 2**61, -(2**61), 2**63 - 1, -(2**63))])


def copies():
    for n in (0, 1, 3, 4, 5, 8, 9, 30, 200):
        s = set(range(n))
        d = {i: -i for i in range(n)}
        for i in range(0, n, 3):
            s.discard(i)
            del d[i]
        t, e, u, f = set(s), dict(d), s.copy(), d.copy()
        g = frozenset(s)
        for i in range(n, n + 40):
            t.add(i)
            e[i] = 1
        s.clear()
        print(n, len(t), len(e), len(u), len(f), len(g), sum(u), sum(f), sum(f.values()), sorted(t)[:5], list(e)[:4], u == g, f == d)
        d.clear()
        print(u | {1, 2} == {1, 2} | u, (u | {-1}) - u, type(g | u), len(u.union([5], [6])), f == {k: -k for k in u})

    class D(dict):
        def keys(self):
            return ["x"]

        def __getitem__(self, k):
            return k * 2

    print(dict(D(a=1)), dict(dict(a=1), b=2))


class T(tuple):
    def __add__(self, other):
        return ("add", len(other))

    def __radd__(self, other):
        return ("radd", len(other))


def tuples():
    t = ()
    for i in range(300):
        t = (i,) + t if i % 2 else t + (i,)
    print(len(t), t[:4], t[-4:], (1,) + (), () + (1,), (1,) + (2,), ("a",) + (None, True))
    print((1,) + T([2, 3]), T([1]) + (2,), T([1]) + (), attempt(lambda: (1,) + [2]), attempt(lambda: [2] + (1,)))
    rest = [("x",) * n for n in range(12)]
    print([len((n,) + r) for n, r in enumerate(rest)], [len(r + (n,)) for n, r in enumerate(rest)])


def numbers():
    total = 0
    for i in range(-150, 150):
        q, r = divmod(i, 7)
        total = total * 3 % 1000003 + q * 7 + r
        total += sum(divmod(i, -7)) + sum(divmod(i, 2.5)) + sum(divmod(True, 2)) + divmod(10**20 + i, 7)[1]
    print(total, divmod(-(2**63), -1), divmod(2**63 - 1, 2), divmod(-(2**63), 1), attempt(divmod, 1, 0), attempt(divmod, "a", 1))
    print(sum(math.log(i) for i in range(1, 300)), math.log(2.5), math.log(8, 2), math.log(math.inf), math.log(math.nan))
    print(attempt(math.log, 0), attempt(math.log, -1.5), attempt(math.log, "x"), math.log(True))
    print(sorted([3, 1, 2, 3], reverse=True), sorted([True, 1, 0, False]), sorted([1, True], reverse=True), sorted({5, 4, 9}), sorted([2**63, 1]))


def unpacking():
    total = 0
    for i in range(200):
        (k,) = {i}
        a, b = {i: 1, i + 1: 2}
        [x, y] = [i, k]
        total += k + a + b + x + y
    print(total)

    def two(v):
        a, b = v
        return a, b

    for v in ({1}, {1, 2, 3}, {}, [1], [1, 2, 3], {1: 2}.items(), 5, iter([1, 2])):
        print(attempt(two, v))


def views():
    d = {i: i * i for i in range(30)}
    total = 0
    for _ in range(60):
        for k, v in d.items():
            total += k * v
        for k in d.keys():
            total += k
        for v in d.values():
            total -= v
        for k in iter(d):
            total += k
        for k in iter({1, 2}):
            total += k
    print(total, d.items() == dict(d).items(), len(d.keys()), (3, 9) in d.items(), str({1: 2}.items()), list(reversed({1: 2, 3: 4}.values())))

    def grow(what):
        for k in what:
            d[len(d)] = 0

    for what in (d, d.keys(), d.values(), d.items(), iter(d)):
        print(attempt(grow, what))
    s = {1, 2, 3}

    def widen(it):
        for x in it:
            s.add(len(s) + 10)

    print(attempt(widen, s), attempt(widen, iter(s)))

    class D(dict):
        def items(self):
            return "overridden"

        def __iter__(self):
            return iter("own")

    print([list(x.items()) for x in [D(a=1), {2: 3}]], list(D(a=1)), list(iter(D(a=1))), list(D(a=1).keys()))
    print(attempt(iter, 5), attempt(iter), next(iter((1, 2))), list(iter(range(3))), list(iter("ab")), list(iter([1, 2].pop, 1)))


class Yes:
    def __len__(self):
        return 0


def truths():
    a, b = Plain(1), Yes()
    n = 0
    for i in range(300):
        n += bool(a) + bool(b) + any([a, b]) + all([a, b])
        if i == 200:
            Plain.__bool__ = lambda self: False
    del Plain.__bool__
    print(n, bool(a))


for f in (lists, cells, mutation, keys, few, copies, tuples, numbers, unpacking, views, truths):
    print(f.__name__)
    f()


def makers():
    class L(list):
        def __add__(self, other):
            return "added"

        def __radd__(self, other):
            return "radded"

        def __mul__(self, n):
            return "times"

        def __iter__(self):
            return iter("own")

    total = 0
    for i in range(200):
        a, b, c = [], [i, 2], [1.5]
        for x, y in ((a, b), (b, c), (c, a), (b, ["x"]), (b, [None]), ([[]], [[]]), ([2.5], [2.5])):
            z = x + y
            z.append(i)
            total += len(z) + len(x + []) + len([] + x)
        d = b * 3 + b * 0 + b * -1 + [0] * True + 2 * b
        d += a
        d *= 2
        s = set()
        s.add(i)
        t = set(s)
        t.add("more")
        l, e = list(b), dict()
        l.append(3)
        e[i] = list()
        total += len(d) + len(s) + len(t) + len(l) + len(b) + len(e[i]) + len(sorted(b)) + len(frozenset()) + len({*s, *t})
    print(total, [1] + [2.5] + ["x"], [1, 2] + [3], [1.5] + [2.5], [None] * 3, [[]] * 2)
    print([1] + L([2]), L([1]) + [2], L([1]) * 2, 2 * L([1]), list(L([1])), sorted(L([3])), attempt(lambda: [1] + (2,)))
    print(attempt(set, 5), attempt(list, 5))
    x = [3, 1, 2]
    print(sorted(x), x, sorted(x, reverse=True), sorted([2.5, 1]), sorted(["b", "a"]), sorted({3: 1, 2: 2}), attempt(sorted, [1, "a"]))


makers()
