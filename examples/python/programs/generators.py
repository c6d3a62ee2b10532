# Generators one after the other, and within each other.
import sys
import time



def numbers(n):
    i = 0
    while i < n:
        yield i
        i += 1


def odd(items):
    for x in items:
        if x & 1:
            yield x


def squares(items):
    for x in items:
        yield x * x


def pairs(items):
    last = None
    for x in items:
        if last is not None:
            yield last, x
        last = x


def flatten(tree):
    for x in tree:
        if isinstance(x, list):
            yield from flatten(x)
        else:
            yield x


def average():
    total = count = 0
    value = None
    while True:
        value = yield total / count if count else 0.0
        total += value
        count += 1


def main(n):
    a = sum(y - x for x, y in pairs(squares(odd(numbers(n)))))
    tree = [1, [2, [3, 4], 5], [[6]], 7]
    b = 0
    for _ in range(n // 100):
        for x in flatten(tree):
            b += x
    mean = average()
    next(mean)
    m = 0.0
    for x in numbers(n // 10):
        m = mean.send(x)
    return a, b, m


n = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
