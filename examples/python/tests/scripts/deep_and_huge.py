# Recursion limits, recursion in library functions, and objects too large for any memory.
import copy
import json
import sys

print(sys.getrecursionlimit())


def down(n):
    return 0 if n == 0 else 1 + down(n - 1)


def depth():
    # How deep a call can go from here, within 2.
    n = 0

    def go(k):
        nonlocal n
        n = k
        go(k + 1)
    try:
        go(1)
    except RecursionError as e:
        print(str(e)[:32])
    return n


print(down(900))
sys.setrecursionlimit(60000)
print(down(50000), sys.getrecursionlimit())
sys.setrecursionlimit(150)
n = depth()
print(100 < n <= 150)
sys.setrecursionlimit(400)
print(350 < depth() <= 400)
try:
    sys.setrecursionlimit(0)
except ValueError as e:
    print(e)
sys.setrecursionlimit(5000)


def visit(graph, start):
    seen = set()

    def go(v):
        seen.add(v)
        for w in graph[v]:
            if w not in seen:
                go(w)
    go(start)
    return len(seen)


print(visit({i: [(i + 1) % 3000, (i + 7) % 3000] for i in range(3000)}, 0))
sys.setrecursionlimit(1000)

nested = []
for _ in range(100000):
    nested = [nested]
chain = {}
for _ in range(100000):
    chain = {'a': chain}
tup = ()
for _ in range(100000):
    tup = (tup,)


class Node:
    def __init__(self, next): self.next = next
    def __eq__(self, o): return self.next == o.next
    def __hash__(self): return hash(self.next)
    def __repr__(self): return f'Node({self.next!r})'
    def __lt__(self, o): return self.next < o.next


a = b = None
for _ in range(100000):
    a, b = Node(a), Node(b)

for name, f in [
    ('repr list', lambda: repr(nested)), ('repr dict', lambda: repr(chain)), ('repr tuple', lambda: repr(tup)),
    ('str', lambda: str(nested)), ('format', lambda: f'{nested}'),
    ('json list', lambda: json.dumps(nested)), ('json dict', lambda: json.dumps(chain)),
    ('json read', lambda: json.loads('[' * 100000)), ('deepcopy', lambda: copy.deepcopy(nested)),
    ('repr node', lambda: repr(a)), ('eq node', lambda: a == b), ('hash node', lambda: hash(a)), ('lt node', lambda: a < b),
]:
    try:
        f()
        print(name, 'done')
    except RecursionError:
        print(name, 'RecursionError')

huge = 10 ** 13
for name, f in [
    ('str', lambda: 'x' * huge), ('list', lambda: [0] * huge), ('tuple', lambda: (0,) * huge), ('bytes', lambda: bytes(huge)),
    ('bytearray', lambda: bytearray(huge)), ('shift', lambda: 1 << huge), ('ljust', lambda: 'x'.ljust(huge)), ('zfill', lambda: '1'.zfill(huge)),
    ('bytes times', lambda: b'x' * huge), ('center', lambda: 'x'.center(huge)),
]:
    try:
        f()
        print(name, 'done')
    except (MemoryError, OverflowError) as e:
        print(name, type(e).__name__)
l = [1, 2, 3]
try:
    l *= huge
except MemoryError:
    print('in place', l)
