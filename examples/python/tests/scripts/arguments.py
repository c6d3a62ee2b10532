def f(a, b=2, *args, c, d=4, **kw):
    return a, b, args, c, d, sorted(kw.items())
print(f(1, c=3))
print(f(1, 5, 6, 7, c=3, d=8, e=9))
print(f(*[1, 2], **{"c": 3, "z": 1}))
print(f(b=1, a=0, c=2))
def g(a, b, /, c=0):
    return a, b, c
print(g(1, 2, c=3))
def h(*, k=1):
    return k
print(h(), h(k=5))
def show(call):
    try:
        call()
    except TypeError as e:
        print(e)
show(lambda: f())
show(lambda: f(1))
show(lambda: g(1))
show(lambda: g(1, 2, 3, 4))
show(lambda: g(1, b=2))
show(lambda: h(1))
show(lambda: h(x=1))
show(lambda: g(1, 2, 3, c=3))
def deco(n):
    def wrap(fn):
        def inner(*a, **k):
            return fn(*a, **k) * n
        return inner
    return wrap
@deco(2)
@deco(3)
def one(x=1):
    return x
print(one(), one(5), one(x=7))
print((lambda x, *y, z=3: (x, y, z))(1, 2, z=4))
def defaults(a, acc=[]):
    acc.append(a)
    return acc
print(defaults(1), defaults(2))
print(f.__name__, f.__defaults__, f.__kwdefaults__)
print(max(*[3, 1, 2]), min([4, 2], key=lambda v: -v))
