# `throw`, `close` and `send` of a generator that waits in `yield from`: iterators with and without methods of their own, which get the arguments as they are.
import sys
def t(what, f):
    try: print(what, '->', f())
    except BaseException as e: print(what, '->', type(e).__name__, e, type(e.__cause__).__name__, type(e.__context__).__name__)
NOTES = []
KEPT = []
class It:
    def __init__(s): s.n=0
    def __iter__(s): return s
    def __next__(s): s.n+=1; return s.n
class ItT(It):
    def throw(s,*a): print('throw', [x if not isinstance(x, type(TB)) else 'TB' for x in a]); return 'thrown'
class ItTS(It):
    def throw(s,*a): raise StopIteration('ret')
class ItTE(It):
    def throw(s,*a): raise KeyError('mine')
class ItC(It):
    def close(s): NOTES.append('closed')
class ItCE(It):
    def close(s): raise KeyError('close')
class ItTN(It):
    throw=None
class ItCN(It):
    close=None
class ItG(It):
    def __getattr__(s,n): NOTES.append(n); raise AttributeError(n)
class ItGV(It):
    def __getattr__(s,n): NOTES.append(n); raise ValueError(n)
class ItSend(It):
    def send(s,v): print('send',v); return ('sent',v)
kinds=[It,ItT,ItTS,ItTE,ItC,ItTN,ItG,ItGV,ItSend,lambda:iter([1,2,3]),lambda:[1,2,3],lambda:range(3),lambda:(i for i in [1,2,3]),lambda:map(str,[1,2]),lambda:{1:2}, lambda: zip([1],[2])]
def outer(k):
    try:
        r = yield from k()
        yield ('result', r)
    except ValueError as e:
        yield ('caught', repr(e), e.__traceback__ is not None)
    except KeyError as e:
        yield ('key', repr(e), repr(e.__context__))
def tb():
    try: 1/0
    except ZeroDivisionError as e: return e.__traceback__
TB=tb()
throws=[(ValueError,),(ValueError('x'),),(ValueError,'v'),(ValueError,('a','b')),(ValueError,ValueError('y')),(ValueError,None,TB),(ValueError,'v',TB),(ValueError('z'),None,TB),(ValueError('z'),'v'),(ValueError,'v',5),(5,),('x',),(int,),(ValueError,None,None),(GeneratorExit,),(StopIteration,),(StopIteration(5),),(KeyError,'k'),(),(1,2,3,4),(KeyError, ValueError('w')),(ValueError,KeyError('w'))]
for i,k in enumerate(kinds):
    for a in throws:
        def go():
            g=outer(k); next(g); KEPT.append(g)
            r=[g.throw(*a)]
            try: r.append(next(g))
            except StopIteration as e: r.append(('stop',e.value))
            return r
        t((i,[str(x) if not isinstance(x,type(TB)) else 'TB' for x in a]), go)
    def go():
        g=outer(k); next(g); KEPT.append(g); return g.close()
    t((i,'close'), go)
    def go():
        g=outer(k); next(g); KEPT.append(g); return g.send(7)
    t((i,'send'), go)
    def go():
        g=outer(k); next(g); KEPT.append(g); g.close(); return g.throw(ValueError,'late')
    t((i,'late'), go)
print(NOTES)
for a in throws:
    def go(): return outer(It).throw(*a)
    t(('fresh',[str(x) if not isinstance(x,type(TB)) else 'TB' for x in a]), go)
def depth(e):
    n=0
    tb=e.__traceback__
    while tb: n+=1; tb=tb.tb_next
    return n
def plain():
    yield 1
for a in [(ValueError,),(ValueError,None,TB),(ValueError('q').with_traceback(TB),)]:
    for first in (0,1):
        g=plain()
        if first: next(g)
        try: g.throw(*a)
        except ValueError as e: print('depth', depth(e))

import os
print(NOTES)
sys.stdout.flush()
os._exit(0)
