# Attributes that can and cannot be set and deleted, of every kind of object.
import types


def f(a, b=1, *, c=2):
    "doc"
    return a, b, c


class D:
    pass


class E(D):
    pass


def gen():
    yield 1


def t(label, fn):
    try:
        fn()
        print(label, 'ok')
    except (AttributeError, TypeError) as e:
        print(label, type(e).__name__)


VALUES = {
    'int': 5, 'float': 1.5, 'str': 'a', 'bytes': b'a', 'list': [], 'tuple': (), 'dict': {}, 'set': set(), 'none': None, 'bool': True, 'complex': 1j, 'range': range(3),
    'slice': slice(1), 'ellipsis': ..., 'builtin': len, 'generator': gen(), 'code': f.__code__, 'iterator': iter([]), 'view': memoryview(b'a'), 'bytearray': bytearray(),
    'frozenset': frozenset(), 'keys': {}.keys(), 'type int': int,
}
NAMES = ['real', '__class__', 'foo', 'start', '__self__', 'gi_running', 'gi_frame', 'co_name', '__bases__', '__mro__', 'append', 'nbytes', '__len__', '__hash__', 'keys']
for k, v in VALUES.items():
    for n in NAMES:
        t(f'{k}.{n} = 7', lambda: setattr(v, n, 7))
        t(f'del {k}.{n}', lambda: delattr(v, n))
for n in ['__class__', '__doc__', '__name__', '__qualname__', '__module__', '__dict__', '__code__', '__closure__', '__globals__', '__defaults__', '__kwdefaults__', '__annotations__', 'foo',
          '__mro__', '__base__', '__cause__', '__context__', '__traceback__', '__suppress_context__', 'args']:
    for val in (7, 'n', None, (), {}, [1]):
        def fresh(a, b=1, *, c=2):
            return a, b, c
        class K(D):
            pass
        t(f'function.{n} = {val!r}', lambda: setattr(fresh, n, val))
        t(f'class.{n} = {val!r}', lambda: setattr(K, n, val))
        t(f'exception.{n} = {val!r}', lambda: setattr(ValueError(1), n, val))
    if n in ('__class__', '__code__', '__closure__', '__globals__', '__defaults__', '__name__', '__cause__', '__context__', '__traceback__', 'args'):
        t(f'del function.{n}', lambda: delattr(fresh, n) if n[2:5] not in ('cau', 'con', 'tra') and n != 'args' else delattr(ValueError(1), n))
    if n in ('__class__', '__name__', '__qualname__', '__module__', '__doc__'):
        t(f'del class.{n}', lambda: delattr(K, n))


# What can be set has an effect, also in code that is hot.
def hot(a, b=1, *, c=2):
    return a + b + c

total = 0
for i in range(300):
    total += hot(i)
    if i == 100:
        hot.__defaults__ = (10,)
    if i == 200:
        hot.__kwdefaults__ = {'c': 20}
print(total)
hot.__dict__ = {'a': 1}
hot.__name__ = 'other'
hot.__qualname__ = 'other.name'
hot.__doc__ = 'text'
print(hot.__name__, hot.__qualname__, hot.__doc__, hot.a)
e = ValueError(1)
e.args = [1, 2]
e.__cause__ = KeyError(2)
print(e.args, e, repr(e), e.__suppress_context__, e.__cause__)
e.__suppress_context__ = False
e.__cause__ = None
print(e.__suppress_context__, e.__cause__)
x = E()
kinds = []
for i in range(200):
    kinds.append(type(x).__name__)
    x.__class__ = D if i & 1 else E
print(kinds.count('D'), kinds.count('E'))
E.__name__ = 'Renamed'
print(E.__name__, type(E()).__name__)


# `__setattr__` is asked for every name.
class Other: pass


class Asked:
    def __setattr__(self, name, value):
        print("set", name)
        super().__setattr__(name, value)


for i in range(3):
    a = Asked()
    a.x = i
    a.__dict__ = {"y": i}
    print(vars(a))
    a.__class__ = Other
    print(type(a).__name__, a.y)
for what in lambda: [].pop(10 ** 30), lambda: [1].pop(-10 ** 30), lambda: [].pop("a"), lambda: [].pop():
    try: what()
    except Exception as e: print(type(e).__name__, e)
