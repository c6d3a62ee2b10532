# Built-ins that go through generators, and through instances and classes whose iteration is the program's.
from enum import Enum


class Road(Enum):
    NORTH = 1
    SOUTH = 2


class Bag:
    def __init__(self, *items):
        self.items = items

    def __iter__(self):
        for x in self.items:
            yield x


class Twice:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n


class Meta(type):
    def __iter__(cls):
        return iter(("a", "b", cls.__name__))


class Named(metaclass=Meta):
    pass


class Pairs:
    def keys(self):
        return ["k", "l"]

    def __getitem__(self, k):
        return k * 2

    def __iter__(self):
        return iter([("no", 1)])


def gen(n):
    for i in range(n):
        yield i * i % 11


def fails(n):
    for i in range(n):
        yield i
    raise ValueError("after %d" % n)


def show(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)


for r in range(40):
    bag = Bag(3, 1, 2)
    out = [list(bag), tuple(bag), sorted(bag), sum(bag), min(bag), max(bag), sorted(set(bag)), any(bag), all(bag), frozenset(bag) == {1, 2, 3}]
    out += [list(Road), sorted(Named), "".join(Named), list(Twice(4)), sum(Twice(5)), [x for x in Named], len(list(Road))]
    s = {1, 2}
    s.update(gen(9))
    s.update(x + 20 for x in s.copy() if x > 3)
    out.append(sorted(s))
    d = dict((k, k * k) for k in gen(6))
    d.update((str(k), k) for k in range(3))
    out += [d, dict(Pairs()), dict([(1, 2)]), sorted(frozenset(gen(5)))]
    known = [5]
    known.extend(x for x in gen(20) if x not in known)
    out.append(known)
    out.append([(i, x) for i, x in enumerate(gen(5))])
    out.append([i * x for i, x in enumerate(x for x in bag)])
    out.append(list(zip(gen(4), "abc")) + list(zip([1, 2, 3], gen(2))) + list(zip(gen(3), gen(3))))
    out.append(list(enumerate(enumerate(gen(2)))))
    out.append(sum(a * b for a, b in zip(gen(30), gen(40))))
    if r in (0, 20, 39):
        print(out)

e, z = enumerate(gen(3)), zip(gen(3), [1])
print(type(e).__name__, type(z).__name__, iter(e) is e, next(e), list(e), hasattr(e, "send"))
print(repr(e).startswith("<enumerate object at"), repr(z).startswith("<zip object at"), list(z), type(z).__name__)
a = iter(range(5))
g = gen(2)
print(list(zip(a, g)), next(a), list(zip(g, a)), next(a))
show(list, enumerate(fails(2)))
show(lambda: [x for x in zip([1, 2, 3, 4], fails(3))])
for bad in ([1], [(1, 2, 3)], ["ab", "c"], [(1, 2), None]):
    show(dict, (x for x in bad))
    show(lambda: {}.update(x for x in bad))
show(dict, (p for p in ["ab", [3, 4]]))
show(lambda: set().update(x for x in [[]]))
show(frozenset, (x for x in [{}]))
show(enumerate, (x for x in [1]), "a")
show(lambda: list(enumerate((x for x in "ab"), 5)))
show(lambda: list(enumerate((x for x in "ab"), start=7)))
show(lambda: list(zip((x for x in "ab"), [1], strict=True)))
show(lambda: list(zip((x for x in "ab"), [1, 2], "xy")))
show(zip, (x for x in "ab"), 3)
show(list, Pairs)


class L(list):
    def append(self, x):
        list.append(self, ("appended", x))


l = L()
l.extend(x for x in range(3))
print(l)
