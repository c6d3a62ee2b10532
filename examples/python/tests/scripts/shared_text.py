# Strings built piece by piece share memory: what was read before stays what it was.
def build(n, piece):
    s, seen = "", []
    for i in range(n):
        s += piece
        if i % 37 == 0:
            seen.append(s)
    return s, seen
for piece in ("x", "ab ", "é", "日本x"):
    s, seen = build(700, piece)
    print(len(s), s[-5:], [len(x) for x in seen[:12]], all(x == piece * (len(x) // len(piece)) for x in seen))
    a = s + "1"
    b = s + "2"
    print(a[-3:], b[-3:], a == b, hash(a) == hash(s + "1"), s[300:310], s.count(piece), s.find("1"), a.find("1"))
    d = {a: 1, b: 2, s: 3}
    print(d[s + "1"], d[s + "2"], d["".join([piece] * 700)], s.upper()[:4], sorted([b, a, s])[0] == s, s < a, len(s.encode()))
try:
    raise ValueError(s + "!")
except ValueError as e:
    print(str(e)[-4:])
