# `map` and `filter` within each other and within `enumerate` and `zip`, in loops that are compiled.
import itertools

numbers = list(range(300))


def inc(x):
    return x + 1


def odd(x):
    return x % 2


class Checks:
    def __init__(self, n):
        self.n = n

    def small(self, x):
        return x < self.n

    def third(self, x):
        return x % 3 == 0


c = Checks(200)
for _ in range(3):
    print(sum(map(inc, filter(odd, numbers))), len(list(filter(odd, map(inc, numbers)))))
    print(sum(x for x in filter(c.small, filter(c.third, numbers))), max(map(inc, map(inc, numbers))))
    print(sum(i * x for i, x in enumerate(map(inc, numbers))), sum(i * x for i, x in zip(map(inc, numbers), numbers)))
    print(sum(i * x for i, x in zip(numbers, map(inc, numbers))), sum(i * x for i, x in zip(map(inc, numbers), filter(odd, numbers))))
    print(len(dict(zip(map(str, numbers), map(inc, numbers)))), tuple(map(int, map(str, numbers)))[-1], list(enumerate(filter(odd, numbers)))[-1])
    print(sum(map(len, filter(None, map(str, numbers)))), next(filter(lambda x: x > 250, map(inc, numbers))), next(map(inc, []), "none"))
    print(list(zip(map(inc, [1, 2]), [1], map(inc, [5]))), "".join(map(chr, map(inc, b"abc"))), sorted(set(map(odd, map(inc, numbers)))))
    print([*map(inc, map(inc, [1]))], (lambda *a: a)(*filter(odd, map(inc, range(4)))), dict(enumerate(map(inc, range(3)))))


# Who goes on with the inner one sees what is left.
def shared():
    inner = map(inc, numbers)
    outer = filter(odd, inner)
    got = []
    for x in outer:
        got.append(x)
        if len(got) > 20:
            break
    got.append(next(inner))
    got.append(next(outer))
    for x in inner:
        got.append(x)
        if len(got) > 40:
            break
    for x in zip(outer, inner):
        got.append(x)
    return got[15:45], len(got), list(outer), list(inner)


for _ in range(4):
    print(shared())


# An error ends a loop, not the iterator.
def fails(x):
    if x % 50 == 49:
        raise ValueError(x)
    return x


def errors():
    log = []
    over = {"map": map(inc, map(fails, numbers)), "filter": filter(odd, map(fails, numbers)), "count": enumerate(map(fails, numbers)),
            "pairs": zip(numbers, map(fails, numbers)), "outer": map(fails, map(inc, numbers)), "twice": zip(map(inc, numbers), map(fails, numbers))}
    for name, it in over.items():
        n = 0
        while True:
            try:
                for x in it:
                    n += 1
                break
            except ValueError as e:
                log.append((name, n, e.args[0]))
        log.append((name, n, next(it, "end")))
    return log


print(errors() == errors(), errors())


# A `StopIteration` of the function ends what goes through it.
def stops(x):
    if x == 120:
        raise StopIteration
    return x


for _ in range(3):
    for make in (lambda: map(inc, map(stops, numbers)), lambda: enumerate(map(stops, numbers)), lambda: zip(map(stops, numbers), numbers), lambda: filter(odd, map(stops, numbers))):
        it = make()
        print(sum(1 for _ in it), next(it, None), sum(1 for _ in it))


# Iterators of the program below them; several levels; and those of `itertools` around them.
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


def gen(n):
    for i in range(n):
        yield i * 3


for _ in range(3):
    print(sum(map(inc, filter(odd, Down(200)))), sum(x * y for x, y in zip(map(inc, Down(100)), filter(odd, gen(200)))))
    print(sum(map(inc, map(inc, map(inc, filter(odd, filter(c.small, gen(100))))))))
    print(sum(itertools.chain(map(inc, map(inc, numbers)), filter(odd, map(inc, numbers)))), list(itertools.islice(map(inc, map(inc, numbers)), 100, 103)))
    print(list(itertools.takewhile(c.small, map(inc, map(inc, range(190, 300))))), sum(a * b for a, b in itertools.zip_longest(map(inc, numbers), map(inc, range(250)), fillvalue=2)))
    print([next(map(inc, map(inc, [k]))) for k in range(60)][-3:], [next(filter(odd, [k]), -1) for k in range(60)][-3:], [next(iter([]), k) for k in range(50)][-1])

try:
    next(map(inc, []))
except StopIteration as e:
    print("stopped", e.args)
for bad in (lambda: next(map(inc, [None])), lambda: list(zip(map(inc, ["a"]), [1])), lambda: next(filter(c.small, ["x"]), 0)):
    try:
        bad()
    except TypeError as e:
        print(e)
print(type(map(inc, map(inc, []))), type(filter(None, map(inc, []))), type(enumerate(map(inc, []))), type(zip(map(inc, []))))
