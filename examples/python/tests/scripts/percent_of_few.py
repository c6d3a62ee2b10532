"""`%` with few values and with others, format specifications, and who is asked when the right operand has a method for it."""
class S(str): pass
class I(int):
    def __str__(self): return "I!"
    def __repr__(self): return "I?"
class O:
    def __str__(self): return "O!"
    def __repr__(self): return "O?"
class T(tuple): pass
from collections import namedtuple
P = namedtuple("P", "a b")
big = 10 ** 30
values = [1, -5, 2.5, "text", "ünï", None, True, False, big, I(3), O(), S("sub"), (), (1,), (1, "a"), (1, 2.0, "x"), ("a", "b", "c", "d"),
          (1, 2, 3, 4, 5), T((1, 2)), P(1, "b"), [1, 2], {"a": 1, "b": "two"}, b"by", (I(4), O()), (S("s"), "t"), ("a", [1]), (None, True), 1e300, float("nan"), ("%s", "%"), 3j]
forms = ["", "plain", "%s", "%d", "%5d|", "%-5d|", "%05d|", "%+d", "% d", "%x", "%#x", "%o", "%e", "%.3f", "%8.3f|", "%-8.2f|", "%08.2f|", "%r", "%a", "%c", "%10s|", "%-10s|", "%.2s|",
         "%s %s", "%s=%d", "%-6s|%4d", "%s%%", "%%", "%s %s %s", "%s%s%s%s", "%*d", "%-*d", "%.*f", "%(a)s", "%(a)d %(b)s", "%", "%z", "%5", "abc%", "%ld", "%i", "%u", "%40s|", "%-40s|", "%040d|", "%.0f", "%g", "%5.1f%%"]
def one(form, v):
    try: return form % v
    except Exception as e: return type(e).__name__ + ": " + str(e)
def show():
    out = []
    for f in forms:
        for v in values:
            out.append("%s" % (one(f, v),))
    return out
first = show()
for k, line in enumerate(first): print(k, line)
for _ in range(30): assert show() == first
def loops(n):
    t = 0
    for i in range(n):
        s = "%s=%d %5.2f %-4s|" % ("k", i, i / 7, i % 3 == 0)
        t += len(s) + len("%d" % i) + len("%s" % (i,)) + len("%04x" % (i & 255))
        try: s = "%d %d" % (i,)
        except TypeError as e: t += len(str(e))
        try: s = "%d" % "x"
        except TypeError as e: t += len(str(e))
        t += len(S("<%s>") % i)
    return t
print(loops(3000))
specs = ["", "5", "<5", ">8", "^9", "=+6", "+", " ", "05", "x", "#x", "b", "o", "c", ",", "_", "10,", "010,", ".2f", "8.3f", "e", "g", "%", ".1%", "n", "s", "10s", "*^10", "é>8", "0>33", ">40", "z.1f", "5.", "..", "d5", "ss", "<", "+-3", ",_", "#"]
def fmt(v, spec):
    try: return format(v, spec)
    except Exception as e: return type(e).__name__ + ": " + str(e)
for spec in specs:
    print(repr(spec), [fmt(v, spec) for v in [1, -42, 2.5, "text", "ü", True, None, big, 1e10]])
def fs(n):
    t = 0
    for i in range(n):
        t += len(f"{i:5d}|{i*0.5:.2f}|{'ab':<{i % 40}}|{i:>+9,}")
    return t
print(fs(3000))
class Asked:
    def __str__(self): return "O!"
    def __rmod__(self, o): return ("rmod", str(o))
class S(str):
    def __rmod__(self, o): return ("S.rmod", str(o))
class N(str): pass
class M(str):
    def __mod__(self, o): return NotImplemented
def ask(a, b):
    try: return a % b
    except TypeError as e: return str(e)
for k in range(3):
    for a in ["%s", N("%s"), S("%s"), 5, [1]]:
        for b in [Asked(), S("s"), N("n"), 1, (1,)]:
            print(ask(a, b))
    print(ask(b"%s", Asked()), ask(M("x"), Asked()), "%c%c" % (N("a"), "b"))
def many(n):
    o, r = Asked(), []
    for i in range(n): r = ["<%s>" % o, "%s-%s" % (o, i), 5 % o, N("[%s]") % o, M("m") % o]
    return r
print(many(3000))
class B(bytes):
    def __rmod__(self, o): return ("B.rmod", bytes(o))
for a in [b"%s", "%s", N("%s")]:
    for b in [S("s"), B(b"b"), Asked()]:
        if isinstance(a, str) or not isinstance(b, str): print(ask(a, b))
def kept(n):
    kinds = []
    for i in range(n):
        kinds = [type(N("abc") % ()), type("abc" % ()), type(N("%d") % i), type(N("a") % {}), type(S("%%") % ())]
    return [k.__name__ for k in kinds]
print(kept(3000))
def shared(form, args): return form % args
def forms(n):
    t = 0
    for i in range(n):
        for form, args in (("%s", (i,)), ("%s-%s", (i, "a")), ("%s %s", (1.5, None)), ("%d", i), ("%s", Asked()), ("%s%s%s", (i, Asked(), [i])), ("%(a)s", {"a": i})):
            t += len(shared(form, args))
    return t
print(forms(2000))
