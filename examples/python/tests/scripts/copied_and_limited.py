"""Copies of iterators, parts of numbers that stay, what cannot be deleted, and the limit to the digits of integers."""

import copy
import sys
from decimal import Decimal, getcontext


def attempt(text, **names):
    try:
        exec(text, globals(), names)
    except Exception as e:
        print(text, '->', type(e).__name__, e)


# A copy goes on where the iterator is, and neither moves the other.
for make in ("iter([1, 2, 3])", "iter((1, 2, 3))", "iter(range(5))", "enumerate('abc')", "zip('abc', [1, 2, 3])", "map(str, [1, 2, 3])", "filter(None, [0, 1, 2, 3])",
             "reversed([1, 2, 3])", "iter({1: 2, 3: 4, 5: 6})", "iter({1: 2, 3: 4}.values())", "iter({1: 2, 3: 4}.items())", "reversed({1: 2, 3: 4})", "iter({7})", "iter(b'abc')", "iter(bytearray(b'abc'))"):
    it = eval(make)
    first = next(it)
    twin, deep = copy.copy(it), copy.deepcopy(it)
    print(make, first, type(twin).__name__, list(deep), list(twin), list(it))
items = [[1], [2]]
it = iter(items)
print(next(copy.copy(it)) is items[0], next(copy.deepcopy(it)) is items[0])


def generator():
    yield 1


attempt("copy.copy(generator())")
attempt("copy.deepcopy(iter(memoryview(b'ab')))")
print(copy.deepcopy(str.upper) is str.upper, copy.deepcopy((5).__add__)(2), copy.deepcopy([].__len__)())


class Number(int):
    pass


class Floating(float):
    real = 7


class Plain:
    def __init__(self):
        self.x = 1


attempt("n.numerator = 3", n=Number(3))
attempt("del n.real", n=Number(3))
attempt("setattr(f, 'imag', 1)", f=Floating(1.5))
f = Floating(1.5)
f.real = 9
print(f.real, f.imag, Number(5).real)
del f.real
print(f.real)
p = Plain()
del p.__dict__
print(p.__dict__)
p.y = 2
print(p.__dict__)
attempt("del p.__class__", p=p)
for name in ('__mro__', '__dict__', '__base__', '__bases__', '__name__'):
    attempt(f"del Plain.{name}")
attempt("g.gi_running = 1", g=generator())
attempt("g.__name__ = 5", g=generator())
print({0.0: 1}.items() == frozenset([(0.0, 1)]), frozenset([(0.0, 1)]) == {0.0: 1}.items())
attempt("frozenset([8]) == {0.0: []}.items()")
attempt("{0.0: []}.items() == frozenset([8])")


class Wrong:
    def __index__(self):
        return 'x'

    def __iter__(self):
        return 5


attempt("'%c' % w", w=Wrong())
attempt("dict([w])", w=Wrong())

# Text of integers.
big = 10 ** 4299
print(len(str(big)), sys.get_int_max_str_digits())
big *= 10
for text in ("str(big)", "repr(-big)", "'%d' % big", "f'{big}'", "f'{big:,}'", "'{:n}'.format(big)", "print([big])", "int('1' * 4301)", "int('-' + '1' * 4301)", "int(b'1' * 5000)", "int('1_0' * 3000)", "int('z' * 5000, 36)"):
    attempt(text)
print(len(hex(big)), len(f'{big:x}'), len('%x' % big), int('f' * 5000, 16).bit_length(), int('1' * 4300) % 97, int('0x' + '1' * 5000, 0) % 97)
attempt("sys.set_int_max_str_digits(5)")
attempt("sys.set_int_max_str_digits('x')")
sys.set_int_max_str_digits(640)
attempt("str(10 ** 640)")
print(len(str(10 ** 639)))
sys.set_int_max_str_digits(0)
print(len(str(big)), int('1' * 5000) % 97)
sys.set_int_max_str_digits(4300)
getcontext().prec = 6000
print(len(str(Decimal(1) / 3)), str(Decimal('1' * 5000))[:5], len(str(Decimal(big))))


class Letters(str):
    pass


for text in ("max(key=(8,))", "min(key=[1])", "sum([1], start=Letters('a'))", "complex(1, Letters('2'))", "type(None, (), {})", "'a'.center(5, n)", "'a'.join([n])", "'\\0'.translate([2 ** 70])"):
    attempt(text, n=Number(3))
