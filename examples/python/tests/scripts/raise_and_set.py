# Exceptions raised by their classes, and attributes that the program's __setattr__ sets.
class Plain(Exception):
    pass


class Text(ValueError):
    tag = "t"

    def __str__(self):
        return "text of " + self.tag


class Init(Exception):
    def __init__(self, code=7):
        super().__init__("init", code)
        self.code = code


class New(Exception):
    def __new__(cls, *args):
        self = super().__new__(cls, "new")
        self.made = True
        return self


class Needs(Exception):
    def __init__(self, x):
        self.x = x


class Meta(type):
    def __call__(cls, *args):
        return super().__call__("meta", *args)


class ByMeta(Exception, metaclass=Meta):
    pass


class Fields(Exception):
    __slots__ = ("a",)


class Fake:
    pass


CLASSES = (Plain, Text, Init, New, Needs, ByMeta, Fields, KeyError, IndexError, OSError, StopIteration, SystemExit, ImportError, NameError, UnicodeError,
           UnicodeDecodeError, AttributeError, KeyboardInterrupt, FileNotFoundError, ZeroDivisionError, BaseException, Fake, int)


def raised(c):
    try:
        raise c
    except BaseException as e:
        return type(e).__name__, str(e), e.args, [getattr(e, n, "-") for n in ("value", "code", "errno", "name", "made", "tag", "x")]


for c in CLASSES:
    first = raised(c)
    for _ in range(300):
        assert raised(c) == first
    print(first)


def handled(n):
    s = 0
    for i in range(n):
        try:
            try:
                raise Plain
            except Plain as e:
                s += len(e.args) + (e.__context__ is None)
                if i % 3 == 0:
                    raise Text from e
                if i % 3 == 1:
                    raise KeyError
                raise
        except Text as e:
            s += 10 * (type(e.__cause__) is Plain) + (e.__traceback__ is not None)
        except KeyError as e:
            s += 100 * (type(e.__context__) is Plain)
        except Plain as e:
            s += 1000 * (e.__context__ is None)
    return s


print(handled(600))
one = Plain
kept = []
for i in range(400):
    try:
        raise one
    except Plain as e:
        e.number = i
        kept.append(e)
print(len({id(e) for e in kept}), sum(e.number for e in kept))


# The class changes while a loop raises it.
def changing():
    out = []
    for i in range(900):
        try:
            raise Plain
        except Plain as e:
            out.append(len(e.args))
        if i == 300:
            Plain.__init__ = lambda self: setattr(self, "args", (1, 2))
        elif i == 600:
            del Plain.__init__
    return sum(out)


print(changing())


class Counts:
    def __init__(self):
        object.__setattr__(self, "log", 0)
        self.a = 1

    def __setattr__(self, name, value):
        object.__setattr__(self, "log", self.log + 1)
        object.__setattr__(self, name, value * 2)


class Refuses(Counts):
    def __setattr__(self, name, value):
        if name == "b":
            raise AttributeError(name, value)
        super().__setattr__(name, value + 1)


class Writes:
    def __setattr__(self, name, value):
        self.__dict__[name] = -value

    @property
    def p(self):
        return 5


class Yields:
    def __setattr__(self, name, value):
        return name


def fill(o, n):
    for i in range(n):
        o.a = i
        o.c = i
        setattr(o, "d", i)
    return o.a, o.c, o.d


for c in (Counts, Refuses, Writes):
    o = c()
    print(fill(o, 600), getattr(o, "log", None))
o = Refuses()
refused = 0
for i in range(400):
    try:
        o.b = i
    except AttributeError as e:
        refused += e.args[1]
print(refused, o.log, o.a)
o = Writes()
for i in range(300):
    o.p = i
print(o.p, o.__dict__["p"])
o = Yields()
for i in range(300):
    o.x = i
print(hasattr(o, "x"), o.__dict__)
o = Counts()
for i in range(300):
    o.a += i
print(o.a % 1000003, o.log)


# The method is replaced, and taken away, while a loop goes on.
o = Counts()
for i in range(900):
    o.a = 1
    if i == 300:
        Counts.__setattr__ = lambda self, name, value: object.__setattr__(self, "log", self.log + 100)
    elif i == 600:
        del Counts.__setattr__
print(o.a, o.log)
