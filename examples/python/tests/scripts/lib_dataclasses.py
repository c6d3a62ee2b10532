from dataclasses import *
from dataclasses import dataclass, field
import dataclasses
@dataclass
class P:
    x: int
    y: int = 0
    tags: list = field(default_factory=list)
    z: 'str' = field(default='q', repr=False, compare=False)
    def norm(self): return self.x ** 2 + self.y ** 2
p = P(1, 2)
p.tags.append('t')
print(p, P(1), P(1) == P(1), P(1) == P(2), P(1, z='a') == P(1), p.norm(), P(y=5, x=3), asdict(p), astuple(p), replace(p, x=7), [f.name for f in fields(P)], P.__match_args__)
@dataclass(frozen=True, order=True)
class V:
    a: int
    b: float = 1.5
print(V(1) < V(2), V(1, 2) <= V(1, 2), sorted([V(3), V(1), V(2)]), hash(V(1)) == hash(V(1)), {V(1): 'x'}[V(1)], max(V(1), V(5)))
try:
    V(1).a = 3
except FrozenInstanceError as e:
    print(type(e).__name__, e)
@dataclass
class Q(P):
    w: int = 9
    def __post_init__(self): self.sum = self.x + self.w
q = Q(1, w=4)
print(q, q.sum, isinstance(q, P), is_dataclass(q), is_dataclass(3))
@dataclass
class I:
    a: int
    s: InitVar[int] = 3
    t: int = field(init=False)
    n: int = field(default=1, kw_only=True)
    def __post_init__(self, s): self.t = self.a * s
print(I(2), I(2, 5), I(1, n=4))
for f in (lambda: P(), lambda: I(1, 2, 3), lambda: P(1, q=2)):
    try:
        f()
    except TypeError as e:
        print('TypeError')
try:
    @dataclass
    class B:
        x: list = []
except ValueError as e:
    print(e)
try:
    @dataclass
    class B:
        x: int = 1
        y: int
except TypeError as e:
    print(e)
try:
    {P(1): 1}
except TypeError as e:
    print(e)
@dataclass(eq=False)
class E: x: int
print(E(1) == E(1), len({E(1), E(1)}))
@dataclass
class Tree:
    v: int
    left: 'Tree | None' = None
    kids: dict = field(default_factory=dict)
print(Tree(1, Tree(2)), asdict(Tree(1, Tree(2), {'k': [Tree(3)]})))
print(make_dataclass('MD', [('x', int), ('y', int, 5)])(1))
@dataclass(kw_only=True)
class K:
    a: int
    b: int = 2
print(K(a=1), P.__doc__ is None or True)
match p:
    case P(1, y): print('matched', y)
t = 0
for i in range(3000):
    t += P(i, 1).norm() + V(i).a
print(t)
@dataclass(slots=True)
class SL:
    a: int
    b: int = 2
print(SL(1), SL(1) == SL(1))


# Texts, slots, descriptors, and names that are awkward.
import dataclasses
import typing
from dataclasses import *


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


@dataclass
class Odd:
    self: int
    id: str = 'i'
    hash: float = 1.5
    shared: 'typing.ClassVar[int]' = 9
    note: 'typing.List[int]' = field(default_factory=list)


print(Odd(1), Odd.__doc__, [f.name for f in fields(Odd)], Odd(1) == Odd(1), Odd.__init__.__annotations__['id'])


@dataclass(slots=True, frozen=True)
class Slotted:
    a: int
    b: str = 'b'
    c: float = field(default=2.5, init=False)


import copy
print(Slotted(1), Slotted.__slots__, hasattr(Slotted(1), '__dict__'), copy.copy(Slotted(2)), hash(Slotted(1)) == hash(Slotted(1)))
t(lambda: setattr(Slotted(1), 'a', 2))


@dataclass
class Own:
    x: int

    def __init__(self, x):
        self.x = 2 * x


@dataclass
class Asked:
    x: int
    y: dataclasses.InitVar[int] = 3
    _: KW_ONLY
    z: int = 4

    def __post_init__(self, y):
        self.x += y


print(Own(3), Asked(1, z=5), Asked(1, 10), replace(Asked(1), y=1), Asked.__match_args__, dataclasses.InitVar[int])


class Default:
    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, obj, cls):
        return 'default of ' + self.name if obj is None else obj.__dict__.get(self.name)

    def __set__(self, obj, value):
        obj.__dict__[self.name] = value


@dataclass
class Described:
    d: str = Default()


print(Described(), Described('x'), make_dataclass('M', [('a', int), 'b', ('c', int, field(default=3))])(1, 2))


def mutable():
    @dataclass
    class Bad:
        x: list = []


def twice():
    @dataclass
    class Bad:
        _: KW_ONLY
        x: int
        __: KW_ONLY


for f in (mutable, twice, lambda: make_dataclass('M', ['for']), lambda: make_dataclass('M', ['a', 'a']), lambda: make_dataclass('M', ['a b']),
          lambda: make_dataclass('M', [('a',)])):
    t(f)
