class Ordered(dict):
    def __init__(self): super().__init__(); self.log = []
    def __setitem__(self, k, v):
        if not k.startswith("__"): self.log.append(k)
        super().__setitem__(k, v)
class Meta(type):
    @classmethod
    def __prepare__(mcs, name, bases, **kw): print("prepare", name, [b.__name__ for b in bases], kw); return Ordered()
    def __new__(mcs, name, bases, ns, **kw):
        cls = super().__new__(mcs, name, bases, dict(ns)); cls.order = list(ns.log); cls.kw = kw; return cls
    def __init__(cls, name, bases, ns, **kw): super().__init__(name, bases, ns); print("init", name, kw)
    def __call__(cls, *a, **k): print("call", cls.__name__, a, k); r = super().__call__(*a, **k); r.made = True; return r
    def shout(cls): return cls.__name__.upper()
    @property
    def size(cls): return len(cls.order)
class A(metaclass=Meta, extra=1):
    b = 2
    def __init__(self, x=0): self.x = x
    a = 1
print(A.order, A.kw, A.shout(), A.size, type(A).__name__, isinstance(A, Meta), isinstance(A, type))
o = A(5); print(o.x, o.made)
class S(A): z = 1
print(type(S).__name__, S.order, S().made)
class Singleton(type):
    inst = {}
    def __call__(cls, *a):
        if cls not in cls.inst: cls.inst[cls] = super().__call__(*a)
        return cls.inst[cls]
class One(metaclass=Singleton):
    def __init__(self, v): self.v = v
print(One(1) is One(2), One(3).v)
class M1(type): pass
class M2(type): pass
class X1(metaclass=M1): pass
class X2(metaclass=M2): pass
try:
    class X3(X1, X2): pass
except TypeError as e: print(e)
class M3(M1, M2): pass
class X4(X1, X2, metaclass=M3): pass
print(type(X4).__name__, [c.__name__ for c in X4.__mro__])
D = type("D", (), {"f": lambda self: 7}); print(D().f(), D.__name__, D.__bases__)
class InitSub:
    def __init_subclass__(cls, /, tag=None, **kw): super().__init_subclass__(**kw); cls.tag = tag
class I1(InitSub, tag="t"): pass
print(I1.tag)
def make(name, bases, ns, **kw): return (name, bases, sorted(k for k in ns if not k.startswith("__")), kw)
class F(metaclass=make, w=1): a = 1
print(F)
class Entry:
    def __mro_entries__(self, bases): return (Base,)
class Base: pass
class G(Entry()): pass
print(G.__mro__[1].__name__, len(G.__orig_bases__))
class Reg(type):
    def __init__(cls, name, bases, ns): super().__init__(name, bases, ns); reg.append(name)
    def __len__(cls): return 42
    def __iter__(cls): return iter("meta")
    def __getitem__(cls, k): return k * 2
    def __contains__(cls, k): return k == 1
    def __instancecheck__(cls, o): return o == 5
    def __getattr__(cls, n): return "dynamic " + n
reg = []
class R1(metaclass=Reg): pass
class R2(R1): pass
print(reg, len(R1), list(R1), R1[4], 1 in R1, isinstance(5, R1), R1.nothing)
class Desc:
    def __set_name__(self, owner, name): self.name = name
    def __get__(self, o, t=None): return self if o is None else (self.name, o.__dict__.get(self.name))
    def __set__(self, o, v): o.__dict__[self.name] = v * 2
    def __delete__(self, o): del o.__dict__[self.name]
class U:
    d = Desc()
u = U(); u.d = 4; print(u.d, U.d.name, u.__dict__); del u.d; print(u.d)
class NonData:
    def __get__(self, o, t): return "nondata"
class V: n = NonData()
v = V(); print(v.n); v.__dict__["n"] = "own"; print(v.n, V.n)
class Lazy:
    def __init__(self, f): self.f, self.name = f, f.__name__
    def __get__(self, o, t): r = o.__dict__[self.name] = self.f(o); return r
class W:
    @Lazy
    def val(self): print("computed"); return 9
w = W(); print(w.val, w.val)


# What metaclasses say about attributes of their classes, and about how classes are made.
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Watching(type):
    def __prepare__(name, bases, **kw):
        return super(Watching, Watching).__prepare__(name, bases)

    def __setattr__(cls, name, value):
        print('set', name)
        super().__setattr__(name, value)

    def __delattr__(cls, name):
        print('del', name)
        type.__delattr__(cls, name)

    @property
    def size(cls):
        return 'of the class'

    @size.setter
    def size(cls, value):
        print('size', value)

    def __instancecheck__(cls, x):
        return x == 3 or super().__instancecheck__(x)

    def __dir__(cls):
        return ['zz', 'aa']


class Watched(metaclass=Watching):
    pass


Watched.x = 1
Watched.size = 5
del Watched.x
print(isinstance(3, Watched), isinstance(4, Watched), isinstance(Watched(), Watched), dir(Watched), Watched.size)


class Plugin:
    def __init_subclass__(cls, /, tag=None, **kw):
        super().__init_subclass__(**kw)
        cls.tag = tag


class First(Plugin, tag=1):
    pass


class Second(First):
    pass


print(Plugin.__subclasses__(), First.__subclasses__(), First.tag, Second.tag)


def unknown():
    class Third(Plugin, color='red'):
        pass


t(unknown)


def immutable(cls, name):
    def change():
        setattr(cls, name, 1)
    return change


t(immutable(str, 'upper'))
t(immutable(object, 'x'))
t(immutable(object(), 'x'))


class Forgetful(type):
    def __new__(meta, name, bases, body):
        body.pop('__classcell__', None)
        return super().__new__(meta, name, bases, body)


class Confused(type):
    def __new__(meta, name, bases, body):
        body['__classcell__'] = 3
        return super().__new__(meta, name, bases, body)


class Twice(type):
    def __new__(meta, name, bases, body):
        super().__new__(meta, name, bases, body)
        return super().__new__(meta, name + '2', bases, {})


for meta in (Forgetful, Confused, Twice):
    def make():
        class Made(metaclass=meta):
            def f(self):
                return __class__
        return Made
    t(make)


class Named:
    def __set_name__(self, owner, name):
        raise KeyError(name)


def failing():
    class Made:
        x = Named()


try:
    failing()
except RuntimeError as e:
    print(e, repr(e.__cause__))
t(lambda: type(1, (), {}))
t(lambda: type('x', [], {}))


def slots(names):
    class Made:
        __slots__ = names


t(lambda: slots(['a b']))
t(lambda: slots(['1']))
