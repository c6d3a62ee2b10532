# Methods of metaclasses, truth by a call, instance checks of classes with metaclasses: found, and changed while loops are compiled.
import enum, abc
class Meta(type):
    def make(cls, v): return (cls.__name__, v)
    def both(cls): return 'meta'
    @property
    def prop(cls): return cls.__name__ + '!'
class A(metaclass=Meta):
    def both(self): return 'instance'
    def __init__(self, n=0): self.n = n
    def __bool__(self): return self.n % 3 != 0
class B(A):
    @classmethod
    def both(cls): return 'class'
class L:
    def __init__(self, n): self.n = n
    def __len__(self): return self.n
class Bad:
    def __bool__(self): return 5
class BadLen:
    def __len__(self): return -1
class I(int): pass
class Checked(type):
    def __instancecheck__(cls, x): return x == 3
class C(metaclass=Checked): pass
class Abs(abc.ABC): pass
Abs.register(int)
class Fl(enum.Flag):
    X = 1; Y = 2; Z = 4
log = []
for i in range(300):
    row = [A.make(i % 4), B.make(1), B.both(), A.prop, bool(A(i)), bool(L(i % 2)), bool(I(i % 2)), bool([i][:i % 2]), isinstance(A(), A), isinstance(B(), A), isinstance(A(), B),
           isinstance(i, A), isinstance(i % 5, C), isinstance(i, Abs), isinstance('s', Abs), isinstance(Fl.X, Fl), isinstance(Fl.X | Fl.Y, type(Fl.Y)), bool((Fl.X | Fl.Y) & Fl.Y), bool(Fl.X & Fl.Z), Fl(i % 8).value]
    for f in (lambda: A.both(), lambda: bool(Bad()), lambda: bool(BadLen()), lambda: A.nope(1), lambda: A().make(1), lambda: bool(1, 2)):
        try: row.append(f())
        except (TypeError, ValueError, AttributeError) as e: row.append(str(e))
    if i == 150: Meta.make = lambda cls, v: 'new'
    if i == 200: A.make = staticmethod(lambda v: 'own')
    if i == 250: A.__bool__ = lambda self: True
    log.append(str(row))
print(len(set(log)), log[0], log[149], log[151], log[201], log[252], log[299], sep='\n')
