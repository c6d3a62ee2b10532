# What an instruction has written when it starts to wait for a call of the program's is there when it goes on, and nothing else is kept.
import gc


class Named:
    """A method that the look-up makes by calling `__getattr__`."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if len(name) > 3:
            return lambda x: x - 1
        return lambda x: x + 1


class Count:
    """Iterated through an `__iter__` of the program's, so that a loop's other two registers are not used."""

    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return iter([(k, str(k)) for k in range(self.n)])


class Described:
    def __get__(self, obj, cls):
        return lambda *a: (type(obj).__name__, a)


class Holder:
    method = Described()

    @property
    def asked(self):
        return lambda x: [x] * 2


def methods(n):
    a, h, total = Named(), Holder(), 0
    for i in range(n):
        total += a.foo(i)
        total += a.food(i) * 2
        total += len(h.method(i, i)[1]) + len(h.asked(i))
    return total


def pairs(n):
    for k, name in Count(n):
        for j, other in Count(k):
            yield k * j, name + other


def tables(n):
    table = {k: (k, [k]) for k in range(n)}
    for key in table:
        for pair in table.values():
            yield key, pair[1]


def litter(n):
    """Leaves references in registers that the next calls will take over."""
    a, b, c, d, e, f = ((k, [k] * 5) for k in range(n, n + 6))
    return len(a[1]) + b[0] + c[0] + d[0] + e[0] + f[0]


for turn in range(40):
    print(turn, methods(turn), litter(turn), end=" ")
    made, kept = pairs(7), []
    for x, text in made:
        litter(x)
        kept.append((x, text))
        if turn % 8 == 0:
            gc.collect()
    waiting = [tables(5) for _ in range(3)]
    for _ in range(6):
        litter(turn)
        kept.extend(next(g) for g in waiting)
    gc.collect()
    print(len(kept), sum(k[0] for k in kept if isinstance(k[0], int)), sorted(map(repr, kept))[turn % len(kept)])
