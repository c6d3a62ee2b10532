# Generators as coroutines: stages that are sent values, and pipelines that pull them.
import sys
import time


def started(f):
    def start(*args):
        stage = f(*args)
        next(stage)
        return stage

    return start


@started
def each_nth(n, target):
    count = 0
    while True:
        value = yield
        count += 1
        if count % n == 0:
            target.send(value)


@started
def scaled(factor, target):
    while True:
        target.send((yield) * factor % 65521)


@started
def summing():
    total = 0
    while True:
        value = yield total
        total = (total + value) % 1000003


def numbers(n):
    seed = 1
    for _ in range(n):
        seed = (seed * 16807) % 2147483647
        yield seed


def windows(source, size):
    window = []
    for value in source:
        window.append(value)
        if len(window) == size:
            yield tuple(window)
            window.pop(0)


def flattened(items):
    for item in items:
        if isinstance(item, tuple):
            yield from flattened(item)
        else:
            yield item


def main(n):
    sums = summing()
    stage = each_nth(3, scaled(7, sums))
    for value in numbers(n):
        stage.send(value)
    pushed = sums.send(0)
    pulled = sum(max(w) & 255 for w in windows((x >> 4 for x in numbers(n)), 3))
    nested = ((i, (i * 2, (i * 3,))) for i in range(n // 4))
    return f"{pushed} {pulled} {sum(flattened(nested))}"


n = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
