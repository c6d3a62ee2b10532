import cmath, textwrap, statistics, sys, io, contextlib, warnings, timeit, types
from fractions import Fraction as F
def r(z): return complex(round(z.real, 9), round(z.imag, 9))
z = 1.5 - 2j
print(r(cmath.sqrt(-1)), r(cmath.exp(1j * cmath.pi)), r(cmath.log(z)), r(cmath.sin(z)), r(cmath.cos(z)), r(cmath.tan(z)), r(cmath.sinh(z)), r(cmath.asin(z)), r(cmath.acos(z)), r(cmath.atan(z)), round(cmath.phase(-1j), 9), [round(x, 9) for x in cmath.polar(3 + 4j)], r(cmath.rect(2, 1)), cmath.isclose(1 + 1e-12j, 1), cmath.isnan(complex('nan')), r(cmath.log(8, 2)), r(cmath.log10(100)))
print(F(3, 6), F('1/3') + F(1, 6), F(1, 3) * 3, F(0.5), F('1.25'), F('-3e-2'), F(7, 2) // 1, F(7, 2) % 1, F(2, 3) ** -2, repr(F(4, -6)), F(1, 3) < F(1, 2), F(1, 2) == 0.5, 1 + F(1, 2), 2 - F(1, 2), 0.5 + F(1, 2), float(F(1, 8)), int(F(-7, 2)), round(F(5, 2)), round(F(7, 3), 2), F(3.14159).limit_denominator(100), sum([F(1, n) for n in range(1, 8)]), hash(F(3)) == hash(3), abs(F(-1, 2)), F(3, 4).numerator, divmod(F(7, 2), 2))
for f in (lambda: F(1, 0), lambda: F('x'), lambda: F(1.5, 2)):
    try:
        f()
    except (ZeroDivisionError, ValueError, TypeError) as e:
        print(type(e).__name__, e)
text = 'The quick brown fox jumped over the lazy dog. Supercalifragilistic expialidocious well-known words'
print(textwrap.wrap(text, 20)); print(textwrap.fill(text, 30, initial_indent='* ', subsequent_indent='  '))
print(repr(textwrap.dedent('\n    a\n      b\n\n    c\n')), repr(textwrap.indent('a\n\nb\n', '> ')), textwrap.shorten(text, 30))
print(statistics.mean([1, 2, 3, 4]), statistics.mean([1.5, 2.5]), statistics.median([3, 1, 2]), statistics.median([1, 2, 3, 4]), statistics.mode('aab'), statistics.stdev([1, 2, 3, 4]), statistics.pvariance([1, 2, 3, 4]), statistics.variance([1.0, 2.5]), statistics.fmean([1, 2]), statistics.multimode('aabb'), statistics.quantiles([1, 2, 3, 4, 5]), statistics.median_low([1, 2]), statistics.pstdev([1, 5]))
try:
    statistics.mean([])
except statistics.StatisticsError as e:
    print(e)
out = io.StringIO()
with contextlib.redirect_stdout(out):
    print('hidden')
print(repr(out.getvalue()), sys.version_info[:2], sys.version_info >= (3, 8), sys.maxsize, 'sys' in sys.modules, sys.modules['cmath'] is cmath, sys.byteorder, sys.intern('a'))
sys.stdout.writelines(['a', 'b\n'])
sys.stdout.write('w\n')
print(timeit.timeit('x = 1', number=10) >= 0, timeit.timeit(lambda: 1, number=5) >= 0)
with warnings.catch_warnings():
    warnings.simplefilter('ignore')
    warnings.warn('nothing')
try:
    import nosuchmodule
except ModuleNotFoundError as e:
    print(e, e.name if hasattr(e, 'name') else 'nosuchmodule')
try:
    from os import nosuchname
except ImportError as e:
    print(str(e).split(' (')[0])
x: int | None = 3
print(isinstance(x, int | str), isinstance(None, int | None), int | str, isinstance(2.5, int | str))
import traceback
def bad(): raise ValueError('bad')
try:
    bad()
except ValueError as e:
    t = traceback.format_exc().splitlines()
    print(t[0], t[-1], 'in bad' in '\n'.join(t), traceback.format_exception_only(e), traceback.format_exception(e)[-1:])
