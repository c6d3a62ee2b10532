# Lists made by loops, and loops that come down to a few values: what loops on devices do in parts, or leave to be done in order.
nan, inf = float("nan"), float("inf")


def floats(n):
    return [(k * 7919 % 10007) * 0.25 - 700.0 for k in range(n)]


def mapped(xs):
    return [x * x + 1.0 for x in xs]


def appended(xs, more):
    out = list(more)
    for x in xs:
        out.append(x * 0.5 - 1.0)
    return out


def in_two(xs):
    low, high = [], []
    for x in xs:
        low.append(x - 1.0)
        high.append(x + 1.0)
    return low, high


def by_index(xs):
    return [xs[i] * i for i in range(len(xs))]


def least(xs):
    best, where = inf, -1
    for i in range(len(xs)):
        x = xs[i] * 2.0
        if x < best:
            best, where = x, i
    return best, where


def last_greatest(xs):
    best, where = -inf, -1
    for i in range(len(xs)):
        if xs[i] >= best:
            best, where = xs[i], i
    return best, where


def both(xs):
    low = high = xs[0]
    rises = 0
    for x in xs:
        if x < low:
            low = x
        elif x > high:
            high = x
            rises += 1
    return low, high, rises


def counted(xs, limit):
    n, total = 0, 0
    for x in xs:
        if x > limit:
            n += 1
            total += int(x)
        elif x < -limit:
            n -= 1
    return n, total


def two_best(xs):
    first, second = inf, inf
    for x in xs:
        if x < first:
            first, second = x, first
        elif x < second:
            second = x
    return first, second


def switched(xs):
    sign, total = 1, 0
    for x in xs:
        if x > 600.0:
            sign = -sign
        total += sign
    return total, sign


def overflowing(xs):
    total = 9223372036854770000
    for x in xs:
        total += int(x * x)
    return total


def nearest(rows):
    best, where = inf, None
    for i in range(len(rows)):
        row = rows[i]
        away = 0.0
        for x in row:
            away += x * x
        if away < best:
            best, where = away, i
    return best, where


def until(xs, n):
    total = 0
    i = 0
    while True:
        if i >= n:
            break
        total += int(xs[i])
        i += 1
    return total, i


def keeps_a_value(xs):
    last = 0.0
    n = 0
    for x in xs:
        if x > 1000.0:
            last = x
            n += 1
    return last, n


def generated(xs):
    return sum(int(x) for x in xs), min(x + 1.0 for x in xs), max(x * 2.0 for x in xs)


xs = floats(6000)
rows = [xs[k : k + 3] for k in range(0, 6000, 3)]
for k in range(3):
    made = mapped(xs)
    print(len(made), sum(made), made[0], made[-1])
    made = appended(xs, xs[:k])
    print(len(made), sum(made), made[0], made[-1])
    low, high = in_two(xs)
    print(sum(low), sum(high), len(low) == len(high) == len(xs))
    print(sum(by_index(xs)))
    print(least(xs), last_greatest(xs), both(xs))
    print(counted(xs, 500.0), two_best(xs), switched(xs), overflowing(xs))
    print(nearest(rows), until(xs, 5000), keeps_a_value(xs), generated(xs))
# What is no number is neither less nor greater; zeros are equal, and the first or last of them counts.
for odd in [nan] + xs, xs[:3000] + [nan] + xs[3000:], [0.0, -0.0] * 3000, [-0.0, 0.0] * 3000, [inf] * 5000, [nan] * 5000:
    print(least(odd), last_greatest(odd), both(odd), two_best(odd))
# The same loops over other kinds of values.
numbers = [k * 7919 % 10007 - 5000 for k in range(6000)]
print(least(numbers), last_greatest(numbers), both(numbers), counted(numbers, 500), two_best(numbers))
print(counted(numbers + [2**70], 500), least(numbers + [-(2**70)]), sum(mapped(numbers)))
try:
    counted(xs + ["text"], 500.0)
except TypeError as e:
    print(e)
