# Each operation of contexts with random numbers: extreme exponents, infinities, no numbers, all roundings, small precisions; with the flags that it raises, and with
# traps. An argument says how many, another one the seed.
import decimal
import sys
from decimal import Context, Decimal

count = int(sys.argv[1]) if len(sys.argv) > 1 else 900
state = int(sys.argv[2]) if len(sys.argv) > 2 else 4711


def below(n):
    global state
    state = (state * 6364136223846793005 + 1442695040888963407) % 2 ** 64
    return (state >> 33) % n


def chosen(items):
    return items[below(len(items))]


def between(low, high):
    return low + below(high - low + 1)


ROUNDINGS = ['ROUND_UP', 'ROUND_DOWN', 'ROUND_CEILING', 'ROUND_FLOOR', 'ROUND_HALF_UP', 'ROUND_HALF_DOWN', 'ROUND_HALF_EVEN', 'ROUND_05UP']
SIGNALS = [decimal.InvalidOperation, decimal.FloatOperation, decimal.DivisionByZero, decimal.Overflow, decimal.Underflow, decimal.Subnormal, decimal.Inexact,
           decimal.Rounded, decimal.Clamped]
SPECIAL = ['0', '0E+5', '0E-7', '0E-30', '0.00', '0E+999', 'NaN', 'NaN123', 'sNaN', 'sNaN' + '7' * 35, 'Infinity', '1', '1.000', '10', '1E+3', '1E-3', '0.5', '2', '3']
ONE = 'abs minus plus sqrt exp ln log10 normalize to_integral_value to_integral_exact logb next_minus next_plus logical_invert number_class to_eng_string is_normal is_subnormal'.split()
TWO = '''add subtract multiply divide divide_int remainder remainder_near divmod power quantize compare compare_signal compare_total compare_total_mag max max_mag min min_mag
         scaleb next_toward rotate shift logical_and logical_or logical_xor same_quantum copy_sign'''.split()
THREE = ['fma', 'power']


def digits(n, of='0123456789'):
    return ''.join([chosen(of) for _ in range(n)])


def number():
    sign = chosen(['', '', '-'])
    kind = below(12)
    if kind == 0:
        return sign + chosen(SPECIAL)
    if kind == 1:
        return sign + chosen(['9', '1', '10', '99', '5', '25', '15']) + chosen('09') * below(41) + 'E%d' % between(-60, 60)
    if kind == 2:
        return sign + str(below(100))
    if kind == 3:
        return sign + digits(1 + below(9)) + 'E%d' % chosen([-1, 1, 0, between(-1100, 1100), between(-10 ** 6, 10 ** 6)])
    low, high = chosen([(-3, 3), (-12, 12), (-40, 40)])
    return sign + digits(1 + below(chosen([4, 12, 30, 60]))) + 'E%d' % between(low, high)


def arguments(name, prec):
    a, b, c = number(), number(), number()
    if name in ('rotate', 'shift', 'scaleb') and below(5):
        b = str(between(-prec - 2, prec + 2))
    if name.startswith('logical') and below(5):
        a, b = digits(1 + below(prec + 1), '01'), digits(1 + below(prec + 1), '01')
    return a, b, c


def done(f):
    try:
        return str(f())
    except decimal.DecimalException as e:
        return '%s%s' % (type(e).__name__, [c.__name__ for c in e.args[0]])
    except (ValueError, TypeError, ZeroDivisionError, OverflowError) as e:
        return '%s: %s' % (type(e).__name__, e)


def context(traps):
    low, high = chosen([(-999999, 999999), (-999999, 999999), (-10, 10), (-below(50), below(50)), (-95, 96), (-383, 384)])
    return Context(prec=chosen([28, 28, 9, 1, 2, 3, 5, 16, 40, 1 + below(60)]), rounding=chosen(ROUNDINGS), Emin=low, Emax=high, clamp=chosen([0, 0, 0, 1]),
                   capitals=chosen([0, 1, 1, 1]), traps=traps)


def operation(c):
    if below(30) == 0:
        name, given = chosen(THREE), arguments('', c.prec)
        if name == 'power':
            given = str(between(-999, 999)), str(below(1000)), str(between(-10 ** 6, 10 ** 6))
    elif below(3):
        name = chosen(TWO)
        given = arguments(name, c.prec)[:2]
        if name == 'power':
            given = given[0], chosen([given[1], str(between(-50, 50))])
            # Such ones take long.
            if max([abs(x.adjusted()) for x in map(Decimal, given)]) > 30:
                given = '1.5', '2.5'
    else:
        name = chosen(ONE)
        given = arguments(name, c.prec)[:1]
    numbers = [Decimal(x) for x in given]
    c.clear_flags()
    made = done(lambda: getattr(c, name)(*numbers))
    return name, given, made, ''.join([s.__name__[0] for s in SIGNALS if c.flags[s]])


def conversion(c):
    text = number()
    a = Decimal(text)
    c.clear_flags()
    name = chosen(['hash', 'float', 'int', 'round', 'ratio', 'tuple', 'create', 'format', 'order', 'repr'])
    if name in ('hash', 'int', 'round', 'ratio') and abs(a.adjusted()) > 400 or name == 'hash' and a.is_nan():
        name = 'repr'
    spec = chosen(['', '', 'x>', '=', '^', '<']) + chosen(['', '+', '-', ' ']) + chosen(['', '', 'z']) + chosen(['', '', '0']) + chosen(['', '12', '30']) + chosen(['', ','])
    spec += chosen(['', '.0', '.3', '.12']) + chosen(['', 'e', 'E', 'f', 'F', 'g', 'G', 'n', '%'])
    if abs(a.adjusted()) > 400:
        spec = ''
    other = chosen([1, 2.5, -3, 10 ** 30, 0.1, Decimal(3), True])
    return name, (text,), done(lambda: {
        'hash': lambda: hash(a), 'float': lambda: float(a), 'int': lambda: int(a), 'round': lambda: (round(a), round(a, 2)), 'ratio': a.as_integer_ratio,
        'tuple': a.as_tuple, 'create': lambda: c.create_decimal(text), 'format': lambda: spec + ' ' + format(a, spec), 'order': lambda: (a < other, a == other, other <= a),
        'repr': lambda: (a, bool(a), -a, +a)}[name]()), ''.join([s.__name__[0] for s in SIGNALS if c.flags[s]])


seen = 0
decimal.setcontext(Context(traps=[]))
for i in range(count):
    c = context([s for s in SIGNALS if below(4) == 0] if below(5) == 0 else [])
    makes = operation
    if below(5) == 0:
        decimal.setcontext(c)
        makes = conversion
        c.traps[decimal.FloatOperation] = False
    name, given, made, flags = makes(c)
    decimal.setcontext(Context(traps=[]))
    line = '%d %s(%s) %d %s %d %d: %s %s' % (i, name, ', '.join(given), c.prec, c.rounding[6:], c.Emax, c.clamp, made, flags)
    seen = (seen * 31 + sum([ord(x) * (k + 1) for k, x in enumerate(line)])) % 1000000007
    if i < 900 or count > 100000:
        print(line)
print(seen)
