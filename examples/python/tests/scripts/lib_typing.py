from __future__ import annotations
from typing import *
from typing import NamedTuple, TypeVar, Generic, Protocol, cast, overload, TYPE_CHECKING, runtime_checkable, NewType
T = TypeVar('T')
K = TypeVar('K', bound=int)
def f(x: List[int], y: Optional[str] = None, *a: int, z: Union[int, str] = 3) -> Dict[str, Callable[[int], str]]:
    v: Tuple[int, ...] = (1,)
    return {}
print(f([1]), T, List[int], Optional[int], Dict[str, List[int]], Union[int, str, None], Callable[[int], str], Tuple[int, ...], Literal['a', 1], Any, Union[int, int])
class Stack(Generic[T]):
    def __init__(self) -> None:
        self.items: List[T] = []
    def push(self, x: T) -> None: self.items.append(x)
    def pop(self) -> T: return self.items.pop()
s = Stack[int]()
s.push(1)
print(s.pop(), type(s).__name__)
class Sub(Stack[int]): pass
print(Sub.__mro__[1].__name__, isinstance(Sub(), Stack))
class Pt(NamedTuple):
    x: int
    y: int = 5
    def total(self): return self.x + self.y
print(Pt(1), Pt(1, 2).total(), Pt._fields, Pt(3) == (3, 5), NamedTuple('Q', [('a', int)])(1))
@runtime_checkable
class Closer(Protocol):
    def close(self) -> None: ...
class F:
    def close(self): pass
print(isinstance(F(), Closer), isinstance(3, Closer), cast(int, 'x'), TYPE_CHECKING, NewType('U', int)(3))
@overload
def g(x: int) -> int: ...
@overload
def g(x: str) -> str: ...
def g(x): return x
print(g(3), get_origin(List[int]) is list, get_args(Dict[str, int]))
class TD(TypedDict, total=False):
    a: int
print(TD(a=1))
class A:
    x: int = 1
    y: ClassVar[str] = 'a'
print(A.__annotations__)


# Making things by the classes in `types`.
import types


class Holder:
    def __init__(self, n): self.n = n


bound = types.MethodType(lambda self, k: self.n + k, Holder(4))
print(bound(3), bound.__self__.n, types.NoneType(), type(...)() is ..., type(NotImplemented)() is NotImplemented)
mod = types.ModuleType('made', 'doc')
mod.x = 5
print(mod.x, mod.__name__, mod.__doc__, type(mod) is types.ModuleType)
for wrong in (lambda: types.MethodType(3, 4), lambda: types.MethodType(len, None), lambda: types.GeneratorType(), lambda: types.NoneType(1)):
    try:
        wrong()
    except TypeError as e:
        print(type(e).__name__)
print(Ellipsis is ..., (lambda: ...)() is ...)
