def f(n):
    try:
        if n == 0: raise ValueError("zero")
        if n == 1: return "one"
        if n == 2: {}["k"]
        if n == 3: [][1]
        if n == 4: 1 / 0
        if n == 5: int("x")
    except (ValueError, KeyError) as e:
        return type(e).__name__ + ":" + str(e)
    except IndexError:
        return "index"
    else:
        return "none"
    finally:
        print("finally", n)
for i in range(7):
    try:
        print(f(i))
    except ArithmeticError as e:
        print("arith", e, e.args)
class MyError(Exception):
    def __init__(self, code, msg="m"):
        super().__init__(msg)
        self.code = code
try:
    raise MyError(7, "hello")
except MyError as e:
    print(e.code, e, repr(e))
try:
    try:
        raise KeyError("a")
    except KeyError as e:
        raise RuntimeError("b") from e
except RuntimeError as e:
    print(repr(e.__cause__), e.__suppress_context__ if hasattr(e, "__suppress_context__") else True)
try:
    try:
        1 / 0
    except ZeroDivisionError:
        undefined_name
except NameError as e:
    print(e, type(e.__context__).__name__)
try:
    try:
        raise ValueError("again")
    except ValueError:
        raise
except ValueError as e:
    print("reraised", e)
def gen():
    try:
        yield 1
        yield 2
    finally:
        print("closed")
g = gen()
next(g)
g.close()
def loop():
    for i in range(3):
        try:
            if i == 1: continue
            if i == 2: break
            print("body", i)
        finally:
            print("fin", i)
    return "done"
print(loop())
def nested():
    try:
        try:
            return "inner"
        finally:
            print("f1")
    finally:
        print("f2")
print(nested())
def override():
    try:
        raise ValueError
    finally:
        return "swallowed"
print(override())
try:
    assert 1 == 2, "message"
except AssertionError as e:
    print(e)
try:
    def local():
        print(zz)
        zz = 1
    local()
except UnboundLocalError as e:
    print(e)
try:
    raise StopIteration(5)
except StopIteration as e:
    print(e.value)
def deep(n):
    return deep(n + 1)
try:
    deep(0)
except RecursionError as e:
    print("recursion")
try:
    raise "text"
except TypeError as e:
    print(e)
for bad in (lambda: len(5), lambda: "a" + 1, lambda: 1 + "a", lambda: None.x, lambda: [1, 2]["a"],
            lambda: {}[[]], lambda: (1, 2)[5], lambda: int([]), lambda: [].pop(), lambda: "abc".index("z"),
            lambda: undefined, lambda: 5(), lambda: 1 < "a", lambda: float("q"), lambda: chr(-1)):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
