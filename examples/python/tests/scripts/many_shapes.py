# Attributes of instances that got them in many orders, of many classes: read, set, deleted, absent, hidden, computed.
from itertools import permutations

NAMES = "abcde"


class Base:
    kind = "base"

    def __init__(self, order):
        for i, name in enumerate(order): setattr(self, name, i)

    def sum(self): return self.a + self.b * 2 + self.c * 3 + self.d * 4 + self.e * 5


class Computed(Base):
    @property
    def f(self): return self.a * 100

    @f.setter
    def f(self, v): self.b = v % 5

    def __getattr__(self, name): return name + "?"


class Slotted(Base):
    __slots__ = ("f",)

    def __init__(self, order):
        super().__init__(order)
        self.f = 7

    def sum(self): return -super().sum()


class Strict(Base):
    def __setattr__(self, name, v): object.__setattr__(self, name, v + 1)


many = [type("C%d" % i, (Base,), {"kind": "k%d" % i, "f": i}) for i in range(40)]
classes = [Base, Computed, Slotted, Strict] + many
things = [classes[i % len(classes)](order) for i, order in enumerate(permutations(NAMES))]
total, texts = 0, {}
for round in range(30):
    for i, t in enumerate(things):
        total += t.sum()
        t.a, t.b = t.b, t.a
        total += len(t.kind)
        try:
            total += t.f
        except (AttributeError, TypeError) as e:
            texts[str(e)] = texts.get(str(e), 0) + 1
        if round % 10 == 9:
            t.f = round
            t.fresh = round
            total += t.fresh
            del t.fresh
            if not hasattr(t, "fresh"): texts["none"] = texts.get("none", 0) + 1
            t.c = i % 7
print(total)
for text in sorted(texts): print(text, texts[text])
