# Keys with methods of the program's: dictionaries, sets, and classes derived from them.
from collections import Counter, OrderedDict, defaultdict
from enum import Enum, IntEnum


class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3


class Coin(IntEnum):
    ONE = 1
    FIVE = 5
    TEN = 10


class Key:
    hashed = 0

    def __init__(self, n):
        self.n = n

    def __hash__(self):
        Key.hashed += 1
        return self.n % 7 - 1

    def __eq__(self, other):
        return isinstance(other, Key) and self.n == other.n

    def __repr__(self):
        return "Key(%d)" % self.n


class Wrong:
    def __hash__(self):
        return "no"


class Raises:
    def __hash__(self):
        raise ValueError("no hash")


class Quiet(dict):
    def __missing__(self, key):
        return ("none", repr(key))


class Loud(dict):
    def __getitem__(self, key):
        return "loud", dict.__getitem__(self, key)

    def __contains__(self, key):
        return not dict.__contains__(self, key)

    def __setitem__(self, key, value):
        dict.__setitem__(self, key, [value])


def count(keys, d):
    for k in keys:
        d[k] = d.get(k, 0) + 1
        d[k] += 2
        if k in d:
            d.setdefault(k, 5)
        if k not in d:
            print("never")
    return sorted(d.values()), len(d)


def sets(keys):
    s = set()
    n = 0
    for k in keys:
        if k in s:
            n += 1
        s.add(k)
    return n, len(s)


def errors(d, ks):
    out = []
    for k in ks:
        try:
            out.append(d[k])
        except (KeyError, TypeError, ValueError) as e:
            out.append((type(e).__name__, str(e)))
        try:
            d[k] = 1
        except (TypeError, ValueError) as e:
            out.append((type(e).__name__, str(e)))
        try:
            out.append(k in d)
        except (TypeError, ValueError) as e:
            out.append((type(e).__name__, str(e)))
    return out


for r in range(3):
    keys = [Key(i * i % 31) for i in range(300)]
    print(count(keys, {}), sets(keys), Key.hashed)
    colors = [list(Color)[i % 3] for i in range(300)]
    n = Key.hashed
    for make in (dict, Counter, OrderedDict, lambda: defaultdict(int), Quiet):
        print(count(colors, make()), count(keys[:50], make()))
    Key.hashed = n
    coins = [list(Coin)[i * i % 3] for i in range(200)]
    print(count(coins, {}), sets(coins), sets(colors), Coin.FIVE in {5}, {Coin.TEN: 1}[10])
    d = defaultdict(list)
    for i, c in enumerate(colors):
        d[c].append(i)
    print([(c.name, len(v)) for c, v in d.items()], len(d), Color.RED in d, "x" in d)
    q = Quiet()
    print([q[c] for c in Color], [q[Key(1)], q["a"], q[3]], q)
    c = Counter()
    for x in colors:
        c[x] += 1
        c[x.name] += 1
    print(c[Color.RED], c["RED"], c[Color.BLUE], c["none"], c.most_common(2))
    print(errors({}, [Wrong(), Raises(), Key(3)]), errors(Counter(), [Wrong(), Raises(), Key(3)]))
    loud = Loud()
    for k in (Color.RED, Key(2), "s"):
        loud[k] = k
        print(loud[k], k in loud, loud.get(k))
    print([k for k in Counter("abca")], list(Counter("abca").items()), hash("x") == hash("x"), hash(-1), hash(2**61), hash(5))
try:
    {}[Color.RED]
except KeyError as e:
    print("KeyError", e)
