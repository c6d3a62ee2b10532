# What `str`, `repr` and f-strings ask of instances, and what they say of wrong answers.
from enum import Enum, IntEnum


class Both:
    def __init__(self, n):
        self.n = n

    def __str__(self):
        return "str %d" % self.n

    def __repr__(self):
        return "repr %d" % self.n


class OnlyRepr(Both):
    __str__ = object.__str__

    def __repr__(self):
        return f"only {self.n!r}"


class Formats(Both):
    def __format__(self, spec):
        return "<%s:%s>" % (spec, self.n)


class Text(str):
    pass


class GivesText:
    def __str__(self):
        return Text("given")

    def __repr__(self):
        return Text("given too")

    def __format__(self, spec):
        return Text("formatted " + spec)


class Wrong:
    def __str__(self):
        return 1

    def __repr__(self):
        return None

    def __format__(self, spec):
        return 2.5


class WrongStr:
    def __str__(self):
        return 1


class Raises:
    def __str__(self):
        raise ValueError("no text")


class Count(int):
    def __repr__(self):
        return "Count(%d)" % int(self)


class Named(int):
    def __str__(self):
        return "named"


class Items(list):
    def __repr__(self):
        return "Items" + list.__repr__(self)


class Color(Enum):
    RED = 1


class Coin(IntEnum):
    ONE = 1


class Failure(Exception):
    def __str__(self):
        return "failure: " + str(self.args)


class Bare:
    pass


class Slow(Both):
    def __getattr__(self, name):
        return name


def attempt(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__, str(e)


def work(n):
    out = []
    for x in (Both(n), OnlyRepr(n), Formats(n), GivesText(), Count(n), Named(n), Items([n]), Color.RED, Coin.ONE, Failure(n), Failure(), Slow(n)):
        out += [str(x), repr(x), f"{x}", f"{x!r}", f"{x!s}", f"[{x}|{x!r:>12}]", "%s %r" % (x, x), "{} {!r}".format(x, x), format(x)]
    out += [f"{Formats(n):>5}", f"{GivesText():x}", f"{Count(n):>5}", f"{Both(n)!s:>9}", format(Formats(n), "q"), f"{Formats(n)!r}"]
    for x in (Wrong(), WrongStr(), Raises()):
        out += [attempt(lambda: str(x)), attempt(lambda: f"{x}"), attempt(lambda: f"{x!s}"), attempt(lambda: "".join([str(x)]))]
    out += [attempt(lambda: repr(Wrong())), attempt(lambda: f"{Both(1):x}"), repr(Bare())[:24], str(Bare())[:24], f"{Bare()}"[:24], str(Both), f"{Bare!r}"]
    out.append(",".join(str(Both(i)) for i in range(n % 4)))
    out.append(", ".join(map(str, [Both(1), Formats(2), 3])))
    return out


for n in range(60):
    result = work(n)
    if n in (0, 30, 59):
        for v in result:
            print(v)


# Methods that come later.
class Late:
    pass


def texts(x):
    a, b, c = str(x), repr(x), f"{x}"
    return [v if v[0] != "<" else v[:15] for v in (a, b, c)]


for n in range(120):
    if n == 30:
        Late.__repr__ = lambda self: "late repr"
    if n == 60:
        Late.__str__ = lambda self: "late str"
    if n == 90:
        Late.__format__ = lambda self, spec: "late format"
    result = texts(Late())
    if n in (0, 29, 30, 59, 60, 89, 90, 119):
        print(n, result)
