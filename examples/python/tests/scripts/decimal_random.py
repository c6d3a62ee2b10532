# Sums, products, quotients and comparisons of random decimal numbers, with random precisions and roundings. An argument says how many.
import decimal
import sys
from decimal import Decimal

state = 12345


def below(n):
    global state
    state = (state * 6364136223846793005 + 1442695040888963407) % 2 ** 64
    return (state >> 33) % n


ROUNDINGS = [decimal.ROUND_HALF_EVEN, decimal.ROUND_HALF_UP, decimal.ROUND_HALF_DOWN, decimal.ROUND_UP, decimal.ROUND_DOWN, decimal.ROUND_CEILING, decimal.ROUND_FLOOR,
             decimal.ROUND_05UP]
SPECIAL = ['0', '-0', '0E+5', '-0E-7', 'NaN', 'Infinity', '-Infinity', '1', '-1', '9' * 28, '1E+40', '1E-40', '5E-1']


def number():
    if below(8) == 0:
        return Decimal(SPECIAL[below(len(SPECIAL))])
    digits = ''.join([str(below(10)) for _ in range(1 + below([3, 8, 20, 34][below(4)]))])
    if below(4) == 0:
        digits = ['9', '1', '10', '99', '5'][below(5)] + '0' * below(12)
    return Decimal('%s%sE%d' % ('-' if below(2) else '', digits, below([4, 12, 70][below(3)]) - [2, 6, 35][below(3)]))


def text(f):
    try:
        return str(f())
    except decimal.DecimalException as e:
        return type(e).__name__


seen = 0
for i in range(int(sys.argv[1]) if len(sys.argv) > 1 else 700):
    c = decimal.getcontext()
    c.prec, c.rounding = [28, 28, 9, 1, 3, 16, 40][below(7)], ROUNDINGS[below(8)]
    a, b = number(), number()
    parts = [text(lambda: a + b), text(lambda: a - b), text(lambda: a * b), text(lambda: a / b), text(lambda: a < b), text(lambda: a >= b), text(lambda: a == b),
             text(lambda: +a), text(lambda: a.adjusted()), text(lambda: a.quantize(b)), text(lambda: a + below(1000)), text(lambda: max(a, b))]
    line = '%d %s %s: %s' % (i, a, b, ' '.join(parts))
    seen = (seen * 31 + sum([ord(x) * (k + 1) for k, x in enumerate(line)])) % 1000000007
    if i < 700:
        print(line)
print(seen)

# A number too small to matter beside one with more digits than the context's: it is less than one unit of the last of them.
decimal.setcontext(decimal.Context(prec=9, rounding=decimal.ROUND_DOWN))
nines = Decimal('9' * 28)
for tiny in ('-1E-34', '1E-34', '-4.17E-27', '1E-80'):
    print(nines + Decimal(tiny), nines - Decimal(tiny), Decimal(tiny) - nines, Decimal('1E+40') - Decimal(tiny))
