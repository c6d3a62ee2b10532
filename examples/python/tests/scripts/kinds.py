# Instructions that have seen operands of one kind, and then get others: each operator and comparison is a function of its own, which is called many times with
# one kind before it is given all of them. What plain execution made of it must do as before.


class Number:
    def __init__(self, n):
        self.n = n

    def __repr__(self):
        return f"Number({self.n})"

    def __add__(self, other):
        return f"{self.n}+{other}"

    def __radd__(self, other):
        return f"{other}+{self.n}"

    def __iadd__(self, other):
        return f"{self.n}+={other}"

    def __mul__(self, other):
        return f"{self.n}*{other}"

    def __lt__(self, other):
        return f"{self.n}<{other}"

    def __eq__(self, other):
        return isinstance(other, Number) and self.n == other.n

    __hash__ = None

    def __bool__(self):
        return self.n > 0

    def __getitem__(self, k):
        return f"{self.n}[{k}]"

    def __setitem__(self, k, v):
        self.n = (k, v)


VALUES = [0, 1, -1, 7, 2**31, 2**62, -(2**63), 2**70, 0.0, -0.0, 1.5, -7.25, 1e308, float("inf"), float("nan"),
          "", "text", "ab", b"ab", None, True, False, (1, 2), [1, 2], {1: 2}, Number(3), Number(-2), 2j]

BINARY = {}
UNARY = {}


def binary(f):
    BINARY[f.__name__] = f
    return f


def unary(f):
    UNARY[f.__name__] = f
    return f


for _sign, _name in [("+", "add"), ("-", "sub"), ("*", "mul"), ("/", "div"), ("//", "floordiv"), ("%", "mod"), ("&", "band"),
                     ("|", "bor"), ("^", "bxor"), (">>", "shr"), ("<", "lt"), ("<=", "le"), (">", "gt"), (">=", "ge"), ("==", "eq"), ("!=", "ne")]:
    exec(f"def {_name}(a, b):\n    return a {_sign} b\nbinary({_name})")
for _sign, _name in [("+", "iadd"), ("-", "isub"), ("*", "imul"), ("//", "ifloordiv"), ("%", "imod"), ("|", "ior")]:
    exec(f"def {_name}(a, b):\n    a {_sign}= b\n    return a\nbinary({_name})")
for _sign, _name in [("<", "iflt"), ("<=", "ifle"), (">", "ifgt"), (">=", "ifge"), ("==", "ifeq"), ("!=", "ifne")]:
    exec(f"def {_name}(a, b):\n    if a {_sign} b:\n        return 1\n    return 2\nbinary({_name})")
    exec(f"def {_name}not(a, b):\n    while not a {_sign} b:\n        return 1\n    return 2\nbinary({_name}not)")


@binary
def shl(a, b):
    return a << (b if not isinstance(b, int) or b < 100 else 100)


@binary
def item(a, b):
    return a[b]


@unary
def iftrue(a):
    if a:
        return 1
    return 2


@unary
def iffalse(a):
    if not a:
        return 1
    return 2


@unary
def loop(a):
    total = []
    for x in a:
        total.append(x)
        if len(total) > 5:
            break
    return total


def result(f, *args):
    try:
        return repr(f(*args))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def digest(text):
    s = 7
    for c in text:
        s = (s * 31 + ord(c)) % 1000000007
    return s


def huge(x, y):
    return isinstance(x, int) and x > 1000 and isinstance(y, (str, bytes, tuple, list))


def attempt(name, f, many, *used):
    for _ in range(12):
        result(f, *used)
    if many:
        parts = [result(f, x, y) for x in VALUES for y in VALUES[::3] if not huge(x, y) and not huge(y, x)]
    else:
        parts = [result(f, x) for x in VALUES]
    # And as often as it takes to be given up and beyond.
    for _ in range(300):
        result(f, *("ab" for _ in used))
    parts.append(result(f, *used))
    return name, " ".join(parts)


lines = []
for name, f in BINARY.items():
    lines.append(attempt(name + " of integers", f, True, 9, 4))
for name, f in BINARY.items():
    lines.append(attempt(name + " of floats", f, True, 3.5, 4.5))
for name, f in BINARY.items():
    lines.append(attempt(name + " of texts", f, True, "text", "other"))
lines.append(attempt("items of lists", item, True, [1, 2, 3], 1))
for name, f in UNARY.items():
    for used in [True, 5, None, range(3), [1, 2, 3], (1, 2), "abc", {1: 2}]:
        lines.append(attempt(f"{name} of {used}", f, False, used))
for k, (name, text) in enumerate(lines):
    print(name, digest(text), text if k % 40 == 0 else "")


def put(t, k, v):
    t[k] = v
    return t


numbers = [0] * 5
for i in range(20):
    put(numbers, i % 5, i)
print(numbers, put(numbers, -1, 1.5), put({}, 1, 2), put(Number(1), "k", "v"), put(bytearray(b"abc"), 1, 65))
print(result(put, numbers, 9, 1), result(put, (1,), 0, 1), result(put, numbers, "a", 1), result(put, None, 0, 1), put([1, 2, 3], slice(0, 2), "xy"))


def total(n, since):
    s = 0
    for i in range(n):
        s = s + (0.5 if i >= since else 1)
    return s


print(total(50, 100), total(50, 25), total(50, 0), total(1000, 900), total(1000, 1))


def big(n):
    s = 1
    for _ in range(n):
        s = s * 3
    return s


print(big(10), big(39), big(40), big(41), big(100))


def countdown(r):
    seen = []
    for x in r:
        seen.append(x)
    return seen


for _ in range(10):
    countdown(range(3))
print(countdown(range(5, 0, -2)), countdown([]), countdown(x * x for x in range(3)), countdown("ab"), countdown(range(2**62, 2**62 + 2)))
changing = [1, 2, 3]
for x in changing:
    if x < 6:
        changing.append(x + 3)
print(changing)
