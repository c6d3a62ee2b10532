"""Attributes that are asked for: of functions, methods, built-in values and what derives from them; `super()` of classes."""
import functools


class Markup(str):
    def __new__(cls, base='', extra=None):
        if hasattr(base, '__html__'):
            base = base.__html__()
        made = super().__new__(cls, base)
        made.extra = extra
        return made

    def __html__(self):
        return self

    @classmethod
    def made(cls, text):
        return cls('<' + text + '>')


class Sub(Markup):
    kind = 'sub'

    @classmethod
    def made(cls, text):
        return super().made(text.upper())

    @staticmethod
    def plain():
        return 'plain'


class SubSub(Sub):
    @classmethod
    def other(cls):
        return super().plain(), super().kind, super().made('q').__class__.__name__, super().__html__.__name__


class Meta(type):
    def __new__(mcs, name, bases, space):
        made = super().__new__(mcs, name, bases, space)
        made.made_by = mcs.__name__
        return made

    def __init__(cls, name, bases, space):
        super().__init__(name, bases, space)
        cls.count = 0

    def __call__(cls, *args):
        cls.count += 1
        return super().__call__(*args)


class Made(metaclass=Meta):
    def __init__(self, x=0):
        self.x = x


class Lazy:
    def __getattr__(self, name):
        if name == '__html__' or name == 'late':
            return 'given ' + name
        raise AttributeError(name)


class Hidden(list):
    __slots__ = ()


def plain(x):
    """Doc."""
    return x


def marked(x):
    return x


marked.flag = 1
marked.__wrapped__ = plain


class Holder:
    def method(self):
        return 1

    method.tag = 'tagged'


NAMES = ['flag', 'tag', '__html__', '__wrapped__', '__name__', '__doc__', '__call__', '__len__', '__dict__', '__class__', '__self__', 'upper', 'real',
         '__iter__', '__getattr__', 'late', '__module__', 'extra', 'x', '__func__', '__qualname__', 'nothing', '__nothing__', '__slots__', '__hash__']
VALUES = [plain, marked, Holder().method, Holder.method, 'text', Markup('m'), Sub('s'), 5, 1.5, True, None, [1], (1,), {}, {1}, frozenset(), b'b', Lazy(), Hidden(),
          Made(3), ValueError('v'), int, Made, functools.partial(plain, 1), range(3), (i for i in ())]


def table():
    return [[int(hasattr(v, n)) for n in NAMES] for v in VALUES]


def asked(n):
    total = 0
    for i in range(n):
        for v in VALUES:
            total += hasattr(v, '__html__') + hasattr(v, 'flag') + hasattr(v, '__nothing__')
            total += len(str(getattr(v, 'tag', ''))) + (getattr(v, '__wrapped__', None) is plain)
        total += Markup(Markup('a%d' % (i % 7))).extra is None
        total += len(SubSub.made('xy')) + Made(i).x % 3
    return total


for row in table():
    print(*row)
print(asked(300), Made.count, Made.made_by)
print(SubSub.other(), Sub.made('a'), type(SubSub.made('b')).__name__, Lazy().late, Lazy().__html__)
marked.flag = 2
del marked.__wrapped__
Holder.method.flag = 'new'
plain.__html__ = lambda: 'function'
print(marked.flag, hasattr(marked, '__wrapped__'), Holder().method.flag, Markup(plain))
print(asked(20))
for f in (lambda: plain.nothing, lambda: Holder().method.nothing, lambda: 'x'.nothing, lambda: 'x'.__html__, lambda: Markup('x').nothing, lambda: super(Made, Holder).x,
          lambda: super(Sub, SubSub).nothing):
    try:
        print(f())
    except (AttributeError, TypeError) as e:
        print(type(e).__name__, e)
Holder.__html__ = 1
print(hasattr(Holder(), '__html__'), super(Sub, SubSub).made.__self__ is SubSub)
