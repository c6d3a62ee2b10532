# `C.__bases__ = (..)` and `x.__class__ = C`: what is refused, and what follows for methods, attributes, `super()` and `isinstance` in hot loops.


def attempt(what, f):
    try:
        print(what, '->', f())
    except Exception as e:
        print(what, '->', type(e).__name__, e)


class A:
    kind = 'a'
    def name(self):
        return 'A'
    def __add__(self, n):
        return ('A', n)
    @property
    def p(self):
        return 'pA'


class B:
    kind = 'b'
    def name(self):
        return 'B'
    def __add__(self, n):
        return ('B', n)
    def __len__(self):
        return 0
    @property
    def p(self):
        return 'pB'
    def __getattr__(self, name):
        return 'made ' + name


class C(A):
    def __init__(self):
        self.own = 1
    def above(self):
        return super().name()


class D(C):
    pass


def seen(x):
    return x.kind, x.name(), x + 1, x.p, bool(x), x.above(), getattr(x, 'missing', None), isinstance(x, A), isinstance(x, B), x.own, issubclass(type(x), A)


def hot(x, n):
    out = []
    for i in range(n):
        got = seen(x)
        if not out or out[-1][1] != got:
            out.append((i, got))
        if i == n // 3:
            C.__bases__ = (B,)
        elif i == n // 3 * 2:
            C.__bases__ = (A, B)
    C.__bases__ = (A,)
    return out


for line in hot(C(), 900) + hot(D(), 900):
    print(line)
print(C.__mro__, D.__mro__, A.__subclasses__(), B.__subclasses__(), C.__bases__, C.__base__)


def flips(n):
    x, total = D(), []
    for i in range(n):
        C.__bases__ = (A,) if i & 1 else (B,)
        total.append(x.name())
        total.append(isinstance(x, A))
    return total.count('A'), total.count('B'), total.count(True), total[-4:]


print(flips(700))
C.__bases__ = (A,)


class Base(Exception):
    pass


class Other(Exception):
    pass


class Mine(Base):
    pass


def caught(n):
    out = []
    for i in range(n):
        try:
            raise Mine(i)
        except Base:
            out.append('base')
        except Other:
            out.append('other')
        if i == n // 2:
            Mine.__bases__ = (Other,)
    return out.count('base'), out.count('other'), out[n // 2:n // 2 + 2]


print(caught(600))


class Number:
    def __init__(self, x):
        self.x = x
    def __lt__(self, o):
        return 'Number <'
    def __sub__(self, o):
        return 'Number -'


class Plain:
    pass


class Special(Plain):
    def __init__(self, x):
        self.x = x
    def __gt__(self, o):
        return 'Special >'
    def __rsub__(self, o):
        return 'Special r-'


def reflected(n):
    a, b, out = Number(1), Special(2), []
    for i in range(n):
        out.append((a < b, a - b))
        if i == n // 2:
            Special.__bases__ = (Number,)
    return out[0], out[n // 2], out[n // 2 + 1], out[-1]


print(reflected(600))


class Made:
    def __init__(self, x):
        self.x = x


class Made2:
    def __init__(self, x):
        self.x = -x


class Maker(Made):
    pass


def makes(n):
    out = []
    for i in range(n):
        out.append(Maker(i).x)
        if i == n // 2:
            Maker.__bases__ = (Made2,)
    return out[n // 2:n // 2 + 3]


print(makes(500))


class Hooked:
    def __setattr__(self, name, v):
        object.__setattr__(self, name, (name, v))


class Free:
    pass


class Sets(Free):
    pass


def sets(n):
    x, out = Sets(), []
    for i in range(n):
        x.v = i
        out.append(x.v)
        if i == n // 2:
            Sets.__bases__ = (Hooked,)
    Sets.__bases__ = (Free,)
    x.v = 1
    return out[n // 2:n // 2 + 3], x.v


print(sets(500))


class S0:
    __slots__ = ()


class S1:
    __slots__ = ('x',)


class S2:
    __slots__ = ('x',)


class S3:
    __slots__ = ('y',)


class S4(S1):
    pass


class S5:
    __slots__ = ('x', '__dict__')


class S6(S1):
    __slots__ = ()


class E1(ValueError):
    pass


class E2(TypeError):
    pass


class E3(E1):
    pass


class E4(ValueError):
    __slots__ = ()


class E5(TypeError):
    __slots__ = ()


class I(int):
    pass


class I2(int):
    pass


class J(I):
    pass


class L(list):
    pass


class T(tuple):
    __slots__ = ()


def bases(c, b):
    was = c.__bases__
    try:
        c.__bases__ = b
        return [k.__name__ for k in c.__mro__]
    finally:
        c.__bases__ = was


for c, b in [(C, (B,)), (C, (A, B)), (C, ()), (C, [A]), (C, (1,)), (C, 5), (C, (C,)), (A, (C,)), (A, (B,)), (C, (object,)), (C, (A, object)), (C, (object, A)), (C, (int,)),
             (C, (S1,)), (C, (S0,)), (C, (A, S1)), (C, (A, A)), (S4, (S2,)), (S4, (S3,)), (S4, (A,)), (S4, (S6,)), (S4, (S5,)), (S6, (S2,)), (S6, (S3,)), (S6, (S1, S0)),
             (E3, (E2,)), (E3, (E1, A)), (E3, (A, E1)), (E3, (E4,)), (E3, (ValueError,)), (J, (I2,)), (J, (int,)), (J, (L,)), (L, (T,)), (C, (bool,)), (C, (A, S1, S3)), (D, (A,))]:
    attempt(f'{c.__name__} {b}', lambda: bases(c, b))
attempt('built-in', lambda: setattr(int, '__bases__', (L,)))
attempt('del', lambda: delattr(C, '__bases__'))
attempt('del built-in', lambda: delattr(int, '__bases__'))


class X:
    pass


class Y(X):
    pass


class Z(X):
    pass


class W(Y, Z):
    pass


class P1:
    pass


class P2:
    pass


class Q1(P1):
    pass


class Q2(Q1, P1):
    pass


attempt('no order below', lambda: setattr(Q1, '__bases__', (P2,)))
attempt('as it was', lambda: (Q1.__mro__, Q2.__mro__))
attempt('diamond', lambda: setattr(X, '__bases__', (object,)))
attempt('diamond', lambda: setattr(Y, '__bases__', (P1, X)))
attempt('diamond', lambda: W.__mro__)
attempt('contradiction', lambda: setattr(Z, '__bases__', (X, P1)))

for x in [A(), B(), C(), S0(), S1(), S2(), S3(), S4(), S5(), S6(), E1(), E2(), E3(), E4(), E5(), I(), J(), L(), T(), 1, 'a', object(), len, Exception(), A, attempt, None]:
    line = [type(x).__name__]
    for k in [A, B, C, S0, S1, S2, S3, S4, S5, S6, E1, E2, E3, E4, E5, I, J, L, T, int, object, type, Exception, 5]:
        was = x.__class__
        try:
            x.__class__ = k
            x.__class__ = was
            line.append('ok')
        except Exception as e:
            line.append(str(e).replace(' assignment', ''))
    print(*line, sep='|')


class Slotted:
    __slots__ = ('a', 'b')
    def total(self):
        return self.a + self.b


class Slotted2:
    __slots__ = ('b', 'a')
    def total(self):
        return self.a - self.b


def changes(n):
    x, out = Slotted(), []
    x.a, x.b = 5, 3
    for i in range(n):
        out.append(x.total())
        x.__class__ = Slotted2 if i % 3 else Slotted
    return sum(out), out[-3:], x.a, x.b


print(changes(600))
attempt('no dictionary', lambda: Slotted().__dict__)
