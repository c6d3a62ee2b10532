class P:
    __slots__ = ("x", "y")
    def __init__(self, x, y): self.x, self.y = x, y
p = P(1, 2); print(p.x, p.y); p.x = 5; print(p.x)
for f in [lambda: setattr(p, "z", 1), lambda: p.__dict__, lambda: vars(p), lambda: p.w, lambda: delattr(p, "q")]:
    try: print(f())
    except (AttributeError, TypeError) as e: print(type(e).__name__, e)
del p.x
try: p.x
except AttributeError as e: print(e)
p.x = 7; print(p.x, hasattr(p, "x"), P.__slots__)
class Q(P):
    __slots__ = ["z"]
    def __init__(self): super().__init__(1, 2); self.z = 3
q = Q(); print(q.x, q.y, q.z)
try: q.w = 1
except AttributeError as e: print(e)
class R(P): pass
r = R(1, 2); r.w = 3; print(r.w, r.__dict__)
class One: __slots__ = "only"
o = One(); o.only = 1; print(o.only)
try: o.other = 1
except AttributeError as e: print(e)
class WithDict: __slots__ = ("a", "__dict__")
w = WithDict(); w.a = 1; w.b = 2; print(w.a, w.b)
class Hidden:
    __slots__ = ("__h",)
    def __init__(self): self.__h = 4
    def get(self): return self.__h
print(Hidden().get())
class Empty: __slots__ = ()
try: Empty().a = 1
except AttributeError as e: print(e)
class T(tuple):
    __slots__ = ()
    def __new__(cls, a, b): return tuple.__new__(cls, (a, b))
    @property
    def a(self): return self[0]
t = T(1, 2); print(t, t.a, len(t))
try: t.q = 1
except AttributeError as e: print(e)
try:
    class Bad:
        __slots__ = ("v",)
        v = 1
except ValueError as e: print(e)
try:
    class Bad2: __slots__ = (1,)
except TypeError as e: print(e)
class M:
    __slots__ = ("n",)
    kind = "m"
    def meth(self): return self.n
m = M(); m.n = 1
try: m.meth = 1
except AttributeError as e: print(e)
try: m.kind = 1
except AttributeError as e: print(e)
total = 0
for i in range(3000):
    v = P(i, 1); v.y += i; total += v.x + v.y
print(total)
class A1:
    def who(self): return "A1"
class B1:
    def who(self): return "B1"
x = A1(); x.v = 1; x.__class__ = B1; print(x.who(), x.v, type(x).__name__)
try: x.__class__ = 5
except TypeError as e: print(e)
# A slot is no part of the dictionary that instances have beside slots.
import copy, pickle
class Dictful:
    def __init__(self): self.a = 1
class Mixed(Dictful):
    __slots__ = ('z', 'v')
    def __init__(self): super().__init__(); self.z = 2
class Bare:
    __slots__ = ('x', 'y')
class Open(Bare): pass
m = Mixed()
print(vars(m), m.__dict__, [k for k in dir(m) if len(k) < 2])
for c in copy.copy(m), copy.deepcopy(m), pickle.loads(pickle.dumps(m)): print(c.z, c.a, vars(c))
o = Open(); o.x = 5; o.w = 6
print(vars(o)); c = copy.copy(o); print(c.x, c.w, vars(c))
m.__dict__ = {'b': 3}; print(m.z, vars(m), hasattr(m, 'a'))
m.__dict__.clear(); print(m.z, vars(m))
try: print(vars(Bare()))
except TypeError as e: print(e)
