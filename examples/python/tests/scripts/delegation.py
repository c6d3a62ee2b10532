# throw and close through yield from; bare raise and sys.exc_info() in functions that handlers call; contexts.
import sys
def inner():
    while True:
        try: x = yield "inner"
        except ValueError as e: yield ("caught", str(e))
        except KeyError: return "from key"
        except GeneratorExit: print("inner closed"); raise
        finally: print("inner finally")
def outer():
    try:
        r = yield from inner()
        print("result", r)
        yield "after"
    except TypeError as e: yield ("outer caught", str(e))
    finally: print("outer finally")
g = outer(); print(next(g), g.throw(ValueError("v")), next(g), g.throw(KeyError), next(g, "end"))
g = outer(); next(g); print(g.throw(TypeError("t"))); print(list(g))
g = outer(); next(g); g.close(); print(next(g, "closed"))
g = outer(); next(g)
try: g.throw(GeneratorExit)
except GeneratorExit: print("exit left")
class It:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self): self.n += 1; return self.n
    def throw(self, e, *rest):
        if isinstance(e, StopIteration): raise e
        return ("thrown", type(e).__name__)
    def close(self): print("It closed")
def over(it): r = yield from it; yield ("done", r)
g = over(It()); print(next(g), g.throw(ValueError("x")), next(g), g.throw(StopIteration("value"))); g.close()
g = over(It()); next(g); g.close()
g = over([1, 2]); next(g)
try: g.throw(ValueError("plain"))
except ValueError as e: print("through", e, next(g, "over"))
class Bad:
    def __iter__(self): return self
    def __next__(self): return 1
    def close(self): raise RuntimeError("close failed")
g = over(Bad()); next(g)
try: g.close()
except RuntimeError as e: print(e, type(e.__context__).__name__)
def deep(n):
    if n: yield from deep(n - 1)
    else:
        try: yield "bottom"
        except ValueError: yield "deep caught"
g = deep(20); print(next(g), g.throw(ValueError), next(g, "end"))
def ignore():
    try: yield 1
    except GeneratorExit: yield 2
g = over(ignore()); next(g)
try: g.close()
except RuntimeError as e: print(e)

def reraise(): raise
def info():
    t, v, tb = sys.exc_info()
    return t and t.__name__, str(v), tb is not None
print(info())
try:
    try: raise ValueError("one")
    except ValueError: print(info()); reraise()
except ValueError as e: print("again", e, info())
print(info())
def nested():
    try: raise KeyError("outer")
    except KeyError:
        try: raise TypeError("inner")
        except TypeError: print(info())
        print(info())
        try: int("x")
        except ValueError: pass
        print(info())
        for i in range(2):
            try: raise IndexError(i)
            except IndexError:
                info()
                continue
        print(info())
        def leave():
            try: raise OSError("o")
            except OSError: return info()
        print(leave(), info())
        try:
            try: raise RuntimeError("lost")
            except RuntimeError: info(); raise AttributeError("new")
        except AttributeError as e: print(info(), repr(e.__context__))
        print(info())
nested(); print(info())
try: reraise()
except RuntimeError as e: print(e)
class CM:
    def __enter__(self): return self
    def __exit__(self, *a): print("exit", info()); return True
with CM(): raise ValueError("with")
print(info())
def fin():
    try: 1 / 0
    finally: print("finally", info())
try: fin()
except ZeroDivisionError: print(info()[0])
def helper(): raise LookupError("in helper")
try:
    try: raise ValueError("first")
    except ValueError: helper()
except LookupError as e: print(repr(e.__context__), e.__cause__, e.__suppress_context__)
def hot(n):
    names = {}
    for i in range(n):
        try:
            if i % 3: raise KeyError(i)
            if i % 5: raise ValueError(i)
        except KeyError: names[info()[0]] = names.get(info()[0], 0) + 1
        except ValueError as e: names[type(e).__name__] = names.get(type(e).__name__, 0) + 1
    return names, info()
print(hot(1500))
