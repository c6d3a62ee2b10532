# Sorting values of one kind, which no program is asked about: equal ones stay in order, whichever way round.
texts = ["b", "a", "", "\0", "a\0", "a", "abcdefgh", "abcdefghi", "abcdefgh\0", "abcdefg", "z" * 20, "z" * 19 + "y", "é", "ê", "日本", "日", "\U0001f600", "\uffff"]
print(sorted(texts) == [t for t in sorted(texts, key=lambda t: t)], sorted(texts))
print(sorted(texts, reverse=True))
more = [t + s for t in texts for s in ("", "1", "0", "é")]
print(sorted(more) == sorted(more, key=str), sorted(more, reverse=True) == sorted(more, key=str, reverse=True), sorted(more)[::9])

# Equal texts that are two objects.
same = ["".join(["x", "y", "z", str(n % 3)]) for n in range(12)]
for reverse in (False, True):
    order = sorted(same, reverse=reverse)
    print([[i for i, t in enumerate(same) if t is u] for u in order])

numbers = [0.0, 2.5, -0.0, float("inf"), -1.0, 0.0, float("-inf"), -0.0, 1e-300]
print(sorted(numbers), sorted(numbers, reverse=True))
print(sorted([3, -1, 2 ** 62, -2 ** 62, 0], reverse=True), sorted([1, True, 0, False]), sorted([2, 1.0, 1, 0.5]))
print(sorted([2 ** 70, 1, -2 ** 70]), sorted(()), sorted([]), sorted("banana"), sorted({"b": 1, "a": 2}), sorted({3, 1, 2}), sorted(iter([2, 1])))
nan = float("nan")
print(len(sorted([nan, 1.0, nan])), [x for x in sorted([2.0, nan, 1.0]) if x == x])

a = ["c", "b", "a"]
print(a.sort(), a, a.sort(reverse=True), a, sorted(a) is a)
b = [1.5, 0.5]
b.sort(reverse=1)
print(b)
for bad in (["a", 1], [1, "a"], [None, None], [1j, 2j]):
    try:
        print(sorted(bad))
    except TypeError as e:
        print(e)
try:
    sorted([2, 1], reversed=True)
except TypeError as e:
    print(e)


class Sly(str):
    def __lt__(self, other):
        return str(self) > str(other)


print(sorted([Sly("a"), Sly("b"), Sly("c")]), sorted(["b", Sly("a")]))
