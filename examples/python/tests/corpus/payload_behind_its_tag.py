# A row becomes None between two calls, and an element of an index array infinite: kinds of elements are tested where these are used, and what follows from them
# must not be looked at before the loop.
import math


def floats(n, start=0):
    return [0.0 for k in range(n)]


def integers(n, start=0):
    return [0 for k in range(n)]


WAYS = [lambda: 0, lambda: 1, lambda k, n: 0, lambda: 2, lambda k, n: k // 2]


def indices(n, way):
    return list(map(WAYS[way], range(n), [n] * n))


def rows(make, lengths):
    return [make(m, r) for r, m in enumerate(lengths)]


def nest(n, m, written, scale, source, found, keys):
    for i in range(n):
        if ():
            scale = float
        for j in range(i):
            written[i][3] = source[keys[1 % n]][j]
            found[i][0] = abs(keys[i])


def program():
    n, m = 12, 10
    written = rows(floats, [m] * n)
    scale = floats(n)
    source = rows(floats, [m] * n)
    found = rows(integers, [1] * n)
    keys = indices(n, 4)
    try:
        nest(n, m, written, scale, source, found, keys)
    except Exception as e:
        print(e)
    try:
        written[4] = None
        nest(n, m, written, scale, source, found, keys)
    except Exception as e:
        print(e)
    try:
        keys[9] = math.inf
        nest(n, m, written, scale, source, found, keys)
    except Exception as e:
        print(e)
    print(written, found)


program()
