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
