# Weak references, as far as they do not depend on when an object dies; and what a collection does.
import gc
import weakref


class Node:
    def __init__(self, name):
        self.name = name

    def method(self):
        return 'called ' + self.name

    def __repr__(self):
        return 'Node(' + self.name + ')'


def make(name):
    return Node(name)


n = Node('a')
r = weakref.ref(n)
print(r() is n, r == weakref.ref(n), hash(r) == hash(n), r != weakref.ref(Node('b')), weakref.ReferenceType is weakref.ref)
print(repr(r).startswith('<weakref at 0x') and repr(r).split(' to ')[1].split()[0], isinstance(r, weakref.ref))
for wrong in (3, 'text', (1,), None, [1], {}):
    try:
        weakref.ref(wrong)
    except TypeError as e:
        print(e)


class Slotted:
    __slots__ = ('x',)


class Referable:
    __slots__ = ('x', '__weakref__')


try:
    weakref.ref(Slotted())
except TypeError as e:
    print(e)
s = Referable()
print(weakref.ref(s)() is s, weakref.ref(Node)() is Node, weakref.ref(make)() is make, weakref.ref(set)() is set)
members = {1, 2}
print(weakref.ref(members)() is members)

called = []


def watch():
    return weakref.ref(make('gone'), lambda r: called.append(r() is None))


watched = [watch() for i in range(20)]


def fill(n):
    return [weakref.ref(make(str(i))) for i in range(n)]


refs = fill(500)
gc.collect()
print(sum(w() is None for w in watched) > 10, len(called) > 10 and all(called), sum(1 for x in refs if x() is not None) < 5)
print(sum(repr(w).endswith('; dead>') for w in watched) > 10)

values = weakref.WeakValueDictionary()
kept = [make('v%d' % i) for i in range(3)]
for x in kept:
    values[x.name] = x
for i in range(200):
    values['lost%d' % i] = make('lost')
gc.collect()
print(values['v1'], 'v2' in values, 'nothing' in values, values.get('nothing'), sorted(k for k in values if k[0] == 'v'))
print(sum(1 for k in values if k[0] == 'l') < 5, [x.name for k, x in values.items() if k[0] == 'v'])
values['v1'] = kept[0]
del values['v2']
print(values['v1'], values.pop('v0'), values.setdefault('new', kept[2]), len([k for k in values if k[0] == 'v']))

keys = weakref.WeakKeyDictionary()
for x in kept:
    keys[x] = x.name * 2
for i in range(200):
    keys[make('lost')] = i
gc.collect()
print(keys[kept[1]], kept[2] in keys, n in keys, 3 in keys, keys.get(n, 'none'), len(keys) < 20)
del keys[kept[0]]
print(sorted(str(v) for k, v in keys.items() if k in kept))

group = weakref.WeakSet(kept)
for i in range(200):
    group.add(make('lost'))
gc.collect()
print(kept[0] in group, n in group, len(group) < 8)
group.discard(kept[0])
print(sorted(x.name for x in group if x in kept))

p = weakref.proxy(n)
print(p.name, p.method(), str(p), isinstance(p, weakref.ProxyType))
p.name = 'renamed'
print(n.name)
m = weakref.WeakMethod(n.method)
print(m()(), m() == n.method)


def dead_proxy():
    return weakref.proxy(make('x'))


dead = [dead_proxy() for i in range(20)]
gc.collect()
try:
    for d in dead:
        d.name
except ReferenceError as e:
    print(e)
f = weakref.finalize(n, print, 'finalized', 1)
print(f.alive, f.peek()[0] is n)
f()
print(f.alive, f())
g = weakref.finalize(n, print, 'at the end')
h = weakref.finalize(n, print, 'never')
print(h.detach()[1] is print, h.alive)
print(gc.isenabled(), gc.disable(), gc.isenabled(), gc.enable(), len(gc.get_threshold()))

# Places of dead objects are used again, and old references do not find what is there now.
old = []
live = make('live')
live_ref = weakref.ref(live)
for i in range(3000):
    x = make(str(i))
    old.append(weakref.ref(x))
    if i % 500 == 0:
        x = None
        gc.collect()
print(all(r() is None or r().name == str(i) for i, r in enumerate(old)), live_ref() is live)
