"""Everyday operations, each many times: `everyday.py TIMES [NAMES..]` prints for each its name, the nanoseconds of one in the first thousand, and at best.

A loop does what its name says once or a few times in each turn; some turns are as many operations, and are counted so.
"""

import sys, time
from dataclasses import dataclass, field
from collections import namedtuple, defaultdict, Counter, deque, OrderedDict
from enum import Enum, IntEnum
from functools import lru_cache, partial, reduce, total_ordering, wraps, cached_property
from contextlib import contextmanager
from typing import NamedTuple
from abc import ABC, abstractmethod
import itertools, operator, math, random, json, re, bisect, heapq, copy, string, datetime, decimal, fractions
OPERATIONS = {}


def bench(f):
    OPERATIONS[f.__name__] = f
    return f


@dataclass
class DP:
    x: int
    y: int = 0
    tags: list = field(default_factory=list)


@dataclass(frozen=True, order=True)
class FP:
    x: int
    y: int


class NT(NamedTuple):
    x: int
    y: int
PT = namedtuple('PT', 'x y')


class Color(Enum):
    RED = 1
    BLUE = 2


@total_ordering
class TO:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == o.v
    def __lt__(self, o): return self.v < o.v


class Slots:
    __slots__ = ('a', 'b')
    def __init__(self, a, b): self.a = a; self.b = b


class Prop:
    def __init__(self): self._v = 1
    @property
    def v(self): return self._v
    @v.setter
    def v(self, x): self._v = x
    @classmethod
    def make(cls): return cls()
    @staticmethod
    def stat(x): return x + 1
    @cached_property
    def cp(self): return 5


class Ctx:
    def __enter__(self): return self
    def __exit__(self, *a): return False


class GA:
    def __getattr__(self, n): return len(n)


class Cont:
    def __init__(self): self.d = {}
    def __getitem__(self, k): return self.d.get(k, 0)
    def __setitem__(self, k, v): self.d[k] = v
    def __contains__(self, k): return k in self.d
    def __len__(self): return len(self.d)
    def __bool__(self): return True
    def __iter__(self): return iter(self.d)
    def __call__(self, x): return x + 1


class Vec:
    __slots__ = ('x', 'y')
    def __init__(self, x, y): self.x = x; self.y = y
    def __add__(self, o): return Vec(self.x + o.x, self.y + o.y)
    def __mul__(self, k): return Vec(self.x * k, self.y * k)
    def __neg__(self): return Vec(-self.x, -self.y)
    def __eq__(self, o): return isinstance(o, Vec) and self.x == o.x and self.y == o.y
    def __hash__(self): return hash((self.x, self.y))
    def __repr__(self): return f'Vec({self.x}, {self.y})'
    def __iadd__(self, o): self.x += o.x; return self


class Sub(list):
    def total(self): return sum(self)


class SubD(dict):
    def __missing__(self, k): return k


class MyErr(Exception):
    def __init__(self, code): super().__init__('code %d' % code); self.code = code


class It:
    def __init__(self, n): self.i = 0; self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.i >= self.n: raise StopIteration
        self.i += 1
        return self.i


@bench
def dataclass_make(n):
    for i in range(n): DP(i, 2)


@bench
def dataclass_eq(n):
    a, b = DP(1, 2), DP(1, 2)
    for i in range(n): a == b


@bench
def dataclass_frozen_hash(n):
    a = FP(1, 2); d = {a: 1}
    for i in range(n): d[FP(1, 2)]


@bench
def dataclass_order(n):
    a, b = FP(1, 2), FP(1, 3)
    for i in range(n): a < b


@bench
def namedtuple_make(n):
    for i in range(n): p = PT(i, 2); p.x + p.y


@bench
def typed_nt(n):
    for i in range(n): p = NT(i, 2); a, b = p; p._replace(x=3)


@bench
def enum_cmp(n):
    c = Color.RED
    for i in range(n): c is Color.BLUE; c == Color.RED; c.value; c.name


@bench
def total_order(n):
    a, b = TO(1), TO(2)
    for i in range(n): a <= b; a > b


@bench
def slots(n):
    for i in range(n): s = Slots(i, 1); s.a += s.b


@bench
def props(n):
    p = Prop()
    for i in range(n): p.v = p.v + 1; Prop.stat(i); p.cp


@bench
def classmeth(n):
    for i in range(n): Prop.make()


@bench
def with_stmt(n):
    c = Ctx()
    for i in range(n):
        with c: pass


@contextmanager
def cm():
    yield 1


@bench
def with_gen(n):
    for i in range(n):
        with cm() as x: pass


@bench
def getattr_dyn(n):
    g = GA()
    for i in range(n): g.abc; getattr(g, 'zz')


@bench
def container(n):
    c = Cont()
    for i in range(n): c[i & 15] = i; c[3]; 5 in c; len(c); bool(c); c(3)


@bench
def iter_inst(n):
    c = Cont(); c[1] = 2; c[2] = 3
    for i in range(n):
        for k in c: pass


@bench
def iter_class(n):
    for i in range(n // 5):
        for k in It(5): pass


@bench
def vec_ops(n):
    v = Vec(0, 0); w = Vec(1, 2)
    for i in range(n): v = v + w; v * 2; -v; v == w


@bench
def vec_hash(n):
    d = {}
    for i in range(n): d[Vec(i & 7, 1)] = i


@bench
def vec_repr(n):
    v = Vec(1, 2)
    for i in range(n): repr(v); str(v); f'{v}'; '%s' % v; '{}'.format(v)


@bench
def list_sub(n):
    s = Sub([1, 2, 3])
    for i in range(n): s.append(i); s.total(); s.pop(); len(s); s[0]


@bench
def dict_sub(n):
    s = SubD()
    for i in range(n): s[i & 7]; s[3] = 4; s.get(9)


@bench
def exceptions(n):
    for i in range(n):
        try: raise MyErr(i)
        except MyErr as e: e.code


@bench
def exc_builtin(n):
    d = {}
    for i in range(n):
        try: d[i]
        except KeyError: pass


@bench
def exc_finally(n):
    for i in range(n):
        try:
            try: int('x')
            finally: pass
        except ValueError as e: str(e)


@bench
def star_call(n):
    def f(*a, **k): return len(a) + len(k)
    t = (1, 2); k = {'x': 1}
    for i in range(n): f(*t); f(1, *t, **k); f(i, y=2)


@bench
def default_kw(n):
    def f(a, b=2, *, c=3): return a + b + c
    for i in range(n): f(1); f(1, c=2); f(a=1, b=2)


@bench
def closures(n):
    def mk(k): return lambda x: x + k
    for i in range(n): mk(i)(3)


@bench
def deco(n):
    def d(f):
        @wraps(f)
        def w(*a, **k): return f(*a, **k)
        return w
    @d
    def g(x, y=1): return x + y
    for i in range(n): g(i); g(i, y=2)


@bench
def lru(n):
    @lru_cache(maxsize=None)
    def f(x): return x
    for i in range(n): f(i & 15)


@bench
def lru_limited(n):
    @lru_cache(maxsize=8)
    def f(x, y): return x
    for i in range(n): f(i & 15, 1)


@bench
def partials(n):
    p = partial(max, 3)
    for i in range(n): p(i)


@bench
def reduces(n):
    l = [1, 2, 3, 4]
    for i in range(n): reduce(lambda a, b: a + b, l); reduce(operator.mul, l, 1)


@bench
def comprehension(n):
    for i in range(n // 5): [x * 2 for x in range(8) if x % 2]; {x: x for x in range(5)}; {x for x in range(5)}


@bench
def genexpr(n):
    for i in range(n // 5): sum(x * x for x in range(8)); any(x > 3 for x in range(8)); max(x for x in (1, 2)); list(x for x in 'abc'); ','.join(str(x) for x in (1, 2))


@bench
def gen_send(n):
    def g():
        t = 0
        while True: t += yield t
    c = g(); next(c)
    for i in range(n): c.send(i)


@bench
def gen_from(n):
    def a(): yield 1; yield 2
    def b(): yield from a(); yield 3
    for i in range(n // 3): list(b())


@bench
def dd(n):
    d = defaultdict(list); e = defaultdict(int)
    for i in range(n): d[i & 7].append(i); e[i & 3] += 1


@bench
def counter(n):
    c = Counter()
    for i in range(n): c[i & 7] += 1
    for i in range(n // 50): Counter('hello world').most_common(2); c + c


@bench
def deques(n):
    d = deque(maxlen=8)
    for i in range(n): d.append(i); d.appendleft(i); d.popleft(); d[0]; len(d)


@bench
def odict(n):
    o = OrderedDict()
    for i in range(n):
        o[i & 15] = i; o.move_to_end(i & 15)
        if len(o) > 8: o.popitem(last=False)


@bench
def heaps(n):
    h = []
    for i in range(n):
        heapq.heappush(h, (i * 7 % 101, i))
        if len(h) > 50: heapq.heappop(h)


@bench
def bisects(n):
    l = list(range(0, 1000, 3))
    for i in range(n): bisect.bisect_left(l, i % 1000)


@bench
def itertoolss(n):
    for i in range(n // 10):
        list(itertools.chain([1], (2,))); list(itertools.islice(itertools.count(), 3)); list(itertools.product('ab', 'cd')); list(itertools.combinations(range(4), 2)); list(zip(range(3), 'abc')); list(enumerate('ab')); list(itertools.groupby('aab')); list(itertools.accumulate([1, 2, 3]))


@bench
def sorts(n):
    l = [3, 1, 2]; r = [{'k': 3}, {'k': 1}]; v = [Vec(2, 1), Vec(1, 2)]
    for i in range(n // 3): sorted(l); sorted(l, key=lambda x: -x); sorted(r, key=lambda d: d['k']); sorted(v, key=operator.attrgetter('x')); sorted(['b', 'a'], key=str.lower, reverse=True); l.sort()


@bench
def minmax(n):
    l = [3, 1, 2]; d = {'a': 3, 'b': 1}
    for i in range(n): min(l); max(l, key=lambda x: -x); min(d, key=d.get); max(1, 2, 3); min(d.items(), key=lambda kv: kv[1])


@bench
def strs(n):
    s = 'Hello, World'
    for i in range(n): s.lower(); s.split(', '); s.replace('l', 'L'); s.startswith('He'); s.find('o'); s[1:3]; s.strip(); s.upper(); s.count('l')


@bench
def str_build(n):
    for i in range(n): f'{i}-{i:>5}|{i * 0.5:.2f}'; '%d %s' % (i, 'x'); '{} {:x}'.format(i, i); str(i) + 'a'; 'ab' * 3; repr('x'); 'a' + str(1.5)


@bench
def str_iter(n):
    for i in range(n // 5):
        for c in 'hello': c.isalpha(); ord(c); c in 'aeiou'


@bench
def str_join(n):
    l = ['a', 'b', 'c']
    for i in range(n): ','.join(l); ''.join(reversed(l)); ' '.join(map(str, (1, 2, 3)))


@bench
def str_fmt(n):
    for i in range(n): '{0:<10}|{1:^8}|{name}'.format('a', 'b', name='c'); 'abc'.ljust(10); 'abc'.center(9, '*'); str(i).zfill(5)


@bench
def slicing(n):
    l = list(range(20))
    for i in range(n): l[2:5]; l[::-1]; l[-3:]; l[i % 20]; l[:] ; l[1:10:2]


@bench
def list_ops(n):
    for i in range(n): l = [1, 2, 3]; l.append(4); l.insert(0, 5); l.remove(2); l.index(3); l.reverse(); l.extend([7]); l.pop(); l.pop(0); l + [1]; l * 2; 3 in l; l.count(3)


@bench
def tuple_ops(n):
    t = (1, 2, 3)
    for i in range(n): a, b, c = t; t + (4,); t[1:]; t == (1, 2, 3); t < (1, 2, 4); hash(t); (a, *r) = t; 2 in t


@bench
def dict_ops(n):
    for i in range(n): d = {'a': 1}; d.update(b=2); d.get('z', 3); d.pop('a'); d.setdefault('q', []).append(1); list(d.items()); {**d, 'k': 1}; 'b' in d; d | {'z': 1}; dict(d); len(d)


@bench
def set_ops(n):
    a, b = {1, 2, 3}, {2, 3, 4}
    for i in range(n): a & b; a | b; a - b; a ^ b; a <= b; 2 in a; set([1, 2]); frozenset(a); a.add(3); a.discard(9); a.isdisjoint(b)


@bench
def dict_iter(n):
    d = {'a': 1, 'b': 2}
    for i in range(n):
        for k, v in d.items(): pass
        for k in d: pass
        for v in d.values(): pass


@bench
def isinst(n):
    for i in range(n): isinstance(i, int); isinstance(i, (str, float)); isinstance([], list); type(i) is int; issubclass(bool, int); isinstance(None, type(None)); callable(i)


class A0(ABC):
    @abstractmethod
    def f(self): ...


class A1(A0):
    def __init__(self, v): self.v = v
    def f(self): return self.v


@bench
def abcs(n):
    for i in range(n): a = A1(i); a.f(); isinstance(a, A0)


class Base:
    def __init__(self, x): self.x = x
    def go(self): return 1


class Deriv(Base):
    def __init__(self, x): super().__init__(x); self.y = 1
    def go(self): return super().go() + 1


@bench
def supers(n):
    for i in range(n): Deriv(i).go()


@bench
def bigint(n):
    x = 10 ** 30
    for i in range(n): x * x % 97; x + i; pow(3, 100, 1000007); 2 ** 70 >> 60; int(str(x))


@bench
def floats(n):
    for i in range(n): round(i * 0.37, 2); math.floor(1.5); math.sqrt(i); int(2.7); abs(-1.5); float('1.5'); divmod(7, 2); 7 // 2; math.hypot(3, 4); i ** 0.5


@bench
def bits(n):
    for i in range(n): i ^ 5; i << 2; i >> 1; ~i; i & 7 | 8; bin(i); hex(i); i.bit_length(); int('ff', 16)


@bench
def globals_(n):
    global G
    G = 0
    for i in range(n): G += 1


@bench
def nonlocals(n):
    c = 0
    def inc():
        nonlocal c
        c += 1
    for i in range(n): inc()
MATCH = '''


@bench
def match_stmt(n):
    for i in range(n):
        match i & 3:
            case 0: pass
            case 1 | 2: pass
            case _: pass
        match (i, 'a'):
            case (int(x), 'b'): pass
            case (x, y): pass
        match {'k': i}:
            case {'k': v}: pass
        match Vec(1, 2):
            case Vec(x=1, y=yy): pass
'''
if sys.version_info >= (3, 10):
    exec(MATCH)


@bench
def json_(n):
    for i in range(n // 10): json.loads(json.dumps({'a': [1, 2.5, 'x'], 'b': None}))


@bench
def res(n):
    p = re.compile(r'(\w+)=(\d+)')
    for i in range(n // 3): m = p.match('abc=123'); m.group(1); m.groups(); p.findall('a=1 b=2'); p.sub('x', 'a=1 b=2'); re.split(r'\s+', 'a b c')


@bench
def rands(n):
    r = random.Random(1)
    for i in range(n): r.random(); r.randint(1, 6); r.choice('abc')


@bench
def shuffles(n):
    r = random.Random(1); l = list(range(10))
    for i in range(n // 10): r.shuffle(l); r.sample(l, 3)


@bench
def copies(n):
    v = Vec(1, 2); l = [[1], [2]]
    for i in range(n // 5): copy.copy(l); copy.deepcopy(l)


@bench
def dates(n):
    d = datetime.date(2024, 1, 1); t = datetime.timedelta(days=1)
    for i in range(n // 3): d + t; (d + t).isoformat(); d < d + t; d.weekday()


@bench
def decimals(n):
    a = decimal.Decimal('1.10')
    for i in range(n // 10): a + a; a * 2; str(a); a < 3; round(a, 1)


@bench
def fracs(n):
    a = fractions.Fraction(1, 3)
    for i in range(n // 10): a + a; a * 2; a < 1; str(a)


@bench
def maps(n):
    l = [1, 2, 3]
    for i in range(n // 2): list(map(lambda x: x + 1, l)); list(filter(None, l)); list(map(str, l)); list(map(int, ['1', '2'])); sum(map(abs, l))


@bench
def unpack(n):
    l = [(1, 2), (3, 4)]
    for i in range(n):
        for a, b in l: pass
        (a, b), c = l[0], 5
        first, *rest = [1, 2, 3]


@bench
def asserts(n):
    for i in range(n): assert i >= 0, 'neg'; assert isinstance(i, int)


@bench
def chained(n):
    for i in range(n): 0 <= i < 10 <= 20; not i; i and 5 or 6; i if i else 3


@bench
def recursion(n):
    def fib(k): return k if k < 2 else fib(k - 1) + fib(k - 2)
    for i in range(n // 200): fib(10)


@bench
def matrix(n):
    m = [[1, 2], [3, 4]]
    for i in range(n // 4): [list(r) for r in zip(*m)]; [[sum(a * b for a, b in zip(r, c)) for c in zip(*m)] for r in m]


@bench
def stringio(n):
    import io
    for i in range(n // 5): o = io.StringIO(); o.write('abc'); print('x', i, file=o); o.getvalue()


@bench
def bytess(n):
    b = b'hello'
    for i in range(n): b[1]; b.decode(); 'x'.encode(); b + b'y'; bytes([1, 2]); bytearray(3); b.hex()


def measured(f, times):
    start = time.perf_counter()
    f(times)
    return (time.perf_counter() - start) / times * 1e9


def main():
    times, names = int(sys.argv[1]), sys.argv[2:] or list(OPERATIONS)
    for name in names:
        f = OPERATIONS[name]
        first = measured(f, 1000)
        best = min([measured(f, times) for _ in range(4)])
        print(name, round(first, 1), round(best, 1), flush=True)


main()
