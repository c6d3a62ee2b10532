# Functions of floats, to the last place: of edges, near multiples of pi/2, huge and tiny ones, called often enough for traces.
import math

edges = [
    0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 3.0, -3.0, 0.7, 1.5, 0.97, -0.99, math.inf, -math.inf, math.nan,
    5e-324, -5e-324, 1e-310, 2.2250738585072014e-308, 1.7976931348623157e308, 1e300, -1e300, 1e22, 2.0 ** 53, 2.0 ** 53 + 1,
    math.pi, math.pi / 2, math.pi / 4, -math.pi, 11 * math.pi, 105414357.85, 1e9, 709.782712893384, 709.8, -745.13, -745.2, -746.0,
    22.0, 22.5, 0.0625, 1 - 2.0 ** -53, 1 + 2.0 ** -52, 0.9375, 1.0647, 7, -3, True,
]


def said(f, *args):
    try:
        return repr(f(*args))
    except (ValueError, OverflowError, ZeroDivisionError) as e:
        return type(e).__name__ + ":" + str(e)


for f in (math.acos, math.asin, math.atan, math.cos, math.cosh, math.exp, math.expm1, math.log, math.log2, math.log10, math.sin, math.sinh,
          math.tan, math.tanh, math.sqrt):
    for _ in range(3):
        line = [said(f, x) for x in edges]
    print(f.__name__, *line)
for x in edges:
    print(x, *[said(math.pow, x, y) for y in edges])
    print(x, *[said(math.atan2, x, y) for y in edges])
    print(x, *[said(lambda a, b: a ** b, x, y) for y in edges])
print(said(math.log, 10 ** 400), said(math.log2, 2 ** 5000), said(math.log10, 10 ** 400), said(math.log, 5, 3), said(math.log, 5, 1))
# Sums over many arguments: a difference in the last place of one result shows.
x = -40.0
sums = [0.0] * 12
for i in range(20000):
    for k, f in enumerate((math.sin, math.cos, math.exp, math.tan, math.atan, math.sinh, math.tanh, math.expm1)):
        sums[k] += f(x)
    sums[8] += math.log(x * x + 1e-9)
    sums[9] += (x * x) ** 0.3
    sums[10] += math.asin(math.sin(x)) + math.acos(math.cos(x))
    sums[11] += math.atan2(x, 1.5)
    x += 0.004
print(sums)
