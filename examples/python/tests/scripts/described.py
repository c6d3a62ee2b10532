# Descriptors that are instances of the program's classes, and what stands before and behind them.
from enum import Enum


class Color(Enum):
    RED = 1
    GREEN = "g"

    @property
    def loud(self):
        return self.name + "!"

    def other(self):
        return Color.RED if self is Color.GREEN else Color.GREEN


class Cached:
    """Without `__set__`: what it puts into the instance is found first from then on."""

    def __init__(self, f):
        self.f, self.name = f, f.__name__

    def __get__(self, x, cls=None):
        if x is None:
            return self
        v = self.f(x)
        x.__dict__[self.name] = v
        return v


class Typed:
    def __init__(self, kind):
        self.kind = kind

    def __set_name__(self, cls, name):
        self.name = "_" + name

    def __get__(self, x, cls):
        if x is None:
            return "of " + cls.__name__
        return getattr(x, self.name, None)

    def __set__(self, x, v):
        if not isinstance(v, self.kind):
            raise TypeError("%s is to be %s" % (self.name[1:], self.kind.__name__))
        setattr(x, self.name, v)


class Fails:
    def __get__(self, x, cls):
        raise AttributeError("no such luck")


class Shape:
    sides = Typed(int)
    label = Typed(str)
    broken = Fails()
    plain = Color.RED

    def __init__(self, sides, label):
        self.sides, self.label, self.computed = sides, label, 0

    @Cached
    def area(self):
        self.computed += 1
        return self.sides * 10

    @property
    def angry(self):
        raise AttributeError("angry")


class Forgiving(Shape):
    def __getattr__(self, name):
        return "gave " + name


class Meta(type):
    @property
    def size(cls):
        return "meta size"

    kind = Typed(str)


class WithMeta(metaclass=Meta):
    size = "own size"
    member = Color.GREEN
    shape = Shape(7, "seven")


def attempt(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__, str(e)


def work(n):
    out = []
    for c in Color:
        out += [c.value, c.name, c.loud, c.other().name, Color.RED is c, Color[c.name].value]
    a, b = Shape(n, "s%d" % n), Forgiving(n + 1, "f")
    for x in (a, b):
        out += [x.sides, x.label, x.area, x.area, x.computed, x.plain.name, attempt(lambda: x.broken), attempt(lambda: x.angry), attempt(lambda: x.nothing)]
        x.sides = 5
        out += [x.sides, attempt(lambda: setattr(x, "label", 3))]
    out += [Shape.sides, Shape.plain, Shape.area.name, attempt(lambda: Shape.broken)]
    out += [WithMeta.size, WithMeta.member.value, WithMeta.shape.sides, WithMeta().size, attempt(lambda: WithMeta.kind)]
    return out


for n in range(70):
    result = work(n)
    if n in (0, 35, 69):
        print(result)


# Descriptors that change while traces know them.
class Late:
    def __init__(self, v):
        self.v = v


class Owner:
    a = Late(1)


def read(x):
    return x.a if isinstance(x.a, str) else x.a.v


x = Owner()
for n in range(90):
    if n == 30:
        Late.__get__ = lambda self, x, cls: "got %d" % self.v
    if n == 60:
        Owner.a = Late(2)
    if n == 75:
        del Late.__get__
    result = read(x), read(Owner)
    if n in (0, 29, 30, 59, 60, 74, 75, 89):
        print(n, result)
