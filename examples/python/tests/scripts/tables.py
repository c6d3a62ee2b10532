# Dictionaries and sets against a list of pairs: growth, deleted entries, keys whose comparison runs the program.


class Key:
    asked = 0

    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return self.n % 4

    def __eq__(self, other):
        Key.asked += 1
        return isinstance(other, Key) and self.n == other.n

    def __repr__(self):
        return "K%d" % self.n


seed = 7


def rand(n):
    global seed
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed // 65536 % n


def key(kind, n):
    if kind == 0:
        return n
    if kind == 1:
        return "k" + str(n)
    if kind == 2:
        return (n, "x")
    if kind == 3:
        return float(n) / 2
    if kind == 4:
        return 2 ** 64 + n
    return Key(n)


def model_find(pairs, k):
    for i, (x, _) in enumerate(pairs):
        if x == k:
            return i
    return -1


def churn(steps, space, kinds):
    d, s, pairs = {}, set(), []
    for step in range(steps):
        k = key(kinds[rand(len(kinds))], rand(space))
        at = model_find(pairs, k)
        what = rand(8)
        if what < 4:
            d[k] = step
            s.add(k)
            if at < 0:
                pairs.append((k, step))
            else:
                pairs[at] = (pairs[at][0], step)
        elif what < 6:
            assert (k in d) == (at >= 0) and (k in s) == (at >= 0)
            if at >= 0:
                del d[k]
                s.discard(k)
                pairs.pop(at)
        elif what == 6:
            assert d.get(k, "none") == (pairs[at][1] if at >= 0 else "none")
        elif pairs and rand(3) == 0:
            k, v = d.popitem()
            s.remove(k)
            assert (k, v) == pairs.pop()
        assert len(d) == len(pairs) == len(s)
    assert list(d.items()) == pairs and sorted(map(str, s)) == sorted(str(k) for k in d)
    assert [k for k in d] == [p[0] for p in pairs] and list(d.values()) == [p[1] for p in pairs]
    return len(d)


for kinds in ((0,), (1,), (0, 1), (2, 3), (5,), (0, 1, 2, 3, 4, 5)):
    print(kinds, churn(1500, 12, kinds), churn(1200, 60, kinds))

# The same key looked for, read and written; then gone.
counts = {}
for i in range(3000):
    k = i * 7 % 50
    if k in counts:
        counts[k] += 1
    else:
        counts[k] = 1
    if i % 400 == 399:
        counts.pop(k)
print(sum(counts.values()), sorted(counts.items())[:4])

# 1, 1.0 and True are one key; the first one stays.
d = {1: "int"}
d[1.0] = "float"
d[True] = "bool"
print(d, {True, 1, 1.0}, {0: "a", False: "b"}, 1.0 in {1}, "1" in {1: 2})

# Changes while going through.
for change in (lambda d: d.update(new=1), lambda d: d.pop("a"), lambda d: d.clear()):
    d = dict(a=1, b=2, c=3)
    try:
        for k in d:
            change(d)
    except RuntimeError as e:
        print(e)
for i in range(200):
    d = {j: j for j in range(i % 12)}
    total = 0
    for k, v in d.items():
        d[k] = v + 1
        total += v
    for v in d.values():
        total -= v
    assert total == -(i % 12)
s = {1, 2, 3}
try:
    for x in s:
        s.add(x + 10)
except RuntimeError as e:
    print(e)


class Mischief:
    def __init__(self, d):
        self.d = d

    def __hash__(self):
        return hash("a")

    def __eq__(self, other):
        self.d.clear()
        return True


d = {"a": 1, "b": 2}
print(d.get(Mischief(d), "nothing"), d)

# A dictionary as a stack, and as a queue.
d = {}
for i in range(2000):
    d[i] = i
    if i % 3:
        d.popitem()
for i in range(500):
    del d[next(iter(d))]
    d["q%d" % i] = i
print(len(d), list(d)[:3], list(d)[-2:])

a, b = set(range(40)), set(range(20, 60))
a &= b
print(len(a), a == set(range(20, 40)), len(a | b), len(a ^ b), a - b, len(b))
b |= {"x"}
a.clear()
print(a, len(b), {**{"p": 1}, "q": 2}, Key.asked > 1000)


def order(n):
    seen = [0] * 6
    nan = float("nan")
    for i in range(n):
        a, b = (i % 3, i % 5), (i % 5, i % 3)
        seen[0] += a == b
        seen[1] += a < b
        seen[2] += a >= b
        seen[3] += (a[0], "x", 1.5) != (b[0], "x", 1.5)
        seen[4] += (nan, i) == (nan, i)
        seen[5] += (i, None) <= (i + i % 2, None) if i % 2 else (1,) < (1, 2)
    return seen


print(order(600), (1, "a") == (1, 2), (1, 2) < (1, 2, 3), (True, 2) == (1, 2.0), (2, 1) > (1, 9), () == (), () < (1,))
try:
    (1, "a") < (1, 2)
except TypeError as e:
    print(e)
text = "na\u00efve caf\u00e9 \u65e5\u672c " * 9
back = [text[i] for i in range(len(text) - 1, -1, -1)]
print("".join(back)[:12], [text[i * 37 % len(text)] for i in range(20)] == [list(text)[i * 37 % len(text)] for i in range(20)])
