# What has quick ways in compiled code beside the general one: each is done often enough to be compiled, and with what the quick way is not for.
import random

random.seed(3)


class K:
    def __init__(self, a, b):
        self.a = a
        self.b = b

    def __lt__(self, other):
        return self.a < other.a

    def __repr__(self):
        return f"K({self.a}, {self.b})"


# Sorting by methods is stable, either way round, and leaves the list alone if a comparison fails.
for n in list(range(0, 35)) + [100, 333]:
    for reverse in (False, True):
        keys = [K(random.randrange(max(n // 3, 1)), i) for i in range(n)]
        order = [(x.a, -i if reverse else i) for i, x in enumerate(keys)]
        expected = [keys[abs(i)] for _, i in sorted(order, reverse=reverse)]
        copy = keys[:]
        copy.sort(reverse=reverse)
        by_key = sorted(keys, key=lambda k: K(k.a, 0), reverse=reverse)
        if not (copy == expected == sorted(keys, reverse=reverse) == by_key):
            print("wrong", n, reverse)


class Bad:
    def __lt__(self, other):
        raise ValueError("not comparable")


bad = [Bad(), Bad(), Bad()]
same = bad[:]
for f in [lambda: bad.sort(), lambda: sorted([K(1, 2), 3]), lambda: sorted([object(), object()]), lambda: max([Bad(), Bad()], key=lambda b: b.x)]:
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
print(bad == same, sorted([0.0, -0.0]), sorted([-0.0, 0.0]), sorted([3.5, -1.0, 2.25, -1.0]), sorted([(2, "b"), (2, "a"), (1, "z")]))
print(sorted([(9 - i, str(i)) for i in range(9)]), sorted([5, 4, 3, 2, 1]), sorted(["b", "", "ab", "é", "a"]))
try:
    sorted([(1, 2), (1, "x")])
except TypeError as e:
    print(e)


# Ranges of any step.
def steps(n):
    total = 0
    for s in [1, 2, 3, 7, -1, -2, -5, n, -n]:
        for i in range(0, n, s):
            total += i
        for i in range(n, -n, s):
            total -= i * s
        for i in range((1 << 63) - 5, (1 << 63) - 1, abs(s)):
            total ^= i & 0xFF
    return total


print([steps(n) for n in range(1, 60)][-3:], len(range(10, 0, -3)), range(3)[::-1])
for f in [lambda: range(1, 2, 0), lambda: list(range(5, 0, -2)), lambda: range(1.5)]:
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


# Complex numbers with each other and with real ones.
def complexes(n):
    z, c, seen = 0j, 0.3 - 0.4j, []
    for i in range(n):
        w = z * z + c - i / 7 + 2 * z
        # Not abs(): its last digit depends on the processor.
        w = (w / (1 + w.real * w.real + w.imag * w.imag)) ** 2 - -z.conjugate() / (3 + 1j)
        z = w if abs(w) < 3 else complex(i % 3, 0.5)
        if i % 50 == 0:
            seen.append((z.real, z.imag, z == w, z != c, z == z.real, 1 - z, z - 1.5, z + True))
    return seen


for row in complexes(300):
    print(row)
for f in [lambda: 1j / 0, lambda: 1j / 0j, lambda: complex(1e308, 1e308) ** 2, lambda: abs(complex(1e308, 1e308)), lambda: 1j < 2j, lambda: 1j // 1, lambda: complex("1", 2), lambda: (1j).imaginary]:
    for _ in range(3):
        try:
            result = f()
        except Exception as e:
            result = (type(e).__name__, str(e))
    print(result)
print(1 / complex(float("nan"), 1), complex(-0.0, 0.0) * 1, -complex(0, -0.0), (2 ** 70) * 1j, 1j == 1, 0j == 0, (1 + 0j) == True)


# Attributes by name.
class P:
    kind = "p"

    def __init__(self):
        self.x = 1

    @property
    def twice(self):
        return self.x * 2

    def method(self):
        return self.x


class G(P):
    def __getattr__(self, name):
        if name == "z":
            return 26
        raise AttributeError(name)


def attributes(n):
    out = []
    p, g = P(), G()
    for i in range(n):
        for o in (p, g):
            setattr(o, "x", i)
            setattr(o, "new", -i)
            row = [getattr(o, "x"), getattr(o, "kind"), getattr(o, "twice"), getattr(o, "method")(), getattr(o, "z", None), getattr(o, "y", i)]
            row += [hasattr(o, name) for name in ("x", "y", "z", "new", "twice", "method", "__class__", "__dict__", "nope")]
            row += [hasattr(o, "x"), hasattr(o, "y"), hasattr(o, "z"), hasattr(o, "__dict__"), getattr(o, "__class__").__name__]
        if i % 70 == 0:
            out.append(row)
    try:
        getattr(p, "absent")
    except AttributeError as e:
        out.append(str(e))
    P.late = 5
    out.append((getattr(p, "late"), hasattr(g, "late")))
    return out


for row in attributes(200):
    print(row)


# Bools as integers.
def bools(n):
    total, flags = 0, []
    for i in range(n):
        a, b = i % 3 == 0, i % 5 == 0
        total += a + b - (a - 1) * (b + 2)
        flags.append((a & b, a | b, a ^ b, a & 1, b | 2, a + a, a * 2.5, True / 2, a // True, -a, ~b, 7 % (b + 1)))
    return total, flags[-1], flags[-3]


print(bools(300))


# Lists changed in place.
def lists(n):
    ints, mixed = list(range(10)), [1, "a", 2.5, None]
    floats = [0.5 * i for i in range(6)]
    for i in range(n):
        ints.insert(i % 12 - 3, i)
        ints.pop()
        mixed.insert(1, i)
        del mixed[-1]
        floats.insert(-1, i / 2)
        floats[1:3] = floats[2:4]
        floats.pop(0)
        ints[2:4] = [i, i + 1]
        ints[0:1] = [7]
    ints[1:2] = ["x"]
    floats[0:0] = [1]
    return ints, mixed, floats, ints.copy(), [].copy()


print(lists(100))


# Formats.
for v in [0, 1, -1, 123456, -98765, 10**20, -(10**25), True, 1.5, -0.0, 2.675, 0.125, 1e16, 1e-5, 1.5e-5, 123456.789, 1e300, float("inf"), float("nan"), "abc", "héé", ""]:
    row = []
    for spec in ["", "5", "<5", "^9", "+", "08", "<08", "d", "+d", " d", "x", "#X", "#o", "b", "#010x", "08.3f", ".2f", "+10.2f", ".0f", "e", ".3g", "%", ".1%", ",", "_", ",.2f", "*^12", "é>8", "10s", ".2s", "010", "c"]:
        try:
            row.append(format(v, spec))
        except (ValueError, OverflowError):
            row.append("!")
    print(*row, sep="|")
    row = []
    for text in ["%d", "%5d", "%-5d.", "%05d", "%+d", "% d", "%x", "%#X", "%.3d", "%+8.3d", "%s", "%10s", "%-10s.", "%.2s", "%r", "%f", "%.2f", "%-10.2f.", "%010.2f", "%e", "%g", "%.0f", "%i", "%ld"]:
        try:
            row.append(text % v)
        except (TypeError, ValueError, OverflowError) as e:
            row.append(type(e).__name__)
    print(*row, sep="|")
for text, values in [("%s %s", (1, 2)), ("%(a)s %(b)05d", {"a": 1, "b": 2}), ("%(a(b))s%%", {"a(b)": 3}), ("%*d|%-*d|", (5, 1, 5, 2)), ("%.*f", (2, 1.23456)), ("é%sé", "ü"), ("%*d.", (-5, 3)), ("%c%c", ("x", 233)), ("%s", (1, 2)), ("%s %s", (1,)), ("abc", (1,))]:
    try:
        print(text % values)
    except TypeError as e:
        print(e)
print("{}{}{{}}{:{}}|{!r:>6}|{0}".replace("{0}", "").format(1, 2, 5, 8, "a"), "é{}é".format("ü"), "{:>{w}.{p}f}".format(3.14159, w=10, p=2), "{0[a]}{1.real}".format({"a": 1}, 4))
for text in ["{", "}", "{}}", "{} {}"]:
    try:
        print(text.format(1))
    except (ValueError, IndexError) as e:
        print(type(e).__name__, e)
for i in range(200):
    x = random.random() * 10 ** random.randint(-8, 12)
    print(x, "%.3f %.0f %.10f" % (x, x, x), -x, f"{x:.2f}")
