# Helpers of generated programs with loop nests: an object with sizes, functions to call in loops, and printing that shows every bit.
import math

MESSAGES = @MESSAGES@


class Box:
    def __init__(self, n, m):
        self.n = n
        self.m = m
        self.total = 0.0
        self.count = 0

    def add(self, x):
        self.total += x
        self.count += 1
        return self.total


def blend(x, y):
    return x * 0.5 + y * 0.25


def clamp(x, low, high):
    if x < low:
        return low
    if x > high:
        return high
    return x


def bump(a, k):
    a[k] += 1
    return a[k]


def floats(n, a, b, c, r=0):
    return [(r * 13 + k) * a % b * 0.25 - c for k in range(n)]


def integers(n, a, b, c, r=0):
    return [(r * 13 + k) * a % b - c for k in range(n)]


ORDERS = [
    lambda k, n: k,
    lambda k, n: n - 1 - k,
    lambda k, n: (k * 7 + 2) % n,
    lambda k, n: k * k % n,
    lambda k, n: k // 2,
    lambda k, n: 0,
]


def indices(n, order):
    return list(map(ORDERS[order], range(n), [n] * n))


def mixed(a):
    return [x if k % 5 else 0.5 for k, x in enumerate(a)]


def rows(make, lengths, a, b, c):
    return [make(m, a, b, c, r) for r, m in enumerate(lengths)]


def grid(make, n, m, a, b, c):
    return rows(make, [m] * n, a, b, c)


def triangle(make, n, m, a, b, c):
    return rows(make, range(1, n + 1), a, b, c)


def last_shorter(make, n, m, a, b, c):
    return rows(make, [m] * (n - 1) + [m - 1], a, b, c)


def odd_shorter(make, n, m, a, b, c):
    return rows(make, ([m, m - 1] * n)[:n], a, b, c)


def one_row(make, n, m, a, b, c):
    return [make(m, a, b, c)] * n


# All at once, where that is not too much to print.
def show(v):
    try:
        text = repr(v)
        if len(text) < 20000:
            return text
    except ValueError:
        pass
    if type(v) is list:
        return "[" + ", ".join([show(x) for x in v]) + "]"
    return "big%d#%d" % (v % 1000000007, v.bit_length())


def caught(e):
    print("caught", type(e).__name__, str(e) if MESSAGES else "")
