# Iterators within iterators, of which some run the program: rows of several, callable ones with an end, partials, texts gone round, and errors in the middle.
import itertools as it
import operator
from functools import partial


def numbers(n, fail=None):
    for i in range(n):
        if i == fail:
            raise KeyError(i)
        yield i


class Steps:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        self.n -= 1
        if self.n < 0:
            raise StopIteration
        return self.n


class Equal:
    """Equals whatever is even."""

    def __eq__(self, other):
        return other % 2 == 0


def rows():
    yield list(zip(numbers(4), numbers(5), numbers(6)))
    yield list(zip("abc", numbers(5), Steps(9), map(str, numbers(9))))
    yield list(zip(it.count(), it.cycle("xy"), numbers(3)))
    yield list(it.islice(zip(it.count(), it.cycle({"k": 1}), it.repeat("r"), numbers(7)), 2, 6))
    yield list(map(operator.add, numbers(3), Steps(3)))
    yield list(map(list, zip(*(it.islice(copy, i, None) for i, copy in enumerate(it.tee(numbers(6), 3))))))
    yield [a for a, *_ in filter(lambda r: r[1] % 2, zip(numbers(6), Steps(6), "abcdef"))]
    yield list(enumerate(zip(numbers(2), "ab", Steps(2)), 5))
    yield list(zip(enumerate(zip(numbers(3), numbers(3), "abc")), it.chain("p", numbers(4))))
    yield sum(a * b * c for a, b, c in zip(numbers(9), Steps(9), range(9)))
    yield max(zip(Steps(3), numbers(3), "zzz")), dict(zip("ab", zip(numbers(2), numbers(2), numbers(2))))
    yield list(zip()), list(zip(numbers(2))), list(zip(numbers(2), numbers(2), strict=True))
    yield list(iter(partial(next, iter([1, 2, 3, 0, 4])), 0)), list(iter(partial(next, numbers(3)), 9))
    yield list(iter(lambda values=iter([1, 3, 4, 5]): next(values), Equal()))
    chunks = iter([1, 2, 3, 4, 5])
    yield list(iter(lambda: tuple(it.islice(chunks, 2)), ()))
    yield list(map(partial(operator.add, 1), range(3))), list(map(partial(pow, 2), range(4))), partial(int, base=2)("101")
    yield [f(3) for f in (partial(operator.mul, 2), partial(max, 1, 5), partial(partial(pow, 2), 3), partial(divmod, 17))]
    yield list(it.filterfalse(partial(operator.eq, 2), numbers(4))), sorted(numbers(4), key=partial(operator.sub, 0))
    yield list(it.islice(it.cycle("ab"), 5)), list(it.islice("abcdef", 1, 4)), list(it.islice({1: 2, 3: 4}, 1)), list(zip("ab", {5, }))
    e = enumerate("ab")
    yield next(e), list(e), list(e), list(it.cycle("")), list(map(str.upper, "ab"))


def failures():
    for make in (
        lambda: zip(numbers(5), numbers(5, 2), numbers(5)),
        lambda: zip("abc", numbers(5, 1), Steps(4)),
        lambda: map(lambda *r: r, numbers(5), numbers(5, 3), "abcde"),
        lambda: enumerate(zip(numbers(5), "abcde", numbers(5, 0))),
        lambda: zip(numbers(3), numbers(4), numbers(5), strict=True),
        lambda: iter(partial(next, numbers(5, 2)), 9),
        lambda: it.islice(zip(numbers(5), numbers(5), numbers(5, 2)), 4),
        lambda: map(partial(operator.truediv, 1), Steps(3)),
    ):
        seen = []
        try:
            for x in make():
                seen.append(x)
        except (KeyError, ValueError, ZeroDivisionError) as e:
            seen.append(repr(e))
        yield seen


# What is left after a row that could not be completed.
left = numbers(5), Steps(2), iter("abcdef")
print(list(zip(*left)), [list(x) for x in left])
first = [str(r) for r in rows()] + [str(r) for r in failures()]
for line in first:
    print(line)
for _ in range(400):
    again = [str(r) for r in rows()] + [str(r) for r in failures()]
    if again != first:
        print([pair for pair in zip(first, again) if pair[0] != pair[1]])
        break
