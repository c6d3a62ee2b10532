"""Iterators over texts: plain ones, and within enumerate, zip, map, filter and reversed; of all kinds of texts, to their ends and beyond."""

texts = ['', 'a', 'plain text, with all kinds: 0-9', 'grün, 日本語, \U0001f600!', 'é' * 40, '\x00\x7f\x80\xff']
shared = ''
for i in range(400):
    shared += chr(97 + i % 26) * (i % 4)
texts += [shared, shared + 'ß', shared[3:90]]


def counted(s):
    found = 0
    for i, c in enumerate(s, 1):
        found += i * ord(c)
    return found


def side_by_side(s, t):
    same = 0
    for a, b in zip(s, t):
        if a == b:
            same += 1
    return same


def backwards(s):
    out = []
    for c in reversed(s):
        out.append(c)
    return ''.join(out)


def mapped(s):
    return sum(map(ord, s)), ''.join(map(str.upper, s)), len(list(filter(str.isalpha, s)))


def stepped(s):
    it = iter(s)
    seen = 0
    while True:
        c = next(it, None)
        if c is None:
            break
        seen = seen * 3 + ord(c) & 0xffffff
    # It stays at its end.
    return seen, next(it, 'end'), list(it)


def windows(s):
    it = iter(s)
    a = next(it, '')
    n = 0
    for b in it:
        if a <= b:
            n += 1
        a = b
    return n


def chars(s):
    yield from s


for turn in range(30):
    lines = []
    for k, s in enumerate(texts):
        other = texts[(k + turn) % len(texts)]
        lines.append((k, counted(s), side_by_side(s, other), len(backwards(s)), backwards(s)[:3], stepped(s), windows(s)))
        lines.append((mapped(s)[0], mapped(s)[1][-2:], mapped(s)[2], ''.join(chars(s)) == s, sum(1 for c in chars(s) if c == 'a')))
        lines.append([i for i, c in enumerate(s) if c in 'aeiou' and c != 'e'][:5])
    if turn % 10 == 3:
        for line in lines:
            print(line)

# One that is left in the middle, and gone on with elsewhere.
it = enumerate(iter('abcdefghij'))
for i, c in it:
    if c == 'd':
        break
print(list(it), i, c)
pairs = zip('abc', 'defg')
print(next(pairs), list(pairs), list(pairs))
back = reversed('xyz')
print(next(back), ''.join(back), list(back), next(back, 'end'))


class Text(str):
    def __iter__(self):
        return iter(['own', str(self)])


print([c for _, c in enumerate(Text('t'))], list(zip(Text('t'), 'ab')), ''.join(reversed(Text('uvw'))))

# Backwards over bytes, and what lists and tuples have, of all kinds and mixed.
data = bytes(range(200)) + bytearray(b'xyz')
for turn in range(20):
    found = 0
    for b in reversed(data):
        found = found * 7 + b & 0xffff
print(found, list(reversed(bytearray(b'abc'))))


class Like:
    def __init__(self, v):
        self.v = v

    def __eq__(self, o):
        return self.v == (o.v if isinstance(o, Like) else o)


nan = float('nan')
lists = [[3, 1, 2, 1, 1], [1.5, nan, 2.0, 1.0, -0.0], ['a', 'bc', 'a' * 20, 'é'], [1, 'a', None, 2.0, True, (1, 2), Like(5), nan], [Like(1), Like('a')], []]
wanted = [1, 1.0, True, 2, 0, nan, 'a', ''.join(['b', 'c']), 'a' * 20, 'é', None, (1, 2), (1.0, 2), Like(5), 5, Like(1), 10 ** 30, b'a']
for turn in range(12):
    out = []
    for l in lists:
        for w in wanted:
            t = tuple(l)
            at = l.index(w) if w in l else -1
            out.append((w in l, w in t, l.count(w), t.count(w), at, w not in l))
print(len(out), [i for i, o in enumerate(out) if o[0]], sum(o[2] for o in out), sum(o[4] for o in out), all(o[0] == o[1] and o[2] == o[3] for o in out))


class Clears:
    def __init__(self, l):
        self.l = l

    def __eq__(self, o):
        self.l.clear()
        return False


l = [1, 2, 3]
l.append(Clears(l))
l.extend([4, 5])
print(l.count(5), len(l))

# What classes make of nothing.
from collections import defaultdict


class Own(int):
    pass


for kind in (int, float, bool, str, list, Own, dict, complex, tuple):
    made = [kind() for i in range(60)]
    print(kind.__name__, made[0], type(made[-1]).__name__, made.count(made[0]))
for factory in (int, float, bool, list):
    table = defaultdict(factory)
    for i in range(200):
        table[i % 23] += [i] if factory is list else i
    print(sorted(table.items())[:3], len(table), type(table[99]).__name__)
