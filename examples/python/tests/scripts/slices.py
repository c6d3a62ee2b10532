# Characters and slices in hot loops: ASCII, other text, long concatenations, every kind of bound.

def chars(s):
    seen = {}
    for c in s:
        seen[c] = seen.get(c, 0) + 1
    return sorted(seen.items())


long = ""
for i in range(300):
    long += "xyz"[i % 3]
for text in ("", "a", "hello, world", "gr\u00fc\u00dfe", "\u65e5\u672c\u8a9e", "a\u0000b", "\U0001f600!", long):
    for _ in range(40):
        got = chars(text)
    print(got[:6], len(text))
    for i in range(-len(text), len(text)):
        assert text[i] == list(text)[i], (text, i)
    for i in (len(text), -len(text) - 1):
        try:
            text[i]
        except IndexError as e:
            print(e)


def one_of(s, n):
    hits = 0
    for i in range(n):
        c = s[i % len(s)]
        if c == "a":
            hits += 1
        elif c == "\u00e9":
            hits += 100
        elif "" == c or c != c:
            hits += 10000
    return hits


print(one_of("abc\u00e9", 400), one_of("aaa", 400), one_of("a\u00e9", 400))

BOUNDS = [None, 0, 1, 3, -1, -3, 7, -7, 100, -100, 2 ** 70, -2 ** 70, True]


def cuts(x):
    out = []
    for a in BOUNDS:
        for b in BOUNDS:
            out.append(x[a:b])
            out.append(x[a:b:1])
            out.append(x[a:b:-2])
            out.append(x[a:b:3])
    return out


for x in ("abcdef", "\u00e4b\u00f6de", [1, 2, 3, 4, 5], [1.5, 2.5, 3.5], ["a", None, 3], (1, 2, 3, 4), [], ""):
    got = cuts(x)
    print(hash(str(got)) == hash(str(cuts(x))), sum(len(p) for p in got), got[20:26])


class Index:
    def __init__(self, i):
        self.i = i

    def __index__(self):
        return self.i


def windows(s, n):
    found = 0
    for i in range(n):
        j = i % len(s)
        if s[j:j + 3] == "cde":
            found += 1
        if s[Index(1):j] == "b":
            found += 1000
    return found


print(windows("abcdefgh", 200))
for bad in ("a", 1.0, ()):
    try:
        "abc"[bad:]
    except TypeError as e:
        print(e)
parts = [1, 2, 3]
for i in range(60):
    copy = parts[:]
    copy.append(i)
    parts = copy[-3:] if i % 2 else copy
print(parts, copy)


class Same:
    def __eq__(self, other):
        return other == 3


def look(n):
    found = []
    lists = [[1, 2, 3], [1.0, 2.5, float("nan")], ["a", "b", None], [], [True, (1, 2), 3.0], [2 ** 70, 3]]
    for i in range(n):
        l = lists[i % 6]
        for x in (3, 3.0, True, "a", None, (1, 2), 2 ** 70, Same(), 2.5):
            if x in l:
                found.append((i % 6, l.index(x), l.count(x)))
    return found


print(look(60)[-14:], len(look(60)))
nan = [float("nan")]
print(nan[0] in nan, nan == nan, [1, 2, 1].index(1, 1), (1, 2, 1).index(1, -1))
for bad in (lambda: [1].index(2), lambda: (1,).index(2), lambda: [1].remove(5), lambda: [1, 2].index(1, 1), lambda: ["x"].index(1, 5)):
    try:
        bad()
    except ValueError as e:
        print(e)
t = ()
for i in range(400):
    t = (i,) + t[:i % 11] + t[i % 5:i % 5 + 2]
    if i % 50 == 0:
        t += ("end",)
print(t[:12], t[-1:], t[5:2], t[2:][:3])
