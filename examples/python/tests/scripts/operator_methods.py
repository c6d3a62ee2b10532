# Operators of built-in types by name, and what depends on them.
import sys
from collections import UserDict, UserList, UserString
from enum import IntFlag
from fractions import Fraction


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Metres(int):
    def __add__(self, o):
        return Metres(super().__add__(o))

    def __lt__(self, o):
        return super().__lt__(o)

    def __rsub__(self, o):
        return ('rsub', super().__rsub__(o))

    def __neg__(self):
        return Metres(super().__neg__())

    def __bool__(self):
        return not super().__bool__()

    def __str__(self):
        return super().__str__() + 'm'


class Weight(float):
    def __mul__(self, o):
        return Weight(super().__mul__(o))

    def __round__(self, n=None):
        return ('round', super().__round__(n))


class Name(str):
    def __add__(self, o):
        return Name(super().__add__(o))

    def __mod__(self, o):
        return '<' + super().__mod__(o) + '>'

    def __eq__(self, o):
        return super().__eq__(o)

    __hash__ = str.__hash__


class Row(list):
    def __iadd__(self, o):
        super().__iadd__([x * 2 for x in o])
        return self

    def __add__(self, o):
        return Row(super().__add__(o))

    def __reversed__(self):
        return super().__reversed__()


class Bag(set):
    def __and__(self, o):
        return Bag(super().__and__(o))

    def __le__(self, o):
        return super().__le__(o)


class Table(dict):
    def __or__(self, o):
        return Table(super().__or__(o))

    def __ior__(self, o):
        return super().__ior__(o)


m = Metres(3)
print(type(m + 4), m + 4, m < 5, 10 - m, -m, bool(m), bool(Metres(0)), m, abs(m), round(m), divmod(m, 2))
t(lambda: m + 'x')
t(lambda: Metres(3) < 'x')
print(type(Weight(2) * 3), round(Weight(2.6)), Weight(2.5) * Weight(2))
print(type(Name('a') + 'b'), Name('%s!') % 3, Name('a') == 'a', {Name('a'): 1}['a'])
t(lambda: Name('a') + 1)
r = Row([1])
r += (2, 3)
print(r, type(r + [9]), list(reversed(r)))
t(lambda: r + (1,))
print(Bag([1, 2]) & {2, 3}, Bag([1]) <= {1, 2})
t(lambda: Bag([1]) & [1])
d = Table(a=1)
d |= [('b', 2)]
print(d, type(d), d | {'c': 3})
t(lambda: d | 3)
total = Metres(0)
for i in range(3000):
    total = total + i
print(total)

# By name.
t(lambda: ((1).__add__(2), (1).__add__('x'), (5).__rsub__(7), [1].__add__([2]), 'a'.__mul__(3), (2).__lt__(3.5)))
t(lambda: ((3).__eq__('x'), (3).__eq__(3.0), (3.0).__eq__(3), 'a'.__lt__(1), 'a'.__ne__('b'), (1j).__lt__(1)))
t(lambda: [1].__iadd__((2, 3)))
t(lambda: (list(map(int.__add__, [1, 2], [3, 4])), sorted([3, 1, 2], key=int.__neg__)))
t(lambda: int.__add__('a', 1))
t(lambda: int.__add__())
t(lambda: (1).__add__())
t(lambda: [1].__add__((2,)))
t(lambda: 'a'.__add__(1))
t(lambda: 'a'.__mul__('b'))
t(lambda: ((2).__pow__(5), (2).__pow__(5, 7), (2).__rpow__(3), (2.0).__pow__(3), (2).__pow__('a')))
t(lambda: ((7).__divmod__(2), (7.5).__rdivmod__(20), (7).__divmod__(2.5), (7).__truediv__(2), (7).__floordiv__(-2)))
t(lambda: ((-7).__abs__(), (-7.5).__trunc__(), (-7.5).__floor__(), (-7.5).__ceil__(), (7).__float__(), (7.9).__int__()))
t(lambda: (True.__index__(), (0).__bool__(), (0.5).__bool__(), 0j.__bool__(), (1j).__neg__(), (3 + 4j).__abs__()))
t(lambda: ((25).__format__('05d'), 'a'.__format__('>3'), (2.5).__round__(), (2.567).__round__(1), (5).__invert__()))
t(lambda: ({1}.__and__({1, 2}), {1}.__and__([1]), {1}.__le__({1, 2}), {1: 2}.__or__({3: 4}), {1: 2}.__or__([3])))
t(lambda: (b'ab'.__len__(), b'ab'.__getitem__(0), list(b'ab'.__iter__()), b'a'.__add__(b'b'), b'ab'.__contains__(97)))
t(lambda: (list([1, 2].__reversed__()), list({1: 2, 3: 4}.__reversed__()), (1, 2).__lt__((1, 3)), [1].__eq__((1,))))
t(lambda: ('a'.__rmod__('%s'), [1].__rmul__(2), (1, 2).__mul__(2), [].__hash__, {}.__hash__, int.__dict__['__add__'].__name__))
t(lambda: int.__add__)
t(lambda: [hasattr(str, n) for n in ('__float__', '__neg__', '__sub__', '__add__', '__index__')])


class Flags(IntFlag):
    A = 1
    B = 2


print(repr(Flags.A | Flags.B), repr(2 | Flags.A), repr(Flags.A ^ Flags.B), repr(~Flags.A), Flags.A & 1)
print(divmod(7, Fraction(1, 2)), divmod(Metres(7), Fraction(1, 2)))


# Repetition by `__index__`, and by too much.
class Twice:
    def __index__(self):
        return 2


print('ab' * Twice(), Twice() * [1], (1,) * Twice(), b'x' * Twice())
rows = [1]
rows *= Twice()
print(rows)
t(lambda: 'ab' * 2 ** 70)
t(lambda: [1] * 2.0)

# Slices.
print(slice(1, 2) == slice(1, 2), slice(1, 2) != slice(1, 3), slice(1, 2) < slice(1, 3))
print(slice(None, None, -1).indices(5), slice(1, 100, 2).indices(6), slice(-3, None).indices(10))
t(lambda: slice(1).indices(-1))

# Views and sets.
print({1: 2}.keys() == {1}, {1: 2}.keys() <= {1, 2}, {1: 2}.keys() < {1: 2, 3: 4}.keys(), {1} >= {1: 2}.keys())
print({1: [2]}.items() == {1: [2]}.items(), (1, [2]) in {1: [2]}.items(), (1, 2, 3) in {1: 2}.items())
print({1: 2}.keys() & [1], {1: 2}.keys() - [1], sorted([3] | {1: 2}.keys()), {1: 2}.items() & [(1, 2)])
t(lambda: {1: 2}.keys() & 3)
s = {frozenset([1]), 2}
print({1} in s, Bag([1]) in s, {2} in s)
s.discard({1})
print(s)
t(lambda: [] in s)

# Dictionaries.
print(type(Table.fromkeys('ab')), Table.fromkeys('ab', 0), UserDict.fromkeys('a'))
print([1, 2, 3].index(2, -2 ** 80, 2 ** 80))
print(UserList([1]) <= UserList([2]), UserList([1]) > [0], UserString('aXa').count(UserString('a')), UserString('%d') % 3)

# Facts about the interpreter.
print(sys.version_info[:2], sys.version_info.major, sys.version_info >= (3, 8), sys.flags.optimize)
print(sys.float_info.max, sys.float_info.epsilon, sys.int_info.bits_per_digit, sys.hash_info.modulus)
from sys import float_info, hash_info
print(float_info.dig, hash_info.inf, float_info)


# Classes that show their name.
class Frozen(frozenset):
    pass


class Buffer(bytearray):
    pass


print(Bag([1]), Bag(), Frozen([1]), Frozen(), Buffer(b'a'), [Bag([2])])
t(lambda: [1] * [2])
t(lambda: 'a' * 'b')
