# Objects as bytes, and copies by what objects say of themselves.
import collections
import copy
import copyreg
import datetime
import decimal
import enum
import fractions
import functools
import io
import pathlib
import pickle
import random
import re
import types
import uuid


class A:
    def __init__(self):
        self.x = 1
        self.y = [self]


class Slots:
    __slots__ = ('a', 'b')

    def __init__(self):
        self.a = 1


class L(list):
    pass


class D(dict):
    pass


class I(int):
    pass


class E(enum.Enum):
    R = 1
    G = 2


class F(enum.Flag):
    R = 1
    G = 2


P = collections.namedtuple('P', 'a b')


class Err(Exception):
    def __init__(self, a):
        super().__init__(a)
        self.k = 2


class State:
    def __getstate__(self):
        return {'q': 1}

    def __setstate__(self, state):
        self.z = state


class Given(str):
    def __new__(cls, a, b):
        self = super().__new__(cls, a)
        self.b = b
        return self

    def __getnewargs__(self):
        return str(self), self.b


class Registered:
    def __init__(self, n):
        self.n = n


copyreg.pickle(Registered, lambda r: (Registered, (r.n + 1,)))


def f():
    pass


plain = [None, True, 1, -1, 255, 256, 65536, -2 ** 31, 2 ** 31, 2 ** 70, -2 ** 70, -128, -129, 1.5, 'abc', 'é' * 300, b'abc', b'x' * 300, bytearray(b'q'), (),
         (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), [1], [1, 2, 3], {}, {'a': 1, 'b': 2}, {1}, frozenset([1]), len, f, int, A, type(None), ..., NotImplemented,
         range(3), slice(1, 2), 3j, list(range(2000)), dict.fromkeys(range(1500))]
others = [I(5), P(1, 2), E.R, F.R | F.G, Given('a', 3), collections.OrderedDict(a=1), collections.defaultdict(int, a=2), collections.Counter('aab'),
          collections.deque([1, 2], 5), datetime.date(2020, 1, 2), datetime.datetime(2020, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc),
          datetime.timedelta(1, 2), datetime.time(1, 2), decimal.Decimal('1.5'), fractions.Fraction(1, 3), uuid.UUID(int=5), pathlib.PurePosixPath('/a/b'),
          types.SimpleNamespace(a=1), collections.ChainMap({1: 2}), collections.UserDict({1: 2}), L([1, 2]), D(a=1), re.compile('a+', re.I)]
for protocol in (2, 3, 4, 5):
    for v in plain:
        data = pickle.dumps(v, protocol)
        w = pickle.loads(data)
        if type(w) is not type(v) or w != v:
            print('differs', protocol, v, w)
        print(data.hex()[:60], len(data))
    for v in others:
        w = pickle.loads(pickle.dumps(v, protocol))
        if type(w) is not type(v) or w != v:
            print('differs', protocol, v, w)

a = pickle.loads(pickle.dumps(A()))
print(a.x, a.y[0] is a)
s = pickle.loads(pickle.dumps(Slots()))
print(s.a, hasattr(s, 'b'))
loop = []
loop.append(loop)
r = pickle.loads(pickle.dumps(loop))
print(r[0] is r)
e = pickle.loads(pickle.dumps(Err(4)))
print(repr(e), e.k, pickle.loads(pickle.dumps(State())).z, pickle.loads(pickle.dumps(Registered(1))).n)
print(pickle.loads(pickle.dumps(functools.partial(int, base=2)))('101'), pickle.loads(pickle.dumps(a.__init__.__func__)) is A.__init__)
rnd = random.Random(3)
print(pickle.loads(pickle.dumps(rnd)).random() == rnd.random())
for bad in (lambda: 0, (x for x in 'a'), type('Lost', (), {})):
    try:
        pickle.dumps(bad)
    except Exception as e:
        print(type(e).__name__)
for bad in (b'', b'\x80\x04', b'zz', b'\x80\x09.', b'\x80\x04K.'):
    try:
        print(pickle.loads(bad))
    except Exception as e:
        print(type(e).__name__, e)
print(pickle.loads(b'(lp0\nI1\naL5L\naVab\\u1234\np1\nag1\na.'), pickle.loads(b'ccollections\nOrderedDict\np0\n(tRp1\n.'))


class Writer(pickle.Pickler):
    def persistent_id(self, obj):
        return 'id' if obj == 'secret' else None


class Reader(pickle.Unpickler):
    def persistent_load(self, pid):
        return 'loaded', pid

    def find_class(self, module, name):
        if name == 'len':
            raise pickle.UnpicklingError('no ' + name)
        return super().find_class(module, name)


out = io.BytesIO()
Writer(out).dump([1, 'secret'])
out.seek(0)
print(Reader(out).load())
try:
    Reader(io.BytesIO(pickle.dumps(len))).load()
except pickle.UnpicklingError as e:
    print(e)
out = io.BytesIO()
pickle.dump(1, out)
pickle.dump('x', out)
out.seek(0)
print(pickle.load(out), pickle.load(out))

# Copies.
for v in others:
    for w in (copy.copy(v), copy.deepcopy(v)):
        if type(w) is not type(v) or w != v:
            print('differs', v, w)
print(copy.copy(Registered(1)).n, copy.deepcopy(Slots()).a, copy.copy(State()).z, repr(copy.deepcopy(Err([1]))), copy.copy(Given('x', 2)).b)
c = copy.deepcopy(a)
print(c.y[0] is c, c is not a, copy.copy(a).y is a.y)
for bad in [(x for x in 'a')]:
    try:
        copy.copy(bad)
    except TypeError as e:
        print('no copy')
    else:
        print('copied')


class Parts:
    def __init__(self, *parts):
        self.parts = parts

    def __reduce__(self):
        return self.parts


for parts in ((list, ([1],)), (Registered, (1,), {'n': 5, 'm': 6}), (list, (), None, iter([1, 2])), (dict, (), None, None, iter([(1, 2)]))):
    made = copy.copy(Parts(*parts))
    print(made if not isinstance(made, Registered) else (made.n, made.m))
