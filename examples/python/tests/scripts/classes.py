class A:
    kind = "a"
    count = 0
    def __init__(self, x):
        self.x = x
        A.count += 1
    def who(self):
        return "A"
    @classmethod
    def make(cls, *a):
        return cls(*a)
    @staticmethod
    def twice(n):
        return 2 * n
    @property
    def double(self):
        return self.x * 2
    @double.setter
    def double(self, v):
        self.x = v // 2
    def __repr__(self):
        return f"{type(self).__name__}({self.x})"
class B(A):
    def who(self):
        return "B" + super().who()
class C(A):
    def who(self):
        return "C" + super().who()
class D(B, C):
    def __init__(self, x, y):
        super().__init__(x)
        self.y = y
    def who(self):
        return "D" + super().who()
d = D(1, 2)
print(d.who(), [c.__name__ for c in D.__mro__], d, A.count)
print(A.make(3), B.make(4), A.twice(5), d.twice(6))
d.double = 10
print(d.x, d.double)
d.kind = "own"
print(d.kind, D.kind, hasattr(d, "zzz"), getattr(d, "zzz", None))
del d.kind
print(d.kind)
A.kind = "changed"
print(d.kind, B.kind)
A.who = lambda self: "new"
print(d.who())
print(isinstance(d, A), isinstance(d, (int, B)), issubclass(D, C), isinstance(3, A))
try:
    d.nothing
except AttributeError as e:
    print(e)
try:
    A.double.fget
    d.double
    class P:
        @property
        def p(self): return 1
    P().p = 2
except AttributeError as e:
    print(e)
class Meta(type):
    def __new__(m, name, bases, ns):
        ns["tag"] = name.lower()
        return super().__new__(m, name, bases, ns)
class M(metaclass=Meta):
    pass
print(M.tag, type(M).__name__)
class Hook:
    subs = []
    def __init_subclass__(cls, **kw):
        super().__init_subclass__()
        Hook.subs.append((cls.__name__, kw))
class H1(Hook, flag=1):
    pass
print(Hook.subs)
class Desc:
    def __set_name__(self, owner, name):
        self.name = "_" + name
    def __get__(self, obj, cls):
        return self if obj is None else getattr(obj, self.name, "unset")
    def __set__(self, obj, v):
        setattr(obj, self.name, v * 10)
class U:
    d = Desc()
u = U()
print(u.d)
u.d = 4
print(u.d, u._d)
class G:
    def __getattr__(self, name):
        if name.startswith("x"):
            return name + "!"
        raise AttributeError(name)
    def __call__(self, a):
        return a + 1
g = G()
print(g.xyz, g(4), callable(g), hasattr(g, "y"))
class L(list):
    def total(self):
        return sum(self)
l = L([1, 2, 3])
l.append(4)
print(l, l.total(), len(l), l[1:], isinstance(l, list))
class Cnt(dict):
    def __missing__(self, k):
        return 0
c = Cnt()
c["a"] += 2
print(c, c["zz"])
class N(int):
    def __add__(self, o):
        return N(int(self) + int(o) + 100)
print(N(3) + 4, N(5) * 2)
T = type("T", (A,), {"z": 5})
print(T(1).z, T.__name__)
print(type(d).__name__, d.__class__ is D, vars(d), D.__bases__ == (B, C))
bound = d.who
print(bound(), bound.__self__ is d)
class Slots:
    __slots__ = ("a", "b")
    def __init__(self):
        self.a = 1
print(Slots().a)
try:
    class X(A, object): pass
    class Y(object, A): pass
except TypeError as e:
    print("MRO error")
print(D, type(d), int, type, type(type), [A, Exception], str(B))
class Private:
    def __init__(self):
        self.__v = 3
    def get(self):
        return self.__v
print(Private().get(), Private()._Private__v)


# Properties and other descriptors as objects.
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Noted(property):
    def __init__(self, get=None, set=None, delete=None, doc=None, note='none'):
        super().__init__(get, set, delete, doc)
        self.note = note

    def __get__(self, obj, cls=None):
        return self if obj is None else ('noted', super().__get__(obj, cls))


class Box:
    @Noted
    def content(self):
        return 5

    @content.setter
    def content(self, value):
        print('set', value)

    @property
    def lid(self):
        "What closes it."

    @lid.deleter
    def lid(self):
        print('lid off')

    plain = property(lambda self: 1, doc='its own text')

    @classmethod
    @property
    def kind(cls):
        return cls.__name__


box = Box()
box.content = 3
del box.lid
print(box.content, Box.content.note, isinstance(Box.content, property), Box.lid.__doc__, Box.plain.__doc__, Box.kind, hasattr(Box.plain, 'other'))
print(Box.plain.__get__(box), Box.plain.__get__(None, Box) is Box.plain, Box.__dict__['plain'].fset)
Box.plain.__doc__ = 'another'
print(Box.plain.__doc__)


class Once(classmethod):
    pass


class Tools:
    @Once
    def of(cls):
        return cls.__name__

    @staticmethod
    def alone():
        return 'alone'

    def bound(self):
        return 'bound'

    again = alone


print(Tools.of(), Tools().of(), Tools.again(), Tools.__dict__['alone'](), Tools.__dict__['alone'].__get__(None, Tools)())
print(Tools.bound.__get__(Tools())(), Tools().bound.__call__(), Tools.bound.__call__(1), len.__call__('abc'), Tools.__dict__['of'].__get__(None, Tools)())
t(lambda: Tools.bound.__get__(None, None))
print(isinstance(hash([].append), int), {Tools.bound: 1}[Tools.bound])


class Removing:
    def __get__(self, obj, cls):
        return 'there'

    def __delete__(self, obj):
        print('removed')


class Holder:
    part = Removing()


h = Holder()
h.__dict__['part'] = 'own'
print(h.part)
del h.part


class Base:
    def meth(self, a):
        return 'Base(%r)' % a

    value = property(lambda self: 7)


class Derived(Base):
    def meth(self, a):
        return 'Derived(%r)' % a + self.__super.meth(a)

    def parts(self):
        return super().value, super().__thisclass__, super().__self_class__, super().__self__ is self


Derived._Derived__super = super(Derived)
print(Derived().meth(3), Derived().parts())
t(lambda: super(Derived, Derived()).missing)


class Number(int):
    pass


print(Number(5).real, Number(5).numerator, Number(5).imag, Base.__doc__, Base().__doc__)
print(object.__reduce_ex__(Base(), 2)[1:], Base().__sizeof__() > 0, '__dir__' in dir(Base()))


def scope():
    global Everywhere, everywhere

    class Everywhere:
        def f(self):
            pass

    def everywhere():
        pass


scope()
print(Everywhere, Everywhere.f.__qualname__, everywhere.__qualname__)
