from collections import *
from collections.abc import Iterable, Iterator, Sequence, Mapping, MutableMapping, Callable, Hashable, Sized, Set, Container, MutableSequence, Generator
import collections
d = deque([1, 2, 3], maxlen=4)
d.append(4); d.append(5); d.appendleft(0)
print(d, len(d), d[0], d[-1], d.pop(), d.popleft(), list(d), d.maxlen, 3 in d)
d = deque('abc')
d.rotate(1); print(d)
d.rotate(-2); print(d)
d.extend('xy'); d.extendleft('12'); d.insert(2, 'I'); d.remove('x'); d.reverse()
print(d, d.count('a'), d.index('a'), list(reversed(d)), d == deque(list(d)), d + deque([1]), bool(deque()))
del d[0]; d[0] = 'Z'; print(d, d.copy())
for f in (lambda: deque().pop(), lambda: deque()[0], lambda: deque([1]).remove(3)):
    try:
        f()
    except (IndexError, ValueError) as e:
        print(type(e).__name__, e)
q, t = deque(), 0
for i in range(5000):
    q.append(i)
    if i % 3 == 0:
        t += q.popleft()
print(t, len(q))
dd = defaultdict(list)
dd['a'].append(1); dd['b'].append(2); dd['a'].append(3)
print(dd, dd['zz'], len(dd), dd.get('no'), defaultdict(int, {'x': 1}, y=2), dict(dd), 'no' in dd)
try:
    defaultdict()['k']
except KeyError as e:
    print('KeyError', e)
w = defaultdict(int)
for i in range(3000):
    w[i % 7] += i
print(sorted(w.items()))
c = Counter('abracadabra')
print(c, c.most_common(2), c['zz'], sorted(c.elements()), c.total(), sum(c.values()))
c.update('aaa'); c.subtract({'b': 5}); c['q'] += 2
print(c, c + Counter(b=10), c - Counter('a'), c & Counter('aab'), c | Counter('zz'), +c, -c, Counter(a=1) == Counter(a=1, b=0), Counter(a=1) < Counter(a=2), Counter())
o = OrderedDict([('a', 1), ('b', 2), ('c', 3)])
o.move_to_end('a'); print(o, o.popitem(), o.popitem(last=False), o, OrderedDict(a=1, b=2) == OrderedDict(b=2, a=1), OrderedDict(a=1) == {'a': 1})
o = OrderedDict.fromkeys('xyz', 0); o.move_to_end('z', last=False); print(list(o), list(reversed(o)), OrderedDict())
P = namedtuple('P', 'x y')
p = P(1, y=2)
print(p, p.x + p.y, p[0], p == (1, 2), hash(p) == hash((1, 2)), p._replace(x=9), p._asdict(), P._fields, P._make([5, 6]), tuple(p), isinstance(p, tuple), len(p), P.__name__)
x, y = p
print(x, y, namedtuple('Q', ['a', 'b'], defaults=[7])(1), namedtuple('R', 'def a a', rename=True)._fields)
for f in (lambda: P(1), lambda: P(1, 2, 3), lambda: namedtuple('A', 'a a'), lambda: namedtuple('A', '_a'), lambda: p._replace(z=1), lambda: P._make([1])):
    try:
        f()
    except (TypeError, ValueError) as e:
        print(type(e).__name__)
try:
    p.x = 3
except AttributeError:
    print('AttributeError')
class Pt(namedtuple('Pt', 'x y')):
    __slots__ = ()
    def dist(self): return (self.x ** 2 + self.y ** 2) ** 0.5
    def __add__(self, o): return Pt(self.x + o.x, self.y + o.y)
a = Pt(0, 0)
for i in range(3000):
    a = a + Pt(i, 1)
print(a, Pt(3, 4).dist(), {Pt(1, 2): 'k'}[(1, 2)], sorted([Pt(2, 1), Pt(1, 5)]))
m = ChainMap({'a': 1}, {'a': 2, 'b': 3})
m['c'] = 9
print(m['a'], m['b'], m, len(m), sorted(m), m.parents, m.new_child({'z': 1}), 'b' in m, m.get('nope', 5))
class U(UserDict):
    def __setitem__(self, k, v): super().__setitem__(k.lower(), v)
u = U(A=1)
u['Bb'] = 2
print(u, len(u), 'bb' in u, u.get('x'), dict(u), UserList([1, 2]) + [3], UserString('ab') + 'c')
vals = [[], (), {}, set(), 'a', 1, None, len, int, iter([]), (i for i in ()), range(3), {}.keys(), frozenset(), P(1, 2), deque(), dd]
for k in (Iterable, Iterator, Sequence, Mapping, MutableMapping, Callable, Hashable, Sized, Set, Container, MutableSequence, Generator):
    print(k.__name__, ''.join('01'[isinstance(v, k)] for v in vals if not isinstance(v, deque) or k is not MutableSequence))
class M(MutableMapping):
    def __init__(self): self.d = {}
    def __getitem__(self, k): return self.d[k]
    def __setitem__(self, k, v): self.d[k] = v
    def __delitem__(self, k): del self.d[k]
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)
m = M()
m.update(a=1, b=2)
m.setdefault('c', 3)
print(m.pop('a'), m.get('zz'), 'b' in m, list(m.items()), list(m.values()), m == {'b': 2, 'c': 3}, len(m), isinstance(m, Mapping))
class S(Sequence):
    def __len__(self): return 3
    def __getitem__(self, i):
        if i >= 3: raise IndexError
        return i * i
print(list(S()), 4 in S(), S().index(4), S().count(1), list(reversed(S())))
try:
    class Bad(Sequence): pass
    Bad()
except TypeError as e:
    print(e)
