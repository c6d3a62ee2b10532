# itertools, functools and operator.
import functools
import itertools
import operator
from itertools import chain, count, cycle, islice, repeat

print(list(islice(count(3, 2), 5)), list(islice(cycle("ab"), 5)), list(repeat(1, 3)))
print(list(chain([1], (2, 3), "x")), list(chain.from_iterable([[1], [2, 3]])))
print(list(itertools.product("ab", [1, 2])), list(itertools.product([0, 1], repeat=3)), list(itertools.product([], [1])))
for r in (0, 1, 2, 4, None):
    print(list(itertools.permutations([1, 2, 3], r)))
for r in range(5):
    print(list(itertools.combinations("abcd", r)), list(itertools.combinations_with_replacement("ab", r)))
print([(k, list(g)) for k, g in itertools.groupby("aabbbca")])
print([(k, sum(1 for _ in g)) for k, g in itertools.groupby(range(10), key=lambda n: n // 4)])
print([k for k, g in itertools.groupby([1, 1, 2, 3, 3])])
print(list(itertools.zip_longest("abc", [1], fillvalue=0)), list(itertools.zip_longest()))
print(list(itertools.accumulate([1, 2, 3, 4])), list(itertools.accumulate([3, 1, 2], max)), list(itertools.accumulate([], initial=7)))
a, b = itertools.tee(iter([1, 2, 3]))
print(next(a), list(b), list(a))
print(list(itertools.takewhile(lambda x: x < 3, range(6))), list(itertools.dropwhile(lambda x: x < 3, range(6))))
print(list(itertools.compress("abcd", [1, 0, 1, 0])), list(itertools.filterfalse(None, [0, 1, "", 2])), list(itertools.starmap(pow, [(2, 3), (3, 2)])))
print(list(itertools.pairwise([1, 2, 3])), list(islice(range(10), 2, 9, 3)), list(islice(range(10), 4)))
rest = iter(range(10))
print(list(islice(rest, 3)), next(rest))

print(functools.reduce(operator.mul, range(1, 20)), functools.reduce(operator.add, [], 5))
try:
    functools.reduce(operator.add, [])
except TypeError as e:
    print(e)

calls = 0


@functools.lru_cache(maxsize=None)
def fib(n):
    global calls
    calls += 1
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(90), calls, fib.cache_info(), fib.__name__)


@functools.lru_cache(2)
def small(x, y=0):
    return x * 10 + y


for args in [(1,), (2,), (1,), (3,), (2,), (2,)]:
    small(*args)
print(small.cache_info(), small(1, y=4), small(1, y=4))
small.cache_clear()
print(small.cache_info())

add5 = functools.partial(operator.add, 5)
print(add5(6), functools.partial(int, base=2)("1011"))


def traced(f):
    @functools.wraps(f)
    def wrapper(*args):
        return f(*args) + 1
    return wrapper


@traced
def documented(x):
    "Doubles."
    return x * 2


print(documented(4), documented.__name__, documented.__doc__)


@functools.total_ordering
class Version:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return self.n == other.n

    def __lt__(self, other):
        return self.n < other.n


print(Version(1) >= Version(1), Version(2) > Version(1), Version(1) <= Version(0))
print(sorted([3, 1, 2], key=functools.cmp_to_key(lambda a, b: b - a)))


@functools.singledispatch
def show(x):
    return "object"


@show.register(int)
def _(x):
    return "int"


@show.register(list)
def _(x):
    return "list of " + ", ".join(show(y) for y in x)


print(show(1), show("a"), show([1, 2.5]))


class Lazy:
    @functools.cached_property
    def value(self):
        print("computed")
        return 42


lazy = Lazy()
print(lazy.value, lazy.value)

print(operator.itemgetter(1)("abc"), operator.itemgetter(2, 0)("abc"), operator.attrgetter("real", "imag")(3), operator.methodcaller("upper")("x"))
print(operator.index(True), operator.abs(-3), operator.contains([1], 1), operator.floordiv(7, 2), operator.not_(0))
total = 0
for x, y in itertools.product(range(60), range(60)):
    total += x * y
for p in itertools.permutations(range(6)):
    total += p[0] * p[5]
print(total)
