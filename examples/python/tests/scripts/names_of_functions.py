# Names and texts of functions, as they were made and as they were set.
import functools
def plain(x):
    "doc of plain"
    return x
def renamed(x): return x
renamed.__name__ = "other"
@functools.wraps(plain)
def wrapping(x): return plain(x)
lam = lambda: 0
lam.__doc__ = "a lambda"
lam.__module__
def no_doc(): pass
no_doc.__qualname__ = "Q.no_doc"
def changing(): "first"
functions = [plain, renamed, wrapping, lam, no_doc, changing]
def names(n):
    seen = {}
    for i in range(n):
        for f in functions:
            if f is changing and i % 100 == 50:
                f.__name__ = "n%d" % (i // 100)
                f.__doc__ = None if i % 200 == 50 else "d%d" % i
            key = (f.__name__, f.__qualname__, f.__doc__)
            seen[key] = seen.get(key, 0) + 1
    return seen
for n in (3, 60, 700):
    for k, v in names(n).items():
        print(n, k, v)
try:
    plain.__name__ = 3
except TypeError as e:
    print(e)
del plain.__doc__
print(plain.__doc__, wrapping.__doc__, names(1))
