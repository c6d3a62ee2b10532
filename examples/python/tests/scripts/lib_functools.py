from functools import *
import functools
print(reduce(lambda a, b: a * b, [1, 2, 3, 4]), reduce(max, [], 7))
try:
    reduce(max, [])
except TypeError as e:
    print(e)
p = partial(int, base=2)
print(p('101'), p.args, p.keywords, partial(partial(pow, 2), 5)(), partial(print, 1)(2, sep='-'))
@lru_cache(maxsize=2)
def f(x, y=1):
    'doc f'
    return (x, y)
f(1); f(2); f(1); f(3); f(2)
print(f.cache_info(), f.__name__, f.__doc__, f.cache_parameters())
f.cache_clear()
print(f.cache_info())
@cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(90), fib.cache_info())
@lru_cache
def g(*a, **k):
    return len(a) + len(k)
print(g(1, 2), g(1, b=2), g(1, b=2), g.cache_info())
def deco(fn):
    @wraps(fn)
    def w(*a):
        return fn(*a) + 1
    return w
@deco
def h(x):
    'doc h'
    return x
print(h(1), h.__name__, h.__doc__, h.__wrapped__(1))
print(sorted([3, 1, 2], key=cmp_to_key(lambda a, b: b - a)))
@total_ordering
class V:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == o.v
    def __lt__(self, o): return self.v < o.v
print(V(1) <= V(1), V(2) > V(1), V(1) >= V(2), V(1) != V(2))
@singledispatch
def show(x): return 'object'
@show.register(int)
def _(x): return 'int'
@show.register(list)
def _(x): return 'list of ' + ','.join(show(y) for y in x)
print(show(1), show(True), show([1, 'a']), show({}))
class C:
    n = 0
    @cached_property
    def p(self):
        C.n += 1
        return C.n * 10
c = C()
print(c.p, c.p, C.n, c.__dict__)
t = 0
for i in range(3000):
    t += partial(lambda a, b: a + b, i)(1)
print(t)


# Caches that are asked again while they answer, and what makes methods of functions.
import abc
import collections.abc


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Asking:
    def __init__(self, x):
        self.x = x

    def __hash__(self):
        return self.x

    def __eq__(self, other):
        if self.x == 2:
            answer(Asking(1))
        return self.x == other.x


@functools.lru_cache(maxsize=10)
def answer(a):
    return a.x


print(answer(Asking(1)), answer(Asking(2)), answer(Asking(2)), answer.cache_info().currsize)


@functools.lru_cache(maxsize=2)
def square(n):
    print('computed', n)
    return n * n


print([square(n) for n in (1, 2, 1, 3, 1, 2, 3)], square.cache_info(), square.cache_parameters())


class Cell:
    def __init__(self):
        self.alive = False

    def set(self, state, *, loud=False):
        self.alive = state
        return 'loud' if loud else 'quiet'

    revive = functools.partialmethod(set, True)
    kill = functools.partialmethod(set, False, loud=True)

    @functools.cached_property
    def once(self):
        "Computed once."
        print('computing')
        return 5

    @functools.singledispatchmethod
    def take(self, x):
        return 'anything'

    @take.register
    def _(self, x: int):
        return 'int'

    @take.register(str)
    @staticmethod
    def _(x):
        return 'text'


cell = Cell()
print(cell.revive(), cell.alive, cell.kill(), cell.alive, cell.once, cell.once, Cell.once.__doc__, cell.take(1), cell.take('a'), cell.take(None))


class Twice:
    a = functools.cached_property(lambda self: 1)


def reused():
    class Bad:
        a = b = functools.cached_property(lambda self: 1)


try:
    reused()
except Exception as e:
    print(type(e).__name__)


@functools.singledispatch
def kind(x):
    return 'object'


@kind.register
def _(x: int | float):
    return 'number'


kind.register(collections.abc.Sized, lambda x: 'sized')
kind.register(collections.abc.Mapping, lambda x: 'mapping')
kind.register(list, lambda x: 'list')
print(kind(1), kind(1.5), kind('a'), kind({}), kind([]), kind(None), kind(True), kind.dispatch(dict)({}), sorted(c.__name__ for c in kind.registry))
t(lambda: kind.register(3))
t(lambda: kind())
