import operator, string, heapq, bisect, copy
print(operator.add(1, 2), operator.itemgetter(1)([1, 2]), operator.itemgetter(0, 2)('abc'), operator.attrgetter('real')(5), operator.methodcaller('split', ',')('a,b'))
print(operator.attrgetter('a.b'), operator.itemgetter(1, 'x'), operator.methodcaller('f', 1, k=2), operator.contains([1], 1), operator.countOf([1, 2, 1], 1), operator.indexOf([3, 4], 4))
print(operator.iadd([1], [2]), operator.not_(0), operator.truth([]), operator.concat('a', 'b'), operator.index(5), operator.xor(5, 3), operator.abs(-2))
print(string.ascii_letters, string.digits, string.punctuation, repr(string.whitespace), string.capwords('hello  big world'))
t = string.Template('$who likes ${what}s and $$5')
print(t.substitute(who='tim', what='cat'), t.safe_substitute(who='x'))
try:
    t.substitute(who=1)
except KeyError as e:
    print('KeyError', e)
try:
    string.Template('a\n $1').substitute()
except ValueError as e:
    print(e)
h = []
for x in [5, 1, 8, 3, 9, 2, 7]:
    heapq.heappush(h, x)
print(h, [heapq.heappop(h) for _ in range(3)], h)
h = [9, 7, 5, 3, 1, 2]
heapq.heapify(h)
print(h, heapq.heapreplace(h, 6), heapq.heappushpop(h, 0), h, heapq.nlargest(2, h), heapq.nsmallest(2, h), heapq.nlargest(2, ['aa', 'b', 'cccc'], key=len))
print(list(heapq.merge([1, 4, 7], [2, 5], [0, 9])), list(heapq.merge([7, 3], [9, 1], reverse=True)), list(heapq.merge(['a', 'ccc'], ['bb'], key=len)))
a = [1, 3, 3, 5]
print(bisect.bisect(a, 3), bisect.bisect_left(a, 3), bisect.bisect_right(a, 0), bisect.bisect_left(a, 3, 2), bisect.bisect_left([(1, 'a'), (3, 'b')], 2, key=lambda p: p[0]))
bisect.insort(a, 4)
bisect.insort_left(a, 3)
print(a)
class P:
    def __init__(self, x):
        self.x = x
        self.me = self
class L(list):
    pass
class S:
    __slots__ = ('a', 'b')
p = P([1, [2]])
q, d = copy.copy(p), copy.deepcopy(p)
print(q.x is p.x, q.me is p, d.x, d.x is p.x, d.x[1] is p.x[1], d.me is d)
l = [1]
l.append(l)
m = copy.deepcopy(l)
print(m[1] is m, m[1] is l)
x = L([1, [2]])
x.tag = [3]
y = copy.deepcopy(x)
print(y, type(y).__name__, y.tag, y.tag is x.tag, y[1] is x[1], copy.copy(x)[1] is x[1])
s = S()
s.a = [1]
print(copy.copy(s).a is s.a, copy.deepcopy(s).a, hasattr(copy.copy(s), 'b'))
t = (1, [2], {'a': {3}})
u = copy.deepcopy(t)
print(u, u is t, copy.deepcopy((1, 2)) == (1, 2), copy.copy({1: 2}), copy.deepcopy({'k': [1]}), copy.copy(print) is print)
class C:
    def __copy__(self): return 'copied'
    def __deepcopy__(self, memo): return 'deep'
print(copy.copy(C()), copy.deepcopy([C()]))
