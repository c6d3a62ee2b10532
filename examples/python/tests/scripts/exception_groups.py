# Groups of exceptions: making, splitting, `except*`, reports.
import sys
def f():
    raise ExceptionGroup("eg", [ValueError(1), ExceptionGroup("in", [TypeError("x"), KeyError(2)])])
try:
    f()
except* ValueError as e:
    print(1, repr(e), repr(sys.exc_info()[1]))
except* TypeError as e:
    print(2, repr(e))
except* KeyError:
    print(3, repr(sys.exc_info()[1]))
else:
    print("else")
print(sys.exc_info())
try:
    raise ValueError(5)
except* ValueError as e:
    print(repr(e), e.__traceback__, e.exceptions[0].__traceback__ is not None)
for i in range(3):
    try:
        try:
            raise [ValueError(5), OSError(1), ExceptionGroup("k", [ValueError(1), OSError(3)])][i]
        except* ValueError as e:
            raise TypeError("new")
    except BaseException as e:
        print(repr(e), repr(e.__context__), repr(e.__cause__), e.__traceback__ and e.__traceback__.tb_lineno)
try:
    try:
        f()
    except* ValueError:
        raise
    except* KeyError as e:
        raise e
except BaseException as e:
    print(repr(e), repr(e.__context__))
try:
    try:
        f()
    except* ValueError:
        raise RuntimeError("a")
    except* KeyError as e:
        raise RuntimeError("b") from e
except BaseException as e:
    print(repr(e), repr(e.__context__), [repr(x.__context__) for x in e.exceptions], [repr(x.__cause__) for x in e.exceptions])
for T in (ExceptionGroup, (ValueError, BaseExceptionGroup), 3, int):
    try:
        try:
            f()
        except* T:
            pass
    except BaseException as e:
        print(repr(e), repr(e.__context__))
for a in [(), ("x",), ("x", []), (1, [ValueError()]), ("x", 3), ("x", [3]), ("x", [KeyboardInterrupt()]), ("x",[ValueError()],1), ("x", (ValueError(1),)), ("x", {1: 2})]:
    for C in (ExceptionGroup, BaseExceptionGroup):
        try:
            e = C(*a)
            print(repr(e), str(e), e.message, e.exceptions, e.args, type(e))
        except Exception as x:
            print(type(x), x)
class My(ExceptionGroup):
    def __new__(cls, msg, excs, code):
        o = super().__new__(My, msg, excs)
        o.code = code
        return o
    def derive(self, excs):
        return My(self.message, excs, self.code + 1)
m = My("hello", [ValueError(1), TypeError(2), My("deep", [ValueError(4), OSError(5)], 50)], 10)
print(repr(m), m.args, m.code)
m.add_note("n1")
a, b = m.split(ValueError)
print(repr(a), a.code, repr(b), b.code, a.__notes__, b.exceptions[1].code)
a.add_note("n2")
print(m.__notes__, a.__notes__, b.__notes__)
print(repr(m.subgroup(lambda e: isinstance(e, OSError))), m.subgroup(KeyError), m.split(KeyError), m.split((ValueError, TypeError, OSError)))
print(m.subgroup(My) is m, m.split(Exception))
try:
    m.split(3)
except TypeError as e:
    print(e)
class Bad(ExceptionGroup):
    def derive(self, excs):
        return 3
try:
    Bad("x", [ValueError(1), OSError(2)]).split(ValueError)
except TypeError as e: print(e)
class P(BaseExceptionGroup): pass
print(repr(P("x", [KeyboardInterrupt()])), repr(P("x", [ValueError()]).derive([OSError()])))
print(ExceptionGroup.__mro__, issubclass(ExceptionGroup, Exception), issubclass(BaseExceptionGroup, Exception))
print(ExceptionGroup("a", [ValueError(), ValueError()]))
def g():
    try:
        yield 1
    except* ValueError as e:
        yield repr(e)
    yield "end"
h = g(); next(h); print(h.throw(ValueError(3)), next(h))
def nest():
    try:
        try:
            f()
        except* TypeError:
            try:
                1/0
            except* ZeroDivisionError as z:
                print("z", repr(z), repr(z.__context__), repr(z.exceptions[0].__context__))
            finally:
                print("fin", repr(sys.exc_info()[1]))
    except ExceptionGroup as e:
        return e
print(repr(nest()))
class S(ExceptionGroup):
    def __init__(self, msg, excs): self.x = 1
print(S("q", [OSError()]).args)
class Q(Exception):
    def __init__(self, a): pass
print(Q(5).args)
try:
    raise ExceptionGroup("x", [OSError(1)])
except* OSError as e:
    pass
try:
    e
except NameError as x: print(x)


# What reports look like.
import traceback


def inner():
    raise ValueError("inner\nof two lines")


def caught(n):
    out = []
    for i in range(n):
        try:
            inner()
        except ValueError as e:
            out.append(e)
    return out


def many():
    parts = caught(1) + [KeyError("k"), ExceptionGroup("deep", caught(2))]
    try:
        raise OSError("before")
    except OSError as o:
        try:
            raise ExceptionGroup("many", parts)
        except* KeyError as e:
            try:
                raise e
            except ExceptionGroup as z:
                z.add_note("a note\nof two lines")
                z.exceptions[0].add_note("inner note")
                raise TypeError("while") from z


def wide():
    g = ExceptionGroup("wide", [ValueError(i) for i in range(18)])
    for i in range(13):
        g = ExceptionGroup("d%d" % i, [g, OSError(i)])
    raise g


def new_ones():
    try:
        try:
            raise KeyError(1)
        except KeyError as k:
            raise ExceptionGroup("a", [ValueError(1), OSError(2)])
    except* ValueError:
        raise TypeError(3)
    except* OSError as e:
        try:
            1 / 0
        except Exception:
            raise IndexError(4) from None


for fail in (many, wide, new_ones):
    try:
        fail()
    except Exception as e:
        print(traceback.format_exc().replace(__file__, "FILE"))
        print(traceback.format_exception_only(e))
        print("".join(traceback.format_exception(e)) == traceback.format_exc())

for w in ["break", "continue", "return"]:
    for body in [
        "for i in x:\n try:\n  pass\n except* OSError:\n  %s" % w,
        "def f():\n for i in x:\n  try:\n   pass\n  except* OSError:\n   for j in 2:\n    %s" % w,
        "def f():\n try:\n  pass\n except* OSError:\n  def f(): return 3",
        "try:\n pass\nexcept*:\n pass",
        "try:\n pass\nexcept* A:\n pass\nexcept B:\n pass",
        "try:\n pass\nexcept B:\n pass\nexcept* B:\n pass",
    ]:
        try:
            compile(body, "x", "exec")
            print("fine")
        except SyntaxError as e:
            print(e)


# Often enough to be compiled.
def work(i):
    if i % 3 == 0:
        raise ExceptionGroup("three", [ValueError(i), TypeError(i)])
    if i % 3 == 1:
        raise ValueError(i)
    return i


def loop(n):
    values = types = good = 0
    for i in range(n):
        try:
            good += work(i)
        except* ValueError as e:
            values += e.exceptions[0].args[0]
        except* TypeError as e:
            types += len(e.exceptions)
        else:
            good += 1
        finally:
            good += 2
    return values, types, good


print(loop(600), sys.exc_info())
