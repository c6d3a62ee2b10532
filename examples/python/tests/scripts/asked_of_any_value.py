# What built-ins and attributes ask of values of built-in types, of functions and of classes' classes, in loops; and displays with stars.


def attempt(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return '%s: %s' % (type(e).__name__, e)


class Sized(type):
    def __len__(cls):
        return len(cls.parts)

    def __hash__(cls):
        return 77

    def __eq__(cls, other):
        return cls is other


class Parts(metaclass=Sized):
    parts = [1, 2, 3]


class Bag:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __hash__(self):
        return self.n

    def __abs__(self):
        return ('abs', self.n)

    def __reversed__(self):
        return reversed([self.n, self.n + 1])

    def __next__(self):
        self.n += 1
        if self.n % 40 == 0:
            raise StopIteration(self.n)
        return self.n


def lengths():
    out = []
    for n in [0, 5, -1, 2 ** 62, 2 ** 70, 'x', 1.5, True, None] + [7] * 60:
        b = Bag(n)
        out.append(attempt(len, b))
        out.append(attempt(hash, b))
    return out, len(Parts), hash(Parts), {Parts: 1}[Parts]


def asked():
    b, out = Bag(1), []
    for i in range(90):
        try:
            out.append(next(b))
        except StopIteration as e:
            out.append(('stop', e.value))
        if i % 30 == 0:
            out += [abs(b), list(reversed(b)), attempt(abs, 'x'), attempt(next, 3), attempt(reversed, 5)]
    return out


def attributes():
    out = []
    values = [1, True, None, 2.5, 'text', [3], (4,), {'k': 5}, {6}, frozenset([7]), len, lengths, Bag, Bag(8), Parts]
    for _ in range(40):
        for v in values:
            has = [hasattr(v, n) for n in ('real', 'upper', 'append', 'items', 'union', 'n', '__len__', '__name__', 'nothing')]
            out.append(''.join('01'[h] for h in has))
            out.append(getattr(v, 'numerator', 'no numerator'))
            out.append(getattr(v, '__name__', 'no name'))
            out.append(v.__class__.__name__)
    for name in ('upper', 'strip', 'nothing', 'title') * 30:
        out.append(getattr('some text', name, str)() if name != 'nothing' else attempt(getattr, 'some text', name))
    up = 'abc'.upper
    return out[:60], len(out), hash(tuple(out[60:120]) == tuple(out[180:240])), [up() for _ in range(3)], out[-3:]


def noted(f):
    f.calls = 0
    f.tags = ['first']
    return f


@noted
def counted(x):
    counted.calls += 1
    return x + counted.calls


def functions():
    total = sum(counted(i) for i in range(200))
    before = counted.calls, counted.__name__, counted.__qualname__, counted.tags
    names = []
    for i in range(120):
        if i == 100:
            counted.__name__ = 'renamed'
            counted.__qualname__ = 'outer.renamed'
        names.append(counted.__name__ + counted.__qualname__)
    missing = [attempt(lambda: counted.nothing) for _ in range(50)]
    return total, before, names[0], names[-1], missing[-1], [attempt(getattr, counted, 'calls') for _ in range(2)]


def spread(*args, **kw):
    return (args, sorted(kw.items()))


def stars():
    out, few, pairs = [], (1, 2), [('a', 1)]
    for n in range(60):
        many = tuple(range(n % 12))
        out.append((0, *few, *many, 'end'))
        out.append(spread(n, *many, *few, key=n))
        out.append(spread(*few, n, *iter(many), **dict(pairs)))
        out.append((*[n, n], *'xy', *{n}, *{n: 1}))
        out.append([*many, n, *few])
        out.append((*(),))
    out.append(attempt(lambda: (1, *5)))
    out.append(attempt(lambda: spread(1, *5)))
    out.append(attempt(lambda: spread(*5)))
    out.append(attempt(lambda: spread(0, *None, 3)))
    return out[:30], hash(str(out)) == hash(str(list(out))), out[-4:]


def by_key():
    class Level:
        def __init__(self, n):
            self.n = n

        def __lt__(self, other):
            return self.n < other.n

        def __repr__(self):
            return 'L%d' % self.n

    class Levels(type):
        def __iter__(cls):
            return iter([Level(n) for n in (3, 1, 2)])

    class All(metaclass=Levels):
        pass

    out = []
    for i in range(40):
        out.append((sorted(All, reverse=True), sorted([Level(2), Level(9)], reverse=i % 2 == 0), sorted([3, 1], reverse=True)))
    return out[0], out[-1], attempt(sorted, [1], revers=True), attempt(sorted, 5, reverse=True)


for f in (lengths, asked, attributes, functions, stars, by_key):
    for _ in range(2):
        print(f.__name__, f())
