# The right operand's reflected method goes first only where its class derives from the left one's and has another one.


class Base:
    def __add__(self, other):
        return "add"

    def __radd__(self, other):
        return "radd"

    def __sub__(self, other):
        return NotImplemented

    def __rsub__(self, other):
        return "rsub"


class Same(Base):
    pass


class Slotted(Same):
    __slots__ = ("z",)


class Own(Base):
    def __radd__(self, other):
        return "own"


class Below(Own):
    pass


class Other(int):
    def __radd__(self, other):
        return "other"


class Late(Base):
    pass


values = [Base(), Same(), Slotted(), Own(), Below(), Other(4), 5, Late()]


def table():
    rows = []
    for x in values:
        row = []
        for y in values:
            for op in (lambda: x + y, lambda: x - y):
                try:
                    row.append(op())
                except TypeError as e:
                    row.append("no")
        rows.append(row)
    return rows


for turn in range(40):
    before = table()
Late.__radd__ = lambda self, other: "late"
for turn in range(40):
    after = table()
for row in before:
    print(*row)
for row in after:
    print(row[-2], end=" ")
print(sum([Same()], Base()), Base().__add__(Own()))
