class V:
    def __init__(self, *c): self.c = c
    def __add__(self, o): return V(*[a + b for a, b in zip(self.c, o.c)]) if isinstance(o, V) else NotImplemented
    def __radd__(self, o): return V(*[a + o for a in self.c])
    def __sub__(self, o): return V(*[a - b for a, b in zip(self.c, o.c)])
    def __mul__(self, k): return V(*[a * k for a in self.c])
    __rmul__ = __mul__
    def __neg__(self): return V(*[-a for a in self.c])
    def __eq__(self, o): return isinstance(o, V) and self.c == o.c
    def __hash__(self): return hash(self.c)
    def __lt__(self, o): return self.c < o.c
    def __len__(self): return len(self.c)
    def __getitem__(self, i): return self.c[i]
    def __setitem__(self, i, v): self.c = self.c[:i] + (v,) + self.c[i + 1:]
    def __contains__(self, v): return v in self.c
    def __iter__(self): return iter(self.c)
    def __bool__(self): return any(self.c)
    def __repr__(self): return f"V{self.c}"
    def __str__(self): return "<" + ",".join(map(str, self.c)) + ">"
    def __iadd__(self, o): self.c = tuple(a + o for a in self.c); return self
    def __format__(self, spec): return f"V[{spec}]"
    def __abs__(self): return sum(x * x for x in self.c) ** 0.5
    def __divmod__(self, o): return ("dm", o)
a, b = V(1, 2), V(3, 4)
print(a + b, repr(a - b), 3 * a, a * 2, -a, 10 + a)
print(a == V(1, 2), a != b, a < b, a > b, len(a), a[1], 2 in a, 5 in a, list(b), bool(V(0, 0)))
a[0] = 9
print(a, f"{a:xyz}", abs(V(3, 4)), divmod(a, 3))
a += 1
print(a, {V(1, 2): "x"}[V(1, 2)], sorted([b, a, V(0, 1)]))
if not V(0):
    print("empty")
try:
    a + "s"
except TypeError as e:
    print(e)
class R:
    def __radd__(self, o): return ("radd", o)
    def __rsub__(self, o): return ("rsub", o)
print(1 + R(), 2.5 - R(), [1] and "x" + R() if False else "ok")
class Seq:
    def __getitem__(self, i):
        if i > 3: raise IndexError
        return i * i
print(list(Seq()), 4 in Seq(), [x for x in Seq()])
class It:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n == 0: raise StopIteration
        self.n -= 1
        return self.n
print(list(It(4)), sum(It(5)))
for x in It(2):
    print(x)
class Ctx:
    def __enter__(self): print("enter"); return self
    def __exit__(self, t, v, tb): print("exit", t.__name__ if t else None); return t is KeyError
with Ctx() as c:
    print("body")
with Ctx():
    raise KeyError("k")
try:
    with Ctx() as a, Ctx() as b:
        raise ValueError("v")
except ValueError as e:
    print("out", e)
def f():
    with Ctx():
        return 5
print(f())
class NE:
    def __eq__(self, o): return True
print(NE() != 3, NE() == 4)
class D:
    def __delitem__(self, k): print("del", k)
    def __delattr__(self, k): print("delattr", k)
    def __setattr__(self, k, v): print("set", k, v)
x = D()
del x[1]
del x.foo
x.bar = 2
# `super` wants an instance or a subclass of the class.
class Upper:
    def name(self): return "upper"
class Lower(Upper):
    def name(self): return "lower " + super().name()
class Claims:
    @property
    def __class__(self): return Lower
for x in Lower(), Upper(), 3, Lower, None:
    for f in (lambda: Lower.name(x), lambda: super(Lower, x).name):
        try: print(str(f())[:20])
        except Exception as e: print(type(e).__name__, e)
print(super(Lower, Claims()).name())
try: super(3, None)
except TypeError as e: print(str(e)[:33])
