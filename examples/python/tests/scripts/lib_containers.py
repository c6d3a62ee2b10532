# collections, heapq, bisect, copy and string.
import bisect
import copy
import heapq
import string
from collections import ChainMap, Counter, OrderedDict, defaultdict, deque, namedtuple

Point = namedtuple("Point", "x y")
p = Point(1, y=2)
print(p, p.x, p[1], p._replace(x=5), p._asdict(), Point._fields, p == (1, 2), Point._make([3, 4]))
x, y = p
print(x + y, hash(p) == hash((1, 2)), isinstance(p, tuple))
Named = namedtuple("Named", ["a", "b", "c"], defaults=[7])
print(Named(1, 2), Named._field_defaults)
for bad in (lambda: Point(1), lambda: Point(1, 2, 3), lambda: Point(1, 2, z=3), lambda: namedtuple("Q", "a a")):
    try:
        bad()
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)

d = deque([1, 2, 3], maxlen=3)
d.append(4)
d.appendleft(0)
print(d, len(d), d[0], d[-1], 2 in d)
d.rotate(1)
print(d, list(reversed(d)), d == deque([3, 0, 2]))
queue = deque()
total = 0
for i in range(2000):
    queue.append(i)
    if i % 3:
        total += queue.popleft()
    if i % 5 == 0:
        queue.appendleft(-i)
print(total, len(queue), queue[0], queue[-1], sum(queue))
e = deque("abcde")
e.extendleft("xy")
e.remove("c")
e.insert(2, "!")
e.reverse()
del e[0]
print(e, e.index("a"), e.count("b"))
try:
    deque().pop()
except IndexError as error:
    print(error)

c = Counter("hello world")
print(c.most_common(2), c["z"], c + c, c - Counter("lll"), c & Counter("low"), c.total())
c.update(["h", "h"])
print(c, sorted(c.elements())[:4], Counter(a=2) == Counter({"a": 2, "b": 0}))
groups = defaultdict(list)
for word in "one two three four five six".split():
    groups[len(word)].append(word)
print(groups, dict(groups), groups[99])
try:
    defaultdict()["x"]
except KeyError as error:
    print("missing", error)
od = OrderedDict(a=1, b=2, c=3)
od.move_to_end("a")
print(od, list(od), od.popitem(), od.popitem(last=False), od == {"c": 3})
cm = ChainMap({"a": 1}, {"b": 2, "a": 3})
cm["c"] = 9
print(cm["a"], cm["b"], len(cm), sorted(cm), cm.maps[0], "z" in cm)

heap = []
for n in [5, 3, 8, 1, 9, 2, 7]:
    heapq.heappush(heap, n)
print(heap, heapq.heappushpop(heap, 0), heapq.heapreplace(heap, 6), [heapq.heappop(heap) for _ in range(len(heap))])
rows = [(i * 7919) % 1009 for i in range(600)]
heapq.heapify(rows)
print([heapq.heappop(rows) for _ in range(600)] == sorted((i * 7919) % 1009 for i in range(600)))
print(heapq.nsmallest(3, [4, 1, 3, 2]), heapq.nlargest(2, ["bb", "a", "ccc"], key=len), list(heapq.merge([1, 4], [2, 3], [0])))
print(bisect.bisect([1, 2, 2, 3], 2), bisect.bisect_left([1, 2, 2, 3], 2))
line = []
for n in [5, 1, 4, 1]:
    bisect.insort(line, n)
print(line)


class Node:
    def __init__(self):
        self.values = [1, [2]]
        self.me = self


x = Node()
y = copy.deepcopy(x)
y.values[1].append(3)
print(x.values, y.values, y.me is y, copy.copy(x).values is x.values, copy.copy([1, 2]), copy.deepcopy({"a": (1, [2])}))
print(string.ascii_letters, string.digits, string.Template("$a ${b} $$").substitute(a=1, b=2), string.capwords("a bc  d"))


# Classes with parameters, and what abstract classes know of others.
import abc
import collections
import collections.abc
import types


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Ints(list[int]):
    pass


print(list[int], dict[str, list[int]], list[int]([1, 2]), list[int] == list[int], list[int] == list[str], hash(list[int]) == hash(list[int]))
print(Ints.__bases__, Ints.__orig_bases__, list[int].__origin__, dict[str, int].__args__, list[int] | None, type(list[int]).__name__, tuple[int, ...])
print(collections.deque[int], collections.abc.Mapping[str, int], type[int], types.GenericAlias(list, (int,)))
for f in (lambda: isinstance([], list[int]), lambda: int[3], lambda: Ints[3], lambda: isinstance(1, int | list[int]), lambda: isinstance('', int | list[int])):
    t(f)


class Plain:
    pass


t(lambda: Plain[3])


class Shape(abc.ABC):
    @property
    @abc.abstractmethod
    def area(self):
        pass

    @classmethod
    @abc.abstractmethod
    def make(cls):
        pass


class Square(Shape):
    area = 4

    @classmethod
    def make(cls):
        return cls()


class Sub(collections.abc.Sequence):
    pass


t(Shape)
print(Square.make().area, sorted(Shape.__abstractmethods__), Shape.make.__isabstractmethod__)
Sub.register(Plain)
print(issubclass(Plain, Sub), issubclass(Plain, collections.abc.Sequence), isinstance(Plain(), collections.abc.Iterable))
t(lambda: Shape.register(3))
t(lambda: Sub.register(collections.abc.Sequence))
t(lambda: issubclass(3, Shape))


def area(self):
    return 1


class Late(Shape):
    @classmethod
    def make(cls):
        return cls()


t(Late)
Late.area = area
abc.update_abstractmethods(Late)
print(Late().area())

d = collections.defaultdict(list, a=[1])
d['self'].append(d)
print(d, collections.defaultdict(int, a=1) | {'b': 2})
e = collections.defaultdict(None)
e.default_factory = e.copy
print(type(e | {}).__name__, types.SimpleNamespace(a=1), types.MappingProxyType({1: 2}) | {3: 4})
print(types.new_class('Made', (list[int],), {}, lambda ns: ns.update(x=1)).__orig_bases__, types.resolve_bases((list[int], int)), types.prepare_class('X'))
