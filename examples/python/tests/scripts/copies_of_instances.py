# Copies of instances, and what classes are asked about that they do not have.
import copy
import copyreg


class Plain:
    def __init__(self):
        self.x, self.items = 1, [1, [2]]


class Slots:
    __slots__ = ("a", "__hidden", "unset")

    def __init__(self):
        self.a, self.__hidden = [1], 2

    def hidden(self):
        return self.__hidden


class Both(Slots):
    def __init__(self):
        super().__init__()
        self.more = [3]


class Stated:
    def __init__(self):
        self.x = 1

    def __getstate__(self):
        return {"x": self.x + 1}

    def __setstate__(self, state):
        self.x = state["x"] * 10


class Newed:
    def __new__(cls, *args):
        made = super().__new__(cls)
        made.args = args
        return made

    def __getnewargs__(self):
        return (5, 6)


class Reduced:
    def __init__(self, x):
        self.x = x

    def __reduce__(self):
        return Reduced, (self.x + 1,)


class Setting:
    def __init__(self):
        self.__dict__["x"] = 1

    def __setattr__(self, name, value):
        raise AttributeError("no " + name)


class Refusing(type):
    def __setattr__(cls, name, value):
        raise TypeError("nothing is set")


class Refused(metaclass=Refusing):
    def __init__(self):
        self.x = 1


class Listed(list):
    pass


class Empty:
    pass


class Registered:
    def __init__(self):
        self.x = 1


copyreg.pickle(Registered, lambda r: (Reduced, (r.x + 100,)))


def shown(x):
    parts = [type(x).__name__]
    for name in ("x", "items", "a", "more", "unset", "args"):
        if hasattr(x, name):
            parts.append("%s=%r" % (name, getattr(x, name)))
    if isinstance(x, Slots):
        parts.append(x.hidden())
    return parts


def both(x):
    a, b = copy.copy(x), copy.deepcopy(x)
    part = getattr(x, "items", None) or getattr(x, "a", None)
    same = [(getattr(y, "items", None) or getattr(y, "a", None)) is part for y in (a, b)] if part else None
    return shown(a), shown(b), same, a is x, b is x, len(vars(a)) if hasattr(a, "__dict__") else None


class Meta(type):
    known = 3

    def __getattr__(cls, name):
        if name.startswith("made"):
            return name + " of " + cls.__name__
        raise AttributeError(name)


class OfMeta(metaclass=Meta):
    own = 1


class Later:
    pass


def asked():
    out = []
    for c in (Plain, OfMeta, Later, int, type, Refused):
        out.append([hasattr(c, n) for n in ("own", "known", "made_up", "mro", "__copy__", "__hash__", "__name__", "__dict__", "late", "real", "__call__")])
        out.append([getattr(c, n, "none") for n in ("own", "known", "made_up", "late")])
    return out


for turn in range(90):
    if turn == 30:
        Later.late = 1
        Plain.__getstate__ = lambda self: {"x": 77}
        Meta.late = 2
    if turn == 60:
        del Later.late, Plain.__getstate__
        Plain.__copy__ = lambda self: "copied"
        Slots.__reduce__ = lambda self: (Empty, ())
    r = [both(x) for x in (Plain(), Slots(), Both(), Stated(), Newed(1), Reduced(1), Setting(), Refused(), Listed([1]), Empty(), Registered())
         if not (turn >= 60 and isinstance(x, Plain))]
    q = asked()
    if turn in (0, 29, 30, 59, 60, 89):
        for v in r + q:
            print(v)


def many(n):
    total = 0
    x = Both.__new__(Both)
    Slots.__init__(x)
    for k in range(n):
        x.a = [k]
        y = copy.copy(x) if k % 2 else copy.deepcopy(x)
        total += y.a[0] + hasattr(type(y), "nothing") + (getattr(Later, "late", 2))
    return total


del Slots.__reduce__
print(many(3000), Slots.__slotnames__, Both.__slotnames__)
