# Functions that make functions: counters, composition, currying, memory.
import sys
import time


def counter(start, step):
    value = start

    def count():
        nonlocal value
        value += step
        return value

    return count


def compose(first, *others):
    for f in others:
        first = lambda x, f=f, g=first: f(g(x))
    return first


def curry(f):
    return lambda a: lambda b: lambda c: f(a, b, c)


def remembering(f):
    known = {}

    def wrapped(x):
        if x not in known:
            known[x] = f(x)
        return known[x]

    return wrapped


@remembering
def fibonacci(n):
    return n if n < 2 else (fibonacci(n - 1) + fibonacci(n - 2)) % 1000007


def main(n):
    a, b = counter(0, 1), counter(100, -3)
    step = compose(lambda x: x + 1, lambda x: x * 3, lambda x: x % 1009)
    madd = curry(lambda a, b, c: a * b + c)(3)
    adders = [lambda x, k=k: x + k for k in range(7)]
    total = 0
    for i in range(n):
        total = (total + a() * b() + step(i) + madd(i)(7) + adders[i % 7](i)) % 1000003
    return f"{total} {a()} {b()} {fibonacci(300)}"


n = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
