# functools.cmp_to_key, whose keys are of one class; and parameters of typing's forms, which are kept.
import functools
import typing
from typing import Annotated, Any, Callable, Dict, List, Literal, Optional, Tuple, TypeVar, Union

K = functools.cmp_to_key(lambda a, b: a - b)
a, b = K(1), K(2)
print(type(a).__name__, type(K).__name__, type(a) is type(K), a < b, a > b, a == b, a != b, a <= b, a >= b, a.obj, K.obj, K(obj=3).obj)


def attempt(f):
    try:
        print(f())
    except TypeError as e:
        print('TypeError', e)


attempt(lambda: a < 3)
attempt(lambda: a == 3)
attempt(lambda: 3 < a)
attempt(lambda: functools.cmp_to_key(3)(1) < functools.cmp_to_key(3)(2))
print(sorted([3, 1, 2], key=K), max([3, 1, 2], key=K), sorted([(1, 'b'), (1, 'a')], key=functools.cmp_to_key(lambda p, q: (p > q) - (p < q))))
a.obj = 9
print(a > b)


def by_two_orders(n):
    # A key class for each call would be a new one each time.
    total = 0
    for i in range(n):
        items = [(i * 7 + k * 5) % 11 for k in range(6)]
        items.sort(key=functools.cmp_to_key(lambda p, q: p - q if i % 2 else q - p))
        total += items[0] * 3 + items[-1]
    return total


print(by_two_orders(600))

T = TypeVar('T')
for make in (lambda: List[int], lambda: Dict[str, List[int]], lambda: Callable[..., str], lambda: Optional[int], lambda: Union[int, str], lambda: Tuple[int, ...],
             lambda: Callable[[int], str], lambda: Dict[str, Any], lambda: typing.Iterable['Later'], lambda: Union[int, None]):
    print(make(), make() == make(), hash(make()) == hash(make()))
print(List[int] is List[int], Callable[..., str] is Callable[..., str], Optional[int] is Optional[int], Tuple[int, str] is Tuple[int, str], List[int] is List[str])
print(Literal[1], Literal[True], Literal[1] == Literal[True], Annotated[int, 1], List[T][int], Literal['a'] == Literal['a'])
for i in range(1200):
    List[type('C%d' % i, (), {})]
print(List[int], List[bool], List[int] == List[int], Union[List[int], Dict[str, int]])
