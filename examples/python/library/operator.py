"""Operators as functions."""

__all__ = [
    'abs', 'add', 'and_', 'attrgetter', 'call', 'concat', 'contains', 'countOf', 'delitem', 'eq', 'floordiv', 'ge', 'getitem', 'gt',
    'iadd', 'iand', 'iconcat', 'ifloordiv', 'ilshift', 'imatmul', 'imod', 'imul', 'index', 'indexOf', 'inv', 'invert', 'ior', 'ipow',
    'irshift', 'is_', 'is_not', 'isub', 'itemgetter', 'itruediv', 'ixor', 'le', 'length_hint', 'lshift', 'lt', 'matmul', 'methodcaller',
    'mod', 'mul', 'ne', 'neg', 'not_', 'or_', 'pos', 'pow', 'rshift', 'setitem', 'sub', 'truediv', 'truth', 'xor',
]

_abs = abs


def lt(a, b, /): return a < b
def le(a, b, /): return a <= b
def eq(a, b, /): return a == b
def ne(a, b, /): return a != b
def ge(a, b, /): return a >= b
def gt(a, b, /): return a > b
def not_(a, /): return not a
def truth(a, /): return True if a else False
def is_(a, b, /): return a is b
def is_not(a, b, /): return a is not b
def abs(a, /): return _abs(a)
def add(a, b, /): return a + b
def and_(a, b, /): return a & b
def floordiv(a, b, /): return a // b


def index(a, /):
    if isinstance(a, int):
        return int(a)
    if not hasattr(type(a), '__index__'):
        raise TypeError("'%s' object cannot be interpreted as an integer" % type(a).__name__)
    n = a.__index__()
    if not isinstance(n, int):
        raise TypeError('__index__ returned non-int (type %s)' % type(n).__name__)
    return n


def inv(a, /): return ~a
def invert(a, /): return ~a
def lshift(a, b, /): return a << b
def mod(a, b, /): return a % b
def mul(a, b, /): return a * b
def matmul(a, b, /): return a @ b
def neg(a, /): return -a
def or_(a, b, /): return a | b
def pos(a, /): return +a
def pow(a, b, /): return a ** b
def rshift(a, b, /): return a >> b
def sub(a, b, /): return a - b
def truediv(a, b, /): return a / b
def xor(a, b, /): return a ^ b


_JOINED = list, tuple, str, bytes, bytearray


def _is_sequence(x):
    return hasattr(type(x), '__getitem__') and not isinstance(x, dict)


def _joins(a, b):
    """Whether two sequences of the program's classes are joined as by an operator; those of built-in ones know how to."""
    if isinstance(a, _JOINED):
        return False
    if not _is_sequence(a) or not _is_sequence(b) and not hasattr(type(a), '__rmul__'):
        raise TypeError("'%s' object can't be concatenated" % type(a).__name__)
    return True


def _joined(a, b):
    for kind in _JOINED:
        if isinstance(a, kind):
            both = kind.__add__(a, b)
            if both is NotImplemented:
                raise TypeError('can only concatenate %s (not "%s") to %s' % (kind.__name__, type(b).__name__, kind.__name__))
            return both


def concat(a, b, /):
    return a + b if _joins(a, b) else _joined(a, b)


def contains(a, b, /): return b in a
def getitem(a, b, /): return a[b]


def setitem(a, b, c, /):
    a[b] = c


def delitem(a, b, /):
    del a[b]


def countOf(a, b, /):
    n = 0
    for x in a:
        if x is b or x == b:
            n += 1
    return n


def indexOf(a, b, /):
    for i, x in enumerate(a):
        if x is b or x == b:
            return i
    raise ValueError('sequence.index(x): x not in sequence')


def length_hint(obj, default=0, /):
    default = index(default)
    if not -2 ** 63 <= default < 2 ** 63:
        raise OverflowError('Python int too large to convert to C ssize_t')
    try:
        return len(obj)
    except TypeError:
        pass
    hint = getattr(type(obj), '__length_hint__', None)
    if hint is None:
        return default
    try:
        n = hint(obj)
    except TypeError:
        return default
    if n is NotImplemented:
        return default
    if not isinstance(n, int):
        raise TypeError('__length_hint__ must be an integer, not ' + type(n).__name__)
    if n < 0:
        raise ValueError('__length_hint__() should return >= 0')
    return n


def call(obj, /, *args, **kwargs):
    return obj(*args, **kwargs)


def iadd(a, b, /):
    a += b
    return a


def isub(a, b, /):
    a -= b
    return a


def imul(a, b, /):
    a *= b
    return a


def itruediv(a, b, /):
    a /= b
    return a


def ifloordiv(a, b, /):
    a //= b
    return a


def imatmul(a, b, /):
    a @= b
    return a


def imod(a, b, /):
    a %= b
    return a


def ipow(a, b, /):
    a **= b
    return a


def iand(a, b, /):
    a &= b
    return a


def ior(a, b, /):
    a |= b
    return a


def ixor(a, b, /):
    a ^= b
    return a


def ilshift(a, b, /):
    a <<= b
    return a


def irshift(a, b, /):
    a >>= b
    return a


def iconcat(a, b, /):
    if isinstance(a, list):
        a.extend(b)
        return a
    if _joins(a, b) or isinstance(a, bytearray):
        a += b
        return a
    return _joined(a, b)


class attrgetter:
    """A function that reads attributes, perhaps of attributes."""

    def __init__(self, attr, *attrs):
        for a in (attr,) + attrs:
            if not isinstance(a, str):
                raise TypeError('attribute name must be a string')
        self._names = [a.split('.') for a in (attr,) + attrs]
        self._name = attr if not attrs and '.' not in attr else None

    def __call__(self, obj):
        if self._name is not None:
            return getattr(obj, self._name)
        if len(self._names) == 1:
            return _follow(obj, self._names[0])
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


for _name in __all__:
    _special = '__%s__' % _name.rstrip('_')
    if _name not in ('attrgetter', 'itemgetter', 'methodcaller', 'countOf', 'indexOf', 'is_', 'is_not', 'length_hint', 'truth'):
        globals()[_special] = globals()[_name]
