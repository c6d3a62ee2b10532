# Ordered dictionaries: moving entries to either end, taking them from there; smallest and largest of several.
from collections import OrderedDict
class K:
    def __init__(s, v): s.v = v
    def __hash__(s): return hash(s.v) % 3
    def __eq__(s, o): return isinstance(o, K) and s.v == o.v
    def __repr__(s): return 'K%d' % s.v
class Sub(OrderedDict):
    def __delitem__(s, k): print('del', k); super().__delitem__(k)
    def pop(s, k, *d): print('pop', k); return super().pop(k, *d)
for make in (lambda i: i, lambda i: str(i), lambda i: (i, str(i)), K, lambda i: i * 0.5):
    d = OrderedDict((make(i), i) for i in range(6))
    d.move_to_end(make(2)); print(d)
    d.move_to_end(make(4), last=False); print(d)
    d.move_to_end(make(5)); d.move_to_end(make(5)); d.move_to_end(make(4), False); print(list(d.items()))
    print(d.popitem(), d.popitem(last=False), d.popitem(last=0), len(d), d)
    d.pop(make(0), None)
    for i in range(40): d[make(i)] = i; d.move_to_end(make(i // 2)) if make(i // 2) in d else None
    while len(d) > 30: d.popitem(last=False)
    print(list(d))
    for bad in (make(99), None, (1, 2), [1]):
        try: d.move_to_end(bad)
        except (KeyError, TypeError) as e: print(type(e).__name__, e, e.args)
d.clear()
for last in (True, False):
    try: d.popitem(last)
    except KeyError as e: print(repr(e))
# Nothing is hashed where there is nothing to look for.
try: d.move_to_end([])
except KeyError as e: print(repr(e))
x = OrderedDict({1: 'a', True: 'b'}); x.move_to_end(True); print(x)
s = Sub(a=1, b=2, c=3); s.move_to_end('a'); print(s, s.popitem(), s.popitem(last=False), s)
print(min(3, 1, 2), max(3, 1.5, 3.0, 2), min('b', 'a', 'c'), max(1, 2, 3, 4, 5, 6, 7, 8, 9), min(2, 1.0, 1), min((2,), (1, 5), (1, 4)))
try: min(1, 'a', 2)
except TypeError as e: print(e)
for i in range(3000):
    t = min(i, 5, 7 - i % 3) + max(1, i % 5, 2.5 if i % 7 == 0 else 2)
print(t)

# Moving an entry to the front hashes no key but its own, and what goes wrong loses nothing.
class Only(str):
    allowed = None
    def __hash__(self):
        if Only.allowed not in (None, str(self)): raise ValueError('hashed: ' + str(self))
        return str.__hash__(self)
    __eq__ = str.__eq__
d = OrderedDict()
for c in 'abcdef': d[Only(c)] = c
del d['b']
Only.allowed = 'd'
d.move_to_end(Only('d'), last=False)
try: d.move_to_end(Only('a'), last=False)
except ValueError as e: print(e)
Only.allowed = None
print(list(d.values()), len(d), d['f'], d['d'])
d.move_to_end('e', last=False)
print(list(d.values()))
s = {3}
print(s.pop(), s, {}.setdefault(1, 2))
for empty in ({}, set()):
    try: empty.pop() if isinstance(empty, set) else empty.popitem()
    except KeyError as e: print(e)
