# Helpers of generated programs: canonical text of values, a running checksum, bounded printing.
HASH = 17
LINES = 0
MESSAGES = @MESSAGES@
BIG = 1 << 130


def show(v, depth=0):
    t = type(v)
    if t is int:
        return str(v) if -BIG < v < BIG else "big%d#%d" % (v % 1000000007, v.bit_length())
    if t is float or t is bool or v is None:
        return repr(v)
    if t is str:
        return repr(v) if len(v) <= 60 else repr(v[:40]) + "#" + str(len(v))
    if depth > 2:
        return ".."
    if t is list:
        return "[" + ", ".join([show(x, depth + 1) for x in v[:30]]) + "]" + str(len(v))
    if t is tuple:
        return "(" + ", ".join([show(x, depth + 1) for x in v]) + ")"
    if t is dict:
        return "{" + ", ".join([show(k, depth + 1) + ": " + show(x, depth + 1) for k, x in v.items()]) + "}"
    if t is set or t is frozenset:
        return "{" + ", ".join(sorted([show(x, depth + 1) for x in v])) + "}"
    if isinstance(v, Box):
        return t.__name__ + show(v.__dict__, depth + 1)
    return t.__name__


def mix(text):
    global HASH
    h = HASH
    for c in text:
        h = (h * 31 + ord(c)) % 1000000007
    HASH = h


def note(label, *values):
    global LINES
    line = label + " " + " ".join([show(v) for v in values])
    mix(line)
    LINES += 1
    if LINES <= 100:
        print(line)


def caught(e):
    global HASH
    HASH = (HASH * 31 + len(type(e).__name__)) % 1000000007
    if LINES <= 100:
        note("caught " + type(e).__name__, str(e) if MESSAGES else None)


def start(seed):
    global HASH, LINES
    HASH = 17
    LINES = 0
    print("seed", seed)


def clip(x):
    if -BIG < x < BIG:
        return x
    return x % 1000003


def toint(x):
    if x != x or x > 1e9 or x < -1e9:
        return 7
    return int(x)


class Fault(Exception):
    pass


class Worse(Fault, ValueError):
    def __init__(self, code):
        super().__init__("code", code)
        self.code = code


class Guard:
    """Notes how it is left; swallows faults if it was told to."""

    def __init__(self, swallow):
        self.swallow = swallow
        self.count = 0

    def __enter__(self):
        self.count += 1
        return self

    def __exit__(self, kind, e, tb):
        mix("exit" if kind is None else kind.__name__)
        return self.swallow


class Box:
    total = 0

    def __init__(self, v):
        self.v = v
        self.w = 1

    def bump(self, d, times=1):
        self.v = clip(self.v + d * times)
        return self

    def __add__(self, o):
        return type(self)(clip(self.v + (o.v if isinstance(o, Box) else o)))

    def __radd__(self, o):
        return type(self)(clip(o - self.v))

    def __mul__(self, o):
        if not isinstance(o, int):
            return NotImplemented
        return type(self)(clip(self.v * o))

    def __iadd__(self, o):
        self.v = clip(self.v + (o.v if isinstance(o, Box) else o))
        return self

    def __neg__(self):
        return type(self)(-self.v)

    def __eq__(self, o):
        return isinstance(o, Box) and self.v == o.v

    def __lt__(self, o):
        return self.v < o.v

    def __hash__(self):
        return self.v % 97

    def __bool__(self):
        return self.v % 3 != 0

    def __len__(self):
        return self.v % 7

    def __contains__(self, x):
        return self.v == x or self.w == x

    def __getitem__(self, i):
        if 0 <= i < 3:
            return self.v + i
        raise IndexError(i)

    def __call__(self, x, *rest, scale=1):
        return self.v + x * scale + len(rest)

    def __iter__(self):
        yield self.v
        yield self.w

    @property
    def twice(self):
        return self.v * 2

    @twice.setter
    def twice(self, x):
        self.v = clip(x // 2)

    @classmethod
    def made(cls, x):
        cls.total += 1
        return cls(clip(x))

    @staticmethod
    def half(x):
        return x // 2


