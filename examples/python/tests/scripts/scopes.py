x = "global"
def outer():
    x = "outer"
    def inner():
        nonlocal x
        x = "changed"
        def deepest(): return x
        return deepest()
    r = inner()
    return r, x
print(outer(), x)
def setg():
    global x, fresh
    x, fresh = "set", 1
setg(); print(x, fresh)
def counter():
    n = 0
    def inc(by=1):
        nonlocal n
        n += by
        return n
    return inc
c, d = counter(), counter()
print(c(), c(5), d(), c())
fs = [lambda: i for i in range(3)]
print([f() for f in fs])
fs = [lambda i=i: i for i in range(3)]
print([f() for f in fs])
def shadow(len): return len + 1
print(shadow(4), len("abc"))
class K:
    y = 5
    z = [y for _ in range(2)] if False else y + 1
    def m(self): return K.y
print(K.z, K().m())
i = "keep"
print([i for i in range(3)], i)
def late():
    return later()
def later(): return "later"
print(late())
later = lambda: "rebound"
print(late())
def rec(n): return 1 if n == 0 else n * rec(n - 1)
print(rec(30))
del fresh
try: fresh
except NameError as e: print(e)
def f(flag):
    if flag: v = 1
    try: return v
    except UnboundLocalError as e: return "unbound"
print(f(True), f(False))
def g():
    for k in range(3): pass
    return k
print(g())
def comp(n):
    return {a: [b for b in range(a)] for a in range(n)}, {a % 2 for a in range(n)}
print(comp(3))
def many():
    a = b = c = 1
    def f1():
        def f2():
            return a + b + c
        return f2
    return f1()()
print(many(), (lambda: (yield))().__class__.__name__)
try:
    raise ValueError
except ValueError as err: pass
try: err
except NameError: print("err is gone")
