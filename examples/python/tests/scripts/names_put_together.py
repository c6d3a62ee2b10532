# Names made of two texts again and again: visitors, keys, texts that grow, with collections in between.
import gc


class Visitor:
    def visit(self, node):
        return getattr(self, "visit_" + type(node).__name__, self.other)(node)

    def visit_int(self, node):
        return node + 1

    def visit_str(self, node):
        return len(node)

    def visit_list(self, node):
        return sum(self.visit(x) for x in node)

    def visit_NoneType(self, node):
        return 0

    def other(self, node):
        return -1


class Formatted(Visitor):
    def visit(self, node):
        method = getattr(self, f"visit_{type(node).__name__}", None)
        return self.other(node) if method is None else method(node)


tree = [1, "two", None, [3, "four", [5.0, None, (6,)]], {}, b"x", []]
for visitor in (Visitor(), Formatted()):
    total = 0
    for i in range(400):
        total += visitor.visit(tree)
        if i % 150 == 149:
            gc.collect()
    print(total)

# Many different pairs, the same ones again, and texts of more than a byte a character.
seen = {}
for i in range(3000):
    a, b = "k" * (i % 7), str(i % 300)
    key = a + b
    seen[key] = seen.get(key, 0) + 1
    accent = "é" + b
    seen[accent] = seen.get(accent, 0) + len(accent)
    assert key == f"{a}{b}" and accent[0] == "é" and accent[1:] == b
print(len(seen), sum(seen.values()), seen["k5"], seen["é5"])

# Attributes by such names, set and deleted.
class Record:
    pass


records = [Record() for _ in range(20)]
for i in range(600):
    r = records[i % 20]
    for field in ("x", "y", "größe"):
        setattr(r, "_" + field, i)
        setattr(r, f"{field}_", getattr(r, "_" + field) + 1)
    if i % 3 == 0:
        delattr(r, "_" + "x")
    else:
        assert hasattr(r, "_" + "x") and not hasattr(r, "_" + "z")
print(sorted(vars(records[3]).items()), sorted(vars(records[0]))[:2])

# Texts that grow, and empty ones.
text, parts = "", 0
for i in range(2000):
    text += chr(97 + i % 26)
    if len(text) > 60:
        parts += len("" + text) + len(text + "")
        text = ""
print(parts, text)


# Subclasses of str are not what they are made of.
class Name(str):
    def __add__(self, other):
        return "added " + str.__add__(self, other)


name = Name("n")
for i in range(100):
    joined = name + "m"
    other = "m" + name
    formatted = f"{name}{'m'}"
print(joined, other, type(other) is str, formatted)
for i in range(100):
    try:
        "a" + (None if i % 2 else 1)
    except TypeError as e:
        message = str(e)
print(message)
