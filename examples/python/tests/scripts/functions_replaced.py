# `f.__code__ = c` and `C.__bases__ = (..)` while what they change is hot: in loops, in functions inlined, recursive, running or waiting, and in library functions'
# callbacks. What is refused, and how.


def attempt(what, f):
    try:
        print(what, '->', f())
    except Exception as e:
        print(what, '->', type(e).__name__, e)


def one(x):
    return x + 1


def two(x):
    return x * 2


def three(x, y=5):
    total = 0
    for i in range(x % 4):
        total += i
    return total + y


def many(x, *more, k=3, **named):
    return x + len(more) + k + len(named)


def produce(x):
    yield x
    yield x + 1


def hot(n):
    def f(x):
        return x - 1
    total = 0
    for i in range(n):
        total += f(i)
        if i == n // 2:
            f.__code__ = two.__code__
    return total, f.__name__, f(10)


def inlined(n):
    def f(x):
        return x - 1
    def g(x):
        return f(x) + f(x + 1)
    total = 0
    for i in range(n):
        if i % 400 == 399:
            f.__code__ = (one, two, three)[i // 400 % 3].__code__
            f.__defaults__ = (7,)
        total = (total + g(i)) % 1000003
    return total


def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)


def other_depth(n):
    return 0 if n == 0 else 2 + depth(n - 1)


def while_running(n):
    def maker(a, b):
        def made(i):
            return ('new', i, a, b)
        return made
    def running(other, b):
        def inner(i):
            if i == 300:
                inner.__code__ = other.__code__
            # The running activation goes on with its own code.
            return ('old', i)
        return inner
    h = running(maker('p', 'q'), 'r')
    seen = []
    for i in range(n):
        r = h(i)
        if i in (299, 300, 301):
            seen.append((r[0], r[1], len(r)))
    return seen


def generators(n):
    def f(x):
        yield x * 10
        yield x * 10 + 1
    out = []
    waiting = f(1)
    next(waiting)
    for i in range(n):
        if i == n // 2:
            f.__code__ = produce.__code__
        out.append(sum(f(i)))
    return out[n // 2 - 1], out[n // 2], next(waiting), list(f(3)), waiting.gi_code.co_name


def to_generator(n):
    def f(x):
        return [x]
    total = 0
    for i in range(n):
        for v in f(i):
            total += v
        if i == n // 2:
            f.__code__ = produce.__code__
    return total


def in_callback():
    def key(x):
        return x
    def turn(x):
        key.__code__ = negative.__code__
        return x
    def negative(x):
        return -x
    out = []
    for i in range(60):
        values = [5, 3, 9, i % 7]
        out.append(sorted(values, key=key)[0])
        if i == 30:
            list(map(turn, [1]))
    return out[29], out[30], out[31], out[59]


turned = None


def key_turns(x):
    if x == turned:
        key_turns.__code__ = key_other.__code__
    return x


def key_other(x):
    return 100 - x


class Thing:
    def __init__(self, x):
        self.x = x

    def size(self):
        return self.x

    def __add__(self, o):
        return self.x + o.x

    @property
    def twice(self):
        return self.x * 2

    def __getitem__(self, i):
        return self.x + i


def init_other(self, x):
    self.x = x + 100


def size_other(self):
    return -self.x


def methods(n):
    def add(self, o):
        return self.x - o.x
    a, total = Thing(3), []
    for i in range(n):
        b = Thing(i)
        total.append((b.size(), a + b, b.twice, b[1]))
        if i == n // 2:
            Thing.__init__.__code__ = init_other.__code__
        if i == n // 2 + 2:
            Thing.size.__code__ = size_other.__code__
        if i == n // 2 + 4:
            Thing.__add__.__code__ = add.__code__
        if i == n // 2 + 6:
            Thing.twice.fget.__code__ = size_other.__code__
        if i == n // 2 + 8:
            Thing.__getitem__.__code__ = (lambda self, i: (self.x, i)).__code__
    return total[n // 2 - 1:n // 2 + 11]


print('hot', hot(1000))
print('inlined', inlined(4000))
print('running', while_running(600))
print('generators', generators(600))
print('to a generator', to_generator(600))
print('callback', in_callback())
for turned in (None, 3, 5):
    attempt('sort', lambda: [sorted([5, 3, 9, 4], key=key_turns) for _ in range(3)])
print('methods', methods(600))
print(depth(500))
for _ in range(300):
    depth(20)
depth.__code__ = other_depth.__code__
print('depth', depth(500), depth.__name__, depth.__code__.co_name)
alternate = [one.__code__, two.__code__]


def flips(n):
    total = 0
    for i in range(n):
        one.__code__ = alternate[i & 1]
        total += one(i)
    return total


print('flips', flips(3000))
one.__code__ = alternate[0]


def refused():
    a = 1
    def inner(x):
        return x + a
    return inner


inner = refused()
attempt('free', lambda: setattr(one, '__code__', inner.__code__))
attempt('free', lambda: setattr(inner, '__code__', one.__code__))
attempt('no code', lambda: setattr(one, '__code__', 5))
attempt('no code', lambda: delattr(one, '__code__'))
attempt('defaults', lambda: setattr(one, '__defaults__', [1]))
attempt('defaults', lambda: setattr(one, '__kwdefaults__', (1,)))
attempt('kept', lambda: (one(1), inner(2)))
one.__code__ = three.__code__
attempt('wants more', lambda: one(3))
one.__defaults__ = (40,)
attempt('has more', lambda: one(3))
one.__defaults__ = (1, 2, 3, 4)
attempt('too many', lambda: one(1, 2, 3))
attempt('defaults alone', lambda: one())
one.__defaults__ = None
one.__code__ = many.__code__
attempt('named', lambda: one(1, 2, 3, z=1))
one.__kwdefaults__ = {'k': 50}
attempt('named', lambda: one(1, 2, 3, z=1))
one.__name__, one.__qualname__ = 'renamed', 'in.some.Place'
attempt('names', lambda: (one.__name__, repr(one).split(' at ')[0], one.__dict__))
attempt('message', lambda: one())
one.__dict__ = {'a': 1}
attempt('dictionary', lambda: (one.__name__, one.__qualname__, one.a, one.__dict__))
one.__doc__ = 'text'
one.__annotations__ = {'x': int}
one.b = 2
attempt('dictionary', lambda: (one.__doc__, one.__annotations__, one.__dict__, vars(one)))
del one.__doc__, one.b
attempt('dictionary', lambda: (one.__doc__, one.__dict__, one.__module__))
attempt('gone', lambda: one.b)
one.__code__ = compile('7', 'f', 'exec')
attempt('of a text', lambda: one())
attempt('code', lambda: (two.__code__ == two.__code__, two.__code__ == three.__code__))
two.__module__ = 'elsewhere'
del two.__module__
print(two.__module__)


def gen_named():
    yield


gen_named.__name__, gen_named.__qualname__ = 'n', 'q.n'
g = gen_named()
print(g.__name__, g.__qualname__, repr(g).split(' at ')[0])
