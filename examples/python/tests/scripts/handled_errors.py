# Whatever runs a method of the program's while an exception is handled sees it in `sys.exc_info()`, and may raise it again: operators, attributes, subscripts,
# loops, tests, formatting and matching, not calls alone.
import sys
def who():
    e=sys.exc_info()[1]
    return type(e).__name__
class P:
    @property
    def p(self): return who()
    def __add__(self,o): return who()
    def __radd__(self,o): return who()
    def __neg__(self): return who()
    def __lt__(self,o): print(who()); return True
    def __getitem__(self,i): return who()
    def __setitem__(self,i,v): print('set',who())
    def __delitem__(self,i): print('del',who())
    def __getattr__(self,n): return who()
    def __setattr__(self,n,v): print('sa',who())
    def __delattr__(self,n): print('da',who())
    def __bool__(self): print(who()); return True
    def __iter__(self): print('it',who()); return iter([1])
    def __contains__(self,x): print('in',who()); return True
    def __enter__(self): print('en',who())
    def __exit__(self,*a): print('ex',who())
    def __repr__(self): return who()
    def __format__(self,s): return who()
    def __eq__(self,o): print('eq',who()); return True
    def __hash__(self): print('hash',who()); return 1
    def __iadd__(self,o): print('ia',who()); return self
    def __index__(self): print('ix',who()); return 0
    def __call__(self): return who()
class Re:
    @property
    def p(self): raise
    def __add__(self,o): raise
    def __iter__(self): raise
THING = P()
def boom(): 1/0
def a1():
    try: boom()
    except: return THING.p
def a2():
    try: boom()
    except: return THING+1
def a3():
    try: boom()
    except: return -THING
def a4():
    try: boom()
    except: return THING<1
def a5():
    try: boom()
    except: return THING[1]
def a6():
    try: boom()
    except: THING[1]=2
def a7():
    try: boom()
    except: del THING[1]
def a8():
    try: boom()
    except: return THING.zz
def a9():
    try: boom()
    except: THING.zz=1
def a10():
    try: boom()
    except: del THING.zz
def a11():
    try: boom()
    except:
        if THING: return 1
def a12():
    try: boom()
    except:
        for i in THING: return i
def a13():
    try: boom()
    except: return 1 in THING
def a14():
    try: boom()
    except:
        with THING: pass
def a15():
    try: boom()
    except: return f'{THING} {THING!r} {THING:x}'
def a16():
    try: boom()
    except: return THING==1
def a17():
    try: boom()
    except: return {THING}
def a18():
    x=THING
    try: boom()
    except: x+=1
def a19():
    try: boom()
    except: return [1][THING]
def a20():
    try: boom()
    except: a,=THING; return a
def a21():
    try: boom()
    except: return [*THING]
def a22():
    try: boom()
    except: return not THING
def a23():
    try: boom()
    except: return THING and 1
def a24():
    try: boom()
    except: return {THING: 1}
def a25():
    try: boom()
    except: return 1+THING
def a26():
    try: boom()
    except: return [x for x in THING]
def a27():
    try: boom()
    except:
        match THING:
            case [1]: return 2
            case 1: return 3
def a28():
    try: boom()
    except:
        assert THING
def a29():
    try: boom()
    except:
        while THING: return 3
def a30():
    try: boom()
    except: return 1 if THING else 2
def a31():
    try: boom()
    except: return Re().p
def a32():
    try: boom()
    except: return Re()+1
def a33():
    try: boom()
    except: return list(Re())
def a34():
    try: boom()
    except: yield from THING
def a35():
    try: boom()
    except:
        r=Re()
        for x in r: pass
def a36():
    try: boom()
    except:
        @THING.p.join
        def f(): pass
def a37():
    try: boom()
    except:
        class K: x=THING.p
        return K.x
def a38():
    try: boom()
    finally: print(THING.p)
def a39():
    try:
        try: boom()
        finally: return THING.p
    except: pass
def a40():
    class C:
        def __get__(s,*a): return who()
    class D: c=C()
    d=D()
    try: boom()
    except: return d.c
def a41():
    try: boom()
    except:
        try: THING.p; boom()
        except: return THING.p, sys.exc_info()[1].__context__ is not None
def a42():
    try: boom()
    except THING.__class__.mro()[1] if THING.p else 1: pass
for i in range(1,43):
    f=globals()[f'a{i}']
    try:
        r=f()
        print(i, list(r) if i==34 else r)
    except BaseException as e: print(i,'raised',type(e).__name__,e,type(e.__context__).__name__)
    print(who())
