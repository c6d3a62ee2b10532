# Members of enumerations as keys, by themselves and in tuples.
from enum import Enum, Flag, IntEnum, IntFlag, StrEnum, auto


class Color(Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1


class Size(str, Enum):
    S = "small"
    L = "large"


class Number(IntEnum):
    ONE = 1
    TWO = 2


class Word(StrEnum):
    YES = auto()
    NO = auto()


class Access(Flag):
    READ = auto()
    WRITE = auto()


class Bits(IntFlag):
    A = 1
    B = 2


class Own(Enum):
    X = 1
    Y = 2

    def __hash__(self):
        return 7


class Equal(Enum):
    P = 1
    Q = 2

    def __eq__(self, other):
        return isinstance(other, Equal)

    def __hash__(self):
        return hash(self.value % 1)


class Unhashed(Enum):
    U = 1

    def __eq__(self, other):
        return self is other


keys = [*Color, *Size, *Number, *Word, *Access, Access.READ | Access.WRITE, Access(0), *Bits, Bits.A | Bits.B, *Own]


def use(d, s):
    hits = 0
    for k in keys:
        d[k] = d.get(k, 0) + 1
        d[k, "x"] = d.get((k, "x"), 0) + 1
        d["y", k, 3] = k
        s.add(k)
        s.add((k, k))
        hits += (k in s) + ((k, k) in s) + ((k, "z") in s) + (("y", k, 3) in d) + ((3, k, "y") in d)
    return hits


d, s = {}, set()
print([use(d, s) for _ in range(60)][-1], len(d), len(s))
for k in (Color.CRIMSON, Number.TWO, Word.NO, Access.WRITE, Own.Y):
    print(k, d[k], d[k, "x"], d["y", k, 3] is k, k in s, (k, k) in s)
print(d[2], d["no"], (2, "x") in d, ("no", "x") in d, "small" in s, 1 in s, Size.S in {"small"})
print(all(hash(k) == hash(k.name) for e in (Color, Access) for k in e), hash(Number.TWO) == hash(2), hash(Own.X))
for turn in range(50):
    found = {Equal.P: 1}, {Equal.P, Equal.Q}, {(Equal.P, 1): 2}
    again = found[0][Equal.Q], len(found[1]), found[2][Equal.Q, 1]
print(again)
for turn in range(50):
    for key in (Unhashed.U, (1, Unhashed.U)):
        try:
            text = key in {}
        except TypeError as e:
            text = str(e)
print(text, Color.RED.__hash__() == hash("RED"), Color.__hash__(Color.GREEN) == hash("GREEN"))
small = {Color.RED: "r"}
for k in range(12):
    small[k] = k
    del small[Color.RED]
    small[Color.RED] = k
print(small[Color.RED], small[Color.CRIMSON], list(small)[-2:], small.get(Color.GREEN))
