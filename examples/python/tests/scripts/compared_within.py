# Instances that the program compares, within lists and tuples: `in`, `!=` by `__eq__` alone, tuples of them.

calls = []


class Name:
    def __init__(self, text, rank=0):
        self.text = text
        self.rank = rank

    def __eq__(self, other):
        if isinstance(other, str):
            return self.text == other
        if not isinstance(other, Name):
            return NotImplemented
        return self.text == other.text

    def __lt__(self, other):
        return self.rank < other.rank

    def __le__(self, other):
        return self.rank <= other.rank

    def __gt__(self, other):
        return self.rank > other.rank

    def __ge__(self, other):
        return self.rank >= other.rank

    def __hash__(self):
        return hash(self.text)


class Never:
    __hash__ = None

    def __eq__(self, other):
        return False


class Shouts:
    def __eq__(self, other):
        raise ValueError("compared with %s" % type(other).__name__)


class Own:
    def __eq__(self, other):
        return []

    def __ne__(self, other):
        return "own"


class Odd:
    def __eq__(self, other):
        return [] if other is None else [1]


class Listed(list):
    def __eq__(self, other):
        return "listed"


class Derived(Name):
    def __eq__(self, other):
        calls.append("derived")
        return super().__eq__(other)


def membership(n):
    names = [Name("n%d" % i, i) for i in range(n)]
    few = tuple(names[:3])
    found = 0
    for i in range(3 * n):
        name = Name("n%d" % (i % (2 * n)))
        found += name in names
        found += 2 * (name not in few)
        found += 4 * ("n%d" % i in names) + 8 * (names[i % n] in names)
    return found


def sought(n):
    names = [Name("n%d" % (i % 20), i) for i in range(n + 20)]
    found = 0
    for i in range(n):
        found += names.index(Name("n%d" % (i % 20))) + 100 * names.count("n%d" % (i % 30))
        if i % 3 == 0:
            names.remove(Name("n%d" % (i % 20)))
            found += names.index(names[i % 7]) + names.count(names[i % 7])
    print(found, len(names), [name.text for name in names[:9]])
    for missing in (lambda: names.index(Name("?")), lambda: names.remove("?"), lambda: names.index("n1", 1, 1)):
        try:
            print(missing())
        except ValueError as e:
            print(str(e)[:14])


def unequal(n):
    a, b, never, odd, listed = Name("a"), Name("b"), Never(), Odd(), Listed()
    out = []
    for i in range(n):
        other = (a, b, "a", 3, None, never, Name("a"))[i % 7]
        out.append((a != other, never != other, other != a, odd != other, a != a, never != never))
    print(len(out), sorted(set(map(str, out))))
    print(Own() != 1, 1 != Own(), listed != [], listed != [1], [] != listed)


def tuples(n):
    names = [Name("x" if i % 3 else "y", i) for i in range(7)]
    never = Never()
    counts = [0] * 6
    for i in range(n):
        a, b = names[i % 7], names[i * 3 % 5]
        x, y = (a, i % 4), (b, i % 3)
        counts[0] += x < y
        counts[1] += x <= y
        counts[2] += x == y
        counts[3] += x != y
        counts[4] += (i % 2, a) > (0, b)
        counts[5] += (a, 1, 1) >= (b, 1, i % 2)
    print(counts)
    print((never, 1) == (never, 1), (1, never) == (1, Never()), (never,) != (never,), () == (), (a,) == (a, a))
    print((a, (b, 1)) == (a, (b, 1)), (a, [b]) == (a, [Name(b.text)]), (a, [b]) != (a, [1]))


class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __eq__(self, other):
        return isinstance(other, Point) and (self.x, self.y) == (other.x, other.y)

    def __hash__(self):
        return hash((self.x, self.y))


class Unhashed(Point):
    __hash__ = None


class Hashes:
    def __init__(self, h):
        self.h = h

    def __hash__(self):
        return self.h


def hashed(n):
    seen = {}
    there = set()
    for i in range(n):
        p = Point(i % 5, i % 3)
        for key in ((p,), (p, i % 2), (i % 2, p, "k"), (p, p, p, i % 2), (1, 2, 3, 4, p), (None, (p, 1)), ((p, 2), 1)):
            assert hash(key) == hash(tuple(list(key)))
            seen[key] = seen.get(key, 0) + 1
            if key in there:
                there.discard(key)
            else:
                there.add(key)
        seen.setdefault((p, "new"), i)
        points = [Point(k % 3, i % 2) for k in range(4)]
        assert len({q for q in points}) == len(set(points)) == 3
        assert len({q: i for q in points}) == len({(q, 1): 2 for q in points}) == 3
        assert len({points[0], points[3]}) == len({points[0]: 1, points[3]: 2}) == 1
    print(len(seen), sum(seen.values()), len(there), (Point(1, 1), 1) in seen, seen[(1, Point(1, 1), "k")])
    print(hash((Hashes(5), 1)) == hash((5, 1)), hash((Hashes(-1),)) == hash((-2,)), hash((Hashes(2**61), 3)) == hash((2**61, 3)))
    for bad in ((Unhashed(1, 2), 1), (1, Point([], 1)), (Point(1, 1), []), (Hashes("h"), 1), (Hashes(None),)):
        for test in (hash, seen.get, lambda k: k in there, lambda k: {x for x in [k]}, lambda k: {x: 1 for x in [k]}, lambda k: {k}, lambda k: {k: 1}, lambda k: seen[k], lambda k: seen.__setitem__(k, 1)):
            try:
                print(test(bad))
            except TypeError as e:
                print("TypeError:", e)


def changed_meanwhile():
    items = []

    class Shrinks:
        def __eq__(self, other):
            items.clear()
            return False

    items.extend([Shrinks(), 1, 2, 3])
    return 3 in items, items


def failing(n):
    errors = set()
    for i in range(n):
        for test in (
            lambda: 1 in [2, Shouts()],
            lambda: Name("a") in (3, Shouts()),
            lambda: Shouts() != 1,
            lambda: (1, Shouts()) < (1, "a"),
            lambda: (Name("a"), 1) < (Name("b"), 2),
            lambda: (Name("a"), 1) < (Name("a"), 2),
            lambda: (Never(), 1) < (Never(), 2),
            lambda: (Never(), 1) in [(Shouts(), 1)],
        ):
            try:
                errors.add(repr(test()))
            except (ValueError, TypeError) as e:
                errors.add("%s: %s" % (type(e).__name__, e))
    return sorted(errors)


class Changes:
    __eq__ = __len__ = None


def set_again_and_again():
    # A method that was set again and again is looked for where it is.
    x = Changes()
    Changes.__eq__ = Changes.__len__ = 2
    Changes.__eq__ = Changes.__len__ = 3
    out = []
    for i in range(300):
        if i % 100 == 0:
            Changes.__eq__ = lambda self, other, i=i: other == i
            Changes.__len__ = lambda self, i=i: i
        out.append((x == 100, x != 200, 0 in [x], len(x)))
    print(sorted(set(out)))


set_again_and_again()
for n in (5, 60, 400):
    print(membership(n))
    sought(n)
    hashed(n)
    unequal(n)
    tuples(n)
print(changed_meanwhile())
print(failing(1))
print(failing(300))
print(Name("a") != Derived("a"), Derived("a") != Name("b"), Name("a") in [Derived("a")], Derived("a") in (Name("b"),))
print(len(calls), (lambda x: x in [x])(float("nan")))


class Deep:
    def __eq__(self, other):
        return other in [self]


try:
    Deep() in [Deep()]
except RecursionError as e:
    print("RecursionError")
