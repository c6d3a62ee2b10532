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


class Sub(type):
    def __subclasscheck__(cls, c): return c is int
class S(metaclass=Sub): pass
kinds = (int, str, A)
class Keeps:
    def __init__(self, *kinds): self.kinds = kinds
    def __enter__(self): return self
    def __exit__(self, kind, value, tb): return kind is not None and issubclass(kind, self.kinds) and value.args is not None and tb.tb_lineno > 0
got = []
for i in range(300):
    row = [isinstance(x, kinds) for x in (1, 'a', 1.5, A(), None, True)] + [issubclass(x, kinds) for x in (int, bool, float, A, B, object)]
    row += [issubclass(x, S) for x in (int, str)] + [issubclass(int, Abs), issubclass(str, (Abs, bytes)), isinstance(i, ()), issubclass(B, (S, A))]
    for f in (lambda: issubclass(1, int), lambda: issubclass(int, 1), lambda: isinstance(1, (int, 2)), lambda: isinstance('', (int, 2)), lambda: issubclass(int, (str, None))):
        try: row.append(f())
        except TypeError as e: row.append(str(e))
    for k in (KeyError, IndexError, ValueError):
        try:
            with Keeps(KeyError, IndexError):
                raise k(i)
        except ValueError as e:
            row.append(e.args[0] == i)
        else:
            row.append(k.__name__)
    if i == 100: kinds = (float, type(None))
    if i == 200: kinds = (list, dict, set, tuple, bytes, range, slice, complex, A)
    got.append(str(row))
print(len(set(got)), got[0], got[150], got[250], sep='\n')
