# What built-in classes have for the attributes of their values: read through the class, through values and through those of derived classes.
def t(what, f):
    try: print(what, repr(f()))
    except BaseException as e: print(what, type(e).__name__, e)
for ty in (int, bool, float, complex, range, slice):
    for n in ('real', 'imag', 'numerator', 'denominator', 'start', 'stop', 'step'):
        t((ty.__name__, n), lambda: (hasattr(ty, n), type(getattr(ty, n)).__name__, getattr(ty, n), n in dir(ty), n in ty.__dict__))
class S(int): pass
class F(float): pass
class C(complex): pass
class O(int):
    @property
    def real(self): return 'own'
    imag = 7
values = [5, True, 2**70, 1.5, -2j, range(3, 9, 2), slice(1, None), S(4), F(2.5), C(1, 2), O(3), range(10**20)]
for v in values:
    for n in ('real', 'imag', 'numerator', 'denominator', 'start', 'stop', 'step'):
        t((v, n), lambda: getattr(v, n))
        t((v, n), lambda: hasattr(v, n))
t('get', lambda: int.real.__get__(5))
t('get', lambda: int.real.__get__(True))
t('get', lambda: int.numerator.__get__(S(6)))
t('get', lambda: int.real.__get__('x'))
t('get', lambda: range.start.__get__(range(3, 5)))
t('get', lambda: slice.stop.__get__(slice(3)))
t('get', lambda: float.imag.__get__(2.5, float))
t('get', lambda: complex.imag.__get__(None, complex))
t('name', lambda: (int.real.__name__, int.real.__objclass__, range.step.__name__))
t('same', lambda: (S.real is int.real, bool.real is int.real))
t('super', lambda: super(S, S(8)).real)
total = 0
for i in range(300):
    z, s = complex(i, 1), S(i)
    total += int(z.real + z.imag) + s.real + i.numerator + range(i, 9).start
print(total)
