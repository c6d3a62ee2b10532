# Descriptors of the program's, instances' dictionaries, and attributes set and read by name, in loops that are compiled.


class Field:
    def __init__(self, default=None):
        self.default = default

    def __set_name__(self, owner, name):
        self.name = name
        self.slot = "_f_" + name

    def __get__(self, obj, owner=None):
        if obj is None:
            return self
        return obj.__dict__.get(self.slot, self.default)

    def __set__(self, obj, value):
        if value is not None and value < 0:
            raise ValueError(self.name)
        obj.__dict__[self.slot] = value


class SameName:
    """Its values stand in the instance under its own name."""

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, obj, owner=None):
        return obj.__dict__[self.name] * 2 if obj is not None else self

    def __set__(self, obj, value):
        obj.__dict__[self.name] = value + 1
        return "forgotten"


class Lazy:
    """No data descriptor: the instance's own attribute goes before it."""

    def __init__(self, f):
        self.f = f

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, obj, owner=None):
        v = obj.__dict__[self.name] = self.f(obj)
        return v


class OnlySet:
    def __set__(self, obj, value):
        obj.__dict__["only"] = value


class OnlyDelete:
    def __delete__(self, obj):
        raise AttributeError("stays")


class Plain:
    """In a class, and no descriptor."""

    def __repr__(self):
        return "plain"


class Item:
    count = Field(0)
    price = Field()
    same = SameName()
    only = OnlySet()
    kept = OnlyDelete()
    state = Plain()

    def __init__(self, count, price):
        self.count = count
        self.price = price
        self.same = count

    @Lazy
    def total(self):
        return (self.count or 0) * (self.price or 0)

    @property
    def half(self):
        return self.count // 2

    @half.setter
    def half(self, v):
        self.count = v * 2
        return "forgotten"


def attempt(f, *args):
    try:
        return f(*args)
    except (AttributeError, KeyError, ValueError, TypeError, ZeroDivisionError) as e:
        return type(e).__name__, str(e)


def items(n):
    out = []
    for i in range(n):
        x = Item(i, i % 7)
        x.half = i
        x.state = i
        x.only = i + 1
        out.append((x.count, x.price, x.same, x.total, x.total, x.half, x.state, x.only))
    return out


def set_only(x, v):
    x.kept = v


def bad(n):
    out = []
    x = Item(1, 1)
    for i in range(n):
        out.append(attempt(Item, i - n // 2, 1) if i < n // 2 else attempt(set_only, x, 1))
    return out[0], out[-1], len(out)


def dictionaries(n):
    total = 0
    seen = []
    for i in range(n):
        x = Item(i, 2)
        d = x.__dict__
        if "_f_count" in d and "nothing" not in d:
            total += d["_f_count"] + d.get("_f_price", 100) + d.get("nothing", 3)
        if d.get("nothing") is None:
            d["extra"] = i
        total += x.extra
        for k, v in vars(x).items():
            total += len(k) + v
        if i % 50 == 0:
            seen.append((sorted(d), len(d), list(d.values()), attempt(d.__getitem__, "no"), attempt(lambda: d["no"])))
            d.update(more=5)
            seen.append((x.more, d.pop("more"), d.setdefault("other", 9), x.other, d == vars(x), dict(d)))
            del d["other"]
            seen.append((hasattr(x, "other"), attempt(lambda: x.other)))
    return total, seen


def by_name(n):
    total = 0
    names = ["count", "price", "same", "half", "fresh"]
    results = set()
    for i in range(n):
        x = Item(1, 2)
        for name in names:
            results.add(setattr(x, name, i))
            total += getattr(x, name, 1000) + getattr(x, "absent", 7)
        total += getattr(x, names[i % 5])
        total += hasattr(x, "absent") + hasattr(x, names[i % 5])
    return total, results


class Asks:
    def __getattr__(self, name):
        if name.startswith("x"):
            return len(name)
        raise AttributeError(name)

    @property
    def broken(self):
        return self.not_there

    @property
    def divides(self):
        return 1 // 0


class Watches:
    def __init__(self):
        object.__setattr__(self, "log", 0)

    def __setattr__(self, name, v):
        object.__setattr__(self, "log", self.log + len(name))
        object.__setattr__(self, name, v)
        return "forgotten"


def asked(n):
    x, w, total = Asks(), Watches(), 0
    results = set()
    for i in range(n):
        total += getattr(x, "xyz", 0) + getattr(x, "abc", 50) + getattr(x, "broken", 20)
        w.a = i
        results.add(setattr(w, "bcd", i))
        w.__dict__["efg"] = i
        total += w.log + w.a + w.bcd + w.efg
    return total, results, attempt(getattr, x, "divides", 1), attempt(getattr, x, "abc")


class Slotted:
    __slots__ = ("a", "b")

    def __init__(self, a):
        self.a = a


class Mixed(Slotted):
    pass


def slotted(n):
    out = []
    for i in range(n):
        x = Mixed(i)
        x.c = i
        x.__dict__["d"] = i + x.__dict__["c"]
        out.append((x.d, sorted(x.__dict__), "a" in x.__dict__, attempt(lambda: Slotted(1).__dict__)))
    return out[-1], len(out)


def changing(n):
    """Classes get descriptors, and descriptors methods, while loops run."""

    class D:
        def __get__(self, obj, owner):
            return 5

    class C:
        a = D()

    out = []
    for i in range(n):
        x = C()
        x.__dict__["a"] = i
        if i == n // 3:
            C.b = D()
        if i == n // 2:
            D.__set__ = lambda self, obj, v: obj.__dict__.__setitem__("z", v)
            C.a = D()
        x.b = i
        x.a = i + 1
        out.append((x.a, x.b, sorted(x.__dict__.items())))
    return out[0], out[n // 3], out[n // 2], out[-1], len(out)


class Default:
    def __init__(self, n):
        self.n = n


class WithDefault:
    state = Default(0)
    other = Default(1)

    def __init__(self, i):
        if i % 2:
            self.state = Default(i)


def defaults(n):
    total = 0
    for i in range(n):
        x = WithDefault(i)
        total += x.state.n + x.other.n
        x.other = x.state
        total += x.other.n + len(x.__dict__)
    return total


def module_names(n):
    import math

    total = 0
    for i in range(n):
        total += len(math.__dict__["__name__"]) + ("pi" in vars(math)) + math.__dict__.get("nothing", 1)
    return total


def many(n):
    """Names and maps that are too many to be known."""
    total = 0
    for i in range(n):
        x = Default(i)
        for k in range(i % 40):
            x.__dict__["name%d" % k] = k
            total += x.__dict__["name%d" % k]
        total += x.__dict__.get("name%d" % (i % 50), -1) + len(x.__dict__)
    return total


for n in (3, 300):
    print(items(n)[-3:], bad(n))
    print(dictionaries(n))
    print(by_name(n), asked(n))
    print(slotted(n), changing(n))
    print(defaults(n), module_names(n), many(n))


c = Default(1)
c.__dict__.__setitem__("z", 1)
print(c.__dict__, c.__dict__.__getitem__("z"), c.__dict__.__contains__("z"), c.__dict__.__len__())
c.__dict__.__delitem__("z")
dict.__setitem__(c.__dict__, "y", 2)
print(c.__dict__, c.y, c.__dict__.popitem())
c.__dict__.clear()
print(c.__dict__, attempt(lambda: c.n))


class Ordered:
    def __init__(self, n):
        self.n = n

    def __lt__(self, o):
        return self.n < o.n

    def __gt__(self, o):
        return self.n > o.n


class Bag:
    defaults = {"a": 1, "b": 2}

    def __init__(self, **kw):
        self.__dict__.update(self.defaults)
        self.__dict__.update(kw)
        self.__dict__.update([("pair", 1)], more=2)


def extremes(n):
    import math

    total = 0
    for i in range(n):
        a, b, c = Ordered(i % 7), Ordered(3), Ordered(i % 3)
        total += min(a, b).n + max(a, b, c).n * 2 + (max(a, b) is a) + (min(b, Ordered(3)) is b)
        total += pow(i, 1000003, 1000000007) + pow(i, i, 2**61 - 1)
        total += round(math.hypot(i, 3.5) * 1000) + round(math.hypot(3, 4))
        bag = Bag(b=i, c=3)
        total += bag.a + bag.b + bag.c + bag.pair + bag.more + len(bag.__dict__)
    return total, attempt(min, Ordered(1), 2), attempt(max, Ordered(1), Ordered(2), None)


print(extremes(3), extremes(300))
print(sorted(vars(Bag(z=1)).items()))


class Shelf:
    def __init__(self):
        self.kept = {}

    def __setitem__(self, k, v):
        self.kept[k] = v

    def __delitem__(self, k):
        if k not in self.kept:
            raise KeyError("no " + k)
        del self.kept[k]
        return "forgotten"


def echo():
    got = None
    while True:
        got = yield got


def methods(n):
    total = 0
    words = ["abc", "a1", "", "123", "A", "é", "ABC", " "]
    table = str.maketrans({"a": "<a>", "b": None, "1": 50})
    for i in range(n):
        s = Shelf()
        s["x%d" % (i % 3)] = i
        total += len(s.kept)
        del s["x%d" % (i % 3)]
        total += len(s.kept) + (attempt(lambda: s.__delitem__("y")) == ("KeyError", "'no y'"))
        g = echo()
        total += (g.send(None) is None) + g.send(i) + (attempt(echo().send, i)[0] == "TypeError")
        total += i.bit_length() + (-i).bit_length() + (1 << 70 | i).bit_length() + i.bit_count() + (i - 5).bit_count() + True.bit_length()
        w = words[i % len(words)]
        total += w.isdigit() + w.isalpha() * 2 + w.isalnum() * 4 + w.isspace() * 8 + w.isupper() * 16 + len(w.upper() + w.lower())
        total += len((w * 3).translate(table)) + len(w.translate({97: "xyz"})) + len(w.translate("0123" * 20))
    return total


print(methods(3), methods(300))


class Odd(type):
    def __instancecheck__(cls, x):
        return x == 5


class Fives(metaclass=Odd):
    pass


def classes_of(n):
    values = [methods, len, [].append, Shelf().__setitem__, Shelf.__setitem__, Shelf, range(3), slice(1), 10**30, 1j, {1}, frozenset(), b"", bytearray(), None, Shelf(), 5, 2.5]
    kinds = [Shelf, object, int, type(methods), type(len), type(Shelf().__setitem__), set, frozenset, bytes, bytearray, complex, range, slice, type, Fives, (float, Shelf)]
    total = 0
    for i in range(n):
        for j, v in enumerate(values):
            for k, c in enumerate(kinds):
                total += isinstance(v, c) * (j * 17 + k)
            total += len(type(v).__name__)
    return total


print(classes_of(3), classes_of(100))
