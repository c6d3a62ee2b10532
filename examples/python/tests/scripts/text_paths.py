# Functions of text, lists and numbers that traces have ways of their own for, each many times, with what leaves those ways.


class Word(str):
    def __str__(self):
        return "a word"


class Loud(str):
    def upper(self):
        return "loud " + str.upper(self)

    def __contains__(self, x):
        return x == "?"


class Num(int):
    pass


def raised(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__


def joining():
    out = []
    for i in range(200):
        parts = ["a", "", "bc", "é", Word("w")]
        if i % 50 == 7:
            parts.append(i)
        elif i % 50 == 8:
            parts.append(b"x")
        elif i % 50 == 9:
            parts = [1, 2]
        elif i % 50 == 10:
            parts = [1.5, "a"]
        elif i % 50 == 11:
            parts = []
        elif i % 50 == 12:
            parts = [Word("one")]
        elif i % 50 == 13:
            parts = ("x", "y", "zz")
        elif i % 50 == 14:
            parts = {"k": 1, "l": 2}
        elif i % 50 == 15:
            parts = "été"
        elif i % 50 == 16:
            parts = 5
        out.append(raised(("-", "", "é--")[i % 3].join, parts))
    return out[5:17], type(out[12]).__name__, out[100:104]


def one_more(parts):
    return ",".join(x for x in parts if x)


def order():
    n = 0
    for i in range(300):
        c = "azAZ{`09é\u4e00"[i % 10]
        text = ["", "ab", "z", "zz", c, "~"][i % 6]
        n = n * 3 % 1000003 + ("a" <= c <= "z") + 2 * (text < "n") + 4 * ("n" >= text) + 8 * (text > "")
        n += ("é" > c) + (c < "é") * 2
    return n


def within():
    n = 0
    for i in range(300):
        c = "a\t \n0e+-.~é\x00"[i % 12]
        part = ["", c, "0e", "e+", c + c][i % 5]
        n = n * 5 % 1000003 + (c in " \t\r\n") + 2 * (part in "+-.0123456789eE") + 4 * (c not in "é~") + 8 * (part in "")
    return n, raised(lambda: 1 in "abc"), "?" in Loud("abc"), "a" in Loud("abc")


def growing():
    s = "x" * 300
    sizes = []
    for i in range(120):
        t = s + "ab"
        u = "[" + s + "]"
        sizes.append(len(t) + len(u))
        if i % 3 == 0:
            s = t
        elif i % 3 == 1:
            s = s + "é" if i == 100 else s
        assert u[0] == "[" and u[-1] == "]" and t[-2:] == "ab" and u[5] == "x" and u.find("]") == len(u) - 1
    v = s + "1"
    w = s + "2"
    x = v + "3"
    y = v + "4"
    return sum(sizes), v[-2:], w[-2:], x[-3:], y[-3:], x == v + "3", hash(x) == hash(v + "3"), len(s), s.count("é")


def repeating():
    out = []
    for i in range(120):
        n = i % 7 - 2
        value = (None, 1, 2.5, "s", [], True, 10**30)[i % 7]
        a = [value] * n
        b = [value, 3] * n
        c = n * [value]
        d = "ab" * n + "é" * n + "-" * n
        e = (value,) * n
        out.append((len(a), len(b), len(c), d, len(e)))
        a.append("more")
        c.append(1.5)
        out.append((a[-1], c[-1], a[0] if n > 0 else None))
    x = [[]] * 3
    x[0].append(1)
    y = [1]
    z = y
    for i in range(3):
        y *= 2
    big = raised(lambda: [None] * (1 << 62)), raised(lambda: y * (1 << 62))
    return out[::13], x, y, z is y, [b[:9] for b in big], [0] * True, raised(lambda: [0] * 1.5)


def removing():
    out = []
    for i in range(150):
        a = [list(range(6)), [0.5, 1.5, 2.5], ["a", None, 3, "d"], []][i % 4]
        for k in (0, -1, 1, i % 9 - 4):
            out.append(raised(a.pop, k))
        a.insert(0, i)
        a.insert(2, "x" if i % 5 == 0 else 7)
        a.insert(-1, 8)
        a.insert(99, 9)
        a.insert(len(a), 10)
        out.append(tuple(a))
    return out[::29], raised([1].pop, "a"), raised([1].insert, "a", 1), raised([].pop)


def backwards():
    out = []
    for i in range(150):
        total = 0
        for x in reversed([1, 2, 3][: i % 4]):
            total = total * 10 + x
        for x in reversed((4, 5, i)):
            total = total * 10 + x
        out.append(total)
    a = [1, 2, 3, 4, 5]
    seen = []
    for x in reversed(a):
        seen.append(x)
        if x == 4:
            del a[1:]
    it = reversed([1, 2])
    rest = [next(it), next(it), next(it, "end"), next(it, "end")]
    return out[-9:], seen, rest, list(reversed("aé")), list(reversed(range(4))), raised(reversed, 5), raised(reversed, {1})


class Called:
    def __call__(self):
        return 1


def calling():
    n = 0
    things = [1, 2.0, "s", None, True, [], (), {}, set(), len, calling, Called, Called(), object(), "x".upper, Called().__call__, 10**30]
    for i in range(300):
        n = n * 2 % 1000003 + callable(things[i % len(things)])
    return n, [callable(t) for t in things]


def making():
    out = []
    for i in range(150):
        s, d, l = set(), dict(), list()
        s.add(i)
        d[i] = i
        l.append(i)
        t = tuple(l * (i % 20)), list(l), str(i), str(-i), tuple([1.5, 2.5]), list((1, 2)), tuple("ab")
        u = tuple([i, "x"]), list([]), tuple([])
        out.append((s, d, l, t, u, isinstance(i, (str, int)), isinstance("x", (int, float)), isinstance(None, ()), isinstance(Word("a"), (int, str))))
        assert l is not t[1]
    return out[::49], str(10**20), str(True), raised(isinstance, 1, (1,)), raised(isinstance, 1, (int, 1)), raised(isinstance, "", (int, 1)), isinstance(True, (str, (int,)))


def extremes():
    out = []
    for i in range(120):
        a = [3, i, -5]
        out.append((max(a), min(a), max(tuple(a)), min((i, 2.5, 1)), max([1.5, 0.5]), max("b", "a"), max(["x", "yy"], key=len)))
    nan = float("nan")
    return out[::31], max([1, True]), max((True, 1)), min((1, True, 0)), max([10**30, 5]), raised(max, []), raised(min, ()), max([], default=3), max([1.0, nan]), max([nan, 1.0]), raised(max, [1, "a"]), raised(max, ())


def changing():
    out = []
    for i in range(150):
        s = ["aXb", "", "éÀë", "i", Loud("ab"), "ABC def"][i % 6]
        out.append(
            (s.upper(), s.lower(), s.casefold(), s.strip("a"), s.replace("a", "&amp;"), s.replace("", "-"), s.replace("b", ""), s.split(), s.split("b", 1))
            + (s.partition("b"), s.find("b"), s.startswith(("a", "A")), s.endswith("f"), s.count(""), s.count("a"), s.count("é"), s[::-1], s[::2], s[-1:0:-2])
            + (s.ljust(5, "é"), s.rjust(4), s.zfill(4), raised(s.index, "b"), raised(s.split, ""), raised(s.find, 1), raised(s.startswith, ["a"]))
            + (s.replace("a", "b", 1), s.rfind("a"), s.count("b", 1), s.startswith("b", 2), s.replace("ab", "é"))
        )
    return out[:6]


def numbers():
    out = []
    for i in range(150):
        t = ["12", "-7", " 5 ", "+3", "1_000", "", "-", "x", " 8", "9" * 18, "9" * 19, "-" + "9" * 18, "-" + "9" * 30, "00012", "1.5", "1e3"][i % 16]
        out.append((raised(int, t), raised(float, t)))
    return out[:16], raised(int, "ff", 16), int("12", 8), raised(int, None), raised(int, [1]), int(Num(4)), raised(int, int), raised(float, "a b")


def same():
    n = 0
    d = {}
    for i in range(400):
        for size in (1, 2, 7, 8, 9, 15, 16, 17, 40):
            k = (str(i % 37) * 40)[:size]
            other = k[:-1] + "#"
            d[k] = d.get(k, 0) + 1
            n = n * 3 % 1000003 + (k == (str(i % 37) * 40)[:size]) + (k == other) + (other in d)
    for k in list(d)[::2]:
        del d[k]
    for i in range(100):
        n = n * 3 % 1000003 + sum(1 for k in ("1", "22", "333", "4" * 8, "x") if k in d)
        d["new" + str(i)] = i
        if i % 2:
            d.pop("new" + str(i))
    return n, len(d), sum(v for v in d.values())


def quotients():
    out = []
    for i in range(60):
        b = 3 ** (150 + i)
        for q in (0, 1, 2, 10**9, 2**59, 2**60 + 5, 2**70):
            for r in (0, 1, b - 1):
                a = b * q + r
                assert a // b == q and a % b == r and divmod(a, b) == (q, r), (i, q, r)
                assert -a // b == (-q if r == 0 else -q - 1) and a // -b == (-q if r == 0 else -q - 1)
        out.append(((b << 64) - 1) // b % 1000 + (b - 1) // b + (b * 7 - 1) // b)
        for bits in (127, 128, 129, 190, 191, 192, 193, 255, 256):
            y = (1 << bits) - 1
            for x in (y, y + 1, y * 2, y * 2 - 1, (y << 59) + 3, (y << 60) - 1):
                q, r = divmod(x, y)
                assert q * y + r == x and 0 <= r < y and x // y == q and x % y == r
    return out[::13]


for f in (joining, order, within, growing, repeating, removing, backwards, calling, making, extremes, changing, numbers, same, quotients):
    print(f.__name__, f())
print(one_more(["a", "", "b"]), ["%s" % one_more([str(i), ""]) for i in range(80)][-1])
