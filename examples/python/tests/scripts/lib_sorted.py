# bisect and heapq: plain values, values that the program compares, and what cannot be compared.
import bisect
import heapq

nan, inf = float("nan"), float("inf")


class Own:
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        log.append(self.n)
        return self.n < (other.n if isinstance(other, Own) else other)

    def __gt__(self, other):
        log.append(-self.n)
        return self.n > other

    def __repr__(self):
        return "Own(%d)" % self.n


class Listed(list):
    def insert(self, i, x):
        print("insert", i, x)
        list.insert(self, i, x)


log = []


def attempt(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return "%s: %s" % (type(e).__name__, e)


lists = [
    [], [1], [1, 2, 2, 3], [1.5, 2.0, 2.5], ["a", "b", "ba", "é"], [(1, "a"), (1, "b"), (2,)], [True, 2, 2.5, 2 ** 70],
    [-2 ** 63, 0, 2 ** 63 - 1], [nan, nan], [(nan, 1), (nan, 2)], [None], [[1], [2]], [b"a", b"c"], [(), ((),), ((1,), 2)], list(range(50)),
]
values = [0, 1, 2, 2.0, 2.25, True, "b", "ba", (1, "a"), (1,), (), nan, -inf, 2 ** 70, 2 ** 63, None, [1], b"b", ((1,), 1), 49]
for i in range(3):
    for l in lists:
        print([attempt(f, l, v) for v in values for f in (bisect.bisect_left, bisect.bisect_right)])
for args in [(1,), (1, 3), (1, None), (0, -1), (2, 1), (3, 100), (100,), (-1,), (0, -5), (True,), (1.5,), (2 ** 80,), (0, 2 ** 80)]:
    print(args, [attempt(f, [1, 2, 2, 3], 2, *args) for f in (bisect.bisect, bisect.bisect_left)])
    line = [1, 2, 2, 3]
    print(attempt(bisect.insort, line, 2.5, *args), line)
print(bisect.bisect_left([1, 2, 3], 2, lo=1), bisect.bisect([1, 2, 3], 2, hi=1), bisect.bisect_left(a=[1, 2, 3], x=3))
print(bisect.bisect([(1, "z"), (2, "y")], "y", key=lambda p: p[1]), bisect.bisect_left((1, 2, 3), 2), bisect.bisect(range(10), 4), bisect.bisect("abc", "b"))
print(attempt(bisect.bisect, {1: 2}, 1), attempt(bisect.bisect, 5, 1), attempt(bisect.insort, (1, 2), 1))
own = [Own(n) for n in (1, 3, 5)]
print(bisect.bisect_left(own, Own(3)), bisect.bisect(own, 4), log)
log.clear()
mixed = [1, 2, Own(3), 4]
print(bisect.bisect_left(mixed, 0), bisect.bisect(mixed, 2), attempt(bisect.bisect_left, [(1, Own(1)), (1, Own(2))], (1, Own(2))), log)
log.clear()
named = Listed([1, 3])
bisect.insort(named, 2)
print(named, type(named))
line, floats, words, pairs = [], [], [], []
for i in range(400):
    n = i * 7919 % 401
    bisect.insort(line, n)
    bisect.insort_left(floats, n / 4)
    bisect.insort(words, str(n))
    bisect.insort_left(pairs, (n % 7, i))
print(line == sorted(line), floats == sorted(floats), words == sorted(words), pairs == sorted(pairs), line[::40], pairs[::80])
bisect.insort(line, 7.5)
bisect.insort(line, True)
print(line[:12], attempt(bisect.insort, line, "x"), len(line))


def drained(items):
    heap = []
    for x in items:
        heapq.heappush(heap, x)
    return [heapq.heappop(heap) for _ in range(len(heap))]


for items in lists + [[3, 1, 2], [3.5, 1, 2 ** 70, -1.5, True], ["c", "a", "b"], [(2, "b"), (1, "z"), (1, "a")], [nan, 1.0, nan, 0.5]]:
    items = items[::-1]
    copy = list(items)
    print(attempt(drained, items), attempt(heapq.heapify, copy), copy)
numbers = [i * 7919 % 1009 for i in range(500)]
for made in (numbers, [n / 2 for n in numbers], [str(n) for n in numbers], [(n % 5, -n) for n in numbers], [n if n % 2 else n / 3 for n in numbers]):
    heap = list(made)
    heapq.heapify(heap)
    print(drained(made) == sorted(made), heap[:6], all(heap[(i - 1) // 2] <= heap[i] for i in range(1, len(heap))))
    out = []
    for x in made[:100]:
        out.append(heapq.heapreplace(heap, x))
        out.append(heapq.heappushpop(heap, x))
    print(out[:8], heap[:6])
    print(heapq.nsmallest(4, made), heapq.nlargest(4, made), heapq.nsmallest(2, made, key=lambda x: str(x)))
heap = [1, 5, 3]
for bad in ("x", None, Own(4), (1,), [2]):
    print(attempt(heapq.heappush, heap, bad), heap, attempt(heapq.heappushpop, heap, bad), heap)
    if heap[-1:] != [3]:
        heap = [1, 5, 3]
heap = [1, "x", 3]
print(attempt(heapq.heappop, heap), heap, attempt(heapq.heapify, [1, "x", 3, 4]))
heap = [1, 5, 3]
print(attempt(heapq.heapreplace, heap, "x"), heap)
for f in (heapq.heappop, heapq.heapify):
    print(attempt(f, []), attempt(f, (1, 2)))
for f in (heapq.heappush, heapq.heapreplace, heapq.heappushpop):
    print(attempt(f, [], 1), attempt(f, (1, 2), 1))
log.clear()
heap = [Own(n) for n in (5, 2, 9, 1)]
heapq.heapify(heap)
print(heap, heapq.heappop(heap), heap, heapq.heappushpop(heap, Own(3)), heapq.heapreplace(heap, Own(0)), heap, log)


class Shrinks:
    def __lt__(self, other):
        growing.clear()
        return False


growing = [1, Shrinks(), Shrinks(), Shrinks()]
print(attempt(heapq.heappush, growing, 2), len(growing) < 3)
derived = Listed([3, 1, 2])
heapq.heapify(derived)
heapq.heappush(derived, 0)
print(derived, heapq.heappop(derived))
total = 0
heap = []
for i in range(3000):
    heapq.heappush(heap, (i * 31 % 97, i))
    if i % 3 == 2:
        total += heapq.heappop(heap)[1]
        total += bisect.bisect(line, i % 400)
print(total, len(heap), heap[0])
print(list(heapq.merge([1, 4, 7], [2, 5], [0.5])), list(heapq.merge(["b", "a"], ["c"], reverse=True)))
