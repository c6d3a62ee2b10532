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
