# Numbers from text, text from numbers, and rounding.
def attempt(f, *args, **named):
    try:
        print(f.__name__, args, '->', repr(f(*args, **named)))
    except Exception as e:
        print(f.__name__, args, '->', type(e).__name__ + ':', e)


for t in ('1_000', '_1', '1_', '1__0', '0_0', ' 12 ', '+5', '-5', '- 5', '+-5', '', ' ', '1 2', '٣٤', '１２', '0x1f', '1e3', '\x1f7\n', '5\0'):
    attempt(int, t)
    attempt(float, t)
for t, base in (('0x1F', 16), ('0b101', 2), ('0b1', 16), ('0x', 16), ('0o17', 0), ('010', 0), ('000', 0), ('0b_1', 0), ('0x_f', 16), ('0_1', 8),
                ('zz', 36), ('12', 37), ('12', 1), ('12', -2 ** 90), ('-0xff', 0), ('1_0', 2), ('z', 10)):
    attempt(int, t, base)
attempt(int, 'x' * 250)
attempt(int, b'12')
attempt(int, b' 1_2 ', 16)
attempt(float, b'1_0.5')
for t in ('.5', '5.', '.', '1_0.0_1', '1_.5', '1._5', '1e1_0', '1e_1', 'inf', '-Infinity', 'nan', '+nan', 'infin', '--1', '1e400', '-1e400', '1e-400', '.e1', '0x1p3', '1d5'):
    attempt(float, t)
for t in ('1+2j', ' ( 1-2J ) ', 'j', '-j', '1e2j', '1+ 2j', '1+2', '3', '١+٢j', '1_0j', 'nan+infj', '', '()', '1+2j3'):
    attempt(complex, t)


class Says:
    def __init__(self, name, value):
        self.__class__ = type('Says', (object,), {name: lambda self: value})


for name in ('__int__', '__index__', '__trunc__', '__float__', '__complex__'):
    for value in (5, 2.5, 'x', 1j):
        for f in (int, float, complex):
            v = Says(name, value)
            try:
                print(name, value, f.__name__, f(v))
            except TypeError as e:
                print(name, value, f.__name__, e)
big = 10 ** 40
for x, n in ((2.5, None), (3.5, 0), (-2.5, None), (123.456, 1), (123.456, -1), (125.0, -1), (135.0, -1), (1e300, -299), (5e307, -308), (1.5e308, -307),
             (123.456, big), (123.456, -big), (0.5, -1), (-0.4, 0), (15, -1), (25, -1), (-25, -1), (12345, -400), (12345, big), (True, None), (5e15 + 0.5, None)):
    attempt(round, x, n)
attempt(round, 1.7e308, -308)
attempt(round, 'a')
for t in ('0x1p-1074', '0x1p-1075', '0x1.8p-1075', '0x.8p1', '0x1.fffffffffffffp1023', '0x1p1024', '0x', '1', 'f', '0x1.', '.8', '0x.p1', '0x1p', '0x1p+', ' -0x2p0 ', 'inf', '-NaN',
          '0x1.00000000000008p0', '0x1.000000000000081p0', '0x0.0p99999999999999999', '0x1p-99999999999999999999', '1 2'):
    attempt(float.fromhex, t)
for n, d in ((1, 2 ** 1074), (1, 2 ** 1075), (3, 2 ** 1075), (2 ** 1074 + 1, 2 ** 2100), (10 ** 400, 10 ** 399), (5 * 10 ** 323, 10 ** 647), (7, -10 ** 320), (2 ** 1024, 2), (10 ** 400, 3)):
    try:
        print((n / d).hex())
    except OverflowError as e:
        print(e)
for x in (1.5, float('nan'), float('inf'), -0.0, 5e-324):
    try:
        print(x.as_integer_ratio())
    except (ValueError, OverflowError) as e:
        print(type(e).__name__, e)
print(0.0 ** -float('inf'), (-0.0) ** -float('inf'), True.real, type(True.real), False.numerator)
try:
    print(abs(complex(1.5e308, 1.5e308)))
except OverflowError as e:
    print(e)


class Whole(int):
    pass


class Plane(complex):
    pass


class Hex(float):
    pass


print(Whole(5).real, Whole(5).imag, Whole(7).numerator, Plane(1 + 2j).imag, Hex(2.5).real, type(Hex.fromhex('0x1p1')), Whole.from_bytes(b'\1', 'big'))
import math
inf, nan = math.inf, math.nan
for f, args in ((math.log, (-10 ** 400,)), (math.log, (0,)), (math.log, (10 ** 400, 10)), (math.log1p, (-1,)), (math.log1p, (-1.5,)), (math.atanh, (-1,)), (math.atanh, (-0.9999999999999999,)),
                (math.pow, (0.0, -inf)), (math.pow, (0.0, -1)), (math.remainder, (5, 3)), (math.remainder, (-7.5, 5)), (math.remainder, (2.5, 5)), (math.remainder, (1, 0)), (math.remainder, (1, inf)),
                (math.remainder, (1e300, 3.3)), (math.hypot, (1, 0, 1, 1)), (math.hypot, (3e200, 4e200)), (math.hypot, (inf, nan)), (math.hypot, (nan, 1)), (math.hypot, ()),
                (math.hypot, (5e-324, 5e-324)), (math.dist, ((1, 2, 3), (4, 5, 6))), (math.fsum, ([1e16, 1, 1e-16],)), (math.fsum, ([1e308, 1e308],)), (math.fsum, ([inf, -inf],)), (math.fsum, ([inf, 1],)),
                (math.fsum, ([2.0 ** 53, -0.5, -2.0 ** -54],)), (math.fsum, ([0.1] * 10,)), (math.comb, (10, 3)), (math.comb, (3, 10)), (math.comb, (-1, 2)), (math.comb, (2 ** 70, 2)), (math.comb, (5, -1)),
                (math.comb, (1, 2, 3)), (math.perm, (5,)), (math.perm, (5, 2)), (math.perm, (5, None)), (math.perm, (2 ** 70, 2)), (math.perm, (5, -2)), (math.factorial, (-10 ** 30,)), (math.factorial, (2.5,)),
                (math.factorial, (10 ** 30,)), (math.ldexp, (1.0, 10 ** 30)), (math.ldexp, (1.0, -10 ** 30)), (math.ldexp, (1.0, 2.0)), (math.ldexp, (inf, -10 ** 30)), (math.trunc, (2.7,)), (math.trunc, ('a',)),
                (math.isclose, (1, 2)), (math.prod, ([1, 2, 3],)), (math.prod, ([], 2)), (math.gcd, (12, 18, 8)), (math.lcm, ()), (math.floor, ('a',))):
    try:
        print(f.__name__, args, f(*args))
    except (ValueError, OverflowError, TypeError) as e:
        print(f.__name__, args, type(e).__name__, e)
print(math.isclose(a=1, b=1.05, rel_tol=0.1), math.prod([2], start=3))
try:
    math.isclose(1, 2, rel_tol=-1)
except ValueError as e:
    print(e)
for value, spec in ((1234, ',x'), (1234, '_x'), (1234, ',,'), (1234, ',_'), (1234, '_,'), (1234, '__'), (1234, ',s'), (1234, '.3'), (1234, '.3d'), (1234, 'zd'), (65, 'c'), (65, '5c'), (65, '+c'), (65, '#c'),
                    (-1, 'c'), (0x110000, 'c'), (1.5, 'd'), (1.5, '.'), (1.5, '5.f'), (-0.0, 'z'), (-0.04, 'z.1f'), (-0.0, '+z.1e'), (-1.0, 'z'), ('a', 'z'), ('a', '#'), ('a', ' '), ('a', '+'), ('a', '=5'), ('a', ','),
                    ('a', 'd'), ('abc', '05'), (1.5, 'xx'), (1.5, 'q'), (5, 'q'), (3.2 + 0j, '-'), (2j, ''), (2j, '+'), (-0.0 + 2j, '+'), (1 + 2j, '.3'), (1 + 2j, '10'), (1 + 2j, '<10.1f'), (1 + 2j, '05'),
                    (1 + 2j, '=5'), (1 + 2j, 'd'), (1e20 + 1j, ','), (12345.678, ',.2f'), (12345.678, '_.2f'), (12345.678, ',d'), (True, 'd'), (True, ''), (True, '5'), (1, '99999999999999999999'), (1, '.99999999999999999999f'),
                    ([], '5'), (None, 's'), (1, '\u2007<4'), ('x', '\0<3'), (1234567, '015,'), (255, '#010x'), (255, '#_b'), (3.0, 'n'), (1234, 'n'), (0.00001, '%'), (-0.001, 'z.1%')):
    attempt(format, value, spec)
