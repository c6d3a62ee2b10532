# Dictionaries and sets of few keys, as these come and go, against lists of pairs that are looked through.


class Key:
    """A key whose hash only the program tells."""

    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return self.n % 3

    def __eq__(self, other):
        return isinstance(other, Key) and self.n == other.n

    def __repr__(self):
        return f"Key({self.n})"


class Plain:
    """A key by identity."""


class Listed:
    """What a dictionary does, by the slow way."""

    def __init__(self):
        self.pairs = []

    def place(self, key):
        for i, (k, _) in enumerate(self.pairs):
            if type(k) is type(key) and k == key:
                return i
        return -1

    def put(self, key, value):
        i = self.place(key)
        if i < 0:
            self.pairs.append([key, value])
        else:
            self.pairs[i][1] = value

    def drop(self, key):
        i = self.place(key)
        if i >= 0:
            del self.pairs[i]
        return i >= 0

    def get(self, key):
        i = self.place(key)
        return None if i < 0 else self.pairs[i][1]


state = 7


def draw(n):
    global state
    state = (state * 1103515245 + 12345) % 2147483648
    return state // 65536 % n


plain = [Plain() for _ in range(3)]


def key(kinds):
    n = draw(14)
    kind = kinds[draw(len(kinds))]
    if kind == "int":
        return n * 5 - 20
    if kind == "text":
        return "k" + str(n)
    if kind == "long":
        return "a longer name of a key " * 3 + str(n)
    if kind == "large":
        return (n - 7) << 58
    if kind == "half":
        return n / 2 + 0.25
    if kind == "pair":
        return (n % 4, str(n))
    if kind == "plain":
        return plain[n % 3]
    return Key(n)


def check(kinds, steps):
    d, members, model = {}, set(), Listed()
    hits = misses = 0
    for step in range(steps):
        k = key(kinds)
        what = draw(6)
        if what < 2:
            d[k] = step
            members.add(k)
            model.put(k, step)
        elif what == 2:
            there = model.drop(k)
            assert (d.pop(k, None) is not None) == there
            members.discard(k)
        else:
            assert d.get(k) == model.get(k), (k, d)
            assert (k in d) == (k in members) == (model.place(k) >= 0)
            if k in d:
                hits += 1
            else:
                misses += 1
        if what == 5 and len(model.pairs) > 6:
            while len(model.pairs) > draw(5):
                gone, _ = model.pairs.pop()
                last = d.popitem()
                assert last[0] == gone
                members.remove(gone)
        assert list(d) == [k for k, _ in model.pairs] and len(members) == len(d)
        if step % 50 == 0:
            copied = dict(d)
            copied[0] = 1
            assert set(d) == members and (copied[0], len(copied)) == (1, len(d) + (0 not in d))
    return hits, misses, len(d)


for kinds in (
    ["int"],
    ["text"],
    ["int", "text", "half"],
    ["long", "text"],
    ["large", "int"],
    ["pair", "int"],
    ["plain", "text"],
    ["program", "text"],
    ["int", "text", "long", "large", "half", "pair", "plain", "program"],
):
    print(kinds, check(kinds, 3000))

# A dictionary of few keys that was written as such, to which others come.
for n in range(12):
    d = {"a": 0, "b": 1, "c": 2}
    for k in range(n):
        d[k if n % 2 else Key(k)] = k
    del d["b"]
    d["b"] = 3
    print(n, d["a"], d["b"], d.get("d"), list(d)[:4], len(d))

# Keys of other kinds that are equal.
d = {1: "one", 0: "none", "1": "text"}
print(d[True], d[1.0], d[False], d[0.0], d["1"], d.get("0"), d.get(1.5), -1 in {-1, -2}, -2 in {-1}, True in {1})
d[-1] = d[-2] = "minus"
d[1 << 61] = d[(1 << 61) - 1] = "large"
print(d, d.get(0), d.get(1), (1 << 61) - 1 in d, 1 << 62 in d)
