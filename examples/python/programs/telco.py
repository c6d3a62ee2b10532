# Telephone bills: decimal arithmetic in plain Python, with half-even rounding.
import sys
import time


class Decimal:
    """A number `value / 10 ** scale`."""

    def __init__(self, value, scale):
        self.value = value
        self.scale = scale

    @classmethod
    def parse(cls, text):
        whole, _, fraction = text.partition(".")
        return cls(int(whole + fraction), len(fraction))

    def aligned(self, other):
        if self.scale == other.scale:
            return self.value, other.value, self.scale
        if self.scale < other.scale:
            return self.value * 10 ** (other.scale - self.scale), other.value, other.scale
        return self.value, other.value * 10 ** (self.scale - other.scale), self.scale

    def __add__(self, other):
        a, b, scale = self.aligned(other)
        return Decimal(a + b, scale)

    def __sub__(self, other):
        a, b, scale = self.aligned(other)
        return Decimal(a - b, scale)

    def __mul__(self, other):
        return Decimal(self.value * other.value, self.scale + other.scale)

    def __eq__(self, other):
        a, b, _ = self.aligned(other)
        return a == b

    def __lt__(self, other):
        a, b, _ = self.aligned(other)
        return a < b

    def quantize(self, scale, mode):
        if self.scale <= scale:
            return Decimal(self.value * 10 ** (scale - self.scale), scale)
        unit = 10 ** (self.scale - scale)
        quotient, rest = divmod(self.value, unit)
        return Decimal(mode(quotient, rest * 2, unit), scale)

    def __str__(self):
        digits = str(abs(self.value)).rjust(self.scale + 1, "0")
        sign = "-" if self.value < 0 else ""
        if self.scale == 0:
            return sign + digits
        return sign + digits[: -self.scale] + "." + digits[-self.scale :]


def half_even(quotient, twice, unit):
    if twice > unit or twice == unit and quotient % 2 == 1:
        return quotient + 1
    return quotient


def down(quotient, twice, unit):
    return quotient


def calls(n):
    """Durations in seconds, with the rare long call."""
    seed = 42
    for _ in range(n):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        yield seed // 64 % (36000 if seed % 50 == 0 else 900)


RATES = [Decimal.parse("0.0013"), Decimal.parse("0.00894")]
TAX = Decimal.parse("0.0675")
DISTANCE_TAX = Decimal.parse("0.0341")


def main(n):
    total = tax_total = distance_total = Decimal(0, 2)
    longest = Decimal(0, 0)
    for number in calls(n):
        kind = number & 1
        duration = Decimal(number, 0)
        price = (RATES[kind] * duration).quantize(2, half_even)
        tax = (price * TAX).quantize(2, down)
        tax_total = tax_total + tax
        bill = price + tax
        if kind:
            distance = (price * DISTANCE_TAX).quantize(2, down)
            distance_total = distance_total + distance
            bill = bill + distance
        if longest < duration:
            longest = duration
        total = total + bill
    return f"{total} {tax_total} {distance_total} {longest}"


n = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
