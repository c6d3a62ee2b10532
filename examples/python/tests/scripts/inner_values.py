# Instances of classes derived from built-in ones: what they leave to those, and what they do themselves.
from collections import Counter, OrderedDict, defaultdict, namedtuple
from enum import IntEnum, IntFlag


class Coin(IntEnum):
    ONE = 1
    FIVE = 5
    TEN = 10


class Access(IntFlag):
    READ = 1
    WRITE = 2


class Count(int):
    def __repr__(self):
        return "Count(%d)" % int(self)


class Odd(int):
    def __add__(self, other):
        return "odd", int(self), other

    def __rmul__(self, other):
        return "rmul", other

    def __lt__(self, other):
        return "lt"

    def __bool__(self):
        return False

    def __eq__(self, other):
        return "same"

    __hash__ = int.__hash__


class Metres(float):
    def __sub__(self, other):
        return Metres(float(self) - other)


class Name(str):
    def __len__(self):
        return 99


class Items(list):
    def __getitem__(self, i):
        return "item", i

    def __contains__(self, x):
        return x == "all"


class Plain(list):
    pass


class Bag(set):
    pass


class Fixed(frozenset):
    pass


class Rows(dict):
    def __iter__(self):
        return iter(sorted(self.keys(), reverse=True))

    def __len__(self):
        return -1 if "bad" in self.keys() else 5


Point = namedtuple("Point", "x y")


class Vector(Point):
    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__, str(e)


def work(r):
    out = []
    total = 0
    for c in Coin:
        total += c * r + c
        total -= 2 * c
        if c > 4:
            total += 100
        if c == r or r == c:
            total += 1000
        out.append((c + c, c - 1, 7 // c, c % 3, -c, c & 3, c << 2, c / 2, c < 5, 5 <= c, c != 5, c == Coin.TEN, bool(c)))
        total += [10, 20, 30][c % 3]
    out.append(total)
    a = Access.READ | Access.WRITE
    out.append((a, a & Access.READ, a == 3, 1 + a, bool(a & 4)))
    n = Count(7)
    n += 1
    out.append((n, Count(3) + Count(4), Count(2) * 1.5, Count(9) ** 2, type(Count(1) + 1).__name__, Count(1 << 70) + 1))
    o = Odd(3)
    out.append((o + 1, 1 + o, o * 2, 2 * o, o < 1, o > 1, "t" if o else "f", o == 4, 4 == o, o - 1))
    m = Metres(2.5)
    out.append((m + 1, m - 1, type(m - 1).__name__, m * m, m < 3, 3 > m, m == 2.5, bool(Metres(0))))
    s = Name("abc")
    out.append((s + "d", "d" + s, s * 2, len(s), s[1], s[0:2], s == "abc", s < "b", "b" in s, [c for c in s], "%s" % s))
    i = Items([1, 2])
    out.append((i[0], i[5], len(i), 1 in i, "all" in i, [x for x in i], i + [3], i * 2, i == [1, 2], bool(Items())))
    p = Plain([1, 2, 3])
    p[0] = 9
    p += [4]
    out.append((p, p[1], p[-1], p[1:3], len(p), 9 in p, 8 in p, [x for x in p], sum(p), p + [1], type(p).__name__, type(p[:]).__name__, bool(Plain())))
    b = Bag([1, 2])
    b.add(r % 3)
    out.append((sorted(b), len(b), 2 in b, 7 in b, sorted(x for x in b), bool(Bag())))
    out.append((sorted(Fixed([3, 1])), 3 in Fixed([3]), len(Fixed())))
    d = Rows(a=1, b=2)
    d["c"] = r
    out.append(([k for k in d], list(d), len(d), d["a"], "b" in d, bool(d), sorted(d.items()), d.get("z", 4), attempt(len, Rows(bad=1)), attempt(bool, Rows(bad=1))))
    q = Point(1, r)
    x, y = q
    out.append((q, q.x, q[1], q[-1], len(q), x + y, [v for v in q], 1 in q, q == (1, r), q < (2, 0), q + (3,), Vector(1, 2) + Vector(3, 4), bool(q)))
    c = Counter("hello")
    c["l"] += r
    out.append((c["l"], c["none"], len(c), "h" in c, [k for k in c], sorted(c.items()), bool(Counter())))
    f = defaultdict(list)
    f[r].append(1)
    f[r].append(2)
    out.append((dict(f), len(f), r in f, [k for k in f]))
    w = OrderedDict(a=1)
    w["b"] = 2
    w["a"] += r
    out.append((list(w), w["a"], len(w), "b" in w, list(w.items())))
    out.append([attempt(lambda: Coin.ONE + "a"), attempt(lambda: Coin.ONE < "a"), attempt(lambda: Plain() + 1), attempt(lambda: Point(1, 2)[2])])
    out.append([attempt(lambda: {}[Coin.ONE]), attempt(lambda: Plain([1])[3]), attempt(lambda: Coin.FIVE / 0), attempt(lambda: Name("a") + 1), attempt(lambda: 3 in Name("a"))])
    return out


for r in range(60):
    result = work(r)
    if r in (0, 30, 59):
        for line in result:
            print(line)


# A class that gets its methods later.
class Late(int):
    pass


def use(x):
    return x + 1, x < 2, bool(x), x == 1


for r in range(60):
    if r == 40:
        Late.__add__ = lambda self, other: "added"
        Late.__lt__ = lambda self, other: "less"
        Late.__bool__ = lambda self: False
    result = use(Late(1))
    if r in (0, 39, 40, 59):
        print(result)
