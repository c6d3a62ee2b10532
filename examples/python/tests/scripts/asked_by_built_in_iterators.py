# Iterators of the program's inside built-in ones: who is asked when, and what happens where one ends or raises.
log = []


class Items:
    """By a generator."""

    def __init__(self, n, name="items", fail=None):
        self.n, self.name, self.fail = n, name, fail

    def __iter__(self):
        log.append("iter " + self.name)
        for k in range(self.n):
            if k == self.fail:
                raise KeyError(self.name)
            log.append((self.name, k))
            yield k
        log.append("end " + self.name)


class Steps:
    """By `__next__`."""

    def __init__(self, n, ends=StopIteration):
        self.n, self.i, self.ends = n, 0, ends

    def __iter__(self):
        return self

    def __next__(self):
        if self.i >= self.n:
            raise self.ends
        self.i += 1
        return self.i


class Indexed:
    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


def numbers(n, fail=None):
    for k in range(n):
        if k == fail:
            raise ValueError("at %d" % k)
        yield k * k


def told(f, *args):
    log.clear()
    try:
        r = f(*args)
    except Exception as e:
        r = type(e).__name__ + " " + str(e)
    return r, list(log)


def counted(n, start=0, fail=None):
    s = 0
    for i, x in enumerate(Items(n, fail=fail), start):
        s += i * x
    return s


def counted_numbers(n, start=1, fail=None):
    s = 0
    for i, x in enumerate(numbers(n, fail), start):
        if i % 5 == 3:
            continue
        s += i * x
    return s


def counted_steps(n, ends=StopIteration):
    return [i * x for i, x in enumerate(Steps(n, ends), 2)]


def paired(n, k):
    s = 0
    for a, b in zip(Items(n, "a"), Items(k, "b")):
        s += a * 10 + b
    return s


def paired_left(n, k):
    left = numbers(n)
    rows = [(a, b) for a, b in zip(left, Steps(k))]
    return rows, list(left)


def three(n):
    s = []
    for a, b, c in zip(Items(n, "a"), range(n + 2), numbers(n + 1)):
        s.append(a + b + c)
    return s


def mapped(n, fail=None):
    s = []
    for x in map(lambda a, b: a * 100 + b, Items(n, "a", fail), range(n + 3)):
        s.append(x)
    return s


def mapped_three(n):
    return [x for x in map(lambda a, b, c: (a, b, c), numbers(n), Items(n + 2, "b"), [5] * (n + 1))]


def mapped_fails(n):
    def f(a, b):
        if a == 4:
            raise StopIteration("out of the function")
        return a + b
    s = []
    for x in map(f, Items(n), range(n)):
        s.append(x)
    return s


def nested(n):
    s = []
    for i, (a, (j, b)) in enumerate(zip(Items(n, "a"), enumerate(Items(n, "b"), 7)), 1):
        s.append((i, a, j, b))
    return s


def extended(n, fail=None):
    l = [1]
    try:
        l.extend(Items(n, fail=fail))
    except KeyError as e:
        l.append(str(e))
    l += Items(2)
    s = {1}
    s.update(Items(n), numbers(3))
    return l, sorted(s)


def found(n, x):
    return x in Items(n), x not in Items(n), x in numbers(n), x in Steps(n), x in Indexed(list(range(n)))


def own_iterator():
    # One that goes on where it was left.
    e = enumerate(Items(6), 10)
    first = next(e)
    some = []
    for i, x in e:
        some.append((i, x))
        if x == 3:
            break
    return first, some, list(e), next(e, None), type(e).__name__


class Again:
    """Fails now and then, and goes on after its end."""

    def __init__(self, n):
        self.n, self.i = n, 0

    def __iter__(self):
        return self

    def __next__(self):
        self.i += 1
        if self.i % self.n == 0:
            raise StopIteration
        if self.i % 4 == 3:
            raise ValueError(self.i)
        return self.i


def went_on(make, n):
    it, out = make(Again(n)), []
    for k in range(5):
        try:
            for x in it:
                out.append(x)
            out.append("end")
        except ValueError as e:
            out.append(str(e))
    return out


def goes_on(n):
    return [went_on(make, n) for make in (
        enumerate, lambda a: enumerate(a, 3), lambda a: zip(a, range(40)), lambda a: zip(range(40), a), lambda a: zip(a, range(50), a),
        lambda a: map(lambda x: -x, a), lambda a: map(lambda x, y: (x, y), a, range(40)), lambda a: filter(None, a),
    )]


class Asking:
    """Asks the iterator that asks it."""

    def __init__(self):
        self.i, self.around = 0, None

    def __iter__(self):
        return self

    def __next__(self):
        self.i += 1
        if self.i > 5:
            raise StopIteration
        return next(self.around, None) if self.i == 2 else self.i


def asking():
    a, b = Asking(), Asking()
    a.around, b.around = enumerate(a), zip(b, range(9))
    return [x for x in a.around], [x for x in b.around]


def large():
    return [i for i, x in enumerate(Items(3), 2 ** 63 - 2)]


def indexed(n):
    l = Indexed(list(range(n)))
    return sum(i * x for i, x in enumerate(l)), list(zip(l, Items(n))), list(reversed(l))


class Wrong:
    def __iter__(self):
        return 5


def wrong():
    return [x for x in enumerate(Wrong())]


def wrong_pair():
    return [x for x in zip(Items(1), Wrong())]


work = [
    (counted, 6), (counted, 6, 3), (counted, 6, 0, 4), (counted_numbers, 12), (counted_numbers, 12, 1, 7),
    (counted_steps, 5), (counted_steps, 5, LookupError), (paired, 4, 4), (paired, 3, 5), (paired, 5, 3), (paired_left, 5, 3),
    (paired_left, 3, 5), (three, 4), (mapped, 4), (mapped, 6, 3), (mapped_three, 4), (mapped_fails, 6), (nested, 4), (extended, 4),
    (extended, 4, 2), (found, 5, 3), (found, 5, 8), (own_iterator,), (goes_on, 6), (goes_on, 9), (asking,), (large,), (indexed, 5), (wrong,), (wrong_pair,),
]
for turn in range(60):
    for f, *args in work:
        r = told(f, *args)
        if turn in (0, 29, 59):
            print(f.__name__, args and args[0], *r)

# What is long enough to be compiled by itself.
log = type("Nothing", (), {"append": lambda self, x: None, "clear": lambda self: None, "__iter__": lambda self: iter(())})()
print(counted(3000, 1), counted_numbers(3000), sum(counted_steps(3000)), sum(three(2000)), sum(mapped(2000)), len(mapped_three(2000)))
print(found(3000, 2999), found(3000, -1), [len(x) for x in extended(3000)], nested(1500)[-1])


class Failing:
    def __init__(self, error):
        self.error = error

    def __iter__(self):
        raise self.error


class Meta(type):
    def __iter__(cls):
        return iter("ab")

    def __contains__(cls, x):
        return x == 7


class Of(metaclass=Meta):
    pass


class OnlyIter(type):
    def __iter__(cls):
        return iter("ab")


class Iterated(metaclass=OnlyIter):
    pass


def within(x, y):
    try:
        return x in y
    except Exception as e:
        return type(e).__name__, str(e), e.__context__


for turn in range(80):
    r = [within(x, y) for y in (Failing(TypeError("t")), Failing(ValueError("v")), Wrong(), Of, Iterated, numbers(4), 5) for x in (1, 7, "a")]
    if turn in (0, 79):
        print(r)
