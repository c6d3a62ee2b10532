# operator: the operators as functions.

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
def add(a, b): return a + b
def sub(a, b): return a - b
def mul(a, b): return a * b
def truediv(a, b): return a / b
def floordiv(a, b): return a // b
def mod(a, b): return a % b
def pow(a, b): return a ** b
def matmul(a, b): return a @ b
def neg(a): return -a
def pos(a): return +a
def abs(a): return _abs(a)
def inv(a): return ~a
def lshift(a, b): return a << b
def rshift(a, b): return a >> b
def and_(a, b): return a & b
def or_(a, b): return a | b
def xor(a, b): return a ^ b
def concat(a, b): return a + b
def contains(a, b): return b in a
def getitem(a, k): return a[k]


def index(a):
    if isinstance(a, int):
        return int(a)
    if not hasattr(a, "__index__"):
        raise TypeError(f"'{type(a).__name__}' object cannot be interpreted as an integer")
    return a.__index__()


def setitem(a, k, v):
    a[k] = v


def delitem(a, k):
    del a[k]


def countOf(a, b):
    n = 0
    for x in a:
        if x is b or x == b:
            n += 1
    return n


def indexOf(a, b):
    i = 0
    for x in a:
        if x is b or x == b:
            return i
        i += 1
    raise ValueError("sequence.index(x): x not in sequence")


def length_hint(a, default=0):
    try:
        return len(a)
    except TypeError:
        return default


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


def iand(a, b):
    a &= b
    return a


def ior(a, b):
    a |= b
    return a


def ixor(a, b):
    a ^= b
    return a


iconcat = iadd
invert = inv


class itemgetter:
    def __init__(self, item, *items):
        self._items = (item,) + items
        self._one = not items
        self._item = item

    def __call__(self, obj):
        if self._one:
            return obj[self._item]
        return tuple([obj[i] for i in self._items])

    def __repr__(self):
        return "operator.itemgetter(" + ", ".join(map(repr, self._items)) + ")"


def _dotted(obj, path):
    for name in path:
        obj = getattr(obj, name)
    return obj


class attrgetter:
    def __init__(self, attr, *attrs):
        self._attrs = (attr,) + attrs
        self._paths = [name.split(".") for name in self._attrs]

    def __call__(self, obj):
        if len(self._paths) == 1:
            return _dotted(obj, self._paths[0])
        return tuple([_dotted(obj, path) for path in self._paths])

    def __repr__(self):
        return "operator.attrgetter(" + ", ".join(map(repr, self._attrs)) + ")"


class methodcaller:
    def __init__(self, name, /, *args, **kwargs):
        self._name, self._args, self._kwargs = name, args, kwargs

    def __call__(self, obj):
        return getattr(obj, self._name)(*self._args, **self._kwargs)
