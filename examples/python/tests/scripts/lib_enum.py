from enum import *
class Color(Enum):
    RED = 1
    GREEN = auto()
    BLUE = 'b'
    CRIMSON = 1
    def hello(self): return 'hi ' + self.name
    @property
    def short(self): return self.name[0]
print(Color.RED, repr(Color.GREEN), Color.BLUE.value, Color(1), Color['BLUE'], list(Color), len(Color), Color.CRIMSON is Color.RED, Color.RED.hello(), Color.BLUE.short)
print(Color.RED == Color.RED, Color.RED == 1, Color.RED != Color.GREEN, Color.RED in Color, isinstance(Color.RED, Color), {Color.RED: 1}[Color.RED], list(Color.__members__), Color)
print(f'{Color.RED} {Color.RED!r} {Color.RED:>12}', Color.RED.name, type(Color.RED) is Color)
for f in (lambda: Color(9), lambda: Color['X']):
    try:
        f()
    except (ValueError, KeyError) as e:
        print(type(e).__name__, e)
class N(IntEnum):
    A = 1
    B = 2
print(N.A + 1, N.A < N.B, N.A == 1, [N.B], str(N.A), f'{N.B}', sorted([N.B, N.A]), N(2), int(N.B), [10, 20, 30][N.A], max(N))
class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W if False else 3
p = Perm.R | Perm.X
print(p, repr(p), Perm.R in p, Perm.W in p, p & Perm.R, ~p, p ^ Perm.R, bool(p & Perm.W), list(p), Perm(0), Perm.RW, Perm(7), [m.name for m in Perm])
class F(IntFlag):
    A = 1
    B = 2
print(F.A | F.B, repr(F.A | F.B), (F.A | F.B) == 3, F.A + 1, F(3) & 1)
class Planet(Enum):
    EARTH = (5.9, 6.3)
    MARS = (6.4, 3.3)
    def __init__(self, mass, radius):
        self.mass, self.radius = mass, radius
    @classmethod
    def heavy(cls): return max(cls, key=lambda p: p.mass)
print(Planet.EARTH.mass, Planet.MARS.value, Planet.heavy(), Planet((6.4, 3.3)))
class S(StrEnum):
    ONE = auto()
    TWO = 'zwei'
print(S.ONE, S.TWO == 'zwei', S.TWO.upper(), repr(S.ONE), S('one'))
Animal = Enum('Animal', 'CAT DOG')
print(list(Animal), Animal.DOG.value, Enum('Z', {'p': 5}).p)
try:
    @unique
    class D(Enum):
        A = 1
        B = 1
except ValueError as e:
    print(e)
class M(Enum):
    A = 1
    @classmethod
    def _missing_(cls, v): return cls.A
print(M(77))
n = 0
for i in range(3000):
    c = Color.RED if i % 2 else Color.GREEN
    if c is Color.RED:
        n += c.value
    elif c == Color.GREEN:
        n += 3
print(n)
match Color.BLUE:
    case Color.RED: print('red')
    case Color.BLUE: print('blue')


# Values chosen in the body, boundaries, checks, marks, and names of the base.
import enum


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Week(enum.Flag):
    MON = enum.auto()
    TUE = enum.auto()
    SUN = enum.auto()
    END = SUN
    ALL = MON | TUE | SUN


class Kept(enum.Flag, boundary=enum.KEEP):
    A = 1
    C = 4


class Cut(enum.Flag, boundary=enum.CONFORM):
    A = 1
    C = 4


class Out(enum.Flag, boundary=enum.EJECT):
    A = 1
    C = 4


print(list(Week), Week.ALL, Week(5), ~Week.MON, list(Week.ALL), len(Week.ALL), Week.END is Week.SUN, Week.MON in Week.ALL, Week.ALL & ~Week.TUE)
print(Kept(9), Cut(9), Out(9), type(Out(9)), Kept(2), ~Kept.A, enum.show_flag_values(11))
t(lambda: Week(9))
t(lambda: Week('x'))


class Size(enum.Enum):
    _ignore_ = ['i']

    def _generate_next_value_(name, start, count, last):
        return name.lower() + str(count)

    SMALL = enum.auto()
    LARGE = enum.auto()
    PAIR = enum.auto(), 3

    @enum.member
    def helper():
        return 1

    @enum.nonmember
    class Inner:
        pass

    @enum.property
    def first(self):
        return self.name[0]


print([m.value if not callable(m.value) else m.name for m in Size], Size.SMALL.first, Size.Inner.__name__, Size('small0'))


def twice():
    class Bad(enum.Enum):
        A = 1
        A = 2


def reserved():
    class Bad(enum.Enum):
        _something_ = 1


def extended():
    class Bad(Size):
        X = 1


@enum.verify(enum.UNIQUE)
class Fine(enum.Enum):
    A = 1


def doubled():
    @enum.verify(enum.UNIQUE)
    class Bad(enum.Enum):
        A = 1
        B = 1


def gaps():
    @enum.verify(enum.CONTINUOUS)
    class Bad(enum.IntEnum):
        A = 1
        B = 4


def unnamed():
    @enum.verify(enum.NAMED_FLAGS)
    class Bad(enum.Flag):
        A = 1
        B = 6


def reassigned():
    Size.SMALL = 3


for f in (twice, reserved, extended, doubled, gaps, unnamed, reassigned, lambda: Size('no'), lambda: Size['no'], lambda: enum.Enum('N', 'mro')):
    t(f)


class Hex(int):
    def __repr__(self):
        return hex(self)


class Color(Hex, enum.Enum):
    RED = 1
    BLUE = 255


class Text(enum.StrEnum):
    ONE = enum.auto()
    TWO = 'zwei'


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2

    def __str__(self):
        return self.name.title()


print(repr(Color.BLUE), Color.BLUE + 1, Color(255), Text.ONE, repr(Text.TWO), Text('zwei'), f'{Text.ONE:>5}|', Text.ONE + '!')
print(Level.LOW, f'{Level.HIGH}', f'{Level.HIGH:03d}', {1: 'found'}[Level.LOW], Level.HIGH > Level.LOW, '%d' % Level.LOW, Level['LOW'])
Made = enum.Enum('Made', ['X', 'Y'], start=5)
print(list(Made), enum.IntFlag('G', 'A B')(3), Made.X.name, list(Made.__members__), Made)


class Strict(enum.Enum):
    def __init__(self, value):
        if value in [m.value for m in type(self)]:
            raise ValueError('%r again' % value)


def again():
    class Bad(Strict):
        A = 1
        B = 1


t(again)
