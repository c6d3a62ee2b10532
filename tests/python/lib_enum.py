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
