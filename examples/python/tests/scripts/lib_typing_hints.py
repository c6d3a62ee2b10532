# Parameters of types, hints, protocols: what programs that look at types see.
from typing import *
import typing, collections.abc, types
T = TypeVar('T'); K=TypeVar('K')
def t(f):
    try: print(repr(f())[:160])
    except Exception as e: print(type(e).__name__, e)
t(lambda: (List[int], Dict[str, List[int]], Optional[int], Union[int,str,None], Union[int,int], Callable[[int,str],None], Callable[...,int], Tuple[int,...], Tuple[()]))
t(lambda: (get_origin(List[int]), get_args(Dict[str,int]), get_origin(list[int]), get_args(list[int]), get_origin(int|str), get_args(int|None), get_origin(Optional[int]), get_args(Callable[[int],str])))
t(lambda: Union[int,str]==Union[str,int]); t(lambda: Optional[int]==(int|None)); t(lambda: Union[int|str, None])
class G(Generic[T]):
    def f(self, x: T) -> 'G[T]': ...
class H(G[int]): pass
class M(Mapping[K,T], Generic[K,T]):
    def __getitem__(s,k): ...
    def __iter__(s): ...
    def __len__(s): ...
t(lambda: (G[int], G[int].__origin__, G.__parameters__, H.__orig_bases__, M[int,str], G[T][str], M.__mro__[1].__name__))
t(lambda: isinstance(G[int](), G)); t(lambda: G[int, str]); t(lambda: H[int]); t(lambda: isinstance([], List)); t(lambda: isinstance([], List[int]))
class P(Protocol):
    def run(self) -> int: ...
@runtime_checkable
class Q(Protocol):
    def run(self) -> int: ...
class R:
    def run(self): return 1
t(lambda: isinstance(R(), Q)); t(lambda: isinstance(3, Q)); t(lambda: isinstance(R(), P)); t(lambda: P()); t(lambda: issubclass(R,Q))
class I(P):
    def __init__(self, a): self.a=a
t(lambda: I(3).a)
class TD(TypedDict, total=False):
    a: int
    b: Required[str]
t(lambda: (TD(a=1), TD.__annotations__, sorted(TD.__required_keys__), sorted(TD.__optional_keys__), TD.__total__))
class NT(NamedTuple):
    x: int
    y: str = 'q'
    def s(self): return self.x
t(lambda: (NT(1), NT(1).s(), NT._field_defaults, NT.__annotations__, NT._fields))
UserId = NewType('UserId', int)
t(lambda: (UserId(3), UserId.__supertype__, UserId.__name__))
def f(a: 'int', b: Optional['G'] = None, *c: Annotated[str, 'm']) -> List['int']: ...
t(lambda: get_type_hints(f)); t(lambda: get_type_hints(f, include_extras=True)['c'])
class D:
    a: 'int'
    b: ClassVar['str'] = ''
t(lambda: get_type_hints(D))
t(lambda: (Literal[1,'a',1], Literal[1]==Literal[1], Annotated[int,3].__metadata__, Final[int], ClassVar[int], Type[int], Any, NoReturn))
t(lambda: Annotated[int]); t(lambda: Optional[int,str]); t(lambda: List[int,str]); t(lambda: Any()); t(lambda: Union[()]); t(lambda: List[3])
t(lambda: (T, TypeVar('A', int, str).__constraints__, TypeVar('B', bound=int, covariant=True), ParamSpec('PP'), AnyStr))
t(lambda: cast(int,'a')); t(lambda: Dict[T,int][str]); t(lambda: isinstance(3, Union[int,str])); t(lambda: isinstance(3.0, int|str))
t(lambda: list[T][int]); t(lambda: dict[K,list[T]][str,int]); t(lambda: (list[T]|int)[str]); t(lambda: (SupportsInt, isinstance(3, SupportsIndex)))
t(lambda: List[int]([1])); t(lambda: typing.Sequence[int].__origin__); t(lambda: hash(List[int])==hash(List[int])); t(lambda: {List[int]:1}[List[int]])
t(lambda: collections.abc.Callable[[int],str]); t(lambda: collections.abc.Mapping[str,int]); t(lambda: issubclass(dict, Mapping))
