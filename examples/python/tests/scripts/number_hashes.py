# Hashes that CPython defines by the value alone.
from decimal import Decimal
from fractions import Fraction

P = 2**61 - 1
for x in [0, 1, -1, -2, P, P - 1, P + 1, -P, -P - 1, 2**64, -(2**64), 10**50, -(10**50)]:
    print(x, hash(x))
for x in [0.5, -0.5, 1e300, 1e-300, 5e-324, float("inf"), -float("inf"), 1.0, -1.0, 2.0**53, 1j, 1 + 2j, -1j, 0.25 - 1e10j]:
    print(x, hash(x))
for x in [True, False, (), (1,), (1, 2, 3), ((1, 2), (3.5,)), (-1, -2), (10**30, 2.5, frozenset([7]))]:
    print(x, hash(x))
for x in [(), [1], [1, 2, 3], range(100), [(1, 2), 3.5], [frozenset(), frozenset([frozenset()])]]:
    print(len(x), hash(frozenset(x)))
grown = set(range(50))
for i in range(0, 50, 3):
    grown.discard(i)
print(hash(frozenset(grown)) == hash(frozenset(i for i in range(49, -1, -1) if i % 3)))
for x in [Fraction(1, 3), Fraction(-7, 2), Fraction(5), Fraction(1, P), Fraction(-1, P), Fraction(10**40, 7), Fraction(1, 2)]:
    print(x, hash(x))
print(hash(Fraction(1, 2)) == hash(0.5) == hash(Decimal("0.5")))
for x in [Decimal("1.5"), Decimal("1e100"), Decimal(7), Decimal("-0.1")]:
    print(x, hash(x))
for x in [range(3), range(1, 10, 3), range(10, 0, -3), range(2**70), range(5, 2**65, 2**60)]:
    print(x, hash(x))
print(hash(range(0)) == hash(range(5, 5)) == hash(range(3, 1)), hash(range(2, 3)) == hash(range(2, 9, 50)))
