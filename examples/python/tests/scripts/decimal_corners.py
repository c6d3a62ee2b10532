# Corners of decimal: arguments that are wrong, what signals say, contexts, conversions, other numbers, derived classes.
import copy
import decimal
import math
import numbers
import pickle
import statistics
from decimal import *
from fractions import Fraction


def t(f, *args, **named):
    try:
        print('  ', repr(f(*args, **named)))
    except Exception as e:
        print('  ', type(e).__name__, e)


t(Decimal, 1, 2, 3); t(Decimal, 1, 2); t(Decimal, foo=1); t(Decimal, [1]); t(Decimal, (1,2)); t(Decimal, (0, (1, 12), 0)); t(Decimal, (2, (1,), 0))
t(Decimal, (0, (1,2), 'F')); t(Decimal,(0,(1,2),'n')); t(Decimal, (0,(1,2),'x')); t(Decimal, (0, (1,), 1.5)); t(Decimal, [0,[1,2],0]); t(Decimal,(0, 5, 0))
t(Decimal, 'abc'); t(Decimal, None); t(Decimal, b'1'); t(Decimal, 1j)
t(Decimal, ' 1_0.5 '); t(Decimal, '１２'); t(Decimal, '1__0'); t(Decimal, '1 0'); t(Decimal, ''); t(Decimal, 'é'); t(Decimal, '1\0'); t(Decimal, 1.5)
t(Decimal, float('nan')); t(Decimal, float('-inf')); t(Decimal, True); t(Decimal, value='3'); t(Decimal, '1', context=None); t(Decimal, '1', context=5)
t(lambda: Decimal(1) + 'a'); t(lambda: Decimal(1) + 1.5); t(lambda: Decimal(1) < 'a'); t(lambda: Decimal(1) < 1.5); t(lambda: Decimal(1) < 1j)
t(lambda: Decimal(1)==1j); t(lambda: Decimal(1) == 'a'); t(lambda: divmod(Decimal(1), 'a')); t(lambda: Decimal(1) ** 'a'); t(lambda: pow(Decimal(2), 3, 5))
t(lambda: pow(2, Decimal(3))); t(lambda: pow(Decimal(2),3,1.5)); t(lambda: pow(2, Decimal(3), 5)); t(lambda: pow(2, 3, Decimal(5)))
t(lambda: Decimal('nan') < 1); t(lambda: Decimal('snan') == 1); t(lambda: hash(Decimal('snan'))); t(lambda: Decimal('nan') == 1); t(lambda: Decimal('nan') != 1)
t(lambda: int(Decimal('nan'))); t(lambda: int(Decimal('inf'))); t(lambda: float(Decimal('snan'))); t(lambda: float(Decimal('-nan')))
t(lambda: round(Decimal('nan'))); t(lambda: round(Decimal('inf'))); t(lambda: round(Decimal('1.5'), 'a')); t(lambda: round(Decimal('1.55'), 1))
t(lambda: round(Decimal('2.5'))); t(lambda: round(Decimal('nan'), 1)); t(lambda: Decimal('nan').as_integer_ratio()); t(lambda: Decimal('inf').as_integer_ratio())
t(lambda: Decimal('inf').as_tuple()); t(lambda: Decimal('-nan12').as_tuple()); t(lambda: Decimal('snan').as_tuple()); t(lambda: Decimal('0.0').as_tuple())
t(lambda: complex(Decimal('1.5'))); t(lambda: Decimal('1.5').__complex__())
t(lambda: Decimal('1.5').foo); 
def sa(): Decimal('1').x = 1
t(sa)
def sc(): Decimal.x = 1
t(sc)
t(lambda: Decimal('1').real); t(lambda: Decimal('1').imag); t(lambda: Decimal('1').conjugate()); t(lambda: Decimal(1).quantize(1))
t(lambda: Decimal(1).quantize('1')); t(lambda: Decimal(1).quantize(Decimal(1), 'x')); t(lambda: Decimal(1).quantize(Decimal(1), 5))
t(lambda: Decimal(1).quantize(Decimal(1), rounding=None)); t(lambda: Decimal(1).quantize()); t(lambda: Decimal(1).quantize(Decimal(1), ROUND_UP, 5))
t(lambda: Decimal(1).compare('a')); t(lambda: Decimal(1).compare(1.5)); t(lambda: Decimal(1).compare(1, context=3)); t(lambda: Decimal(1).compare(1, 2, 3))
t(lambda: Decimal(1).sqrt(1)); t(lambda: Decimal(1).sqrt(1, 2)); t(lambda: Decimal(1).adjusted(1)); t(lambda: Decimal('inf').adjusted())
t(lambda: Decimal(1).fma(1)); t(lambda: Decimal(1).fma(1, 'a')); t(lambda: Decimal(1).copy_sign('a')); t(lambda: Decimal(1).same_quantum('a'))
t(lambda: Decimal(1).logb(context=3)); t(lambda: Decimal(1).to_integral_value('a')); t(lambda: Decimal(1).is_normal(3)); t(lambda: Decimal(1).is_nan(3))
t(lambda: Decimal(1).canonical()); t(lambda: Decimal(1).radix()); t(lambda: Decimal(1).number_class(5)); t(lambda: Decimal(1).to_eng_string(5))
t(lambda: Decimal.from_float(1)); t(lambda: Decimal.from_float('a')); t(lambda: Decimal.from_float(1.5)); t(lambda: format(Decimal(1), 'x'))
t(lambda: format(Decimal(1), 5)); t(lambda: Decimal(1).__format__()); 
t(lambda: Decimal(1).__reduce__()); t(lambda: Decimal(1).__sizeof__()); t(lambda: Decimal(1).__ceil__()); t(lambda: Decimal('1.5').__trunc__())
t(lambda: Decimal(1).__round__(1,2)); t(lambda: Decimal(1).__add__(1, 2)); t(lambda: Decimal(1).__add__('a')); t(lambda: Decimal.__add__(1, 2))
t(lambda: Decimal.sqrt(1)); t(lambda: Decimal.sqrt()); t(lambda: Decimal.__hash__(1))
for x in 'Decimal.__add__ Decimal.sqrt Decimal Context InvalidOperation DecimalTuple Decimal(1).__class__ DefaultContext'.split():
    t(eval, x)

c = Context()
def st(n, v):
    setattr(c, n, v); return getattr(c, n)
for n, v in [('prec', 0), ('prec', 'a'), ('prec', 10**19), ('prec', 1.5), ('prec', True), ('Emax', -1), ('Emax', 10**18), ('Emin', 1), ('Emin', -10**18), ('rounding', 'x'), ('rounding', 5), ('rounding', ROUND_UP), ('clamp', 2), ('clamp', 1), ('capitals', 3), ('capitals', 0), ('foo', 1), ('flags', 1), ('traps', {}), ('traps', [Inexact]), ('traps', [5]), ('flags', [Inexact]), ('traps', {Inexact: 1})]:
    print(n, v); t(st, n, v)
def de(n): delattr(c, n)
t(de, 'prec'); t(de, 'flags')
t(Context, 1, 2); t(Context, foo=1); t(Context, prec=0); t(Context, prec='a'); t(Context, rounding='x'); t(Context, traps=5); t(Context, traps=[Inexact, Rounded])
t(Context, flags=[5]); t(Context, flags={Inexact: True}); t(Context, Emin=5); t(Context, clamp=2); t(Context, capitals=7)
t(Context, 5, ROUND_UP, -5, 5, 0, 1, [Inexact], [Rounded]); t(Context, 1,2,3,4,5,6,7,8,9); t(Context, prec=None)
c = Context(traps=[]); setcontext(c)
print(c.flags, c.traps, len(c.flags), list(c.flags), c.flags == c.traps, c.flags.copy(), type(c.flags.copy()))
t(lambda: c.flags['a']); t(lambda: c.flags.get(Inexact)); t(lambda: c.flags.items()); t(lambda: dict(c.flags)); t(lambda: c.flags[decimal.DecimalException])
def si(k, v): c.flags[k] = v; return c.flags[k]
t(si, Inexact, 5); t(si, 'a', 1); t(si, Inexact, 'x')
def di(): del c.flags[Inexact]
t(di); t(lambda: hash(c.flags)); t(lambda: Inexact in c.flags); t(lambda: c.flags == {}); t(lambda: c.flags == dict(c.flags)); 
t(setcontext, 5); t(getcontext, 5); t(localcontext, 5); t(localcontext, foo=5); t(localcontext, None, prec=0)
with localcontext(prec=5, rounding=ROUND_UP) as k: print(k, getcontext() is k)
print(getcontext() is c); t(lambda: c.copy()); t(lambda: c.copy() == c); t(lambda: hash(c) == hash(c)); t(lambda: c.__reduce__()); t(lambda: c.Etiny())
t(lambda: c.Etop()); t(lambda: c.radix()); t(lambda: c.clear_flags()); t(lambda: c.clear_traps()); t(lambda: c.create_decimal(' 1'))
t(lambda: c.create_decimal('1_0')); t(lambda: c.create_decimal()); t(lambda: c.create_decimal('1' * 40)); t(lambda: c.create_decimal(1.5))
t(lambda: c.create_decimal_from_float(0.1)); t(lambda: c.create_decimal_from_float(1)); t(lambda: c.create_decimal_from_float('a')); t(lambda: c.add(1, 2))
t(lambda: c.add(1, 'a')); t(lambda: c.add(1)); t(lambda: c.add(1, 2, 3)); t(lambda: c.add(a=1, b=2)); t(lambda: c.add(1.5, 2)); t(lambda: c.abs('a'))
t(lambda: c.abs(1, 2)); t(lambda: c.power(2, 3, modulo=5)); t(lambda: c.power(2, 3)); t(lambda: c.power(a=2, b=3)); t(lambda: c.power(2)); t(lambda: c.fma(1, 2, 3))
t(lambda: c.fma(1, 2)); t(lambda: c.divmod(7, 2)); t(lambda: c.to_sci_string(Decimal('1e5'))); t(lambda: c.to_eng_string(1)); t(lambda: c.number_class(1))
t(lambda: c.is_nan(1)); t(lambda: c.is_nan('a')); t(lambda: c.same_quantum(1, 2)); t(lambda: c.copy_sign(1, -2)); t(lambda: c.canonical(Decimal(1)))
t(lambda: c.canonical(1)); t(lambda: c.copy_decimal(5)); t(lambda: c.copy_decimal('a')); t(lambda: c.compare_total(1, 2)); t(lambda: c._ignore_all_flags())
t(lambda: c.apply(Decimal(1)))
c.capitals = 0; t(lambda: str(Decimal('1e50'))); t(lambda: repr(Decimal('1e50'))); t(lambda: format(Decimal('1e50'))); t(lambda: c.to_sci_string(Decimal('1e50')))
t(lambda: Decimal('1e50').to_eng_string()); t(lambda: '%s %r' % (Decimal('1E50'), Decimal('1E50')))
c.capitals = 1; c.traps[FloatOperation] = True
t(Decimal, 1.5); t(lambda: Decimal(1) < 1.5); t(lambda: Decimal(1) == 1.5); t(lambda: Decimal.from_float(1.5)); t(lambda: c.create_decimal(1.5)); print(c)
c.traps[FloatOperation] = False; c.clear_flags(); Decimal(1.5); print(c); c.clear_flags(); Decimal(1) == 1.5; print(c); Decimal(1) < 1.5; print(c)
setcontext(Context())
t(lambda: Decimal(1) / 0); t(lambda: Decimal(0) / 0); t(lambda: Decimal('snan') + 1); t(lambda: Decimal('1e9999999') ** 2)
t(lambda: Decimal(10) // Decimal('1e-500')); t(lambda: Decimal('1E1000000000000000000')); t(lambda: Decimal('1E-99999999999999999999999'))
t(lambda: Decimal('9E999999') * 10); t(lambda: Decimal(1) % 0); t(lambda: divmod(Decimal(1), 0)); t(lambda: divmod(Decimal(0), 0))
c = Context(traps=[Inexact, Rounded, Overflow]); setcontext(c); t(lambda: Decimal('9E999999') * 10); t(lambda: Decimal(1) / 3); print(c)
print(DefaultContext, BasicContext, ExtendedContext, sep='\n'); print(MAX_PREC, MAX_EMAX, MIN_EMIN, MIN_ETINY, HAVE_THREADS, HAVE_CONTEXTVAR, decimal.__version__, decimal.__libmpdec_version__)
setcontext(Context())
try: Decimal('x')
except InvalidOperation as x: print(x.args, str(x), type(x))
t(lambda: Decimal('0.5') == Fraction(1, 2)); t(lambda: Decimal('0.5') < Fraction(1, 3)); t(lambda: Fraction(1, 2) == Decimal('0.5'))
t(lambda: Fraction(1, 2) < Decimal('0.5')); t(lambda: Decimal('0.5') + Fraction(1, 2)); t(lambda: Decimal('0.5') == 0.5+0j)
t(lambda: Decimal('nan') == Fraction(1, 2)); t(lambda: Decimal('1') == True)
t(lambda: math.floor(Decimal('-1.5'))); t(lambda: math.ceil(Decimal('-1.5'))); t(lambda: math.trunc(Decimal('-1.5'))); t(lambda: math.sqrt(Decimal('4')))
t(lambda: math.floor(Decimal('nan'))); t(lambda: math.isnan(Decimal('nan'))); t(lambda: math.isnan(Decimal('snan'))); t(lambda: copy.copy(Decimal(1)))
t(lambda: copy.deepcopy(Decimal('1.5'))); t(lambda: pickle.loads(pickle.dumps(Decimal('1.50')))); t(lambda: pickle.loads(pickle.dumps(Context(prec=5))))
t(lambda: isinstance(Decimal(1), numbers.Number)); t(lambda: isinstance(Decimal(1), numbers.Real)); t(lambda: sum([Decimal('1.1')] * 3))
t(lambda: sum([Decimal(1), 1.5])); t(lambda: statistics.mean([Decimal(1), Decimal(2)])); t(lambda: '%.2f' % Decimal('1.255')); t(lambda: '%d' % Decimal('1.5'))
t(lambda: round(Decimal('1234.5'), -2)); t(lambda: Decimal(5).__pow__(2, None)); t(lambda: abs(Decimal(-1))); t(lambda: -Decimal('0')); t(lambda: +Decimal('-0'))
t(lambda: bool(Decimal('0.0'))); t(lambda: ~Decimal(1)); t(lambda: Decimal(1) & 1); t(lambda: len(Decimal(1))); t(lambda: Decimal(1)[0])
t(lambda: [1,2][Decimal(1)]); t(lambda: range(Decimal(1))); t(lambda: max(Decimal(1), 2.5)); t(lambda: copy.copy(c))
class M(Decimal):
    def __new__(cls, *a): s = super().__new__(cls, *a); s.u = 1; return s
class N(Decimal): pass
t(lambda: M('1') + 1); t(lambda: type(M('1') + 1)); t(lambda: N('1')); t(lambda: type(+N('1'))); t(lambda: type(N('1').copy_abs()))
t(lambda: repr(N('1')));  t(lambda: N('1').__reduce__()); t(lambda: copy.copy(N(1))); t(lambda: type(copy.deepcopy(N(1)))); t(lambda: type(N.from_float(1.5)))
t(lambda: type(N.from_float(1))); t(lambda: type(Decimal(N('1')))); t(lambda: type(N(Decimal(1)))); t(lambda: Decimal(N(1)) is N(1)); x = Decimal(1)
t(lambda: Decimal(x) is x); t(lambda: M('2').u); t(lambda: type(N(2).normalize())); t(lambda: type(round(N('2.5'), 1)));t(lambda: N(2).__dict__)
t(lambda: type(N(2).conjugate())); t(lambda: type(N(2).real)); t(lambda: type(N(2).canonical())); t(lambda: type(N('1.5').max(N(1)))); t(lambda: type(N('nan') + 1))
# Powers of one, with as many zeros as fit.
for base, exponent in (('1', '6584962E21'), ('1.000', '2743719E+544218'), ('-1.0', '3'), ('1.00', '-2'), ('1.0', '0.5')):
    print(Context(prec=9, Emax=10, Emin=-10).power(Decimal(base), Decimal(exponent)))

print('flags stay with their context')
first = Context(prec=5)
other = Context(prec=3, traps=[])
for turn in range(30):
    setcontext(first)
    x = Decimal(1) / 3
    y = Decimal(10) / Decimal(4)
    setcontext(other)
    z = Decimal(1) / 0
    a = [first.flags[Inexact], first.flags[DivisionByZero], other.flags[Inexact], other.flags[DivisionByZero]]
    other.clear_flags()
    b = [other.flags[DivisionByZero], first.copy().flags[Inexact], first.flags[Rounded]]
    first.flags[Inexact] = turn % 2
    setcontext(first)
    c = first.flags[Inexact]
    first.clear_flags()
    z = Decimal(7) / 2
print(x, y, z, a, b, c, first.flags[Inexact], other)
