# What characters are, in hot loops: methods of strings of one character, chr, ord, case, white space, replace.

NAMES = ["isdigit", "isalpha", "isalnum", "isspace", "isupper", "islower"]


def count(texts):
    n = [0] * 6
    turned = []
    for c in texts:
        if c.isdigit():
            n[0] += 1
        if c.isalpha():
            n[1] += 1
        if c.isalnum():
            n[2] += 1
        if c.isspace():
            n[3] += 1
        if c.isupper():
            n[4] += 1
        if c.islower():
            n[5] += 1
        turned.append(c.upper() + c.lower())
    return n, turned


for k in range(30):
    letters = count([chr(i) for i in range(128)])
print(letters[0], "".join(letters[1]).encode())
print(count(["", "ab", "A1", "  ", "\u00e4", "\u0130", "\u00df", "\u2003", "1a", "Z" * 3, " \t\n\x1c\x1d\x1e\x1f\x85"]))
print([n for n in NAMES if getattr("x", n)()], [getattr("", n)() for n in NAMES])

for bad in (-1, 0x110000, 2 ** 70, "a", 1.5, True):
    try:
        print(repr(chr(bad)))
    except (ValueError, TypeError, OverflowError) as e:
        print(type(e).__name__)
total = 0
for i in range(2000):
    total += ord(chr(i % 300))
print(total)


class Loud(str):
    def upper(self):
        return "LOUD"


print([Loud("a").upper() if i % 2 else "a".upper() for i in range(60)][-2:])
print("a b\x1cc\u00a0d\x85e".split(), " \x1f x \x1d".strip(), "x\x1cy z".split(None, 1), "x\x1cy z".rsplit(None, 1))

for s in ("aaa", "banana", "", "\u00e4a\u00e4", "a" * 50):
    for old in ("a", "an", "\u00e4", "", "aa", "zz"):
        for new in ("", "b", "a\u00e4", "aaa"):
            r = [s.replace(old, new), s.replace(old, new, 1), s.replace(old, new, 0), s.replace(old, new, 3)]
            total += sum(len(x) for x in r)
    print(r, total)
print("".join([]), "".join(["x"]), "".join(["", "a", ""]), "-".join(["a", "", "\u00e4"]), repr("".join(["", ""])), "".join(["a"]) is "a"[0])
words = []
for i in range(300):
    words.append("w" + str(i))
    joined = ", ".join(words[-3:])
print(joined)
try:
    ",".join(["a", 1])
except TypeError as e:
    print(e)
print(ascii("\u2003\xe4\U0001f600"), repr("\u200b\u2028\ue000\ufeff\u00ad\u0378x\U000e0001 \u3000\uffff"[:5]), repr("a\x7f\x85\xa0b"))
