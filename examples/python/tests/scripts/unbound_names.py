# Names that `del` or the end of `except .. as` unbinds, in loops and on each way out; what a handler leaves behind as context.
def f():
    x=1
    while True:
        del x
        break
    print(x)
def g():
    x = 1
    for i in range(2):
        print(x)
        del x
def h():
    e = 1
    for i in range(2):
        print(e)
        try: 1//0
        except Exception as e: pass
def k():
    e = 1
    try:
        del e
        1//0
    except ZeroDivisionError: print(e)
def m(c):
    e = 1
    if c:
        try: del e
        finally:
            pass
    with open(__import__('os').devnull) as q:
        del q
    print(e)
def n(x):
    if x: del x
    return x
def o(x):
    match x:
        case 1: del x
    return x
def p(x):
    try:
        return 1
    finally:
        del x
        print(x)
def q(x):
    try:
        if x > 1:
            return
    finally:
        del x
    print(x)
def r(x):
    while x:
        x -= 1
        try:
            if x == 1: continue
        finally:
            y = 1
            del y
        try: print(y)
        except UnboundLocalError as e: print(e)
for fn in (f,g,h,k,lambda: m(1), lambda: n(1), lambda: o(1), lambda: p(1), lambda: q(1), lambda: r(3)):
    try: print(fn())
    except Exception as e: print(repr(e))
def f(a):
    r = 1 > a > (x := 3)
    return x
def g(a):
    if 1 > a > (x := 3): pass
    return x
for fn in (f, g):
    for i in (2, 0):
        try: print(fn(i))
        except Exception as e: print(repr(e))

try:
  try: 1/0
  except ZeroDivisionError as e: [][1]
except IndexError: pass
try: print(e)
except NameError as x: print(x)
def f():
    for q in (1,2):
        try: 1//0
        except ZeroDivisionError as e: continue
    try: print(e)
    except NameError as x: print(x)
    for q in (1,2):
        try: 1//0
        except ZeroDivisionError as e: break
    try: print(e)
    except NameError as x: print(x)
    try:
        try: 1//0
        except ZeroDivisionError as e: return 5
        finally:
            print(e)
    except NameError as x: print(x)
    try:
      try: 1/0
      except ZeroDivisionError as e: [][1]
    except IndexError: pass
    try: print(e)
    except NameError as x: print(x)
f()
class A(Exception): pass
class B(Exception): pass
class C(Exception): pass
try:
    try:
        try: raise A
        except A: raise B
    except B as b:
        try: raise C
        except C: raise b
except B as b: print(repr(b.__context__))
def g():
    try:
        try: raise A
        except A: raise B
    except B as b:
        return b
try:
    raise g()
except B as b: print(repr(b.__context__))
import sys
def h():
    try:
        1//0
    except ZeroDivisionError:
        return sys.exc_info()[0]
    finally:
        print(sys.exc_info())
print(h())
def k():
    try:
        1//0
    except ZeroDivisionError:
        try:
            return sys.exc_info()[0]
        finally:
            print(sys.exc_info()[0])
            try: [][1]
            except IndexError as e: print(repr(e.__context__))
            try: raise
            except ZeroDivisionError as e: print(repr(e.__context__))
print(k())
def l():
    try:
        try:
            1//0
        except ZeroDivisionError:
            return sys.exc_info()[0]
    finally:
        try: raise
        except RuntimeError as e: print(repr(e), repr(e.__context__))
print(l())
