# Arguments that are checked as numbers; tests whose `__len__` answers what is no length; ranges longer than any list; methods of built-in types with too many
# arguments.
import sys
def t(what, f):
    try: print(what, repr(f()))
    except BaseException as e: print(what, type(e).__name__, e)
class X:
    def __init__(s, n): s.n=n
    def __len__(s): return s.n
class I:
    def __index__(s): return 1
for r in ['x', 1.5, None, [], I(), 10**30, True, 2]:
    t(('sorted', type(r)), lambda: sorted([1,2,3], reverse=r))
    t(('sort', type(r)), lambda: [3,2].sort(reverse=r))
for n in ['conjugate','real','imag','numerator','denominator','bit_length','bit_count','to_bytes','as_integer_ratio','__index__','__int__','__trunc__','__floor__','__ceil__','__round__','__float__','__abs__','__neg__','__pos__','__invert__','__hash__','__repr__','__str__','__format__']:
    for v in (True, False):
        a=getattr(v,n)
        t((n,v), lambda: a if not callable(a) else a() if n!='__format__' else a('d'))
t('tb', lambda: True.to_bytes(2,'big'))
t('fb', lambda: bool.from_bytes(b'\1','big'))
t('fb', lambda: bool.from_bytes(b'\0','big'))
for n in [10**20, -1, -10**20, 1.5, 'x', None, True, 2**63-1, 2**63, I()]:
    n0 = n if not isinstance(n, I) else 'I'
    t(('not',n0), lambda: not X(n))
    t(('bool',n0), lambda: bool(X(n)))
    t(('len',n0), lambda: len(X(n)))
    def iff():
        if X(n): return 1
        return 2
    t(('if',n0), iff)
    t(('and',n0), lambda: (X(n) and 5) if not isinstance(X(n) and 5, X) else 'X')
    t(('or',n0), lambda: (X(n) or 5) if not isinstance(X(n) or 5, X) else 'X')
    t(('any',n0), lambda: any([X(n)]))
    t(('filter',n0), lambda: len(list(filter(None, [X(n)]))))
class Bo:
    def __init__(s,b): s.b=b
    def __bool__(s): return s.b
for b in [1, 'x', None, 0]:
    t(('boolnot',b), lambda: not Bo(b))
    t(('boolnot',b), lambda: bool(Bo(b)))
x=[1]
big=range(10,10**20)
t('extend', lambda: x.extend(big)); print(len(x))
def iadd():
    global x
    x += big
t('iadd', iadd)
t('list', lambda: list(big))
t('tuple', lambda: tuple(big))
t('slice', lambda: x.__setitem__(slice(0,1), big))
t('star', lambda: [*big])
t('bytes', lambda: bytes(big))
t('sorted', lambda: sorted(big))
t('bae', lambda: bytearray().extend(big))
t('len', lambda: len(big))
t('list2', lambda: list(range(2**62)))
t('list2', lambda: [1].extend(range(2**62)))
t('mul', lambda: [1]*2**62)
t('mul', lambda: [1]*2**63)
t('mul', lambda: b'ab'*2**63)
t('mul', lambda: (1,)*2**61)
OWN = {'str':'abc','bytes':b'abc','bytearray':bytearray(b'abc'),'int':5,'float':1.5,'bool':True,'complex':1j,'list':[1],'tuple':(1,),'dict':{1:2},'set':{1},'frozenset':frozenset([1]),'range':range(3),'slice':slice(1),'memoryview':memoryview(b'abc'),'NoneType':None,'object':object(),'type':int,
'gen':(i for i in [1]), 'iter':iter([1]),'func':t,'method':[].append}
SKIP_METHODS = ('method', 'memoryview')
SK={'__init_subclass__','__subclasshook__','__class__','__new__','__init__','__doc__','__dir__','__reduce__','__reduce_ex__','__hash__','__sizeof__'}
for k,o in OWN.items():
    if k in SKIP_METHODS: continue
    ty=type(o)
    for n in sorted(set(dir(ty)) - {'__lt__', '__le__', '__gt__', '__ge__', '__setstate__', '__del__'}):
        if n in SK: continue
        for bound in (0,1):
            for kw in ({}, {'zzz':1}):
                for c in (5,):
                    o = OWN[k]
                    if n in ('__exit__','close','__getnewargs__','__bytes__','__alloc__','__getformat__','__class_getitem__') or k == 'type' or k in ('set','frozenset') and n == '__getitem__': continue
                    m = getattr(o if bound else ty, n, None)
                    if not callable(m): continue
                    try: m(*[1]*c, **kw); r='ok'
                    except BaseException as e: r=type(e).__name__+' '+str(e)
                    print(k,n,bound,c,len(kw),r.split()[0])
