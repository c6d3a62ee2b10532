"""Exact arithmetic with rational and fixed-point numbers, and a bank ledger."""

import sys
import time
from collections import OrderedDict, defaultdict
from functools import reduce, total_ordering
from math import floor, gcd
import operator


@total_ordering
class Ratio:
    """An exact fraction in lowest terms."""

    __slots__ = ("num", "den")

    def __init__(self, num, den=1):
        if den == 0:
            raise ZeroDivisionError("Ratio(%d, 0)" % num)
        if den < 0:
            num, den = -num, -den
        common = gcd(num, den)
        self.num = num // common
        self.den = den // common

    @classmethod
    def parse(cls, text):
        if "/" in text:
            top, bottom = text.split("/")
            return cls(int(top), int(bottom))
        if "." in text:
            whole, part = text.split(".")
            return cls(int(whole + part), 10 ** len(part))
        return cls(int(text))

    @staticmethod
    def _coerce(value):
        if isinstance(value, Ratio):
            return value
        if isinstance(value, int):
            return Ratio(value)
        return None

    def __add__(self, other):
        other = self._coerce(other)
        if other is None:
            return NotImplemented
        return Ratio(self.num * other.den + other.num * self.den, self.den * other.den)

    __radd__ = __add__

    def __neg__(self):
        return Ratio(-self.num, self.den)

    def __sub__(self, other):
        other = self._coerce(other)
        if other is None:
            return NotImplemented
        return Ratio(self.num * other.den - other.num * self.den, self.den * other.den)

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, other):
        other = self._coerce(other)
        if other is None:
            return NotImplemented
        return Ratio(self.num * other.num, self.den * other.den)

    __rmul__ = __mul__

    def __truediv__(self, other):
        other = self._coerce(other)
        if other is None:
            return NotImplemented
        return Ratio(self.num * other.den, self.den * other.num)

    def __rtruediv__(self, other):
        return Ratio(other) / self

    def __pow__(self, power):
        if power < 0:
            return Ratio(self.den ** -power, self.num ** -power)
        return Ratio(self.num ** power, self.den ** power)

    def __abs__(self):
        return Ratio(abs(self.num), self.den)

    def __bool__(self):
        return self.num != 0

    def __floor__(self):
        return self.num // self.den

    def __int__(self):
        return self.num // self.den if self.num >= 0 else -(-self.num // self.den)

    def __eq__(self, other):
        other = self._coerce(other)
        if other is None:
            return NotImplemented
        return self.num == other.num and self.den == other.den

    def __lt__(self, other):
        other = self._coerce(other)
        if other is None:
            return NotImplemented
        return self.num * other.den < other.num * self.den

    def __hash__(self):
        return hash((self.num, self.den))

    def __str__(self):
        return str(self.num) if self.den == 1 else f"{self.num}/{self.den}"


class CurrencyMismatch(TypeError):
    pass


@total_ordering
class Money:
    """A whole number of cents in one currency."""

    def __init__(self, cents, currency="EUR"):
        self.cents = cents
        self.currency = currency

    def _same(self, other):
        if self.currency != other.currency:
            raise CurrencyMismatch(f"{self.currency} vs {other.currency}")
        return other

    def __add__(self, other):
        if other == 0:
            return self
        return Money(self.cents + self._same(other).cents, self.currency)

    __radd__ = __add__

    def __sub__(self, other):
        return Money(self.cents - self._same(other).cents, self.currency)

    def __neg__(self):
        return Money(-self.cents, self.currency)

    def __mul__(self, factor):
        if isinstance(factor, Ratio):
            return Money(round_half_even(factor * self.cents), self.currency)
        return Money(self.cents * factor, self.currency)

    __rmul__ = __mul__

    def __divmod__(self, parts):
        share, rest = divmod(self.cents, parts)
        return Money(share, self.currency), Money(rest, self.currency)

    def __eq__(self, other):
        if not isinstance(other, Money):
            return False
        return (self.cents, self.currency) == (other.cents, other.currency)

    def __lt__(self, other):
        return self.cents < self._same(other).cents

    def __bool__(self):
        return self.cents != 0

    def __hash__(self):
        return hash((self.cents, self.currency))

    def split(self, weights):
        """Divide by the given weights without losing a cent."""
        total = sum(weights)
        shares = [self.cents * w // total for w in weights]
        missing = self.cents - sum(shares)
        for i in range(missing):
            shares[i % len(shares)] += 1
        return [Money(s, self.currency) for s in shares]

    def __format__(self, spec):
        sign = "-" if self.cents < 0 else ""
        whole, part = divmod(abs(self.cents), 100)
        return format(f"{sign}{whole:,}.{part:02d} {self.currency}", spec)

    def __str__(self):
        return format(self, "")


def round_half_even(ratio):
    whole, rest = divmod(ratio.num, ratio.den)
    if 2 * rest > ratio.den or (2 * rest == ratio.den and whole % 2):
        whole += 1
    return whole


class Overdraft(Exception):
    def __init__(self, account, lacking):
        super().__init__(f"{account} lacks {lacking}")
        self.lacking = lacking


class Ledger:
    """Double-entry bookkeeping for a handful of accounts."""

    def __init__(self, currency="EUR"):
        self.currency = currency
        self.balances = OrderedDict()
        self.limits = defaultdict(lambda: Money(0, currency))
        self.journal = []
        self.refused = 0

    def open(self, name, limit=0):
        self.balances[name] = Money(0, self.currency)
        if limit:
            self.limits[name] = Money(limit, self.currency)

    def post(self, source, target, amount, memo=""):
        if amount < Money(0, self.currency):
            source, target, amount = target, source, -amount
        if source != "world":
            after = self.balances[source] - amount
            if after < -self.limits[source]:
                raise Overdraft(source, -after)
        self.balances[source] = self.balances[source] - amount
        self.balances[target] += amount
        self.journal.append((source, target, amount, memo))

    def interest(self, rate, days):
        factor = rate * Ratio(days, 365)
        for name, balance in list(self.balances.items()):
            if name != "world" and balance:
                self.post("world", name, balance * factor, "interest")

    def total(self):
        return sum(self.balances.values())

    def statement(self, name):
        lines = []
        running = Money(0, self.currency)
        for source, target, amount, memo in self.journal:
            if name == source:
                running -= amount
            elif name == target:
                running += amount
            else:
                continue
            lines.append(f"{memo:<10}|{amount:>14}|{running:>14}")
        return "\n".join(lines)


def harmonic_work(k):
    partial = sum(Ratio(1, i) for i in range(1, k))
    alternating = reduce(operator.add, [Ratio((-1) ** i, 2 * i + 1) for i in range(k // 2)])
    product = reduce(operator.mul, (1 - Ratio(1, i * i) for i in range(2, k)), Ratio(1))
    ordered = sorted({partial, alternating, product, Ratio.parse("22/7"), Ratio.parse("3.25")})
    score = sum(i * ((r.num + 7 * r.den) % 10007) for i, r in enumerate(ordered))
    return score + (int(partial * 100) if partial > product else 0) + len(str(partial))


def continued_fraction(ratio):
    terms = []
    while True:
        whole = floor(ratio)
        terms.append(whole)
        ratio = ratio - whole
        if not ratio:
            return terms
        ratio = 1 / ratio


def bank_work(seed):
    ledger = Ledger()
    ledger.open("world")
    names = ["anna", "boris", "clara", "dmitri"]
    for i, name in enumerate(names):
        ledger.open(name, limit=5000 * (i % 2))
        ledger.post("world", name, Money(100000 + 777 * i), "opening")
    rate = Ratio.parse("0.035")
    for step in range(30):
        seed = (seed * 69069 + 1) % 4294967296
        source = names[(seed >> 8) % 4]
        target = names[(seed >> 16) % 4]
        amount = Money((seed >> 12) % 40000 - 2000)
        if source == target:
            for name, share in zip(names, amount.split([3, 2, 2, 1])):
                if name != source:
                    ledger.post("world", name, share, "gift")
            continue
        try:
            ledger.post(source, target, amount, "transfer")
            if step % 10 == 9:
                ledger.interest(rate, 30 + step)
        except Overdraft as error:
            ledger.refused += error.lacking.cents % 100 + 1
    try:
        ledger.post("anna", "boris", Money(5, "USD"), "odd")
    except CurrencyMismatch:
        ledger.refused += 1
    assert not ledger.total()
    text = ledger.statement(names[seed % 4])
    score = sum(ord(ch) for ch in text[::3]) + ledger.refused * 5
    share, rest = divmod(ledger.balances["clara"], 7)
    return score + share.cents * 3 + rest.cents + hash(share == rest)


def run(n):
    checksum = 0
    for i in range(n):
        value = harmonic_work(12 + i % 9)
        terms = continued_fraction(Ratio(355 + i * 17, 113 + i % 50))
        value += sum(t * (k + 1) for k, t in enumerate(terms))
        growth = (1 + Ratio(5, 100 + i % 7)) ** 8
        value += round_half_even(growth * 100000) + round_half_even(abs(growth ** -2 - 1) * 999)
        checksum = (checksum * 43 + value + bank_work(i + 1)) % 1000000007
    return checksum


n = int(sys.argv[1]) if len(sys.argv) > 1 else 130
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = run(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
