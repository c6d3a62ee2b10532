# What a generator's handlers need is kept while it waits, though only an exception that is thrown in goes there.
from contextlib import contextmanager


def first(d):
    saved = [1, 2]
    try:
        yield d
    except KeyError as e:
        for a in saved: print(a, d, e)


def last_value():
    x = 1
    try:
        x = yield "asks"
    except KeyError:
        print("x is still", x)
    yield x


def nested(n):
    outer = "outer" * n
    try:
        inner = "inner" * n
        try:
            yield 1
        except KeyError:
            print(inner)
            yield inner
        finally:
            print("left", inner, outer)
    except ValueError as e:
        print(outer, e)
        yield outer


def handling():
    try:
        raise OSError("being handled")
    except OSError as e:
        kept = [e]
        try:
            yield kept
        except KeyError as k:
            print(type(k.__context__).__name__, kept)
        yield len(kept)


def delegating(d):
    count = len(d)
    try:
        got = yield from d
        print("never", got)
    except KeyError as e:
        print(count, e)
        yield count


def closing():
    name = "closed"
    try:
        yield 1
        name = "not closed"
        yield 2
    finally:
        print(name)


@contextmanager
def transaction(d):
    saved = {k: (v, len(k)) for k, v in d.items()}
    try:
        yield d
    except KeyError as e:
        for k, (v, n) in saved.items(): d[k] = v + n
        d["failed"] = d.get("failed", 0) + 1
    else:
        d["done"] = d.get("done", 0) + 1


def throw(g, e):
    try:
        return g.throw(e)
    except BaseException as x:
        return repr(x)


for make in (lambda: first(5)), last_value, (lambda: nested(2)), handling, (lambda: delegating([1, 2, 3])):
    for e in KeyError("k"), ValueError("v"):
        g = make()
        print(next(g), throw(g, e), next(g, "end"))
g = nested(1)
print(next(g), throw(g, KeyError("k")), throw(g, ValueError("v")), next(g, "end"))
for k in range(3):
    g = closing()
    for _ in range(k): next(g)
    g.close()

d = {"a": 1, "bb": 2}
for k in range(3000):
    with transaction(d):
        d["a"] = -k
        if k % 3 == 0: raise KeyError(k)
print(d)
