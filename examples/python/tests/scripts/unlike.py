# Comparisons of values of unlike types, each pair often enough to be compiled, and then all of them at one place.
class Inst:
    pass


class Equal:
    def __eq__(self, other):
        return True

    __hash__ = None


class Sub(int):
    pass


class Text(str):
    pass


def gen():
    yield 1


f, g = lambda: 1, lambda: 1
values = [None, True, False, 0, 1, -1, 2**70, 0.0, 1.0, -0.0, float("nan"), 1j, 1 + 0j, "", "a", "1", (), (1,), (None,), [], [1], {}, {1: 2}, set(), {1}, frozenset({1}),
          b"", b"a", bytearray(b"a"), range(0), range(1), range(1, 1), f, g, gen(), gen(), iter([1]), iter([1]), len, sum, int, Inst, Inst(), Equal(), Sub(1), Text("a"),
          slice(1), {1: 2}.keys(), {1: 2}.items(), memoryview(b"a"), Ellipsis, NotImplemented, "a".join, [].append, f.__get__(1)]


def equal(x, y, n=1):
    s = 0
    for _ in range(n):
        if x == y:
            s += 1
        if x != y:
            s += 2
    return s


def often(x, y):
    # A function of its own for each pair.
    d = {}
    exec("def e(x, y):\n    s = 0\n    for _ in range(12):\n        if x == y: s += 1\n        if x != y: s += 100\n    return s", d)
    return d["e"](x, y)


rows = []
for x in values:
    rows.append("".join("%d" % equal(x, y) for y in values))
    print(rows[-1])
some = values[:33]
for x in some[::3]:
    for y in some[::2]:
        assert often(x, y) in (12, 1200), (x, y)
        assert (often(x, y) == 12) == (equal(x, y, 3) == 3), (x, y)
for _ in range(3):
    again = ["".join("%d" % equal(x, y) for y in values) for x in values]
    assert again == rows


def ordered(x, y):
    try:
        return "%d%d%d%d" % (x < y, x <= y, x > y, x >= y)
    except TypeError as e:
        return str(e)


for x in (True, False, 1, 0.5, 2**70, "a", None, (True,), [False]):
    print([ordered(x, y) for y in (True, False, 1, 0.5, 2**70, "a", None, (1,), [0])])


def count(n):
    s = 0
    for i in range(n):
        s += (i == None) + (None != i) + (str(i) == i) + ((i > 3) == True) + (i == True) + (i < True) + ((i,) == [i]) + (i in (None, "x", 7, True)) + ([None, i] == [None, 5])
        s += 2 * (i in [None, "x", 3.0, (1,), i - 1]) + [None, "x", i, None].count(None) + [None, "x", i].index(i) + ((None, i) == (None, i)) + ((1, None) == (True, 0))
    return s


print(count(900))


# Something built in before an instance: its class gets a method, and loses it, while a loop goes on.
class Late:
    pass


late = Late()
s = 0
for i in range(1200):
    s += (None == late) + 2 * (i != late) + 4 * ("s" == late) + 8 * ((1,) != late)
    if i == 400:
        Late.__eq__ = lambda self, other: other is None or other == 500
    elif i == 800:
        del Late.__eq__
print(s)
