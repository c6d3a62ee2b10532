"""Texts that loops make again or for nobody, instances with many attributes, keys and `in` of enumerations, descriptors beside `__getattr__`."""
from enum import Enum, IntEnum, StrEnum


# Texts made twice, for nobody, and from what does not change.
def texts(n):
    name, seen, out = ' Ab ', {}, []
    for i in range(n):
        seen[name.strip().lower() + str(i % 7)] = seen.get(name.strip().lower() + str(i % 7), 0) + 1
        name.upper(); name.lstrip(); name.replace('A', 'b'); f'{i}-{name}-{i}'; name[1:3]
        if i % 50 == 0:
            out.append(name.rstrip() + name.strip().upper() + name.replace('b', 'xy') + name[1:] + f'{i}|{name}|' + f'{i}{name}{i}.')
            name = name[:-1] + chr(97 + i // 50) + ' '
    return out, sorted(seen.items())


print(texts(300))


class Text(str):
    def lower(self):
        return 'own lower'


def of_others(n):
    total = 0
    for i in range(n):
        for s in (Text(' Q '), 'ÄÖ ß', ' ΑΣ ', 'plain', '\u2003x\u2003', ''):
            total += len(s.lower()) * 3 + len(s.upper()) * 5 + len(s.strip()) * 7 + len(s.rstrip()) + len(s.lstrip())
            total += len(s.strip('x ')) + len(s.lstrip(None))
    return total, Text(' Q ').strip() == 'Q', type(Text('Q').strip()).__name__, ' ΑΣ '.lower(), 'ß'.upper()


print(of_others(60))
for f in (lambda: 'a'.lower(1), lambda: 'a'.strip(1), lambda: 'a'.upper('b'), lambda: str.lower(3), lambda: 'a'.strip(*[1, 2])):
    for _ in range(40):
        try:
            f()
        except TypeError as e:
            last = str(e)
    print(last)


# Attributes beyond those that an instance has in itself: few, at each step of growth, taken away and given again.
class Wide:
    def __init__(self, n, upto):
        for k in range(upto):
            setattr(self, 'a%d' % k, n + k)


class Five:
    def __init__(self, n):
        self.a = n; self.b = n + 1; self.c = n + 2; self.d = n + 3; self.e = n + 4


class Seventeen(Five):
    def __init__(self, n):
        super().__init__(n)
        self.f = self.g = self.h = self.i = self.j = self.k = n * 2
        self.l = self.m = self.n = self.o = self.p = n * 3
        self.q = [n]


def fields(n):
    total, kept = 0, []
    for i in range(n):
        x, y = Five(i), Seventeen(i)
        total += x.a + x.e + y.e + y.p + y.q[0] + len(y.__dict__)
        if i % 40 == 0:
            kept.append(y)
            del y.e
            y.e, y.r = 'again', i
            w = Wide(i, i // 8 % 40)
            total += len(vars(w))
            kept.append(w)
    return total, [sorted((k, str(v)) for k, v in vars(x).items())[-3:] for x in kept][:9], [vars(x).get('e') for x in kept]


print(fields(400))


class Code(Exception):
    def __init__(self, code):
        super().__init__(f'code {code}', code)
        self.code, self.more, self.rest = code, code + 1, [code]


def raised(n):
    total, texts = 0, []
    for i in range(n):
        try:
            if i % 3:
                raise Code(i)
            total += 1
        except Code as e:
            total += e.code + e.more + e.rest[0] + e.args[1]
            if i % 100 == 1:
                texts.append((str(e), repr(e), e.__context__, e.__traceback__ is not None))
    return total, texts


print(raised(400))


# Members of enumerations as keys and in tuples.
class Plain(Enum):
    A = 1; B = 2; C = 3


class Number(IntEnum):
    A = 1; B = 2; C = 3


class Word(StrEnum):
    A = 'a'; B = 'b'; C = 'c'


class Mixed(float, Enum):
    A = 1.5; B = 2.5; C = 3.5


class Equal(Enum):
    A = 1; B = 2; C = 3

    def __eq__(self, other):
        return isinstance(other, Equal) and self.value % 2 == other.value % 2

    def __hash__(self):
        return self.value % 2


Made = IntEnum('Made', 'A B C')
Flagged = Number.A | Number.B


def keys(kind, n):
    names = list(kind)
    table, found, order = {}, 0, []
    for i in range(n):
        k = names[i % 3]
        table[k] = table.get(k, 0) + i
        table.setdefault((k, i % 2), []).append(i)
        found += k in (kind.A, kind.C)
        found += (k not in (kind.B,)) * 2
        found += (k in (kind.A, None, 'a', 1)) * 4
        found += (k in {kind.A, kind.B}) * 8
        found += (k.value in (1, 'b', 3.5)) * 16
        found += (k in [kind.C, 2, 'c']) * 32
        if i > n - 4:
            order.append((k, hash(k) == hash(k.value), str(k), table[k], len(table[k, i % 2])))
    return found, order, len(table), 1 in table, 'a' in table, 2.5 in table


for kind in (Plain, Number, Word, Mixed, Equal, Made):
    print(kind.__name__, *keys(kind, 300))
print({Number.A: 'x', 1: 'y', True: 'z'}, {Word.A: 1, 'a': 2}, {Made.B, Number.B, 2}, Flagged)


class Same(int):
    def __hash__(self):
        return 7


class Kin(int):
    def __eq__(self, other):
        return other == 99
    __hash__ = int.__hash__


def kin(n):
    table, hits = {}, 0
    for i in range(n):
        for k in (Same(i % 5), Kin(i % 5), i % 5):
            table[k] = table.get(k, 0) + 1
            hits += (k in (1, 2)) + (k in (99, None)) * 10 + (3 in (k, 4)) * 100
    return hits, len(table), sorted(table.values())


print(kin(200))


# `in` of numbers, texts and others among what is mixed.
def among(n):
    out = [0] * 10
    words, mixed = ['ab', 'cd', 'x' * 40, ''], [1, 2.0, True, None, '1', 'cd', (1,), Plain.A]
    for i in range(n):
        w, v = words[i % 4], mixed[i % 8]
        out[0] += w in ('cd', 'x' * 40)
        out[1] += w in ('ab', 1, None)
        out[2] += w not in ('', 'q')
        out[3] += v in (1, 2, 3)
        out[4] += v in (True, 'cd')
        out[5] += v in (None, Plain.A, 'z')
        out[6] += v in (2, (1,), 5.5)
        out[7] += i % 6 in (0, 2, 4)
        out[8] += i % 6 in (0.0, True, 4)
        out[9] += i in ()
    return out


print(among(400))


# Descriptors of classes with a `__getattr__`, which has the last word where they fail.
class Positive:
    def __set_name__(self, owner, name):
        self.name = '_' + name

    def __get__(self, x, owner=None):
        if x is None:
            return self
        return getattr(x, self.name)

    def __set__(self, x, v):
        if v < 0:
            raise ValueError(f'{type(x).__name__}.{self.name[1:]} is {v}')
        setattr(x, self.name, v)


class Lazy:
    def __get__(self, x, owner):
        if x is None or x.n % 2:
            raise AttributeError('lazily')
        return 'lazy'


class Item:
    size, lazy = Positive(), Lazy()

    def __init__(self, n):
        self.n = n
        if n % 5:
            self.size = n

    def __getattr__(self, name):
        if name == 'n':
            raise AttributeError(name)
        return f'got {name} of {self.n}'

    @property
    def double(self):
        return self.size * 2


def described(n):
    texts, wrong = {}, 0
    for i in range(n):
        x = Item(i)
        for v in (x.size, x.lazy, x.double, x.other):
            texts[v if isinstance(v, str) and i % 100 > 90 else type(v).__name__] = i
        try:
            x.size = -i
        except ValueError as e:
            wrong += len(str(e))
        if i == n // 2:
            x.lazy = 'own'
            texts[x.lazy] = i
    return texts, wrong, type(Item.size).__name__


print(described(300))
