# Cases that a second reading of the code found wrong: each was a wrong result, a lost value or a crash.
import collections
import functools
import gc

# A dictionary that was emptied has an index; what is copied into it has none.
d = {(0, 0): 1}
del d[(0, 0)]
d.update({"a": 1, "b": 2, "c": 3, "d": 4})
print("a" in d)
d["a"] = 9
d["e"] = 5
d["f"] = 6
print(d, len(d))
s = {(1, 2)}
s.clear()
s |= {1, 2, 3, 4}
s.add(5)
print(sorted(s))


# A row whose trace is left in the middle is completed plainly.
def doubled(x):
    return x * 2 if x < 5000 else x * 2.5


xs = list(range(9000))
rows = 0
for a, b, c in zip(xs, map(doubled, xs), xs):
    assert a == c and b == doubled(a), (a, b, c)
    rows += 1
print(rows)

# What ends a callable iterator: the same object, or one that the sentinel equals; or the function itself, for good.
nan = float("nan")
print(list(iter(lambda: nan, nan)))


class Never:
    def __eq__(self, other):
        return False


class Asked:
    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        asked.append(self.name)
        return True


never = Never()
values = iter([1, never, 2])
print(len(list(iter(lambda: next(values), never))))
asked = []
print(list(iter(lambda: Asked("value"), Asked("sentinel"))), asked)
n = 0


def counted():
    global n
    n += 1
    if n == 3:
        raise StopIteration
    return n


it = iter(counted, 99)
for x in it:
    print(x)
print(list(it))


# A namespace is a mapping.
class Plain:
    pass


o = Plain()
o.x = 1
for _ in range(500):
    match o.__dict__:
        case {"x": x}:
            seen = "has", x
        case _:
            seen = "no"
print(seen)


# Names of arguments for a __new__ whose class is filled later, or that makes another class.
class Filled(dict):
    def __new__(cls, b, a):
        print("new", a, b)
        return dict.__new__(cls)


print(type(Filled(a=1, b=2)).__name__)


class Shape:
    def __new__(cls, kind, size=1):
        return object.__new__(Circle)


class Circle(Shape):
    def __init__(self, kind, **named):
        self.got = kind, named


print({str(Shape(kind="c").got) for _ in range(500)})


# Partials of partials do not use up the native stack.
class Part(functools.partial):
    pass


p = lambda: 5
for _ in range(300):
    p = Part(p)
print(p())
deep = lambda: 5
for _ in range(100000):
    deep = Part(deep)
try:
    deep()
    print("called")
except RecursionError:
    print("called")

# Signs of large literals.
print(-(-(1 - 10 ** 20)), --100000000000000000000, ---100000000000000000000, -9223372036854775808, -(-9223372036854775808))


# What the program gives lives until the pattern has all of it.
class Gets(dict):
    def get(self, k, default=None):
        gc.collect()
        return [k * 3]


for gets in (Gets(), Gets(p=1, q=2, r=3)):
    match gets:
        case {"a": [x], "b": [y], "c": [z]}:
            print(x, y, z)
        case {}:
            print("too few")


def given(n):
    for i in range(n):
        gc.collect()
        yield [i] * 3


for name, rows in (("map", map(lambda *r: r, *[given(3) for _ in range(6)])), ("zip", zip(*[given(3) for _ in range(7)]))):
    print(name, collections.deque(rows, maxlen=1))


# A descriptor's class loses `__set__`: then the instance's own attribute goes before it.
def no_longer_data(n):
    class K:
        def __get__(s, o, t):
            return "got"

        def __set__(s, o, v):
            o.__dict__["via"] = v

    class L:
        def __get__(s, o, t):
            return "L"

    class H:
        d = K()
        e = K()

    out = set()
    for i in range(n):
        h = H()
        h.__dict__["d"] = "own"
        h.__dict__["e"] = "own"
        if i == n // 2:
            del K.__set__
        if i == n // 2 + 10:
            H.__dict__["e"].__class__ = L
        out.add((i // (n // 2), h.d, getattr(h, "d", 0), h.e))
    return sorted(out)


print(no_longer_data(600))


# What the prelude calls is not what the program has put in its place.
def replaced_builtins(n):
    import builtins

    original, kept, seen = builtins.getattr, AttributeError, []

    def own(o, name, default=None):
        seen.append(name)
        return original(o, name, default)

    class P:
        @property
        def v(self):
            return 5

        def __getattr__(self, name):
            raise kept(name)

    builtins.getattr = own
    try:
        total = sum(getattr(P(), "v", 1) + getattr(P(), "w", 2) for i in range(n))
        builtins.AttributeError = ValueError
        total += original(P(), "w", 3)
    finally:
        builtins.getattr, builtins.AttributeError = original, kept
    return total, len(seen)


print(replaced_builtins(300))
