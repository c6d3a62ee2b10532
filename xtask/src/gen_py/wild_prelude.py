# Helpers of wild programs. Coercions keep values of the kinds that an operation wants, and small; `tick` ends what would go on.
import collections
import contextlib
import copy
import functools
import gc
import itertools
import math
import operator
import re
import weakref

FU = [0, 0]
LG = []
WR = []
CNT = itertools.count()
G0 = [0] * 10
GV = 1
H = [7]
KEPT = []
OLD = []
HERE = (lambda: 0).__code__.co_filename


class Fuel(Exception):
    pass


class E1(ValueError):
    pass


class E2(E1, KeyError):
    def __init__(self, text, *rest):
        super().__init__(text, *rest)
        self.text = text


def tick():
    FU[0] -= 1
    FU[1] -= 1
    if FU[0] < 0:
        raise Fuel


def C(x):
    return x if -1 << 70 < x < 1 << 70 else x % 1000003


def I(x):
    t = type(x)
    if t is int:
        return x if -1 << 70 < x < 1 << 70 else x % 65537
    if t is bool:
        return int(x)
    if t is float:
        return int(x) if -1e9 < x < 1e9 else 9
    if isinstance(x, (str, list, tuple, dict, bytes, bytearray)):
        return len(x)
    return 0 if x is None else 1


def G(x):
    return x if -1e12 < x < 1e12 else 1.25


def S(x):
    return x if type(x) is str and len(x) < 50 else R(x)[:30]


def L(x):
    t = type(x)
    if t is list:
        return x
    if isinstance(x, (tuple, str, bytes, dict)):
        return list(x)
    return [x]


def T(x):
    return x[:9] if type(x) is tuple else tuple(L(x)[:9])


def D(x):
    return x if type(x) is dict and len(x) < 12 else {"a": I(x)}


def B(x):
    return x[:20] if isinstance(x, (bytes, bytearray)) else b"?"


def K(x):
    return {k: v for k, v in x.items() if type(k) is str}


def O(x):
    return x if isinstance(x, Base) else Base(x)


def Z(x):
    st = [x]
    c = 0
    while st:
        y = st.pop()
        c += 1
        if c > 40:
            return c
        t = type(y)
        if t is list or t is tuple:
            st.extend(y)
        elif t is dict:
            st.extend(y.values())
        elif t is int:
            if not -1 << 200 < y < 1 << 200:
                return y % 1000003
        elif t is str or t is bytes or t is bytearray:
            if len(y) > 60:
                return y[:20]
    return x


def R(x, d=0):
    t = type(x)
    if t is int:
        return str(x) if -1 << 300 < x < 1 << 300 else "big" + str(x % 1000003)
    if t is str or t is bytes or t is bytearray:
        return repr(x) if len(x) < 60 else repr(x[:60]) + str(len(x))
    if t in (float, bool, complex) or x is None:
        return repr(x)
    if d > 2:
        return ".."
    if t is list:
        return "[" + ",".join(R(y, d + 1) for y in x[:12]) + "]" + str(len(x))
    if t is tuple:
        return "(" + ",".join([R(y, d + 1) for y in x[:12]]) + ")" + str(len(x))
    if isinstance(x, dict):
        return "{" + ",".join(R(k, d + 1) + ":" + R(y, d + 1) for k, y in list(x.items())[:12]) + "}"
    if t is set:
        return "{" + ",".join(sorted([R(y, d + 1) for y in x])) + "}"
    if isinstance(x, Base):
        return t.__name__ + "(" + R(x.x, d + 1) + ")"
    if isinstance(x, Tight):
        return t.__name__ + R([getattr(x, k, "none") for k in ("x", "y", "z", "other")], d + 1)
    if t is slice:
        return "slice" + R((x.start, x.stop, x.step))
    return t.__name__


def mul(a, b):
    if type(a) in (int, float, complex, bool) and type(b) in (int, float, complex, bool):
        return a * b
    return a * (I(b) & 3) if not isinstance(b, Base) else a * b


def fmt(x, f):
    return format(x, f) if type(x) in (int, str, float) else format(S(x), f)


def apply(f, *a, **k):
    return f(*a, **k)


def gen0(x):
    got = None
    for y in L(x)[:5]:
        got = yield y, got
    return got


# Nobody says when what waits in a generator that is dropped is done, or whether. The programs of a batch keep theirs to the end.
def keep(g):
    KEPT.append(g)
    return g


def caught(e):
    lines = []
    t = e.__traceback__
    while t is not None and len(lines) < 5:
        # A comprehension may or may not be a frame of its own, and the library's lines are its own affair.
        if lines[-1:] != [t.tb_lineno] and t.tb_frame.f_code.co_filename == HERE:
            lines.append(t.tb_lineno)
        t = t.tb_next
    LG.append((type(e).__name__, lines, type(e.__cause__).__name__, type(e.__context__).__name__))


def start(seed):
    global CNT, GV
    OLD.extend(KEPT)
    KEPT.clear()
    FU[:] = [20, 3000]
    CNT = itertools.count()
    LG.clear()
    del WR[:]
    GV = 1
    G0[:] = [0] * 10
    H[0] = 7
    print("seed", seed)


def note(i, r):
    s = R(r) + R(LG)
    LG.clear()
    h = H[0]
    for ch in s[:150]:
        h = (h * 31 + ord(ch)) % 1000000007
    H[0] = h
    if i % 29 == 0 or i < 2:
        print(i, h, s[:300])


class CM:
    def __init__(self, swallow):
        self.swallow = swallow

    def __enter__(self):
        return self.swallow

    def __exit__(self, t, e, tb):
        LG.append(None if t is None else t.__name__)
        return self.swallow


class CM2:
    def __init__(self, v):
        self.v = v

    def __enter__(self):
        return I(self.v), self.v

    def __exit__(self, *a):
        if a[0] is TypeError:
            raise E1("exit")
        return a[0] is ValueError


@contextlib.contextmanager
def cm3(v):
    try:
        yield v
    except LookupError:
        LG.append("lookup")
    finally:
        LG.append("cm3")


class Desc:
    def __init__(self, k):
        self.k = k

    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, o, owner):
        return self if o is None else (self.k, getattr(o, self.name, None))

    def __set__(self, o, v):
        setattr(o, self.name, v)

    def __delete__(self, o):
        delattr(o, self.name)


class NonData:
    def __init__(self, k):
        self.k = k

    def __get__(self, o, owner):
        return self.k + (0 if o is None else I(o.x))


class Meta(type):
    def __new__(m, name, bases, space, **k):
        space["w"] = len(name)
        return super().__new__(m, name, bases, space)

    def __call__(cls, *a, **k):
        o = super().__call__(*a, **k)
        o.made = 1
        return o

    def __len__(cls):
        return 4

    def __getattr__(cls, n):
        if n == "v":
            return 8
        raise AttributeError(n)


class Base:
    w = 5
    d = 3
    zz = None
    __match_args__ = ("x",)

    def __init__(s, x=1, *r):
        s.x = Z(x)
        s.y = I(x) * 0.5

    def m0(s, a=1, b=1):
        return I(s.x) + I(a) * I(b)

    def m1(s, a=0, *b):
        s.x = C(I(s.x) + I(a))
        return s.x, b

    def m2(s, a=1, b=2):
        return s.m0(b, I(a)), a

    def __add__(s, o):
        return type(s)(I(s.x) + I(o))

    def __radd__(s, o):
        return I(o) + I(s.x)

    def __sub__(s, o):
        return I(s.x) - I(o)

    def __rsub__(s, o):
        return (o, s.x)

    def __matmul__(s, o):
        return [I(s.x), I(o)]

    def __lt__(s, o):
        return I(s.x) < I(o)

    def __getitem__(s, k):
        return (s.x, R(k))

    def __setitem__(s, k, v):
        s.x = C(I(k) + I(v))

    def __call__(s, a=0, *, k=1):
        return I(s.x) - I(a) * I(k)

    def __iter__(s):
        yield s.x
        yield s.y

    @staticmethod
    def s(a=1):
        return a

    @classmethod
    def c(cls, a=2):
        return I(cls.w) + I(a)

    @property
    def p(s):
        return s.x

    @p.setter
    def p(s, v):
        s.x = I(v)


class Slotted(Base):
    __slots__ = ("z", "v")

    def __init__(s, x=1):
        super().__init__(x)
        s.z = 3


class Tight:
    __slots__ = ("x", "y", "z")

    def __init__(s, x=1, y=None):
        s.x = Z(x)
        s.y = Z(y)

    def total(s, k=1):
        return I(s.x) * 3 + I(s.y) - I(k)


class Tighter(Tight):
    __slots__ = ("other",)

    def total(s, k=2):
        s.other = s.x
        return super().total(k), s.other


class Mix:
    def m2(s, *a, **k):
        return "mix", super().m2(*a, **k)

    def m0(s, a=1, *b):
        return super().m0(a, 2)


def finish(names, weakly):
    for k in ("i1", "f1", "s1", "l1", "l2", "t1", "d1", "e1", "b1", "a1", "a2", "o1", "k1", "GV", "G0"):
        if k in names:
            print(k, R(names[k])[:200])
    for k in ("C0", "C1", "C2"):
        if k in names:
            print(k, R(names[k].w), sorted(a for a in names[k].__dict__ if a in ("m0", "w", "d", "p", "added")))
    print("hash", H[0], FU[1])
    if not weakly or KEPT:
        return
    # What only weak references know is gone after a collection, in every mode.
    for k in ("i1", "i2", "i3", "s1", "l1", "l2", "t1", "d1", "e1", "b1", "a1", "a2", "o1", "k1", "A", "r", "v0", "y"):
        names[k] = None
    G0[:] = [0] * 10
    LG.clear()
    gc.collect()
    print("alive", len(WR), sum([type(w()) is not type(None) for w in WR]))


