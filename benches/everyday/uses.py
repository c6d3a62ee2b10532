"""Each use of each container: `uses.py TIMES [NAMES..]` prints for each pair its name, the nanoseconds of one item the first time, and at best.

A pair that takes many times what its neighbours take is one that traces, or the library, do not see into. Pairs that make no sense are left out: they raise an error.
"""

import sys, time
from collections import Counter, defaultdict, deque
from heapq import heappop, heappush
from itertools import accumulate, chain, groupby, islice, product

N = 300

CONTAINERS = {
    'list': list(range(N)),
    'tuple': tuple(range(N)),
    'floats': [x / 2 for x in range(N)],
    'texts': [str(x) for x in range(N)],
    'pairs': [(x, x) for x in range(N)],
    'text': 'abcdefghij' * (N // 10),
    'bytes': bytes(range(250)) + bytes(50),
    'range': range(N),
    'dict': dict.fromkeys(range(N), 1),
    'items': dict.fromkeys(range(N), 1).items(),
    'values': dict(zip(range(N), range(N))).values(),
    'set': set(range(N)),
    'deque': deque(range(N)),
}

# `c` is container, `some` a few of its items, `r` what comes of it.
USES = '''
for: for x in c: r += 1
enumerate: for i, x in enumerate(c): r += i
zip: for x, y in zip(c, c): r += 1
zip_next: for x, y in zip(c, c[1:]): r += 1
map: for x in map(one, c): r += 1
map_list: r = len(list(map(one, c)))
filter: for x in filter(one, c): r += 1
reversed: for x in reversed(c): r += 1
chain: for x in chain(c, c): r += 1
islice: for x in islice(c, 10, 200): r += 1
unpacked: for a, b in c: r += 1
nested: r = sum([1 for x in c for y in (1, 2)])
in_set: for x in c: r += x in few
dict_get: for x in c: r += counts.get(x, 0)
isinstance: for x in c: r += isinstance(x, (int, str))
str_of: for x in c: r += len(str(x))
f_text: for x in c: r += len(f'{x}-{x}')
to_list: r = len(list(c))
to_tuple: r = len(tuple(c))
to_set: r = len(set(c))
to_dict: r = len(dict(zip(c, c)))
list_of: r = len([x for x in c])
dict_of: r = len({x: 1 for x in c})
set_of: r = len({x for x in c})
gen_sum: r = sum(1 for x in c)
any: r = any(x is None for x in c)
all: r = all(x is not None for x in c)
min: r = min(c)
max_key: r = max(c, key=one)
sum: r = sum(c)
sorted: r = len(sorted(c))
sorted_key: r = len(sorted(c, key=str))
star: a, *b = c; r = len(b)
call_star: r = given(*c)
in: for x in some: r += x in c
index: for x in some: r += c.index(x)
count: r = c.count(some[0])
slice: r = len(c[5:-5])
indexed: for i in range(len(c)): r += c[i] is None
add: r = len(c + c)
join: r = len(','.join(c))
extend: b = []; b.extend(c); r = len(b)
append: b = []; r = [b.append(x) for x in c]
counter: r = len(Counter(c))
accumulate: r = len(list(accumulate(c)))
groupby: r = sum(1 for k, g in groupby(c))
product: r = sum(1 for a, b in product(c, (1, 2)))
'''

# Those that take lines.
LINES = {
    'next': 'it = iter(c)\nwhile next(it, None) is not None: r += 1',
    'default_dict': 'd = defaultdict(int)\nfor x in c: d[x] += 1\nr = len(d)',
    'tuple_keys': 'd = {}\nfor x in c: d[x, 1] = x\nr = len(d)',
    'heap': 'h = []\nfor x in c: heappush(h, x)\nwhile h: heappop(h)',
    'sort_reverse': 'b = list(c)\nb.sort(reverse=True)\nr = len(b)',
    'try': 'for x in c:\n  try: r += int(x)\n  except (TypeError, ValueError): pass',
}


def one(x): return 1
def given(*a): return len(a)


few, counts = {1, 2, 3}, {1: 2}


def function(body):
    """The use as a function of its own."""
    lines = ['def use(c, some):', ' r = 0', *(' ' + line for line in body.split('\n')), ' return r']
    made = {}
    exec('\n'.join(lines), globals(), made)
    return made['use']


def measured(f, c, some, turns):
    start = time.perf_counter()
    for _ in range(turns): f(c, some)
    return (time.perf_counter() - start) / turns / N * 1e9


def main():
    times, wanted = int(sys.argv[1]), set(sys.argv[2:])
    uses = dict(line.split(': ', 1) for line in USES.strip().split('\n')) | LINES
    for name, c in CONTAINERS.items():
        for use, body in uses.items():
            pair = name + '.' + use
            if wanted and pair not in wanted:
                continue
            some = list(c)[3:40:7]
            try:
                function(body)(c, some)
            except Exception:
                continue
            f = function(body)
            first = measured(f, c, some, 1)
            best = min([measured(f, c, some, max(times // N // 4, 1)) for _ in range(8)])
            print(pair, round(first, 1), round(best, 1), flush=True)


main()
