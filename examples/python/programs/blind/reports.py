"""Text reports about sales, words and schedules built with string formatting."""

import sys
import time
from collections import Counter, defaultdict
from itertools import accumulate, chain, groupby
from operator import attrgetter, itemgetter
from textwrap import wrap

REGIONS = ["North", "South", "East", "West"]
PRODUCTS = [
    ("widget", 249, "hardware"),
    ("gadget", 1299, "hardware"),
    ("manual", 85, "paper"),
    ("poster", 120, "paper"),
    ("support", 5000, "service"),
    ("training", 12050, "service"),
]
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()

TEXT = """It was a bright morning in the harbour, and the gulls were loud. The
old harbour master counted the boats: one, two, three... Seven boats had left
before dawn; four had not returned. "They never return early," he said, "and
the gulls never lie." The boats, the gulls and the old man waited. Nobody in
the town knew that the morning was to be the last bright morning of the year."""


class Sale:
    def __init__(self, number, region, product, month, quantity, discount):
        self.number = number
        self.region = region
        self.product, self.price, self.group = product
        self.month = month
        self.quantity = quantity
        self.discount = discount

    @property
    def gross(self):
        return self.price * self.quantity

    @property
    def net(self):
        return self.gross * (100 - self.discount) // 100

    @property
    def code(self):
        return f"{self.region[0]}{self.number:04d}-{self.product[:3].upper()}"

    def as_csv(self):
        fields = (self.code, self.region, self.product, MONTHS[self.month],
                  self.quantity, "%.2f" % (self.net / 100))
        return ";".join(map(str, fields))

    @classmethod
    def from_csv(cls, line):
        code, region, product, month, quantity, _net = line.split(";")
        known = {name: entry for entry in PRODUCTS for name in entry[:1]}
        number = int(code[1:].partition("-")[0])
        return cls(number, region, known[product], MONTHS.index(month), int(quantity), 0)


class Table:
    """Plain text table with aligned columns."""

    def __init__(self, title, *columns):
        self.title = title
        self.columns = columns
        self.rows = []

    def add(self, *cells):
        if len(cells) != len(self.columns):
            raise ValueError("expected %d cells" % len(self.columns))
        self.rows.append([self.show(cell) for cell in cells])

    @staticmethod
    def show(cell):
        if isinstance(cell, float):
            return f"{cell:,.2f}"
        if isinstance(cell, int):
            return format(cell, ",d")
        return str(cell)

    def render(self):
        widths = [max(map(len, column)) for column in zip(self.columns, *self.rows)]
        rule = "+".join("-" * (width + 2) for width in widths)
        lines = [self.title.center(len(rule), "="), self._line(self.columns, widths), rule]
        lines.extend(self._line(row, widths) for row in self.rows)
        lines.append(rule)
        return "\n".join(lines)

    def _line(self, cells, widths):
        padded = []
        for position, (cell, width) in enumerate(zip(cells, widths)):
            padded.append(cell.ljust(width) if position == 0 else cell.rjust(width))
        return " " + " | ".join(padded) + " "


def make_sales(seed, amount):
    def below(bound):
        nonlocal seed
        seed = (seed * 134775813 + 1) & 0xFFFFFFFF
        return (seed >> 11) % bound

    return [
        Sale(number, REGIONS[below(4)], PRODUCTS[below(6)], below(12), 1 + below(30), 5 * below(5))
        for number in range(1, amount + 1)
    ]


def region_report(sales):
    table = Table(" Sales by region ", "Region", "Orders", "Gross", "Net", "Best")
    ordered = sorted(sales, key=attrgetter("region", "product"))
    for region, group in groupby(ordered, key=attrgetter("region")):
        members = list(group)
        gross = sum(sale.gross for sale in members)
        net = sum(sale.net for sale in members)
        best = max(members, key=lambda sale: (sale.net, -sale.number))
        table.add(region, len(members), gross / 100, net / 100, best.code)
    return table.render()


def pivot_report(sales):
    cells = defaultdict(int)
    for sale in sales:
        cells[sale.group, sale.month // 3] += sale.net
    groups = sorted({group for group, _ in cells})
    lines = ["%-10s" % "Group" + "".join("%12s" % ("Q%d" % (q + 1)) for q in range(4))]
    for group in groups:
        row = [cells.get((group, quarter), 0) for quarter in range(4)]
        lines.append("%-10s" % group.title() + "".join("%12.2f" % (c / 100) for c in row))
        shares = ["{:>12.1%}".format(c / sum(row)) if sum(row) else "-".rjust(12) for c in row]
        lines.append(" " * 10 + "".join(shares))
    return "\n".join(lines)


def month_chart(sales):
    totals = Counter()
    for sale in sales:
        totals[sale.month] += sale.net
    top = max(totals.values())
    lines = []
    for month, running in zip(range(12), accumulate(totals[m] for m in range(12))):
        length = totals[month] * 30 // top
        bar = "#" * length + "." * (30 - length)
        lines.append(f"{MONTHS[month]:<4}[{bar}] {totals[month] / 100:>11,.2f} {running // 100:>+9d}")
    return "\n".join(lines)


def ranking(sales):
    counts = Counter(sale.product for sale in sales)
    quantity = defaultdict(list)
    for sale in sales:
        quantity[sale.product].append(sale.quantity)
    lines = []
    for place, (product, count) in enumerate(sorted(counts.items(), key=lambda p: (-p[1], p[0])), 1):
        amounts = sorted(quantity[product], reverse=True)
        summary = ", ".join(str(a) for a in amounts[:4])
        more = f" and {len(amounts) - 4} more" if len(amounts) > 4 else ""
        mean = sum(amounts) / count
        lines.append(f"{place:>2}. {product!r:<12}{count:>4}x  mean {mean:6.2f}  [{summary}]{more}")
    return "\n".join(lines)


def csv_round_trip(sales):
    text = "\n".join(sale.as_csv() for sale in sales)
    back = [Sale.from_csv(line) for line in text.split("\n")]
    matching = sum(a.code == b.code and a.gross == b.gross for a, b in zip(sales, back))
    longest = max(text.splitlines(), key=lambda line: (len(line), line))
    return f"{matching} of {len(sales)} lines agree; longest: {longest.replace(';', ' / ')}"


def word_report(width):
    words = [w.strip('.,;:"').lower() for w in TEXT.split()]
    counts = Counter(w for w in words if w)
    by_length = defaultdict(list)
    for word in sorted(counts):
        by_length[len(word)].append(word)
    lines = ["Words: {0}, distinct: {1}".format(len(words), len(counts))]
    for length, group in sorted(by_length.items()):
        lines.append("%2d: %s" % (length, " ".join(group)))
    common = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:8]
    lines.append(", ".join("%s=%d" % pair for pair in common))
    initials = Counter(map(itemgetter(0), counts))
    lines.append("".join(f"{k}{v}" for k, v in sorted(initials.items())))
    lines.extend(justify(line.split(), width) for line in wrap(" ".join(TEXT.split()), width))
    return "\n".join(lines)


def justify(words, width):
    if len(words) == 1:
        return words[0].ljust(width)
    gaps = len(words) - 1
    spare = width - sum(map(len, words))
    pieces = []
    for position, word in enumerate(words[:-1]):
        pieces.append(word)
        pieces.append(" " * (spare // gaps + (position < spare % gaps)))
    return "".join(pieces) + words[-1]


def timetable(seed):
    days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]
    subjects = "maths,physics,history,music,art,sport".split(",")
    slots = {}
    for index, day in enumerate(days):
        for hour in range(8, 13):
            pick = (seed * 7 + index * hour + hour // 2) % (len(subjects) + 2)
            if pick < len(subjects):
                slots[day, hour] = subjects[pick]
    lines = ["Time".ljust(8) + "".join(day[:3].center(10) for day in days)]
    for hour in range(8, 13):
        stamp = "%02d:%02d" % (hour, seed % 60)
        row = [slots.get((day, hour), "-").capitalize().center(10) for day in days]
        lines.append(stamp.ljust(8) + "".join(row).rstrip())
    used = Counter(slots.values())
    lines.append(" ".join(f"{s.swapcase()}:{used[s]:03b}" for s in subjects))
    lines.append("seed {0:#x} {0:o} {0:e} {1!r}".format(seed, tuple(subjects[:2])))
    return "\n".join(lines)


def underline(title, mark="~"):
    return f"{title}\n{mark * len(title)}"


def digest(text):
    value = len(text)
    for number, line in enumerate(text.splitlines(), 1):
        weight = sum(map(ord, line[::4])) + len(line)
        value = (value * 37 + weight * number) % 1000000007
    return value


def full_report(number):
    sales = make_sales(number + 1, 40)
    sections = [
        ("Regions", region_report(sales)),
        ("Quarters", pivot_report(sales)),
        ("Months", month_chart(sales)),
        ("Ranking", ranking(sales)),
        ("Export", csv_round_trip(sales)),
        ("Words", word_report(36 + number % 20)),
        ("Timetable", timetable(number)),
    ]
    parts = [(underline(title), body, "") for title, body in sections]
    return "\n".join(chain.from_iterable(parts))


def run(n):
    checksum = 0
    for i in range(n):
        checksum = (checksum * 53 + digest(full_report(i))) % 1000000007
    return checksum


n = int(sys.argv[1]) if len(sys.argv) > 1 else 55
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = run(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
