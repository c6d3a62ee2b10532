# Going through instances that have a `__getitem__` and no `__iter__`.


class Squares:
    def __init__(self, n):
        self.n = n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError(i)
        return i * i


class Stops(Squares):
    def __getitem__(self, i):
        if i == 3:
            raise StopIteration
        return i


class Fails(Squares):
    def __getitem__(self, i):
        if i == 2:
            raise KeyError("two")
        return "abcd"[i]


class Refuses(Squares):
    __iter__ = None


class Plain:
    pass


class Table(dict):
    def __getitem__(self, k):
        return 5


def loops(n):
    total = 0
    for k in range(n):
        for v in Squares(k % 7):
            total += v
        for v in Stops(9):
            total += v
        a, b, c = Squares(3)
        total += a + b + c + sum(v for v in Squares(4)) + len([v for v in Squares(5) if v])
        total += (9 in Squares(5)) + (8 in Squares(5)) + sum(Squares(3)) + len(list(Squares(6))) + max(Squares(4))
        for v, w in zip(Squares(3), Squares(5)):
            total += v * w
        for v in Squares(3):
            for w in Squares(3):
                if w > v:
                    break
                total += 1
    return total


def attempt(f):
    try:
        return f()
    except (TypeError, KeyError) as e:
        return type(e).__name__, str(e)


def partly(n):
    seen = []
    for k in range(n):
        out = []
        try:
            for v in Fails(4):
                out.append(v)
        except KeyError as e:
            out.append(str(e))
        seen.append(tuple(out))
    return set(seen)


for n in (3, 50, 500):
    print(loops(n))
    print(partly(n))
it = iter(Squares(2))
print(type(it).__name__, iter(it) is it, next(it), next(it), next(it, "end"), next(it, "end"))
grows = Squares(1)
it = iter(grows)
print(next(it), next(it, "end"))
grows.n = 5
print(next(it, "still at its end"), list(it))
for x in (Refuses(3), Plain(), 3, None, Squares):
    print(attempt(lambda: [v for v in x]), attempt(lambda: iter(x)))
print([v for v in Table({1: 2})], [v for v in Table()])
changes = Squares(6)
out = []
for v in changes:
    out.append(v)
    if v == 4:
        Squares.__getitem__ = lambda self, i: [10, 11, 12, 13, 14][i]
print(out, [v for v in changes])
