# What a trace asks of the program's classes: abstract ones, keys with the same hash, attributes past `__setattr__`, class methods, managers by generators.
from abc import ABC, abstractmethod
from contextlib import contextmanager
import collections.abc


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return '%s: %s' % (type(e).__name__, e)


class Shape(ABC):
    made = 0

    def __init__(self, name):
        self.name = name
        Shape.made += 1

    @abstractmethod
    def area(self): ...

    @classmethod
    def named(cls, name):
        return cls(name)

    @classmethod
    def count(cls):
        return (cls.__name__, Shape.made)


class Square(Shape):
    def __init__(self, name, side=2):
        super().__init__(name)
        self.side = side

    def area(self):
        return self.side ** 2


class Odd(Square):
    def __new__(cls, *args):
        x = super().__new__(cls)
        x.args = args
        return x


class Duck:
    def __len__(self):
        return 3

    def __iter__(self):
        return iter('abc')

    def __contains__(self, x):
        return x in 'abc'


Shape.register(Duck)


class Sized(type):
    asked = 0

    def __instancecheck__(cls, x):
        Sized.asked += 1
        return getattr(x, 'size', 0) and 'yes'


class Big(metaclass=Sized):
    pass


def abstract():
    out = []
    for i in range(80):
        s = Square.named('s%d' % i)
        o = Odd('o')
        out.append((s.area(), o.args, Square.count()[0], s.count()[0]))
        for x in (s, o, Duck(), i, None, 'text', [], Big):
            out.append((isinstance(x, Shape), isinstance(x, Square), isinstance(x, collections.abc.Sized), isinstance(x, (str, Shape))))
        s.size = i % 2
        out.append(isinstance(s, Big))
        out.append(isinstance(Big(), Big))
    return out[:12], out[-3:], hash(tuple(out[700:])) == hash(tuple(out[700:])), Sized.asked, attempt(Shape, 'x'), attempt(Square)


class Key:
    def __init__(self, n, name='key'):
        self.n, self.name = n, name

    def __hash__(self):
        return self.n % 3

    def __eq__(self, other):
        if self.name == 'angry':
            raise ValueError('not to be compared')
        return isinstance(other, Key) and self.n == other.n

    def __repr__(self):
        return 'Key(%d)' % self.n


class Grows(Key):
    table = None

    def __eq__(self, other):
        if Grows.table is not None:
            Grows.table[Key(100 + len(Grows.table))] = 'grown'
        return Key.__eq__(self, other)

    __hash__ = Key.__hash__


def keys():
    out, d, s = [], {}, set()
    for i in range(120):
        k = Key(i % 7)
        d[k] = d.get(Key(i % 7), 0) + 1
        s.add(Key(i % 5))
        out.append((Key(i % 9) in d, Key(i % 9) in s, d.setdefault(Key(i % 8), NotImplemented) is NotImplemented))
        out.append(attempt(lambda: d[Key(i % 10)]))
        out.append(Key(7) in {Key(1): 1, Key(4): 2, Key(7): 3})
    first = (out[:12], out[-6:], list(d.items()), sorted(k.n for k in s))
    angry = {Key(1, 'angry'): 1}
    more = [attempt(lambda: angry[Key(4)]) for _ in range(60)][-1], [attempt(lambda: angry.get(Key(1))) for _ in range(60)][-1]
    Grows.table = t = {Grows(1): 1}
    grown = [str(attempt(lambda: t.get(Key(1))))[:14] for _ in range(3)]
    Grows.table = None
    return first, more, grown, len(t)


class Watched:
    seen = []

    def __setattr__(self, name, value):
        Watched.seen.append(name)
        object.__setattr__(self, name, value)


class Kept(Watched):
    def __setattr__(self, name, value):
        super().__setattr__(name, ('kept', value))


class Frozen:
    __slots__ = ('a',)

    def __setattr__(self, name, value):
        raise AttributeError('frozen')

    def __init__(self, a):
        object.__setattr__(self, 'a', a)


def attributes():
    out = []
    for i in range(90):
        w, k = Watched(), Kept()
        for n in 'abcdefgh'[:i % 9]:
            setattr(w, n, i)
            setattr(k, n, i)
        w.a = k.b = i
        out.append((w.a, k.b, sorted(w.__dict__), len(Watched.seen)))
        f = Frozen(i)
        out.append((f.a, attempt(setattr, f, 'a', 1), attempt(object.__setattr__, f, 'b', 1)))
        out.append(attempt(object.__setattr__, 5, 'b', 1))
    return out[:6], out[-3:]


class Ghost:
    def __getattr__(self, name):
        if name.startswith('no'):
            raise AttributeError(name)
        return name.upper()


def ghosts():
    g, out = Ghost(), []
    for i in range(100):
        out.append((getattr(g, 'abc'), attempt(getattr, g, 'nothing'), getattr(g, 'none', 5), getattr(g, 'x' + str(i % 3)), hasattr(g, 'now')))
        out.append((getattr(Ghost, 'abc', 'no such'), getattr(Square, 'named')('q').name, getattr(Square, '__name__')))
    return out[:4], out[-2:], len(set(map(str, out)))


@contextmanager
def tracked(log, fails=False):
    """Notes when it begins and ends."""
    log.append('in')
    try:
        yield log
        if fails:
            raise KeyError('inside')
    finally:
        log.append('out')


def managers():
    log = []
    for i in range(70):
        with tracked(log) as l:
            l.append(i)
        try:
            with tracked(log):
                raise ValueError(i)
        except ValueError as e:
            log.append(str(e))
        with tracked(log) as l, tracked(l):
            log.append('both')
    return log[:9], len(log), tracked(log).__doc__, tracked.__doc__


class Stack(list):
    def total(self):
        return sum(self)


def containers():
    s, out = Stack([1]), []
    for i in range(90):
        s.append(i)
        s.insert(0, -i)
        first, *rest = s
        *most, last = list(s)
        a, *middle, b = [i, i + 1, i + 2, i + 3]
        out.append((s.total(), s.pop(), first, len(rest), last, len(most), middle, a, b))
        out.append(attempt(lambda: [0 for a, *b, c in [[1]]]))
        out.append((list(map(str, [1, i])), list(filter(None, [0, i])), (1, [i]) == (1, [i]), ([i], 2) < ([i], 3), ([1.5], 'a') != ([1.5], 'a')))
        out.append({k: v for k, v in zip('ab', (i, s))}['a'])
    nan = float('nan')
    return out[:8], out[-4:], (1, [nan]) == (1, [nan]), (2 ** 10, -2 ** 63, 7 // 2, 7 % 3, 1 << 40, 2 ** 100, 3 | 4 ^ 1, -7 // 2, 2 ** -1)


for f in (abstract, keys, attributes, ghosts, managers, containers):
    for _ in range(2):
        print(f.__name__, f())
