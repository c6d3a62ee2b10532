def count(n):
    i = 0
    while True:
        got = yield i
        if got is not None:
            i = got
        else:
            i += 1
        if i > n:
            return "end"
g = count(5)
print(next(g), next(g), g.send(4), next(g))
try:
    next(g)
except StopIteration as e:
    print("stop", e.value)
def sub():
    x = yield 1
    print("got", x)
    y = yield 2
    return (x, y)
def outer():
    r = yield from sub()
    print("result", r)
    yield from [10, 20]
    return "over"
o = outer()
print(next(o), o.send("a"), o.send("b"), next(o))
print(list(outer()))
def thrower():
    while True:
        try:
            yield "ready"
        except ValueError as e:
            print("caught", e)
            yield "recovered"
t = thrower()
print(next(t), t.throw(ValueError("boom")), next(t))
print(sum(x * y for x in range(4) for y in range(3) if x != y))
gen = (c.upper() for c in "abc")
print(next(gen), list(gen), list(gen))
def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
out = []
for x in fib():
    if x > 100: break
    out.append(x)
print(out)
def tree(n):
    if n:
        yield from tree(n - 1)
        yield n
        yield from tree(n - 1)
print(list(tree(3)))
print(list(zip(fib(), "abc")), list(enumerate("xy", 5)))
print(list(map(lambda a, b: a + b, [1, 2], [3, 4])), list(filter(None, [0, 1, "", 2])))
print(any(x > 3 for x in [1, 5]), all([]), list(reversed([1, 2, 3])))
it = iter([1, 2, 3])
print(next(it), list(it), next(it, "default"))
try:
    def bad():
        yield 1
        raise StopIteration
    list(bad())
except RuntimeError as e:
    print(e)
print([*range(3), *"ab"], {**{"a": 1}, "b": 2}, (*[1], 2))


# What is thrown in leaves a generator like what it raises itself.
def watched():
    try: yield 1
    finally: pass


for _ in range(3):
    for kind in StopIteration, ValueError, GeneratorExit:
        for started in range(3):
            g = watched()
            try:
                for _ in range(started): next(g)
            except StopIteration: pass
            try: g.throw(kind)
            except BaseException as e: print(kind.__name__, started, type(e).__name__, e, type(e.__cause__).__name__)
