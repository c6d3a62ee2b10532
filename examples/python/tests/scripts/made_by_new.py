# Classes with `__new__`, classes derived from built-in ones, and classes whose class says what calling them does.
from abc import ABC, abstractmethod
from collections import Counter, OrderedDict, defaultdict, namedtuple
from enum import Enum

Point = namedtuple("Point", "x y")
Token = namedtuple("Token", ["kind", "text", "at"], defaults=["", 0])


class Color(Enum):
    RED = 1
    BLUE = "b"


class Vector(Point):
    __slots__ = ()

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)


class Checked(Point):
    def __new__(cls, x, y=0):
        if x < 0:
            raise ValueError("negative: %d" % x)
        return super().__new__(cls, x, y)


class Single:
    made = None

    def __new__(cls, *args):
        if cls.made is None:
            cls.made = super().__new__(cls)
            cls.made.count = 0
        return cls.made

    def __init__(self, *args):
        self.count += 1
        self.args = args


class Shape:
    def __new__(cls, kind, *args):
        if cls is Shape:
            return object.__new__({"circle": Circle, "square": Square}[kind])
        return object.__new__(cls)

    def __init__(self, kind, size=1):
        self.kind, self.size = kind, size


class Circle(Shape):
    def __init__(self, kind, size=2):
        super().__init__(kind, size * 10)


class Square(Shape):
    pass


class Elsewhere:
    def __new__(cls, x):
        return x * 2

    def __init__(self, x):
        print("never")


class Silly:
    def __new__(cls):
        return object.__new__(cls)

    def __init__(self):
        return 5


class OnlyNew:
    def __new__(cls, a, b=2):
        self = object.__new__(cls)
        self.pair = a, b
        return self


class Metres(float):
    pass


class Id(int):
    def __new__(cls, text):
        return int.__new__(cls, text.strip("#")) if isinstance(text, str) else super().__new__(cls, text)

    def __init__(self, text):
        self.text = text


class Name(str):
    def __new__(cls, s):
        return str.__new__(cls, s.title())


class Plain(str):
    pass


class Stack(list):
    def __init__(self, *items):
        super().__init__(items)
        self.pushed = 0

    def push(self, x):
        self.pushed += 1
        self.append(x)


class Bag(set):
    pass


class Table(dict):
    def __init__(self, rows, **more):
        self.update(more)
        for k in range(rows):
            self[k] = k * k


class Pair(tuple):
    def __new__(cls, a, b):
        return tuple.__new__(cls, (a, b))


class Base(ABC):
    def __init__(self, n):
        self.n = n

    @abstractmethod
    def area(self):
        """How large it is."""


class Real(Base):
    def area(self):
        return self.n * 3


class Counted(type):
    calls = 0

    def __call__(cls, *args, **named):
        Counted.calls += 1
        x = super().__call__(*args, **named)
        x.number = Counted.calls
        return x


class Numbered(metaclass=Counted):
    def __init__(self, a, b=1):
        self.a, self.b = a, b


class Meta(type):
    pass


class Quiet(metaclass=Meta):
    def __init__(self, a):
        self.a = a


class Lazy:
    pass


def attempt(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__, str(e)


def work(n):
    out = []
    p = Point(n, 2) + Point(x=1, y=n)
    out += [p, Point(1, 2).x, Point(*[3, 4]), Token("k"), Token("k", at=n), Vector(1, n) + Vector(n, 1), type(Vector(1, 2)).__name__]
    out += [Checked(n), Checked(1, y=5), attempt(lambda: Checked(-1)), attempt(lambda: Point(1)), attempt(lambda: Token())]
    s = Single(n)
    out += [s is Single(), s.count, s.args, Elsewhere(n), Elsewhere("ab"), attempt(Silly)]
    for kind in ("circle", "square"):
        x = Shape(kind, n)
        out += [type(x).__name__, x.kind, x.size, Shape(kind).size]
    out += [Circle("c").size, OnlyNew(n).pair, OnlyNew(n, b=3).pair, attempt(lambda: OnlyNew()), attempt(lambda: Lazy(1)), type(Lazy()).__name__]
    out += [Metres(2.5) + 1, Metres(n), Metres(), attempt(lambda: Metres("x")), Id("#%d" % n) + 1, Id(n).text, type(Id(3)).__name__]
    out += [Name("ab cd"), len(Name("xyz")), Plain("a") + "b", Plain(n), Plain(), Pair(n, 1), Pair(1, 2) == (1, 2)]
    k = Stack(1, 2)
    k.push(n)
    out += [k, k.pushed, len(k), Stack(), sorted(Bag([1, 2, n])), Bag(), Table(3, a=n), len(Table(0)), attempt(lambda: Table())]
    out += [Real(n).area(), attempt(lambda: Base(1)), Color(1), Color("b").name, attempt(lambda: Color(7)), Quiet(n).a, attempt(lambda: Quiet())]
    x = Numbered(n, b=4)
    out += [x.a, x.b, x.number > n, Counter("aab")["a"], Counter(), dict(OrderedDict(a=1)), defaultdict(int)[3], defaultdict(None, a=n)]
    return out


for n in range(70):
    result = work(n)
    if n in (0, 34, 69):
        for v in result:
            print(v)


# A class that gets a `__new__` later, and one that gets an `__init__`.
class Late:
    pass


for n in range(90):
    if n == 30:
        Late.__new__ = lambda cls, *a: object.__new__(cls)
    if n == 60:
        Late.__init__ = lambda self, *a: setattr(self, "got", a)
    r = attempt(lambda: vars(Late(n)) if n >= 30 else vars(Late()))
    if n in (0, 29, 30, 59, 60, 89):
        print(n, r)

# A class of an abstract one that makes an instance of itself while it is being made.
from abc import ABC, abstractmethod


class Rule(ABC):
    known = []

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        try:
            Rule.known.append(type(cls()).__name__)
        except TypeError as e:
            print(e)

    @abstractmethod
    def apply(self, x):
        ...


class Half(Rule):
    def apply(self, x):
        return x / 2


class Unsaid(Rule):
    pass


class Named(Rule):
    def __new__(cls, name="n"):
        made = super().__new__(cls)
        made.name = name
        return made

    def apply(self, x):
        return self.name * x


class Needy(Rule):
    def __init__(self, x):
        self.x = x

    def apply(self, x):
        return self.x


print(Rule.known, Half().apply(3), Named("a").apply(2))
for c in (Rule, Unsaid):
    try:
        c()
    except TypeError as e:
        print(e)


# Two abstract classes, and makers between them.
class Base(ABC):
    made = []

    def __init_subclass__(cls):
        Base.made.append(cls().tag)

    @abstractmethod
    def one(self):
        ...


class Middle(Base):
    def __new__(cls):
        made = super().__new__(cls)
        made.tag = "middle"
        return made

    @abstractmethod
    def two(self):
        ...


class Last(Middle):
    def __new__(cls):
        made = super().__new__(cls)
        made.tag += " last"
        return made

    def one(self):
        return 1

    def two(self):
        return 2


print(Base.made, Last().tag, Last().two())
try:
    Middle()
except TypeError as e:
    print(e)
