# Rows of iterators of different lengths: who is asked how often.
from itertools import zip_longest


class Counted:
    def __init__(self, n, fail=None):
        self.n, self.i, self.fail, self.asked = n, 0, fail, 0

    def __iter__(self):
        return self

    def __next__(self):
        self.asked += 1
        if self.i == self.fail:
            raise ValueError(self.i)
        if self.i >= self.n:
            raise StopIteration
        self.i += 1
        return self.i


def numbers(n):
    for k in range(n):
        yield k


def rows():
    r = []
    for x, y in ((3, 5), (5, 3), (0, 2), (2, 0), (0, 0), (4, 4)):
        a, b = Counted(x), Counted(y)
        r.append((list(zip_longest(a, b)), a.asked, b.asked))
        a, b, c = Counted(x), Counted(y), Counted(2)
        r.append((list(zip_longest(a, b, c, fillvalue="-")), a.asked, b.asked, c.asked))
        r.append(list(zip_longest(numbers(x), range(y), fillvalue=0)))
        r.append(list(zip_longest([1] * x)))
    r.append(list(zip_longest()))
    for others in ((), ([7, 8],)):
        a, b = Counted(5, 2), Counted(3)
        try:
            for row in zip_longest(a, b, *others):
                r.append(row)
        except ValueError as e:
            r.append((str(e), a.asked, b.asked))
    z = zip_longest(Counted(2), "abc")
    r.append((next(z), type(z).__name__, next(z), next(z), next(z, "end")))
    return r


for turn in range(70):
    r = rows()
    if turn in (0, 69):
        for row in r:
            print(row)
print(sum(a * b for a, b in zip_longest(numbers(3000), range(4000), fillvalue=1)))
print(sum(a * b + c for a, b, c in zip_longest(numbers(3000), range(4000), Counted(2000), fillvalue=1)))
