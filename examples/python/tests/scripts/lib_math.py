import math
def r(x): return float('%.12g' % x)
print([r(f(1.5)) for f in (math.acosh, math.asinh, math.exp2, math.erf, math.erfc, math.gamma, math.lgamma)], r(math.atanh(0.5)), r(math.gamma(10)), r(math.gamma(-1.5)), math.gamma(5))
print(math.frexp(10.5), math.frexp(0), math.frexp(math.inf), math.ldexp(0.75, 4), math.ldexp(1, -1074), math.remainder(10, 3), math.remainder(-7.5, 2), math.nextafter(1, 2), math.ulp(1), math.ulp(1e300), math.dist([1, 2], [4, 6]), math.erf(0), math.lgamma(1))
for f in (lambda: math.gamma(0), lambda: math.gamma(-2), lambda: math.lgamma(0), lambda: math.acosh(0), lambda: math.atanh(1), lambda: math.ldexp(1, 5000), lambda: math.dist([1], [1, 2]), lambda: math.remainder(1, 0), lambda: math.gamma(200)):
    try:
        print(f())
    except (ValueError, OverflowError) as e:
        print(type(e).__name__, e)
s = 'aé' * 20 + 'needle' + 'é' * 5
print(s.find('needle'), s.rfind('é'), s.find('é', 5), s.find('', 3), s.rfind(''), s.find('zz'), s.startswith('é', 1), s.endswith(('x', 'éé')), 'abc'.find('c', 1, 2), b'abcabc'.find(b'ca'), b'abcabc'.rfind(b'abc'), b'abc'.find(b''), s.index('dl'))
