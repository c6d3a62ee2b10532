# Properties of classes with a `__getattr__`, and sums that begin with something.
class Proxy:
    def __init__(self, inner):
        self.inner = inner

    @property
    def size(self):
        return len(self.inner)

    @property
    def broken(self):
        return self.nothing_like_that

    @property
    def odd(self):
        raise AttributeError("from the getter")

    @property
    def wrong(self):
        return self.inner["no"]

    def __getattr__(self, name):
        if name.startswith("no"):
            raise AttributeError("no attribute " + name)
        return name + "!"


class Late(Proxy):
    @property
    def size(self):
        return super().size * 2


class Plain:
    @property
    def broken(self):
        return self.nothing


class V:
    def __init__(self, x):
        self.x = x

    def __add__(self, other):
        if not isinstance(other, V):
            return NotImplemented
        return V(self.x + other.x)

    def __radd__(self, other):
        return V(self.x + other * 100)

    def __repr__(self):
        return "V(%r)" % self.x


class Text(str):
    pass


def attempt(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__, str(e), type(e.__context__).__name__


def sums():
    vs = [V(k) for k in range(5)]
    start = [0]
    return [
        attempt(lambda: sum(vs)), attempt(lambda: sum(vs, V(10))), attempt(lambda: sum((v for v in vs), V(1))),
        attempt(lambda: sum(vs, start=V(3))), attempt(lambda: sum(iter(vs), 7)), attempt(lambda: sum([[1], [2, 3]], start)), start,
        attempt(lambda: sum(([k] for k in range(3)), start)), start, attempt(lambda: sum(["a"], "")), attempt(lambda: sum(vs, "")),
        attempt(lambda: sum((c for c in "ab"), "")), attempt(lambda: sum(vs, Text("x"))), attempt(lambda: sum(iter([b"x"]), b"")),
        attempt(lambda: sum((k for k in range(4)), 0.5)), attempt(lambda: sum((k for k in range(4)), 2 ** 70)),
        attempt(lambda: sum(vs, None)), attempt(lambda: sum(vs, 1, 2)), attempt(lambda: sum(vs, begin=1)), attempt(lambda: sum()),
        attempt(lambda: sum((k for k in range(3)), 1, start=2)), attempt(lambda: sum((k for k in range(3)), items=3)),
        attempt(lambda: sum(((k,) for k in range(3)), ())), attempt(lambda: sum((k for k in range(3)), start=True)),
    ]


def attributes(p, q):
    return [
        attempt(lambda: p.size), attempt(lambda: p.broken), attempt(lambda: p.odd), attempt(lambda: p.other), attempt(lambda: p.none),
        attempt(lambda: p.wrong), attempt(lambda: q.size), attempt(lambda: q.broken), attempt(lambda: Plain().broken),
        attempt(lambda: getattr(p, "odd", 1)), attempt(lambda: hasattr(p, "none")), attempt(lambda: getattr(p, "none", 2)),
    ]


def often(n):
    p, q = Proxy([1, 2, 3]), Late([1])
    total = 0
    for k in range(n):
        total += p.size + q.size + len(p.odd)
        if k % 3 == 0:
            p.inner = [k] * (k % 5)
    return total


for n in range(70):
    r = sums(), attributes(Proxy([1, 2]), Late([3]))
    if n in (0, 34, 69):
        for part in r:
            for v in part:
                print(v)
print(often(3000))
print(sum([V(k) for k in range(3000)], V(0)), sum((V(k) for k in range(3000)), V(1)))
