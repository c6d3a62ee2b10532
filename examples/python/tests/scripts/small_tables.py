# Dictionaries and sets around the size at which they get an index, and sets whose members compare by the program.
class K:
    def __init__(self, x): self.x = x
    def __hash__(self): return self.x % 3
    def __eq__(self, o): return isinstance(o, K) and self.x == o.x
    def __repr__(self): return f"K{self.x}"
for n in (0, 1, 7, 8, 9, 10, 40):
    d = {}
    for i in range(n): d[i] = -i
    for i in range(0, n, 2): del d[i]
    for i in range(n): d.setdefault(i, i * i)
    print(n, d, list(reversed(d)), n in d, d.pop(1, None), d.popitem() if d else None, len(d))
    k = {K(i): i for i in range(n)}
    for i in range(0, n, 3): del k[K(i)]
    print(k, K(1) in k, K(3) in k, [k.get(K(i)) for i in range(3)])
    a, b = {K(i) for i in range(n)}, {K(i) for i in range(3, n + 3)}
    for s in (a & b, a | b, a - b, a ^ b, b - a, a & a, a - a, a ^ a):
        print(sorted(x.x for x in s), end=" ")
    print(frozenset(a) & b == a & b, type(frozenset(a) | b).__name__, type(a | frozenset(b)).__name__)
    l = list(range(n))
    print(l[1:5], l[::-2], l[::3], l * 2 == l + l, [0.5] * n == [0.5 for _ in l], sum(l), sum([x / 2 for x in l]), sum(l, 10), [str(x) for x in l][2:4] * 2)
    l.extend(l[:3]); l.extend(["a"]); l.extend([1.5]); print(l[-5:], len(l), l == l[:], l < l + [1], [1, 2] < [1, 3], [2.0, 1] == [2, 1.0])
print(sum([2**63 - 1, 1]), sum([1.5, 2**70]), sum([], 5), sum([0.1] * 3), sum([-0.0]))
print(sorted([(2, "b"), (1, "c"), (2, "a"), (1,), ()]), sorted([(1, (2, 3)), (1, (2, 1))]), max((1, 2), (1, 3)))
class A:
    x = 1
    @property
    def p(self): raise AttributeError("no")
class B(A):
    def __getattr__(self, n): return n + "!"
for o in (A(), B(), 3, A):
    print(hasattr(o, "x"), hasattr(o, "y"), hasattr(o, "p"), getattr(o, "y", 7), getattr(o, "x", 8), getattr(o, "real", None))
