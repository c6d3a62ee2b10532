# decimal: construction, arithmetic, rounding, comparison, formats, contexts.
import math
from decimal import *

D = Decimal
values = ['0', '-0', '1', '-1', '1.10', '3.14159', '1E+3', '1E-7', '0.0000001', '123456789.123456789', '-99.995', '1e28', 'Infinity', '-inf', 'NaN', '0.1', '7', '2.50', '1000000', '.5', '5.', '1_000.5']
for v in values:
    d = D(v)
    print(repr(d), str(d), d.as_tuple(), d.adjusted(), d.to_eng_string(), bool(d), d.is_finite(), d.normalize())
nums = [D(v) for v in values if 'n' not in v.lower()]
for a in nums:
    for b in nums[2:12]:
        print(a + b, a - b, a * b, a / b, a // b if abs(a / b) < 10 ** 20 else '-', a % b if abs(a / b) < 10 ** 20 else '-', a == b, a < b, a.compare(b), max(a, b))
print(D('1') / D('3'), D(2).sqrt(), D('2.25').sqrt(), D(100).sqrt(), D('0.04').sqrt(), D(2) ** 10, D(2) ** -2, D('1.1') ** 20, D(10) ** 40, D('1.5') ** 100)
print(1 + D('0.5'), D('0.5') * 3, 7 / D(2), 2 ** D(3), -D('1.5'), +D('1.23'), abs(D('-2')), D(0.1), D.from_float(0.5), D((1, (1, 2, 3), -2)), D(10 ** 30), D(True))
for r in (ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_HALF_DOWN, ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_05UP):
    print(r, [str(D(v).quantize(D('0.1'), rounding=r)) for v in ('1.05', '1.15', '-1.25', '1.26', '-1.04', '2.00', '0.99')], D('2.5').to_integral_value(r))
print(D('1.005').quantize(D('.01')), D('19.999').quantize(D(1)), D('5').quantize(D('1.000')), round(D('2.675'), 2), round(D('2.5')), round(D('3.5')), int(D('-3.9')), math.floor(D('-3.1')), math.ceil(D('3.1')), math.trunc(D('3.9')), float(D('0.1')))
print(D('0.1') + D('0.2') == D('0.3'), D('1.0') == 1, D('1.5') == 1.5, D('1') < 1.5, hash(D('1.0')) == hash(1), hash(D('0.5')) == hash(0.5), {D('2'): 'x'}[2], sorted([D('3'), D('-1'), D('2.5')]), sum([D('1.1'), D('2.2')]))
for spec in ('', 'f', '.2f', '10.2f', '<10.1f', '^12', '+.3f', ',.2f', ',', 'e', '.3e', 'E', 'g', '.3g', '%', '.1%', '010.2f', '*>12.1f', '.0f', ' .1f', 'n'):
    print(repr(spec), [format(D(v), spec) for v in ('1234567.891', '-0.005', '12', '0.00', '1E+5')])
with localcontext() as c:
    c.prec = 5
    print(D(1) / D(3), D('123456.789') + 0, +D('1.234567'), getcontext().prec)
print(getcontext().prec, D(1) / D(7))
getcontext().prec = 50
print(D(1) / D(7), D(2).sqrt(), D(1).exp(), D(10).ln(), D(2).log10(), D('0.5') ** D('0.5'))
getcontext().prec = 28
print(D(1).exp(), D(2).ln(), D(100).log10(), D(3) ** D('0.5'), D('1e-10').exp(), D(50).ln(), D(20).exp())
for f in (lambda: D(1) / D(0), lambda: D(0) / D(0), lambda: D('x'), lambda: D('NaN') < 1, lambda: D('inf') - D('inf'), lambda: D(-1).sqrt(), lambda: D('1e40').quantize(D(1)), lambda: D(5) % 0, lambda: D([1]), lambda: int(D('nan')), lambda: D(0) ** 0, lambda: D(5) // 0):
    try:
        print(f())
    except (ArithmeticError, TypeError, ValueError) as e:
        print(type(e).__name__, e)
print(D('NaN') == D('NaN'), D('inf') > 10 ** 100, -D('inf'), D('inf') + 1, D('NaN') + 1, D('inf') * -2, 1 / D('inf'), D('nan') != 1)
with localcontext(Context(prec=6, rounding=ROUND_DOWN, traps=[])):
    print(D(1) / D(0), D(-1) / 0, D(0) / 0, D(2) / 3, D('1e999999') * 10)
print(D('3.7').as_integer_ratio(), divmod(D('7.5'), D(2)), divmod(-D(7), 2), D('-7') % 3, D('1.20').same_quantum(D('0.01')), D('1').copy_sign(D('-5')), D('12.5').scaleb(2), D(2).fma(3, 4), isinstance(DivisionByZero(), ZeroDivisionError))
total = D('0')
for i in range(1, 500):
    total += (D(i) / 7).quantize(D('0.01'), ROUND_HALF_UP)
print(total)
