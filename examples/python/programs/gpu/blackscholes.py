# Prices of European options by the formula of Black and Scholes, averaged over scenarios of the interest rate.
import math
import sys
import time

SIZES = {"small": (500, 50), "medium": (20000, 1000), "large": (100000, 2000)}  # options, scenarios


class Random:
    """Numbers in (0, 1), the same in every run."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = self.state * 16807 % 2147483647
        return self.state / 2147483647.0


def report(name, values):
    """Prints the sum, some values, and a number in which every bit of every value counts."""
    total = 0.0
    digest = 0
    for value in values:
        total += value
        part, exponent = math.frexp(value)
        digest = (digest * 31 + int(part * 2.0**53) + exponent) % 2147483647
    print(name, total, values[0], values[len(values) // 2], values[-1])
    print(name, "digest", digest)


class Options:
    def __init__(self, n):
        random = Random(23)
        self.spot, self.strike, self.volatility, self.years, self.call = [], [], [], [], []
        for i in range(n):
            self.spot.append(20.0 + 80.0 * random.next())
            self.strike.append(20.0 + 80.0 * random.next())
            self.volatility.append(0.1 + 0.5 * random.next())
            self.years.append(0.25 + 2.0 * random.next())
            self.call.append(random.next() < 0.5)


def prepare(size):
    n, scenarios = size
    return Options(n), scenarios, [0.0] * n


def normal(x):
    """The cumulative normal distribution, as a polynomial."""
    a = abs(x)
    k = 1.0 / (1.0 + 0.2316419 * a)
    tail = k * (0.319381530 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))))
    tail *= 0.3989422804014327 * math.exp(-0.5 * a * a)
    return tail if x < 0.0 else 1.0 - tail


def price(spot, strike, rate, volatility, years, call):
    spread = volatility * math.sqrt(years)
    d1 = (math.log(spot / strike) + (rate + 0.5 * volatility * volatility) * years) / spread
    d2 = d1 - spread
    later = strike * math.exp(-rate * years)
    if call:
        return spot * normal(d1) - later * normal(d2)
    return later * normal(-d2) - spot * normal(-d1)


def solve(problem):
    options, scenarios, mean = problem
    for i in range(len(mean)):
        total = 0.0
        for s in range(scenarios):
            rate = 0.01 + 0.05 * s / scenarios
            total += price(options.spot[i], options.strike[i], rate, options.volatility[i], options.years[i], options.call[i])
        mean[i] = total / scenarios
    return mean


def show(mean):
    report("price", mean)


size = SIZES[sys.argv[1] if len(sys.argv) > 1 else "small"]
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    problem = prepare(size)
    start = time.perf_counter()
    result = solve(problem)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
show(result)
