# Reading and setting attributes of classes that have descriptors, cached properties and hooks, in loops that are compiled.
import functools


class Plus:
    """Sets what it reads one higher."""

    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, obj, owner):
        return self if obj is None else getattr(obj, self.name)

    def __set__(self, obj, value):
        setattr(obj, self.name, value + 1)


class Once:
    """Not a data descriptor: what the instance has goes before it."""

    def __init__(self, f):
        self.f = f

    def __get__(self, obj, owner):
        value = obj.__dict__[self.f.__name__] = self.f(obj)
        return value


class A:
    up = Plus()

    def __init__(self, n):
        self.n = n
        self.up = n

    @Once
    def twice(self):
        calls.append(self.n)
        return self.n * 2

    @functools.cached_property
    def thrice(self):
        calls.append(-self.n)
        return self.n * 3


calls = []
total = 0
for i in range(500):
    a = A(i)
    a.up = a.up
    total += a.up + a.n + a.twice + a.twice + a.thrice + a.thrice
    if i % 50 == 7:
        a.twice = 1000
        total += a.twice
        del a.twice, a.thrice
        total += a.twice + a.thrice
print(total, len(calls), calls[-3:])


class Hooked(A):
    def __setattr__(self, name, value):
        if name == "n":
            value += 100
        super().__setattr__(name, value)


total = 0
for i in range(500):
    h = Hooked(i)
    h.other = i
    total += h.n + h.up + h.other + h.twice
print(total)


class Late:
    def __init__(self):
        self.x = 1


def loop(objects):
    total = 0
    for o in objects:
        o.x = o.x + 1
        total += o.x
    return total


objects = [Late() for _ in range(300)]
print(loop(objects), loop(objects))
Late.x = Plus()
Late.__dict__["x"].name = "_x"
for o in objects:
    o.__dict__["_x"] = 10
print(loop(objects), loop(objects))
del Late.x
print(loop(objects))
Late.__setattr__ = lambda self, name, value: object.__setattr__(self, name, value * 2)
print(loop(objects))


class Getter:
    def __getattribute__(self, name):
        return name if name == "odd" else object.__getattribute__(self, name)


class Below(Getter):
    def __init__(self):
        self.even = 2


b = Below()
print([(b.odd, b.even) for _ in range(200)][-1])


# A class may say how an attribute is set or deleted, and not the other, nor how it is read.
class SetsOnly:
    def __set__(self, o, v): print("set", v)


class DeletesOnly:
    def __delete__(self, o): print("deleted")


class Meta(type):
    sets, deletes = SetsOnly(), DeletesOnly()


class Halves(metaclass=Meta):
    s, d = SetsOnly(), DeletesOnly()


class SetsItems:
    def __setitem__(self, k, v): print("item", k, v)


class DeletesItems:
    def __delitem__(self, k): print("no item", k)


def tried(f, *args):
    try: print(f(*args))
    except Exception as e: print(type(e).__name__, e)


def delete_item(x): del x[0]
def set_item(x): x[0] = 1
def own(name):
    h = Halves()
    h.__dict__[name] = 5
    return getattr(h, name), getattr(Halves(), name) is Halves.__dict__[name]


for i in range(3):
    tried(delattr, Halves(), 's')
    tried(setattr, Halves(), 'd', i)
    tried(delattr, Halves, 'sets')
    tried(setattr, Halves, 'deletes', i)
    tried(own, 's')
    tried(own, 'd')
    for x in SetsItems(), DeletesItems(), Halves():
        tried(delete_item, x)
        tried(set_item, x)
