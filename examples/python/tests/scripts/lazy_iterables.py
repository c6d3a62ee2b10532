# map, filter and enumerate over generators and iterators of the program's, and next with a default.


def up(n, told=None):
    try:
        for i in range(n):
            got = yield i
            if got is not None:
                told.append(got)
    finally:
        if told is not None:
            told.append("closed")


class Down:
    def __init__(self, n, fails=None):
        self.n = n
        self.fails = fails
        self.asked = 0

    def __iter__(self):
        self.asked += 1
        return self

    def __next__(self):
        if self.n == self.fails:
            raise KeyError(self.n)
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


class Truth:
    def __init__(self, x):
        self.x = x

    def __bool__(self):
        if self.x == 333:
            raise OverflowError("truth")
        return self.x % 3 == 0


def stops(x):
    if x == 444:
        raise StopIteration
    return x + 1


def divides(x):
    return 1000 // (x - 50)


def inverse(n):
    if n > 0:
        for x in map(lambda x: x * 2, inverse(n - 1)):
            yield x
    yield n


for n in (0, 1, 600):
    print(n, sum(map(lambda x: x * 3, up(n))), sum(x for x in map(str.__len__, map(str, up(n)))))
    print(n, sum(filter(lambda x: x & 1, up(n))), len(list(filter(None, up(n)))), sum(1 for _ in filter(Truth, up(min(n, 300)))))
    print(n, sum(map(lambda x: x * 3, Down(n))), sum(filter(lambda x: x & 1, Down(n))))
    it = Down(n)
    total = 0
    for i, x in enumerate(it, 5):
        total += i * x
    print(n, total, it.asked)
    print(n, max(map(lambda x: -x, up(n)), default=None), list(enumerate(Down(n)))[-2:])

# What ends a map or a filter early, and what they do after an error.
print(len(list(map(stops, up(600)))), len(list(map(stops, Down(600)))), len(list(filter(stops, up(600)))))
for it in (map(divides, up(200)), map(divides, Down(200)), filter(divides, up(200)), filter(lambda x: Truth(x), up(600))):
    seen = 0
    while True:
        try:
            for x in it:
                seen += x
            break
        except (ZeroDivisionError, OverflowError) as e:
            print(type(e).__name__, seen)
    print(seen, next(it, "over"))
try:
    for i, x in enumerate(Down(500, 100)):
        last = i, x
except KeyError as e:
    print(last, repr(e))

# What is left when a loop is left, and generators that are closed.
told = []
it = map(lambda x: x, up(600, told))
for x in it:
    if x == 550:
        break
print(next(it), told, list(it)[-1], told)
print(list(inverse(6)), sum(inverse(9)))

# A map inside of itself asks a generator that is running.
def itself():
    yield 1
    for x in map(lambda x: x, running):
        yield x


running = itself()
try:
    print(list(running))
except ValueError as e:
    print(e)

# next with a default.
total = 0
g = up(600)
while True:
    x = next(g, None)
    if x is None:
        break
    total += x
print(total, next(g, "d"), next(g, default := 3), default)
for value in (up(3), Down(3), iter([1, 2])):
    print([next(value, "end") for _ in range(6)])


def fails():
    yield 1
    raise LookupError("inside")


g = fails()
print(next(g, 0))
for _ in range(2):
    try:
        print(next(g, 0))
    except LookupError as e:
        print(repr(e))
total = 0
for _ in range(300):
    g = up(3)
    total += next(g, 7) + next(g, 7) + next(g, 7) + next(g, 7) + next(g, 7)
print(total)
try:
    next(up(1), 1, 2)
except TypeError as e:
    print(e)
told = []
g = up(4, told)
print(next(g, 9), g.send("x"), next(g, 9), g.send("y"), next(g, 9), told)


# Displays and calls that take all of an iterator of the program's.
def count(*values, **named):
    return len(values), len(named)


for n in (0, 1, 700):
    print(n, len([*up(n), *Down(n), *range(n)]), len({*up(n), *Down(n), *"abc"}), len((*up(n), 1, *Down(n))), count(*up(n), *Down(n)))
    print(n, sum([*map(lambda x: x * 2, up(n))]), sum({*filter(Truth, up(min(n, 300)))}))
for wrong in (lambda: [*3], lambda: {*None}, lambda: count(*1.5), lambda: [*Down(5, 2)], lambda: {1, *Down(5, 2)}, lambda: [*map(divides, up(99))]):
    try:
        print(wrong())
    except Exception as e:
        print(type(e).__name__, e)
grown = []
for k in range(300):
    grown += [*up(k % 5)]
print(len(grown), sum(grown))


# Taking apart what the program gives.
class Both:
    def __init__(self, *parts):
        self.parts = parts

    def __iter__(self):
        for p in self.parts:
            yield p


class Wrong:
    def __iter__(self):
        return 5


total = 0
for k in range(700):
    x, y = Both(k, 1)
    (p, q), r = Both(Both(x, 2), 3)
    u, v, w = up(3)
    s, t = Down(2)
    total += x + y + p + q + r + u + v + w + s - t
print(total)
pairs = [Both(k, k + 1) for k in range(500)]
print(sum(x * y for x, y in pairs), [x for x, y in pairs[:3]], {x: y for x, y in pairs[:3]})
for parts in ((), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4)):
    for take in ("x, = Both(*parts)", "x, y = Both(*parts)", "x, y, z = Both(*parts)", "x, *y = Both(*parts)", "[x, (y, z)] = Both(1, parts)"):
        x = y = z = None
        try:
            exec(take)
            print(take, x, y, z)
        except ValueError as e:
            print(take, e, x, y, z)


def taken(parts):
    x = y = None
    try:
        x, y = Both(*parts)
    except ValueError as e:
        return str(e), x, y
    return x, y


print([taken(range(k % 5)) for k in range(600)][-5:])
for wrong in (lambda: taken(3), lambda: [x for x, y in [Wrong()]], lambda: [x for x, y in [Down(5, 4)]], lambda: [x for x, y in [3]]):
    try:
        print(wrong())
    except Exception as e:
        print(type(e).__name__, e)
