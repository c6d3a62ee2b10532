# Attributes at places where instances with many maps and classes come by.
class Set:
    """A data descriptor that cannot be read."""

    def __init__(self, log):
        self.log = log

    def __set__(self, x, value):
        self.log.append(value)


class Both:
    def __get__(self, x, owner):
        return "both" if x is not None else owner.__name__

    def __set__(self, x, value):
        x.__dict__["v"] = value


class Get:
    def __get__(self, x, owner):
        return "get"


log = []


class Base:
    kind = "base"
    v = "class"

    def __init__(self, **fields):
        for name, value in fields.items():
            setattr(self, name, value)

    def area(self):
        return ("area", self.kind)


def classes():
    made = []
    for n in range(12):
        def area(self, n=n):
            return (n, self.kind)

        made.append(type("C%d" % n, (Base,), {"area": area, "kind": n} if n % 3 else {"kind": n}))
    return made


class WithProperty(Base):
    @property
    def v(self):
        return "property"

    @v.setter
    def v(self, value):
        log.append(("property", value))


class WithSet(Base):
    v = Set(log)


class WithBoth(Base):
    v = Both()


class WithGet(Base):
    v = Get()


class WithGetattr(Base):
    def __getattr__(self, name):
        return "no " + name


class Slotted:
    __slots__ = ("v", "w")
    kind = "slotted"

    def __init__(self, v):
        self.v = v

    def area(self):
        return self.v


class Static(Base):
    @staticmethod
    def area():
        return "static"

    @classmethod
    def named(cls):
        return cls.__name__


class Own(Base):
    """Its instances hide the method."""

    def __init__(self, n):
        self.area = lambda: ("own", n)
        if n % 2:
            self.kind = "hidden"


def instances():
    found = []
    for n, c in enumerate(classes()):
        x = c()
        for k in range(n % 5):
            setattr(x, "f%d" % (k + n), k)
        if n % 4 != 3:
            x.v = n
        found.append(x)
    found += [WithProperty(), WithSet(), WithBoth(), WithGet(), WithGetattr(), Slotted(5), Static(), Own(1), Own(2)]
    shadowed = WithGet()
    shadowed.v = "instance"
    bare = WithSet()
    bare.__dict__["v"] = "behind"
    deleted = Base(v=1, w=2)
    del deleted.v
    found += [shadowed, bare, deleted, ValueError("v")]
    return found


def value(x):
    try:
        v = x.v
    except AttributeError as e:
        return str(e)
    return v if not isinstance(v, Set) else "descriptor"


def has(x):
    return hasattr(x, "w"), getattr(x, "w", "none")


def area(x):
    try:
        return x.area()
    except AttributeError as e:
        return str(e)


def store(x, n):
    try:
        x.v = n
    except AttributeError as e:
        return str(e)
    return value(x)


def all_of(f, xs, times):
    result = None
    for k in range(times):
        now = [f(x) for x in xs]
        assert result is None or now == result
        result = now
    return result


xs = instances()
for f in (value, has, area):
    print(f.__name__, all_of(f, xs, 60))
for n in range(3):
    print([store(x, n) for x in xs for k in range(2)])
print(len(log), log[:4], log[-2:])


# What is in no instance at first comes to be in one, and methods change.
def kinds(xs):
    return [x.kind for x in xs[:12]]


print(all_of(kinds, [xs], 40))
xs[4].kind = "four"
type(xs[5]).kind = "five"
Base.area = lambda self: "other"
print(all_of(kinds, [xs], 40))
print(all_of(area, xs, 40))


# Special methods and the class of instances with many maps.
class Number:
    def __init__(self, n, k):
        self.n = n
        for i in range(k):
            setattr(self, "g%d" % i, i)

    def __add__(self, other):
        return Number(self.n + other.n, 0)

    def __lt__(self, other):
        return self.n < other.n

    def __len__(self):
        return self.n % 3

    def __eq__(self, other):
        return isinstance(other, Number) and self.n == other.n


numbers = [Number(n, n * 7 % 20) for n in range(40)]


def sums(numbers):
    total, less, true, same = Number(0, 0), 0, 0, 0
    for k in range(len(numbers) - 1):
        total = total + numbers[k]
        less += numbers[k] < numbers[k + 1]
        true += bool(numbers[k])
        same += numbers[k] == numbers[k + 1]
    return total.n, less, true, same


print(all_of(sums, [numbers], 60))
