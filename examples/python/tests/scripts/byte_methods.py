# Methods of bytes and byte arrays with arguments of all kinds: what is counted and looked for, separators of digits, tables, encodings, items.
def t(what, f):
    try: print(what, repr(f()))
    except BaseException as e: print(what, type(e).__name__, e)
class II:
    def __init__(s,n): s.n=n
    def __index__(s): return s.n
    def __repr__(s): return 'II'
class N(int): pass
class BS(bytes): pass
class BBS(bytearray): pass
for ty in (bytes,bytearray):
    o=ty(b'abcabc')
    for n in ('count','find','index','rfind','rindex'):
        m=getattr(o,n)
        for a in [(), (97,), (N(97),), (True,), (256,), (-1,), (2**70,), (-2**70,), (b'b',), (BS(b'b'),), (BBS(b'b'),), (bytearray(b'b'),), (memoryview(b'b'),), (II(97),), (II(300),), ('b',), (None,), (1.5,), ([],), (b'',), (b'b',2), (b'b',None), (b'b',None,None), (b'b',II(2)), (b'b','x'), (b'b',1.5), (b'b',-2), (b'b',-2,-1), (b'b',2**70), (b'b',-2**70,2**70), (b'b',0,0), (b'',6), (b'',7), (b'',6,2), (97,1), (97,1,3), (b'b',1,2,3), (98,True,5), ('b',1.5), (b'b', 1.5, 'x'), (range(3),), ([1],)]:
            t((ty.__name__,n,[x if type(x) is not memoryview else 'mv' for x in a]), lambda: m(*a))
    for n in ('startswith','endswith'):
        m=getattr(o,n)
        for a in [(), (97,), (b'a',), (bytearray(b'a'),), ((b'a',b'c'),), ((),), ((1,),), ([b'a'],), ('a',), (b'c',2), (b'c',2,3), (b'c','x'), (b'c',None,None), (b'',7), (b'', 6), (b'', 3, 2)]:
            t((ty.__name__,n,a), lambda: m(*a))
    for a in [(), (':',), (':',2), (':',-2), (':',0), (b':',), (b':',2), ('',), ('::',), (b'',), (1,), (None,), ('é',), (b'\xe9',), (':',2,3), (':',II(2)), (':','x'), (':',1.5), (':',2**70), (':',2**31), (':', -2**31), (':',-2**31-1), (':',True), ('\u1234',), ('\x80',),(bytearray(b':'),), (BS(b':'),)]:
        t((ty.__name__,'hex',a), lambda: o.hex(*a))
        t((ty.__name__,'hexe',a), lambda: ty(b'').hex(*a))
    t('hex', lambda: o.hex(sep=':'))
    t('hex', lambda: o.hex(sep=':',bytes_per_sep=2))
    t('hex', lambda: o.hex(bytes_per_sep=2))
    t('hex', lambda: o.hex(zzz=2))
    T=bytes(range(1,256))+b'\0'
    for a in [(), (T,), (None,), (T,b'a'), (None,b'a'), (b'short',), (1,), ('x',), (T,1), (T,'x'), (T,None), (bytearray(T),), (memoryview(T),), (T,b'a',1), (None,b''), (None,[1]), (T, bytearray(b'b'))]:
        t((ty.__name__,'translate',[x if type(x) is not memoryview else 'mv' for x in a]), lambda: o.translate(*a))
    t('tr', lambda: o.translate(T, delete=b'a'))
    t('tr', lambda: o.translate(table=T))
    t('tr', lambda: o.translate(None, delete=b'bc'))
    for x in [b'abcabc', bytearray(b'abd'), BS(b'a'), BBS(b'zz'), memoryview(b'abd'), 'abc', 1, None, [97], (97,), range(3)]:
        for n in ('__eq__','__ne__','__lt__','__le__','__gt__','__ge__'):
            t((ty.__name__,n,type(x).__name__), lambda: getattr(o,n)(x))
        t('<', lambda: o < x); t('>=', lambda: o>=x); t('==', lambda: o==x); t('r>', lambda: x > o); t('r==', lambda: x == o)
    for x in [97, N(97), True, 256, -1, 2**70, b'ab', BS(b'ab'), bytearray(b'b'), II(97), II(256), 'a', None, 1.5, b'', [], memoryview(b'b')]:
        t((ty.__name__,'in',x if type(x) is not memoryview else 'mv'), lambda: x in o)
        t((ty.__name__,'__contains__'), lambda: o.__contains__(x))
    for a in [(), ('utf-8',), ('ascii','strict'), ('nope',), (1,), ('utf-8',1), (None,), ('utf-8',None), ('utf-8','strict',1), ('UTF8',), ('latin1',), ('ascii','nope'), (b'utf-8',), ('a\0b',), ('utf-8','a\0b'), ('',)]:
        t((ty.__name__,'decode',a), lambda: o.decode(*a))
        t((ty.__name__,'decode',a), lambda: ty(b'\xffab').decode(*a))
    t('dec', lambda: o.decode(encoding='ascii')); t('dec', lambda: o.decode(errors='ignore')); t('dec', lambda: o.decode(zz='ignore'))
def si(k,v):
    b=bytearray(b'abcdef'); b.__setitem__(k,v); return b
def si2(k,v):
    b=bytearray(b'abcdef'); b[k]=v; return b
for f in (si,si2):
  for k in [0, -1, 6, -7, 2**70, True, II(1), 'x', None, 1.5, slice(1, 2), slice(None, None, 2)]:
    for v in [1, True, N(3), II(4), 256, -1, 2**70, 'x', None, 1.5, b'x', [1,2,3], II(300), iter([1, 2, 3])]:
        t((f.__name__,k,type(v).__name__, v if type(v).__name__ not in('memoryview','list_iterator') else ''), lambda: f(k,v))
def pop(*a):
    b=bytearray(b'abc'); return b.pop(*a), b
for a in [(), (0,), (-1,), (3,), (-4,), (2**70,), (True,), (II(1),), ('x',), (None,), (1.5,), (1,2)]:
    t(('pop',a), lambda: pop(*a))
t('pop', lambda: bytearray().pop())
t('pop', lambda: bytearray().pop(5))
t('pop', lambda: bytearray().pop('x'))
t('pop', lambda: bytearray(b'a').pop(index=0))
def iadd(v):
    global b
    b=bytearray(b'abc')
    b+=v
    return b
for v in [b'x', bytearray(b'yy'), memoryview(b'zz'), [1], 'x', 1, None, (1,), range(3), BS(b'd'), BBS(b'd')]:
    t(('iadd',type(v).__name__), lambda: iadd(v))
    t(('add',type(v).__name__), lambda: bytearray(b'abc')+v)
    t(('addb',type(v).__name__), lambda: b'abc'+v)
    t(('__iadd__',type(v).__name__), lambda: bytearray(b'abc').__iadd__(v))
    t(('__add__',type(v).__name__), lambda: bytearray(b'abc').__add__(v))
    t(('__badd__',type(v).__name__), lambda: b'abc'.__add__(v))
    t(('ext',type(v).__name__), lambda: (lambda q: (q.extend(v), q))(bytearray(b'abc')))
def iaddself():
    b=bytearray(b'abc'); b+=b; return b
t('self+=', iaddself)
t('self+=', lambda: bytearray().__iadd__(bytearray()))
def e0():
    b=bytearray(); b+=b; return b
t('self0', e0)
def f1():
    b=bytearray(b'abc'); b.extend(b); return b
t('ext', f1)
def f2():
    b=bytearray(b'abc'); b[1:2]=b; return b
t('sl', f2)
def f3():
    b=bytearray(b'abc'); b[::-1]=b; return b
t('sl', f3)
def f4():
    b=bytearray(b'abc'); b[3:]=b; return b
t('sl', f4)
def f5():
    b=bytearray(b'abc'); b.__iadd__(b); return b
t('iadd', f5)
def f6():
    b=bytearray(b'abc'); b+=memoryview(b); return b
t('iadd', f6)
