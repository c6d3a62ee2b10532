# Arguments of built-in methods and constructors: `str` of bytes, integers from bytes, powers of complex numbers, what is popped, sets that stop at the first
# answer; and contexts of exceptions that are thrown into generators by a handler.
def t(what, f):
    try: print(what, repr(f()))
    except BaseException as e: print(what, type(e).__name__, e)
class II:
    def __init__(s,n): s.n=n
    def __index__(s): return s.n
    def __repr__(s): return 'II'
class N(int): pass
class BS(bytes): pass
class By:
    def __init__(s,v): s.v=v
    def __bytes__(s): return s.v
    def __repr__(s): return 'By'
for a in [(), ('x',), (1,), (b'abc',), (b'abc','utf-8'), (b'abc','utf-8','strict'), (b'\xff','ascii','replace'), ('abc','utf-8'), (1,'utf-8'), (b'a',1), (b'a','utf-8',1),(b'a',None),(b'a','utf-8','strict',1),(b'abc','nope'),(bytearray(b'q'),'ascii'),(memoryview(b'q'),'ascii'), (b'\xff','ascii'), (b'\xff','ascii','nope'), (b'', 'nope'), (b'a', 'a\0b')]:
    t(('str',a if not a or type(a[0]) is not memoryview else 'mv'), lambda: str(*a))
for k in [dict(object=1), dict(encoding='ascii'), dict(errors='strict'), dict(object=b'a',encoding='ascii'), dict(object=b'a',errors='strict'), dict(zzz=1), dict(object=1,encoding='ascii'),dict(encoding=1),dict(errors=1), dict(object='a', errors='strict')]:
    t(('str',k), lambda: str(**k))
t('strkw', lambda: str(b'a', encoding='ascii'))
t('strkw', lambda: str(b'a', errors='ignore'))
t('strkw', lambda: str(b'a', object=1))
for a in [(), (True,), (1,), (0,), ('x',), ('',), (None,), ([],), (1.5,), (True,False), (2**70,)]:
    t(('spl',a), lambda: 'a\nb\r\nc\x0bd\x0ce\x1cf\u2028g\x85h\n'.splitlines(*a))
    t(('bspl',a), lambda: b'a\nb\r\nc\x0bd\x0ce\x1cf\x85h\n'.splitlines(*a))
    t(('baspl',a), lambda: bytearray(b'a\nb\r\rc\n').splitlines(*a))
class BB:
    def __bool__(s): raise ValueError('no')
t('spl', lambda: 'a'.splitlines(BB()))
t('spl', lambda: 'a\nb'.splitlines(II(1)))
t('spl', lambda: 'a\nb'.splitlines(keepends=True))
t('spl', lambda: 'a\nb'.splitlines(keepends='x'))
t('spl', lambda: b'a\nb'.splitlines(keepends=1))
t('spl', lambda: 'a\nb'.splitlines(zzz=True))
for ty in (int,bool,N):
    for a in [(), (b'\1',), (b'\1\2','big'), (b'\1\2','little'), (b'\1','x'), (b'\1',1), (b'\1',None), ([1,2],'big'), ((1,2),'big'), (range(3),'big'), ([256],'big'), (['x'],'big'), ('ab','big'), (1,'big'), (None,'big'), (bytearray(b'\xff'),'big'), (memoryview(b'\xff'),'big'), (b'','big'), (b'\xff','big',True), (iter([1,2]),'big'), (By(b'\3'),'big'), (By(1),'big'), (BS(b'\2'),'big'), ({1:2},'big'), (II(3),'big'), (b'\0\0','big')]:
        t((ty.__name__,'fb',[type(x).__name__ for x in a]), lambda: ty.from_bytes(*a))
        t((ty.__name__,'fb',[type(x).__name__ for x in a]), lambda: type(ty.from_bytes(*a)).__name__)
    for k in [dict(signed=True), dict(signed='x'), dict(signed=0), dict(signed=[]), dict(byteorder='little'), dict(bytes=b'\1'), dict(zzz=1)]:
        t((ty.__name__,'fbk',k), lambda: ty.from_bytes(b'\xff\1',**k))
        t((ty.__name__,'fbk',k), lambda: ty.from_bytes(b'\xff\1','big',**k))
    t('fb', lambda: ty.from_bytes(bytes=b'\xff', byteorder='big', signed=True))
    t('fb', lambda: ty(1).from_bytes(b'\xff'))
for a in [(5,), (5,2), (5,2,'big'), (5,2,'little'), (5,0), (5,-1), (500,1), (-1,1), (5,'x'), (5,2,'x'), (5,2,1), (5,II(2)), (5,2**70), (5,None), (0,0), (5,2,'big',True)]:
    t(('tb',a), lambda: int.to_bytes(*a))
t('tb', lambda: (-1).to_bytes(1,signed=True)); t('tb', lambda: (-1).to_bytes(1,signed=5)); t('tb', lambda: (128).to_bytes(1,signed=True)); t('tb',lambda: (5).to_bytes(length=2,byteorder='little')); t('tb', lambda: (5).to_bytes(zzz=1)); t('tb', lambda: (5).to_bytes(2,length=1))
C=[0j,1j,1+2j,complex('inf'),complex('nan'),-1+0j,2.5+0j]
P=[0,1,2,-1,-2,0.5,-0.5,1j,0j,True,100,101,-100,-101,1e300,2**70,2**2000,'x',None,float('inf'),float('nan'),1+1j,None,II(2)]
for c in C:
    for p in P:
        t((c,p if p!=2**2000 else 'huge','pow'), lambda: c.__pow__(p))
        t((c,'**'), lambda: c**p)
        t((c,'rpow'), lambda: c.__rpow__(p))
    for a in [(2,3),(2,None),(2,1j),(),(2,3,4),('x',None),(2,'x')]:
        t((c,'pow3',a), lambda: c.__pow__(*a))
        t((c,'pow3',a), lambda: c.__rpow__(*a))
        t((c,'pow',a), lambda: pow(c,*a))
t('pow', lambda: pow(2,3,1j)); t('pow', lambda: pow(2,1j,3)); t('pow', lambda: (1e300+0j)**2); t('pow', lambda: (1.5).__pow__(2,3)); t('pow', lambda: (1.5).__pow__(2,None)); t('pow', lambda: pow(1.5,2,3)); t('pow', lambda: (2).__pow__(1.5)); t('pow', lambda: (2).__pow__(3,1.5)); t('pow', lambda: (1.5).__pow__('x',3)); t('p',lambda:(1.5).__rpow__(2,3)); t('p', lambda: (2).__rpow__(3,5)); t('p', lambda: (2).__pow__(3,0))
for a in [(), (0,), (-1,), (3,), (-4,), (2**70,), (-2**70,), (True,), (N(1),), (II(1),), ('x',), (None,), (1.5,), (1,2), (slice(1),)]:
    def lp():
        x=[1,2,3]; return x.pop(*a), x
    t(('lpop',a if len(a)!=1 or type(a[0]) is not slice else 's'), lp)
    t(('lpope',len(a)), lambda: [].pop(*a))
    t(('lpopu',len(a)), lambda: list.pop([1,2],*a))
t('lp', lambda: [1].pop(index=0))
for a in [(), (1,), (2,), (2,3), (1,3), ([],), ([],1), (1,2,3), ({},1), (1.0,), (True,), (None,)]:
    def dp():
        x={1:2}; return x.pop(*a), x
    t(('dpop',a), dp)
    t(('dpope',a), lambda: {}.pop(*a))
t('dp', lambda: {1:2}.pop(1,default=3))
t('dp', lambda: {1:2}.pop(key=1))
t('dp', lambda: {1:2}.pop(5,default=3))
for ty in (set, frozenset):
    o = ty([1, 2, 3])
    for v in [[1], [1, 5], [], '', 'x', 1, None, range(1, 3), {1: 2}, {1}, [[]], [5, []], [1, []], iter([1, 2, 3]), b'\1', range(10**20)]:
        for n in ('issuperset', 'isdisjoint'):
            t((ty.__name__, n, type(v).__name__), lambda: getattr(o, n)(v))
left = iter([1, 9, 2])
t('left', lambda: (o.issuperset(left), list(left)))
left = iter([8, 1, 9])
t('left', lambda: (o.isdisjoint(left), list(left)))
for v in (list, range, dict):
    t(v.__name__, lambda: v.__reversed__(1))
    t(v.__name__, lambda: v.__reversed__())
t('ceil', lambda: int.__ceil__('x'))
def gen():
    try: yield 1
    except KeyError as e: 
        print('inside', repr(e.__context__)); raise
for mk in (lambda: KeyError('k'), lambda: KeyError):
    g=gen(); next(g)
    try: raise ValueError('v')
    except ValueError:
        try: g.throw(mk())
        except KeyError as e: print('out', repr(e.__context__))
    g=gen()
    try: raise ValueError('v')
    except ValueError:
        try: g.throw(mk())
        except KeyError as e: print('unstarted', repr(e.__context__))
def outer(): yield from gen()
def it():
    yield from iter([1,2])
for o in (outer,it):
    g=o(); next(g)
    try: raise ValueError('v')
    except ValueError:
        try: g.throw(KeyError('k'))
        except KeyError as e: print('yf', repr(e.__context__))
def gen2():
    try: yield 1
    except KeyError as e: raise IndexError('i')
g=gen2(); next(g)
try: raise ValueError('v')
except ValueError:
    try: g.throw(KeyError('k'))
    except IndexError as e: print('g2', repr(e.__context__), repr(e.__context__.__context__))
def gen3():
    try: 1/0
    except ZeroDivisionError: yield 1
for w in (0,1):
    g=gen3(); next(g)
    if w:
        try: raise ValueError('v')
        except ValueError:
            try: g.throw(KeyError('k'))
            except KeyError as e: print('g3', repr(e.__context__), repr(e.__context__.__context__))
    else:
        try: g.throw(KeyError('k'))
        except KeyError as e: print('g3', repr(e.__context__), repr(e.__context__.__context__))
def gen4():
    yield 1
    raise KeyError('own')
g=gen4(); next(g)
try: raise ValueError('v')
except ValueError:
    try: next(g)
    except KeyError as e: print('g4', repr(e.__context__))
import contextlib
@contextlib.contextmanager
def cm():
    yield
try:
    with cm(): raise KeyError('k')
except KeyError as e: print('cm', repr(e.__context__))
try: raise ValueError('v')
except ValueError:
    try:
        with cm(): raise KeyError('k')
    except KeyError as e: print('cm', repr(e.__context__))
