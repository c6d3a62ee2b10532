# Sets filled at once, and operators on them: with keys that are hashed and compared without the program, with such that are not, and with both.
class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return hash(self.n)

    def __eq__(self, other):
        return self.n == (other.n if isinstance(other, Key) else other)

    def __repr__(self):
        return "K%r" % self.n


seed = 5


def random(n):
    global seed
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed // 65536 % n


def value(kinds):
    n = random(9)
    kind = random(kinds)
    if kind == 0:
        return n
    if kind == 1:
        return str(n)
    if kind == 2:
        return float(n)
    if kind == 3:
        return (n, str(n))
    if kind == 4:
        return Key(n)
    if kind == 5:
        return (Key(n), 1)
    return frozenset([n, Key(n)])


def texts(s):
    return sorted(map(repr, (x for x in s if not isinstance(x, frozenset))))


for turn in range(300):
    kinds = 7 if turn % 2 else 4 if turn % 4 else 1
    a = [value(kinds) for _ in range(random(14))]
    b = [value(kinds) for _ in range(random(40 if turn % 8 == 0 else 14))]
    x, y = set(a), set(tuple(b))
    for v in a[:3]:
        x.discard(v)
    print(len(x), len(y), len(x | y), len(x & y), len(x - y), len(x ^ y), x <= y, x.issubset(y), (x | y).issuperset(y))
    print(texts(x - y), [v in y for v in a].count(True))
    z = set(x)
    z.update(y)
    z.update(z)
    z |= x
    w = frozenset(z)
    z -= y
    z ^= x
    print(len(z), len(w), w == x | y, {1, 2, "a"} | x == {*x, 1, 2, "a"})

# A list that is no longer one of integers, and one that was; members that are deleted, and room for those to come.
for items in ([1, 2, 3, 2.0, "x"], [], [None, True, 1], list(range(100)), [1.5, 2.5, 1.5], ()):
    print(len(set(items)), sorted(map(str, set(items))) == sorted(map(str, dict.fromkeys(items))))
full = set(range(20))
for n in range(0, 20, 2):
    full.remove(n)
print(sorted(full | {0, 2}), sorted(full & {1, 2, 3}), sorted(full - set(range(10))), sorted(full ^ {1, 2}))

# What cannot be a member: what came before it has been added.
for bad in ([1, 2, [3]], [1, {}, 2]):
    s = {0}
    try:
        s.update(bad)
    except TypeError as e:
        print(e, sorted(s))


# Comparing changes the set that is being filled.
class Clears:
    def __init__(self, s):
        self.s = s

    def __hash__(self):
        return 7

    def __eq__(self, other):
        self.s.clear()
        return False


s = set()
s.add(Clears(s))
s.update([1, 2, 7, 8])
print(sorted(x for x in s if isinstance(x, int)))
print(hash((1, Key(2), "x")) == hash((1, 2, "x")), hash((Key(1),)) == hash((1,)), {(Key(1), 2): 3}[1, 2])
