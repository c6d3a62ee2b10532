from contextlib import *
from abc import ABC, abstractmethod, ABCMeta
from types import SimpleNamespace, MappingProxyType
@contextmanager
def cm(x):
    print('in', x)
    try:
        yield x * 2
    except ValueError as e:
        print('caught', e)
    finally:
        print('out', x)
with cm(1) as y:
    print(y)
with cm(2):
    raise ValueError('boo')
try:
    with cm(3):
        raise KeyError('k')
except KeyError as e:
    print('outside', e)
@cm(4)
def f():
    print('in f')
f()
f()
with suppress(ZeroDivisionError, KeyError):
    1 / 0
    print('not here')
class T:
    def close(self): print('closed')
with closing(T()) as t:
    print(type(t).__name__)
with nullcontext(5) as n:
    print(n)
with ExitStack() as s:
    print([s.enter_context(cm(i)) for i in (7, 8)])
    s.callback(print, 'callback', 1)
try:
    with ExitStack() as s:
        s.callback(lambda: print('last'))
        s.enter_context(suppress(KeyError))
        raise KeyError
except KeyError:
    print('bad')
@contextmanager
def nothing():
    if False: yield
try:
    with nothing(): pass
except RuntimeError as e:
    print(e)
class Shape(ABC):
    @abstractmethod
    def area(self): ...
    @property
    @abstractmethod
    def name(self): ...
    def show(self): return f'{self.name} {self.area()}'
class Half(Shape):
    def area(self): return 1
class Sq(Half):
    name = 'square'
    def __init__(self, x): self.x = x
    def area(self): return self.x ** 2
for c in (Shape, Half):
    try:
        c()
    except TypeError as e:
        print(e)
print(Sq(3).show(), isinstance(Sq(1), Shape), issubclass(Sq, Shape), isinstance(1, Shape), sorted(Shape.__abstractmethods__), Sq.__abstractmethods__)
@Shape.register
class Other: pass
print(isinstance(Other(), Shape), issubclass(int, Shape))
class N(metaclass=ABCMeta):
    def __new__(cls, v):
        o = super().__new__(cls)
        o.v = v
        return o
print(N(5).v)
n = SimpleNamespace(a=1, b='x')
n.c = 3
print(n, n == SimpleNamespace(a=1, b='x', c=3), MappingProxyType({1: 2})[1])
t = 0
for i in range(3000):
    t += Sq(i).area()
print(t)


# What is pending while an ExitStack is left, and managers as abstract classes.
import contextlib
import os


def fails(e):
    raise e


def chain(e):
    out = []
    while e is not None:
        out.append(repr(e))
        e = e.__context__
    return out


try:
    with contextlib.ExitStack() as stack:
        stack.callback(fails, IndexError('first'))
        stack.callback(fails, KeyError('second'))
        raise ValueError('body')
except IndexError as e:
    print(chain(e))


class Manager:
    def __enter__(self):
        return 'entered'

    def __exit__(self, *exc):
        print('left', exc[0])
        return True


with contextlib.ExitStack() as stack:
    print(stack.enter_context(Manager()))
    stack.push(Manager())
    stack.push(lambda *exc: print('pushed', exc[0]))
    raise KeyError
print(isinstance(Manager(), contextlib.AbstractContextManager), issubclass(int, contextlib.AbstractContextManager))
try:
    contextlib.ExitStack().enter_context(3)
except TypeError as e:
    print(e)


@contextlib.contextmanager
def managed():
    "The text."
    yield 1


print(managed.__doc__, managed().__doc__, isinstance(managed(), contextlib.AbstractContextManager))
here = os.getcwd()
with contextlib.chdir('..'):
    print(os.getcwd() == os.path.dirname(here))
print(os.getcwd() == here)


@contextlib.contextmanager
def passing():
    yield 1


def lines(e):
    t, found = e.__traceback__, []
    while t is not None:
        if t.tb_frame.f_code.co_filename == lines.__code__.co_filename:
            found.append((t.tb_frame.f_code.co_name, t.tb_lineno - lines.__code__.co_firstlineno))
        t = t.tb_next
    return found


# What goes on its way is as it was: it has not been in the generator.
def body():
    with passing():
        with passing():
            raise KeyError


for e in KeyError, StopIteration:
    try:
        with passing():
            body() if e is KeyError else next(iter(()))
    except Exception as x:
        print(type(x).__name__, lines(x))
