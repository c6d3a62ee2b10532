# What plain execution remembers at places of code is forgotten when it is no longer so.
import gc
import math


class A:
    kind = "a"

    def __init__(self, x):
        self.x = x
        self.y = self.x + 1

    def who(self):
        return "A.who"


class B(A):
    pass


class Slots:
    __slots__ = ("x", "y")

    def __init__(self, x):
        self.x = x
        self.y = x


class Hooked:
    def __setattr__(self, name, v):
        object.__setattr__(self, name, v * 2)


def read(o):
    return o.x, o.kind, o.who()


def write(o, v):
    o.x = v
    return o.x


# Methods and attributes of classes that change, in the class and in a base of it.
b = B(1)
print(read(b), read(b))
A.who = lambda self: "other"
print(read(b))
B.who = lambda self: "B.who"
print(read(b))
del B.who
A.kind = "changed"
print(read(b))
b.kind = "own"
b.who = lambda: "own who"
print(read(b), read(A(5)))
B.x = property(lambda self: "property")
print(read(b))
del B.x
print(read(b))

# Setting: where it just writes, where it does not.
for o in [A(1), Slots(1), Hooked(), A(2)]:
    print(write(o, 3), write(o, 4))
A.__setattr__ = lambda self, name, v: object.__setattr__(self, name, -v)
print(write(b, 7), A(8).x, A(8).y)
del A.__setattr__
print(write(b, 7), A(8).x, A(8).y)
A.x = property(lambda self: "p", lambda self, v: None)
print(write(A.__new__(A), 7))
del A.x

# New attributes, with collections between, after which the maps may be others.
for i in range(4):
    class C:
        def __init__(self):
            self.a = i
            self.b = self.a * 2
            self.c = self.d = self.e = self.f = i

    def fill(o):
        o.g = 1
        o.h = 2
        return sorted(o.__dict__.items())

    print(fill(C()) == fill(C()), C().b)
    del C
    gc.collect()


# The same place, many kinds of values.
def length(o):
    return o.__len__(), o.count(1)


print([length(o) for o in ([1, 1], (1,), [1], (1, 1, 1))])


def add(s, v):
    try:
        s.add(v)
    except AttributeError as e:
        return str(e)
    return sorted(s)


print(add({1}, 2), add(frozenset([1]), 2), add({3}, 4))


# Globals and attributes of modules.
def area(r):
    return math.floor(math.tau * r), size, len([r])


size = 1
print(area(1), area(2))
size = 2
print(area(1))
size = 3
print(area(1))
math.tau = 1
print(area(5))
len = lambda x: "mine"
print(area(5))
del len
print(area(5))
del math.tau
try:
    area(1)
except AttributeError as e:
    print(e)


# Classes as values.
class M(type):
    def shown(cls):
        return "of " + cls.__name__


class D(metaclass=M):
    limit = 1


def look(c):
    return c.limit, c.shown() if c is D else c.limit


class E:
    limit = 2


print(look(E), look(D), look(E))
D.limit = 5
E.limit = 6
print(look(E), look(D))


# Arguments by name, defaults, pairs that are taken apart.
def f(a, b=2, *, c=3, d=4):
    return a, b, c, d


print(f(1), f(1, d=5), f(b=1, a=2), f(1, 2, c=7), f(d=1, c=2, b=3, a=4))
for bad in (lambda: f(), lambda: f(1, a=2), lambda: f(1, e=2), lambda: f(1, 2, 3), lambda: f(b=1)):
    try:
        bad()
    except TypeError as e:
        print(e)
print([(i, x) for i, x in enumerate("ab")], [x + y for x, y in zip([1, 2], (3, 4))])
d = {"a": 1, "b": 2}
try:
    for k, v in d.items():
        d[k + "x"] = v
except RuntimeError as e:
    print(k, v, e)
for i, (x, y) in enumerate(zip([1, 2], [3, 4])):
    pass
print(i, x, y)
