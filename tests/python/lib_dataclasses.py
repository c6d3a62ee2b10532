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
