# Operators that library functions do, between decimal numbers, classes of the program's with methods for them, and classes derived from `Decimal`.
import copy
import pickle
from decimal import *

c = getcontext()
print(c.flags == dict(c.flags), c.flags == c.traps, dict(c.flags) == c.flags)
try: print(c.flags == {})
except ValueError as e: print(e)
d = {Decimal('1.0'): 'a', 2: 'b'}
print(d[1], d[Decimal(2)], Decimal('1.00') in d, 1.0 in {Decimal(1)}, {Decimal('0.5'): 1}[0.5])
print(sorted([Decimal(3), 1, Decimal('2.5'), 2.25]), max([Decimal(1), Decimal(3)]), min(Decimal(1), 0), sum([Decimal('0.1')] * 10), sum([Decimal(1), 2]))
class X:
    def __add__(s, o): return 'X+'
    def __radd__(s, o): return '+X'
    def __lt__(s, o): return 'lt'
    def __gt__(s, o): return 'gt'
    def __eq__(s, o): return 'eq'
    def __rpow__(s, o): return 'rpow'
    __hash__ = None
x = X(); a = Decimal(1)
print(a + x, x + a, a < x, x < a, a == x, x == a, a > x, a ** x)
class D(Decimal):
    def __add__(s, o): return 'D+'
    def __radd__(s, o): return '+D'
    def __lt__(s, o): return 'Dlt'
    def __eq__(s, o): return 'Deq'
    def __hash__(s): return 7
    def __str__(s): return 'dstr'
    def __repr__(s): return 'drepr'
    def __bool__(s): return False
    def __format__(s, f): return 'fmt' + f
    def __neg__(s): return 'neg'
    def __abs__(s): return 'abs'
d = D('5')
print(a + d, d + a, d < a, a < d, a > d, d == a, a == d, d != a, hash(d), str(d), repr(d), f'{d}', f'{d:x}', f'{d!r}', '%s' % d, bool(d), not d, -d, abs(d), +d, d * 2, d - 1, format(d, 'z'), [d], d.sqrt())
class E(Decimal):
    def __repr__(s): return 'erepr'
    def __init__(s, *a): s.seen = a
e = E('1.5')
print(str(e), repr(e), e.seen, e + 1, type(e + 1), f'{e}', e.__dict__, e == Decimal('1.5'), hash(e) == hash(1.5))
for i in range(3):
    s = Decimal(0)
    for j in range(600):
        s += Decimal('0.01') * j
        if s > 1000 and not s == 5: s -= 7
        if -s: pass
        t = abs(-s), +s, s / 3, s // 3, s % 3, divmod(s, 7), s ** 2, hash(s), str(s), repr(s), f'{s:.1f}', int(s), float(s), round(s, 1), bool(s), 3 - s, 2 < s, s.quantize(Decimal('0.1')), a + x if j % 100 == 0 else 0
    print(s, t)
try:
    for j in range(1000): s = Decimal(1) / (500 - j)
except DivisionByZero as z: print(type(z), z, j)
try:
    for j in range(1000): s = Decimal(1) + ('a' if j == 900 else 1)
except TypeError as z: print(z, j)
try: Decimal(1) < 'a'
except TypeError as z: print(z)
try: {}[Decimal('sNaN')]
except TypeError as z: print(z)
print(copy.copy(d) is d, copy.deepcopy([a])[0] is a, pickle.loads(pickle.dumps([a, Decimal('-1E+5'), Decimal('nan')])), pickle.loads(pickle.dumps(getcontext())))
with localcontext(Context(prec=3)) as q:
    print(Decimal(1) / 3, q.flags[Inexact])
print(Decimal(1) / 3, Decimal('1e400').__float__(), '%d|%5d|%i' % (Decimal('1.5'), Decimal(-7), Decimal('1e20')))
m = BasicContext; setcontext(m); print(getcontext() is m, getcontext())
print(Decimal('NaN') == Decimal('NaN'), Decimal('nan') in [Decimal('nan')], a.real is a, a.imag)
print([type(k).__name__ for k in (Decimal.from_float(2), Decimal.sqrt, a.sqrt)])
print(isinstance(a, Decimal), issubclass(D, Decimal), Decimal.__mro__, D.__bases__, Decimal.__name__, Decimal.__qualname__, Decimal.__module__)
print(Decimal(10 ** 50) + 1, Decimal(10 ** 50) == 10 ** 50, hash(Decimal(10 ** 50)) == hash(10 ** 50), Decimal('1' * 60), int(Decimal('1' * 60)), Decimal(-10 ** 38), -Decimal(2 ** 128), Decimal(2 ** 64) * 2 ** 64)
