# Patterns in loops, with subjects of many kinds at each: what traces look into and what they leave to the library give the same.
import collections
import collections.abc
import dataclasses
import enum


class Color(enum.Enum):
    RED = 1
    BLUE = 2


@dataclasses.dataclass
class Point:
    x: int
    y: int = 0


class Leaf:
    __match_args__ = ("value",)

    def __init__(self, value):
        self.value = value


class Lazy:
    __match_args__ = ("twice", "missing")

    def __init__(self, n):
        self.n = n

    @property
    def twice(self):
        return self.n * 2


class Row(collections.abc.Sequence):
    def __init__(self, *items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


class Odd(tuple):
    def __len__(self):
        return 2


class Named(collections.namedtuple("Named", "a b")):
    pass


class Table(dict):
    def get(self, key, default=None):
        return "got " + str(key)


class Slotted:
    __slots__ = ("a", "b")
    __match_args__ = ("a", "b")

    def __init__(self, a):
        self.a = a


class Meta(type):
    def __instancecheck__(self, x):
        return isinstance(x, str) and len(x) == 3


class Three(metaclass=Meta):
    pass


SUBJECTS = [
    (1, 2), [1, 2], (1, 2, 3), [1, 2, 3], (), [], (1,), [7], range(2), range(5), "ab", "abc", b"ab", 5, 5.0, True, None,
    Color.RED, Color.BLUE, Point(1, 2), Point(0), Leaf(3), Leaf([1, 2]), Lazy(4), Row(1, 2), Row(),
    Named(1, 2), Named("x", (1, 2)), {}, {"k": 1}, {"k": 1, "m": [1, 2]}, {"m": 3, "z": 4}, Table(k=1), collections.OrderedDict(k=2),
    collections.defaultdict(int), collections.deque([1, 2]), {1, 2}, Slotted(9), ("add", 1, 2), ("add", (1, 2), [3]), ["mul", 2, 3],
    ("neg", ("add", 1, 2)), len, int, 2 ** 70, bytearray(b"xy"), memoryview(b"xy"), collections.ChainMap({"k": 5}), object(),
]


def shape(v):
    match v:
        case []:
            return "none"
        case ["add", x, y]:
            return "add", shape(x), shape(y)
        case ["neg", ["add", *rest]]:
            return "neg add", rest
        case (1, 2):
            return "pair of 1 and 2"
        case [x]:
            return "one", shape(x)
        case [first, *_, last] if isinstance(first, str):
            return "text first", first, last
        case [_, *middle, _]:
            return "middle", middle
        case {"k": int(k), "m": [*m]}:
            return "k and m", k, m
        case {"k": k}:
            return "k", k
        case {"m": m, **rest}:
            return "m", m, rest
        case {}:
            return "mapping"
        case Color.RED | Color.BLUE as c:
            return "color", c.name
        case Point(0, y) | Point(x=y, y=2):
            return "point", y
        case Leaf([*items]):
            return "leaf of items", items
        case Leaf(value):
            return "leaf", value
        case Lazy(8):
            return "lazy"
        case Lazy(twice=t):
            return "lazy", t
        case Slotted(a, b):
            return "both", a, b
        case Slotted(a):
            return "slotted", a
        case Three():
            return "three"
        case bool(b):
            return "bool", b
        case int(n) if n > 1000:
            return "large"
        case int() | float() as n:
            return "number", n
        case str(s) | bytes(s) | bytearray(s):
            return "text", s
        case None:
            return "nothing"
        case _:
            return "other"


def all_shapes():
    return [shape(v) for v in SUBJECTS]


first = all_shapes()
for s in first:
    print(s)
for _ in range(300):
    if all_shapes() != first:
        print("differs")
        break


def by_kind(pattern, v):
    match v:
        case [a, b] if pattern == 0:
            return a, b
        case [a, *b, c] if pattern == 1:
            return a, b, c
        case [*a, b] if pattern == 2:
            return a, b
        case [a, _, *_] if pattern == 3:
            return a
        case {"x": a, "y": b} if pattern == 4:
            return a, b
        case Point(x=a) if pattern == 5:
            return a
    return None


total = 0
for i in range(3000):
    for p in range(6):
        for v in ((i, p), [p, i], [i, i, p], {"x": i, "y": p}, {"x": 1}, Point(i), "ab", None, (i, 1, 2, 3.5)):
            got = by_kind(p, v)
            total += 0 if got is None else got if isinstance(got, int) else len(got)
print(total)


# What a class says of itself changes.
class Box:
    __match_args__ = ("a",)
    a, b = 1, 2


def boxed(v):
    match v:
        case Box(1):
            return "a"
        case Box(2):
            return "b"
    return "no"


seen = []
for i in range(900):
    if i == 400:
        Box.__match_args__ = ("b",)
    if i == 700:
        Box.b = 3
    seen.append(boxed(Box()))
print([(k, seen.count(k)) for k in sorted(set(seen))])


class Late:
    def __len__(self):
        return 1

    def __getitem__(self, i):
        return "late"


def late(v):
    match v:
        case [x]:
            return x
    return "no"


class Sequenced(collections.abc.Sequence):
    def __len__(self):
        return 1

    def __getitem__(self, i):
        return ["item"][i]


print({late(Late()) for _ in range(500)}, {late(Sequenced()) for _ in range(500)})


# Errors are the same, also in a loop that was compiled before.
def wrong(v, i):
    match v:
        case Leaf(a, b):
            return a, b
        case int(a, b):
            return a
    return i


counted = {}
for i in range(1200):
    try:
        r = wrong([Point(1), 3.5, Leaf(1), 3][0 if i < 600 else i % 4], 1)
    except TypeError as e:
        r = str(e)
    counted[r] = counted.get(r, 0) + 1
print(counted)


class Keys:
    A = "x"
    B = "x"


def doubled(d):
    match d:
        case {Keys.A: a, Keys.B: b}:
            return a, b
    return "no"


for i in range(500):
    try:
        r = doubled({"x": 1, "y": 2})
    except ValueError as e:
        r = str(e)
print(r)
Keys.B = "y"
print({doubled({"x": 1, "y": 2}) for _ in range(500)})


# Starred targets take lists, tuples and others apart.
def apart(v):
    a, *b, c = v
    return a, b, c


made = set()
for i in range(600):
    for v in ([1, 2], (1, 2, 3), "abcd", range(4), Named(1, 2), [1.5, "x", None], iter([1, 2, 3]), {1: 2, 3: 4}, Odd((1, 2, 3)), [7]):
        try:
            made.add(str(apart(v)))
        except ValueError as e:
            made.add(str(e))
for m in sorted(made):
    print(m)
