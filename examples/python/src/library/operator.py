"""Operators as functions."""

_abs = abs


def lt(a, b): return a < b
def le(a, b): return a <= b
def eq(a, b): return a == b
def ne(a, b): return a != b
def ge(a, b): return a >= b
def gt(a, b): return a > b
def not_(a): return not a
def truth(a): return True if a else False
def is_(a, b): return a is b
def is_not(a, b): return a is not b
def abs(a): return _abs(a)
def add(a, b): return a + b
def and_(a, b): return a & b
def floordiv(a, b): return a // b


def index(a):
    if isinstance(a, int):
        return int(a)
    if not hasattr(type(a), '__index__'):
        raise TypeError('%r object cannot be interpreted as an integer' % type(a).__name__)
    return type(a).__index__(a)



def inv(a): return ~a
def invert(a): return ~a
def lshift(a, b): return a << b
def mod(a, b): return a % b
def mul(a, b): return a * b
def matmul(a, b): return a @ b
def neg(a): return -a
def or_(a, b): return a | b
def pos(a): return +a
def pow(a, b): return a ** b
def rshift(a, b): return a >> b
def sub(a, b): return a - b
def truediv(a, b): return a / b
def xor(a, b): return a ^ b
def concat(a, b): return a + b
def contains(a, b): return b in a
def getitem(a, b): return a[b]


def setitem(a, b, c):
    a[b] = c


def delitem(a, b):
    del a[b]


def countOf(a, b):
    n = 0
    for x in a:
        if x is b or x == b:
            n += 1
    return n


def indexOf(a, b):
    for i, x in enumerate(a):
        if x is b or x == b:
            return i
    raise ValueError('sequence.index(x): x not in sequence')


def length_hint(obj, default=0):
    try:
        return len(obj)
    except TypeError:
        return default


def call(obj, /, *args, **kwargs):
    return obj(*args, **kwargs)


def iadd(a, b):
    a += b
    return a


def isub(a, b):
    a -= b
    return a


def imul(a, b):
    a *= b
    return a


def itruediv(a, b):
    a /= b
    return a


def ifloordiv(a, b):
    a //= b
    return a


def imod(a, b):
    a %= b
    return a


def ipow(a, b):
    a **= b
    return a


def iand(a, b):
    a &= b
    return a


def ior(a, b):
    a |= b
    return a


def ixor(a, b):
    a ^= b
    return a


def ilshift(a, b):
    a <<= b
    return a


def irshift(a, b):
    a >>= b
    return a


iconcat = iadd


class attrgetter:
    """A function that reads attributes, perhaps of attributes."""

    def __init__(self, attr, *attrs):
        for a in (attr,) + attrs:
            if not isinstance(a, str):
                raise TypeError('attribute name must be a string')
        self._names = [a.split('.') for a in (attr,) + attrs]
        self._one = self._names[0] if not attrs else None

    def __call__(self, obj):
        if self._one is not None:
            return _follow(obj, self._one)
        return tuple([_follow(obj, n) for n in self._names])

    def __repr__(self):
        return 'operator.attrgetter(%s)' % ', '.join([repr('.'.join(n)) for n in self._names])


def _follow(obj, names):
    for n in names:
        obj = getattr(obj, n)
    return obj


class itemgetter:
    """A function that reads items."""

    def __init__(self, item, *items):
        self._item = item
        self._items = (item,) + items if items else None

    def __call__(self, obj):
        if self._items is None:
            return obj[self._item]
        return tuple([obj[i] for i in self._items])

    def __repr__(self):
        return 'operator.itemgetter(%s)' % ', '.join([repr(i) for i in self._items or (self._item,)])


class methodcaller:
    """A function that calls a method."""

    def __init__(self, name, /, *args, **kwargs):
        if not isinstance(name, str):
            raise TypeError('method name must be a string')
        self._name = name
        self._args = args
        self._kwargs = kwargs

    def __call__(self, obj):
        return getattr(obj, self._name)(*self._args, **self._kwargs)

    def __repr__(self):
        parts = [repr(self._name)] + [repr(a) for a in self._args]
        parts += ['%s=%r' % (k, v) for k, v in self._kwargs.items()]
        return 'operator.methodcaller(%s)' % ', '.join(parts)


__lt__ = lt
__le__ = le
__eq__ = eq
__ne__ = ne
__ge__ = ge
__gt__ = gt
__add__ = add
__sub__ = sub
__mul__ = mul
__truediv__ = truediv
__floordiv__ = floordiv
__mod__ = mod
__neg__ = neg
__getitem__ = getitem
__contains__ = contains
