# Signatures, members and kinds of things.
import functools
import inspect
import math


def f(a, b: int = 3, /, c='x', *rest: str, d, e: float = 2.5, **more) -> dict:
    """Does
    something.

        Further in.
    """


def g(*, k): pass
def h(a, /): pass
def gen():
    yield 1


class Base:
    """A base."""
    def __init__(self, x, y=2): self.x = x
    def m(self, p): return p
    @classmethod
    def c(cls, q=1): pass
    @staticmethod
    def s(z): pass
    def __call__(self, w): pass


class Derived(Base):
    pass


class Newer:
    def __new__(cls, one, two=2): return object.__new__(cls)


class Plain: pass


@functools.wraps(f)
def wrapped(*args, **kwargs): return f(*args, **kwargs)


b = Base(1)
for x in [f, g, h, gen, Base, Derived, Newer, Plain, b.m, Base.m, Base.c, Base.s, b, wrapped, functools.partial(f, 1, d=4), functools.partial(b.m, 3), lambda: 0, lambda x, *y: 0]:
    print(inspect.signature(x))
s = inspect.signature(f)
print(repr(s), list(s.parameters), s.return_annotation, s.parameters['b'].default, s.parameters['a'].default is inspect.Parameter.empty)
for p in s.parameters.values():
    print(p.name, p.kind, p.kind.name, p.kind.description, repr(p), p.kind == inspect.Parameter.KEYWORD_ONLY)
bound = s.bind(1, 2, 3, 4, 5, d=6, z=7)
print(bound.arguments, bound.args, bound.kwargs)
bound = s.bind(1, d=2)
bound.apply_defaults()
print(bound.arguments, bound)
for args, kwargs in [((), {}), ((1,), {}), ((1,), {'c': 2}), ((1, 2, 3), {'c': 4, 'd': 5})]:
    try:
        print(s.bind(*args, **kwargs))
    except TypeError as e:
        print(e)
for args, kwargs in [((1, 2), {}), ((), {'k': 1, 'j': 2}), ((), {'k': 1})]:
    try:
        print(inspect.signature(g).bind(*args, **kwargs))
    except TypeError as e:
        print(e)
print(s.bind_partial().arguments, s == inspect.signature(f), s == inspect.signature(g))
print(s.replace(parameters=list(s.parameters.values())[:2], return_annotation=int))
print(s.parameters['b'].replace(name='renamed', default=9))
print(inspect.getfullargspec(f))
print([inspect.isfunction(x) for x in (f, Base, b.m, len, Base.m)], [inspect.ismethod(x) for x in (f, b.m, Base.m, Base.c)])
print([inspect.isclass(x) for x in (f, Base, b, int)], [inspect.isbuiltin(x) for x in (len, f, math.sqrt)], inspect.ismodule(math), inspect.ismodule(3))
print(inspect.isgeneratorfunction(gen), inspect.isgeneratorfunction(f), inspect.isgenerator(gen()), inspect.isroutine(len), inspect.iscoroutinefunction(f))
print(inspect.getmro(Derived), inspect.getdoc(f), inspect.getdoc(Derived), inspect.cleandoc('  a\n     b\n   c\n\n'))
print([name for name, _ in inspect.getmembers(b) if name[0] != '_'], [n for n, _ in inspect.getmembers(Base, inspect.isfunction)])
print(inspect.unwrap(wrapped) is f, inspect.getsource(g), inspect.getsource(Plain), inspect.getsourcelines(Base.c)[1] > 0, end='')
print(inspect.getsource(Base.c), inspect.getmodule(f).__name__, inspect.getfile(f) == __file__)
try:
    inspect.signature(3)
except TypeError as e:
    print(e)
