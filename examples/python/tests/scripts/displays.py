# Dictionaries of a few texts for keys, built at once: then changed, grown, taken apart, and kept by nobody.

def shown(d):
    return list(d.items()), len(d), repr(d)


def of_one(i):
    return {'only': i}


def of_four(i):
    return {'a': i, 'b': i + 1, 'c': None, 'd': [i]}


def of_five(i):
    return {'a': i, 'b': i + 1, 'c': None, 'd': [i], 'e': 'e'}


def of_eight(i):
    return {'k0': i, 'k1': 1, 'k2': 2, 'k3': 3, 'k4': 4, 'k5': 5, 'k6': 6, 'k7': i * 2}


def of_nine(i):
    return {'k0': i, 'k1': 1, 'k2': 2, 'k3': 3, 'k4': 4, 'k5': 5, 'k6': 6, 'k7': 7, 'k8': i}


def twice(i):
    return {'a': i, 'b': 2, 'a': i + 3, '': 4, 'ä': 5}


def mixed(i):
    return {'a': i, 1: 2, **of_one(i), 'b': 3}


print(shown(of_four(1)), shown(twice(1)), shown(mixed(1)), {}, {'': 0}[''])
total = 0
for i in range(3000):
    for make in (of_one, of_four, of_five, of_eight, of_nine, twice, mixed):
        d = make(i)
        n = len(d)
        d['new'] = i
        d['k7'] = -1
        d.setdefault('a', 7)
        total += len(d) + n + sum(v for v in d.values() if type(v) is int)
        if i % 3 == 0:
            d.pop('a')
            total += d.popitem()[1] == -1
            d.pop('new', None)
        if i % 500 == 0:
            print(sorted(d, key=str), 'a' in d, d.get('k0'), d == make(i), {**d} == d, d.copy() == d, dict(d) == d, (d | {'x': 1})['x'])
print(total)


def step(state, i):
    move = {'dx': i % 3, 'dy': -1, 'who': state['name']}
    if i % 97 == 0:
        state['seen'].append(move)
    return state['x'] + move['dx'], state['y'] + move['dy']


def walk(n):
    state = {'x': 0, 'y': 0, 'name': 'walker', 'seen': []}
    for i in range(n):
        x, y = step(state, i)
        state = {'x': x, 'y': y, 'name': state['name'], 'seen': state['seen']}
    return state


end = walk(5000)
print(end['x'], end['y'], len(end['seen']), end['seen'][:3], end['seen'][-1])


def fails(i):
    return {'a': 1, 'b': 10 // (i - 1500)}


count = 0
for i in range(3000):
    try:
        count += fails(i)['b']
    except ZeroDivisionError:
        print('at', i)
print(count)
d = {'x': 1, 'y': 2}
try:
    for k in d:
        d['z'] = 3
except RuntimeError as e:
    print(e)
print([{'v': i, 'w': -i} for i in range(3)], {k: {'n': k} for k in 'ab'}, [({'p': 1}, {'p': 1}) for _ in range(2)][0])


def rest(a, b=2, *more, **others):
    others['own'] = len(others)
    return a, b, more, others


def passed(n):
    seen = []
    for i in range(n):
        r = rest(i, x=i, y=-i, b=i % 3)
        if i % 700 == 0:
            seen.append(r)
    return seen


print(passed(3000), rest(1), rest(1, 2, 3, k=4), rest(a=1, **{'z': 1, 'y': 2}), rest(0, **{'k%d' % i: i for i in range(12)}))
print(rest(1, k0=0, k1=1, k2=2, k3=3, k4=4, k5=5, k6=6, k7=7), rest(1, k0=0, k1=1, k2=2, k3=3, k4=4, k5=5, k6=6, k7=7, k8=8))
try:
    rest(1, a=2, c=3)
except TypeError as e:
    print(e)
