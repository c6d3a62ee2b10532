# zip over other numbers of iterables than two: rows of all widths, ends of each part, parts that are no built-in iterators, and what is taken from the others then.
a = list(range(700))
b = [x * 2 for x in a]
c = [str(x) for x in a]


def three(n):
    s = 0
    for x, y, z in zip(a, b, c[:n]):
        s += x + y + len(z)
    return s


def wide(*parts):
    return sum(len(row) + (row[0] if type(row[0]) is int else 1) for row in zip(*parts))


def squares(n):
    for i in range(n):
        yield i * i


class Down:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


for n in (700, 300, 0, 699):
    print(three(n))
for width in range(1, 10):
    print(width, wide(*[a] * width), wide(*[b, a, c][:width], *[range(500)] * (width - 3)))
for k in range(3):
    parts = [iter(a), iter(b), iter(c)]
    parts[k] = squares(400)
    print(k, sum(1 for _ in zip(*parts)), [next(p, None) for p in parts])
    parts = [iter(a), iter(b), iter(c)]
    parts[k] = Down(400)
    print(k, sum(1 for _ in zip(*parts)), [next(p, None) for p in parts])
    parts = [iter(a), iter(b), iter(c)]
    parts[k] = iter(a[:350])
    print(k, sum(1 for _ in zip(*parts)), [next(p, None) for p in parts])

kept = []
for row in zip(a, enumerate(b), zip(c, a), range(1000)):
    kept.append(row)
print(len(kept), kept[0], kept[-1], len({id(row) for row in kept}))

try:
    for row in zip(a, b, a[:600], strict=True):
        last = row
except ValueError as e:
    print(last, e)


def fails(n):
    for i in range(n):
        yield i
    raise KeyError(n)


done = 0
try:
    for x, y, z in zip(a, b, fails(500)):
        done += z
except KeyError as e:
    print(done, repr(e))

# A list that grows while it is gone through, and one that is emptied.
grows = [0, 1, 2]
for x, y, z in zip(grows, a, b):
    if len(grows) < 600:
        grows.append(x + z)
print(len(grows), grows[-1])
shrinks = list(range(600))
n = 0
for x, y, z in zip(a, shrinks, b):
    n += 1
    if n == 500:
        shrinks.clear()
print(n)


# The same of map.
def add(*v):
    return sum(v)


for width in range(1, 10):
    print(width, sum(map(add, *[a] * width)), sum(map(lambda *v: len(v), *[b, a, c][:width], *[range(500)] * (width - 3))))
total = 0
for v in map(lambda x, y: x * y, a, b):
    total += v
for v in map(max, a, b, range(650)):
    total += v
print(total, list(map(add, a[:3], squares(9), Down(5))))
try:
    for v in map(lambda x, y, z: x // (300 - y // 2), a, b, a):
        total += v
except ZeroDivisionError as e:
    print(total, e)
