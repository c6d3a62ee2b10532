# Dictionaries and sets that are merged and copied, sums over views, and integers of some words: many small ones of each, as programs make them.
import sys


class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return self.n % 3

    def __eq__(self, other):
        return isinstance(other, Key) and self.n == other.n

    def __repr__(self):
        return f"Key({self.n})"


def keys(kind, n):
    return [{0: i, 1: f"k{i}", 2: (i, "t"), 3: i + 0.5, 4: Key(i), 5: 2 ** 70 + i}[kind] for i in range(n)]


def merged(a, b):
    d = {**a, **b}
    e = dict(a)
    e.update(b)
    f = a | b
    g = a.copy()
    g |= b
    assert d == e == f == g and list(d) == list(e) == list(f) == list(g), (a, b)
    return d


total = 0
for kind in range(6):
    for n in (0, 1, 3, 4, 5, 8, 9, 20):
        for m in (0, 1, 4, 7, 8, 9, 30):
            a = {k: i for i, k in enumerate(keys(kind, n))}
            b = {k: -i for i, k in enumerate(keys(kind, m))}
            if n > 3:
                del a[next(iter(a))]
            if m > 4:
                del b[list(b)[2]]
            d = merged(a, b)
            d2 = {**d, "more": 1, **{"x": 2, 7.5: 3}}
            total += len(d) + len(d2) + sum(d.values()) + list(d2.values()).index(1)
            s, t = set(a), set(b)
            total += len(s | t) * 3 + len(s & t) * 5 + len(s - t) * 7 + len(s ^ t) * 11
            c = s.copy()
            c |= t
            c.discard(next(iter(c), None))
            assert len(c) == max(len(s | t) - 1, 0)
print(total)
mixed = {**{i: i for i in range(5)}, **{"a": 1, None: 2, True: "one", (1, 2): 3, Key(1): 4, 1.0: 5}}
print(mixed)
try:
    {**{1: 2}, **{}, **5}
except TypeError as e:
    print(e)
same = {1: 2, 3: 4}
same.update(same)
print(same, {**same, **same})


class Odd:
    """Changes the dictionary that is being merged."""

    def __hash__(self):
        return 1

    def __eq__(self, other):
        victim[len(victim)] = 1
        return False


for victim in ({1: 1, 2: 2, 3: 3}, {2: 2, 1: 1}):
    try:
        print(len({**{Odd(): 0}, **victim}))
    except RuntimeError as e:
        print(e)

# Sums, least and greatest of what containers have.
views = [{}, {1: 2}, {1: 2.5, 2: 3}, {1: True, 2: 5}, {1: 2 ** 63, 2: 1}, {1: 2 ** 62, 2: 2 ** 62}, {i: i * 0.1 for i in range(10)}]
for d in views:
    print(sum(d), sum(d.values()), sum(d.values(), 0.5), sum(set(d.values())), sum(tuple(d.values())), sum(list(d.values()), 10))
    print(max(d, default="-"), min(d.values(), default="-"), max(set(d), default="-"), max(tuple(d), default="-"))
for bad in ({"a": 1}, {1: "a"}, {1: None}):
    for of in (bad, bad.values()):
        try:
            print(sum(of))
        except TypeError as e:
            print(e)
print(sum([[1], [2]], []), sum({1: (1,), 2: (2,)}.values(), ()))

# Integers of one word and two, by powers of two and others.
state = 12345
seen = 0
for i in range(4000):
    state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
    seen ^= state >> 33
    seen += state // (1 << 40) - state % (1 << 13) + (-state) % (1 << 64) - (-state) // (1 << 62)
    seen &= (1 << 96) - 1
print(state, seen)
for x in (0, 1, -1, 2 ** 63 - 1, -2 ** 63, 2 ** 64, -2 ** 64, 2 ** 126 + 5, -2 ** 126 - 5, 2 ** 127 - 1, -2 ** 127):
    for y in (1, 2, 8, 2 ** 62, 2 ** 63, 2 ** 64, 2 ** 100, 2 ** 126, 3, 2 ** 64 - 1):
        q, r = x // y, x % y
        assert q * y + r == x and 0 <= r < y and divmod(x, y) == (q, r), (x, y)
    print(x // 2 ** 64, x % 2 ** 64, x & (2 ** 64 - 1), x >> 3, -x)
print((1 << 64) - 1, ~(1 << 64), 2 ** 100 >> 90, (1 << 63) + (1 << 63), 0xFFFFFFFFFFFFFFFF * 3, 1 << 127, -(1 << 63), 10 ** 20 // 7)
print(sys.maxsize + 1, (1 << 200) % (1 << 66), (3 << 65) & (5 << 64))

# Conversions of containers, in a loop that is compiled.
containers = [(), [], (1, 2), [1, "a"], {1: 2, 3: 4}, {5, 6}, frozenset([7]), {1: 2}.keys(), {1: 2}.values(), {1: 2}.items(), [Key(1), Key(4), Key(1)],
              (Key(2), 2), "ab", range(3), [[1, 2], [3, 4]], ((1, 2),), [[1]], [{}]]
first = None
for _ in range(300):
    made = []
    for c in containers:
        for to in (list, tuple, set, frozenset, dict):
            try:
                v = to(c)
                made.append(str(sorted(v, key=str) if isinstance(v, (set, frozenset)) else v))
                assert type(v) is to and (v is not c or to in (tuple, frozenset))
                if to is dict:
                    v["new"] = 1
                    assert "new" not in c
            except (TypeError, ValueError) as e:
                made.append(f"{to.__name__}: {e}")
    first = first or made
    assert made == first
print(len(first))
for m in first:
    print(m)
