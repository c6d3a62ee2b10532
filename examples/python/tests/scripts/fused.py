"""Instructions that follow each other and are one in plain execution: each part with what it does not expect, errors in either, and jumps between them."""


def report(name, f, *args):
    try:
        print(name, f(*args))
    except Exception as e:
        at = e.__traceback__
        while at.tb_next:
            at = at.tb_next
        print(name, type(e).__name__, e, at.tb_lineno)


def warm(f, *args):
    for _ in range(40):
        last = f(*args)
    return last


# Constants as operands.
def more(x): return x + 1
def less(x): return x - 2
def twice(x): return x * 2
def odd(x): return x % 2
def is_zero(x): return "zero" if x == 0 else "other"
def below(x): return "below" if x < 10 else "not"
def above(x): return "above" if x > 10 else "not"
def minus(x): return 5 - x


class Num:
    def __init__(self, n): self.n = n
    def __add__(self, other): return f"{self.n}+{other}"
    def __sub__(self, other): return f"{self.n}-{other}"
    def __mul__(self, other): return f"{self.n}*{other}"
    def __mod__(self, other): return f"{self.n}%{other}"
    def __eq__(self, other): return other == 0
    def __lt__(self, other): return []
    def __gt__(self, other): return [1]
    __hash__ = None


for f in (more, less, twice, odd, is_zero, below, above, minus):
    print(f.__name__, warm(f, 7), f(0), f(2.5), f(True), f(2 ** 63 - 1), f(-2 ** 63), f(10 ** 30), f(-1))
    report("text", f, "x")
    report("list", f, [1])
    report("none", f, None)
    report("instance", f, Num(3))

# Mixed numbers, and division.
def arith(x, y): return x + y, x - y, x * y, x / y
for x, y in ((1, 2), (1.5, 2.5), (1.5, 2), (3, 0.5), (2 ** 62, 3.0), (7, 2), (-7, 2), (10 ** 20, 3), (True, 0.5), (2 ** 53 + 1, 1), (0.0, -1)):
    print(warm(arith, x, y), arith(1, 2), arith(0.5, 1))
report("divide", arith, 1, 0)
report("divide floats", arith, 1.0, 0)
report("divide mixed", arith, 1, 0.0)
report("text", arith, "a", 1)


# Attributes of attributes, methods.
class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next
    def get(self): return self.value
    def put(self, x): self.value = x
    def nothing(self): pass


class Slow:
    def __getattr__(self, name):
        if name in ("next", "value"):
            return self if name == "next" else "asked"
        raise AttributeError(name)


class Property:
    @property
    def next(self): return Node("by property")
    @property
    def get(self): return lambda: "function"


def second(o): return o.next.value
def get(o): return o.get()
def put(o, x):
    o.put(x)
    return o.value
def nothing(o): return o.nothing()
def text(s): return s.upper()
def joined(s, l): return s.join(l)
chain = Node(1, Node(2))
print(warm(second, chain), warm(get, chain), warm(put, chain, 3), warm(nothing, chain), warm(text, "a"), warm(joined, "-", ["a", "b"]))
print(second(Slow()), second(Property()), get(Property()), get(Node("x")), text("b"))
for k in range(700):
    second(Slow())
    get(Property())
print(second(chain), get(chain), second(Slow()))
report("second", second, chain.next)
report("get", get, 5)
report("put", put, Slow(), 1)
report("text", text, 5)
Node.get = lambda self: "new"
Node.value = property(lambda self: "shadow", lambda self, x: None)
print(get(chain), second(chain), put(chain, 9))
chain.get = lambda: "own"
print(get(chain))


# Calls of what is in a variable.
def call(f, x):
    y = x
    return f(y)
def twos(f, x, y): return f(x, y)
def glob(x): return helper(x)
def helper(x): return ("first", x)
print(warm(call, str, 1), warm(twos, max, 1, 2), warm(glob, 1), call(Node, 1).next, call(lambda x: [x], 2), twos(divmod, 7, 2))
helper = lambda x: ("second", x)
print(glob(2))
helper = len
report("glob", glob, 3)
del helper
report("glob", glob, 4)
report("call", call, None, 1)
report("call", call, twos, 1)


# Items that are tested, products that are summed.
def test(l, i): return "yes" if l[i] else "no"
def has(l, i): return "yes" if not l[i] else "no"
def dot(s, a, b): return s + a * b
def first(t): return t[0], t[-1]
flags = [True, False, None]
for f in (test, has):
    print([warm(f, flags, k) for k in range(3)], f([0, 1, []], 1), f({"a": []}, "a"), f("abc", 1), f([Num(1)], 0))
    report("index", f, flags, 3)
    report("kind", f, 5, 0)
print(warm(dot, 0.5, 2.0, 3.0), dot(1, 2, 3), dot(0.5, 2, 3), dot(1, 2.0, 3), dot(-0.0, 0.0, -1.0), dot(1e308, 1e200, 1e200), dot("a", "b", 2), dot([1], [2], 2))
report("dot", dot, None, 1.0, 2.0)
report("dot", dot, 1.0, None, 2.0)
print(warm(first, (1, 2)), first([3, 4]), first("ab"), first({0: "z", -1: "l"}), first(range(5)))
report("first", first, ())


# Ends of loops, what is returned, names that are unbound.
def fill(n, v):
    l = [None] * n
    for i in range(n):
        l[i] = v
    return l
def total(l):
    s = 0
    for x in l:
        s = s + x
    return s
def last(l):
    for x in l:
        y = x
    return y
def silent(l): l.append(1)
def unbound(x):
    if x:
        del x
    try:
        return x
    except UnboundLocalError as e:
        return str(e)
def handled(x):
    try:
        return 1 // x
    except ZeroDivisionError as e:
        a = e
    return type(a).__name__
print(warm(fill, 3, 1), fill(2, "x"), fill(2, 1.5), warm(total, [1, 2, 3]), total([1, 2.5]), total([2 ** 62, 2 ** 62]), warm(last, [1, 2]), last("ab"), last({"k": 1}))
print(warm(silent, []), warm(unbound, 0), unbound(1), warm(handled, 1), handled(0), handled(2.0))
report("total", total, [1, None])
report("last", last, [])
report("fill", fill, "a", 1)
