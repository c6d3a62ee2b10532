# What is noted of functions, classes and modules; calls that read it.
import functools
import typing

x: int = 5
y: 'str'
__annotations__['z'] = float


def f(a, b: int, *args: str, c: 'later' = 3, **kw: float) -> bool:
    local: undefined_name = 1
    return local


def plain(a): pass


class A:
    p: int
    q: typing.List[int] = []
    __r: str = 'hidden'

    def m(self, __v: int) -> 'A': return self


def maker():
    class Inner: pass

    def g(v: Inner) -> Inner: return v
    return g


print(__annotations__, f.__annotations__, plain.__annotations__, plain.__annotations__ is plain.__annotations__, A.__annotations__, A.m.__annotations__)
print({k: v.__qualname__ for k, v in maker().__annotations__.items()}, f(1, 2), (lambda: 0).__annotations__)
plain.__annotations__['a'] = int
print(plain.__annotations__, typing.get_type_hints(A.m, globals(), {'A': A}))


@functools.wraps(f)
def wrapper(*a): pass


print(wrapper.__annotations__ == f.__annotations__)


@functools.singledispatch
def show(v): return 'any'


@show.register
def _(v: int): return 'int'


@show.register
def _(v: list) -> str: return 'list'


print(show(1), show('a'), show([]), show(True))
try:
    def bad(a: undefined_name): pass
except NameError as e:
    print(e)
total = 0
for i in range(300):
    def inner(v: int, w: 'int' = i) -> int: return v + w
    total += inner(1) + len(inner.__annotations__)
print(total)
