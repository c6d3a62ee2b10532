# Mutual recursion with starred results of changing kinds, and a generator with keyword-only parameters.
def as_list(x):
    return x if type(x) is list else list(x) if isinstance(x, (tuple, str)) else [x]


class Node:
    def __init__(self, x):
        self.x = x

    def __setattr__(self, name, value):
        super().__setattr__(name, value % 1009 if isinstance(value, int) else 7)


def odd(n, p):
    if n <= 0:
        return [n, p]
    return Node(n).x, *as_list(even(n - 1, p=(n, p)))[:5]


def even(n, p=2.5, *rest):
    if n <= 0:
        return p
    return [-n, *as_list(odd(n - 1, (n, *as_list(p)[:6])))[:5]]


def steps(n, p, *, k, **others):
    got = yield {"n": n, "k": k}
    while n > 0:
        n -= 1
        got = yield (got, *as_list(odd(n, p)), len(others))


h = 0
for i in range(300):
    a = [i] if i % 3 else (i, "s")
    for ch in repr(odd(i % 6, a)) + repr(even(i % 5, a)):
        h = (h * 31 + ord(ch)) % 1000000007
    s = steps(i % 4, i * 0.5, k=a, extra=i)
    next(s)
    try:
        for y in range(3):
            h = (h + len(repr(s.send(y)))) % 1000000007
    except StopIteration as e:
        h += e.value is None
    if i % 60 == 0:
        print(i, h)
