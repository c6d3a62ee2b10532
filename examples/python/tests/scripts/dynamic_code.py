# exec, eval, compile, globals, locals, __dict__ of modules and instances.
x = 10
print(eval("x + 1"), eval("  x * 2"), eval("y", {"y": 3}), eval("a + b", {"a": 1}, {"b": 2}), eval("[i * x for i in range(3)]"))
exec("z = x + 5\ndef f(n): return n * z\nclass K: v = z")
print(z, f(2), K.v, globals()["z"], "f" in globals())
ns = {}
exec("a = 1\nb = a + 1\ndef g(): return a + b\ndef set_a(v):\n    global a\n    a = v", ns)
print(sorted(k for k in ns if k != "__builtins__"), ns["g"](), "__builtins__" in ns)
ns["set_a"](50); exec("c = g()", ns); print(ns["c"], ns["a"])
exec("del b", ns); print("b" in ns)
loc = {}
exec("q = x + 1\nr = [x, q]", globals(), loc); print(loc, "q" in globals())
code = compile("x ** 2", "<mine>", "eval"); print(eval(code), eval(code, {"x": 7}), type(code).__name__)
code = compile("w = x + 1", "file.py", "exec"); exec(code); print(w, code.co_filename)
exec(compile("1 + 1\n", "<in>", "single")); exec(compile("None\n", "<in>", "single")); exec(compile("s = 'shown'\n", "<in>", "single")); print(s)
def func(p, q=2, *rest, k=5, **kw):
    inner = p + q
    before = sorted(locals())
    def closure(): return inner
    return before, eval("p + q + inner"), sorted(locals()), locals()["inner"], dir(), sorted(vars())
print(func(1))
def change():
    v = 1
    exec("v = 2")
    locals()["v"] = 3
    return v
print(change())
def gen():
    a = 1
    yield sorted(locals())
    b = 2
    yield sorted(locals())
print(list(gen()))
def outer():
    free = "free"
    def inner(): return locals(), free
    return inner()
print(outer())
class Body:
    one = 1
    names = sorted(n for n in locals() if not n.startswith("__"))
    exec("two = one + 1")
print(Body.names, Body.two)
globals()["made"] = "by globals"; print(made)
g = globals(); g["other"] = 1; del g["other"]
try: other
except NameError as e: print(e)
print(globals() == globals(), isinstance(globals(), dict), "x" in g, g.get("nope", "none"), len(g) > 5)
g.update(u1=1, u2=2); print(u1 + u2, g.pop("u1"), "u1" in g, g.setdefault("u3", 9), u3)
class Obj:
    def __init__(self): self.a, self.b = 1, 2
o = Obj()
print(o.__dict__, vars(o), o.__dict__["a"], len(o.__dict__), list(o.__dict__), sorted(o.__dict__.items()), "a" in o.__dict__, bool(Obj.__new__(Obj).__dict__))
o.__dict__["c"] = 3; o.__dict__.update(d=4); del o.__dict__["a"]; print(o.c, o.d, hasattr(o, "a"), o.__dict__, {**o.__dict__}, dict(o.__dict__) == o.__dict__)
o.__dict__ = {"fresh": 1}; print(vars(o), o.fresh); o.__dict__.clear(); print(vars(o))
def kw(**k): return sorted(k.items())
o.__dict__.update({"k": 1}); print(kw(**vars(o)), [k for k in vars(o)])
try: vars(5)
except TypeError as e: print(e)
for src, how in [("1 +", eval), ("x = 1", eval), ("def", exec), ("if 1:\nx", exec), ("1 2", eval), ("a\n b", exec)]:
    try: how(src)
    except SyntaxError as e: print(type(e).__name__, e.filename, e.lineno)
try: eval("1 / 0")
except ZeroDivisionError as e: print(e)
try: eval("undefined_thing", {})
except NameError as e: print(e)
for bad in [lambda: eval(5), lambda: exec(None), lambda: eval("1", 5), lambda: compile("1", "f", "what")]:
    try: bad()
    except (TypeError, ValueError) as e: print(type(e).__name__, e)
total = 0
for i in range(2000): total += eval("i * 2 + x")
print(total)
e = {"n": 0}
for i in range(500): exec("n += 2", e)
print(e["n"], func.__code__.co_name, func.__code__.co_argcount, func.__code__.co_varnames[:2], func.__globals__ is not None)
fs = [eval("lambda v, k=%d: v * k" % k) for k in range(3)]; print([f(10) for f in fs])
exec("import math\nprint(math.floor(2.5))")
exec("for n in range(3):\n    if n == 2: break\nelse: n = -1"); print(n)
