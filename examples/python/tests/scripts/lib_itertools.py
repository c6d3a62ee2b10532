from itertools import *
import operator
print(list(islice(count(10), 3)), list(islice(count(1, 2.5), 3)), list(islice(cycle('ab'), 5)), list(repeat(7, 3)))
print(list(accumulate([1, 2, 3, 4])), list(accumulate([1, 2, 3], operator.mul)), list(accumulate([1, 2], initial=10)), list(accumulate([])))
print(list(chain('ab', [1])), list(chain.from_iterable(['ab', 'cd'])), list(compress('abcd', [1, 0, 1, 0])))
print(list(dropwhile(lambda x: x < 3, [1, 3, 2, 4])), list(takewhile(lambda x: x < 3, [1, 3, 2])), list(filterfalse(lambda x: x % 2, range(6))), list(filterfalse(None, [0, 1, ''])))
print(list(starmap(pow, [(2, 3), (3, 2)])), list(pairwise('abcd')), list(pairwise('a')))
print(list(islice('abcdefg', 2)), list(islice('abcdefg', 2, 5)), list(islice('abcdefg', 1, None, 2)), list(islice('abc', 0)))
print(list(zip_longest('abc', 'x', fillvalue='-')), list(zip_longest()))
print(list(product('ab', [1, 2])), list(product('ab', repeat=2)), list(product()), list(product('ab', [])), len(list(product(range(3), repeat=4))))
print(list(permutations('abc')), list(permutations(range(3), 2)), list(permutations('ab', 3)), list(permutations([], 0)))
print(list(combinations('abcd', 2)), list(combinations('ab', 0)), list(combinations('ab', 3)), list(combinations_with_replacement('abc', 2)))
print([(k, list(g)) for k, g in groupby('aaabbca')], [(k, len(list(g))) for k, g in groupby([1, 3, 2, 4, 5], key=lambda x: x % 2)], [k for k, g in groupby('aabbc')], list(groupby([])))
a, b, c = tee([1, 2, 3], 3)
print(next(a), list(b), list(a), list(c))
it = iter(range(10))
print(list(islice(it, 3)), list(it))
for f in (lambda: islice([], -1), lambda: islice([], 1, 2, 0), lambda: permutations('a', -1), lambda: combinations('a', -1)):
    try:
        f()
    except ValueError as e:
        print(e)
n = 0
for i, x in zip(count(), cycle([1, 2, 3])):
    n += i * x
    if i > 3000:
        break
print(n, sum(1 for p in permutations(range(6)) if p[0] < p[-1]))


# Each kind of iterator has a class.
import itertools


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


print(itertools.count(3), itertools.count(3, 2), itertools.count(0.5), itertools.repeat('a'), itertools.repeat('a', 3), itertools.repeat(1, -3))
c = itertools.count(3)
next(c)
print(c, type(c) is itertools.count, isinstance(c, itertools.count), iter(c) is c, next(c), c)
r = itertools.repeat(5, 3)
next(r)
print(r)
print(list(r), type(itertools.chain.from_iterable([])), type(itertools.islice([], 1)), isinstance(itertools.chain(), itertools.chain))
print([type(x).__name__ for x in (itertools.cycle([]), itertools.product(), itertools.permutations([]), itertools.combinations([], 1), itertools.pairwise([]),
                                  itertools.zip_longest(), itertools.starmap(pow, []), itertools.accumulate([]), itertools.takewhile(bool, []))])
print(list(itertools.chain.from_iterable([[1], [2]])), sum(itertools.chain([1], [2])), ''.join(itertools.chain('ab', 'cd')), max(itertools.repeat(3, 2)))
for f in (lambda: itertools.islice([], -1), lambda: itertools.count('a'), lambda: itertools.combinations('ab', -1), lambda: list(itertools.chain(3)),
          lambda: itertools.repeat(1, 'x')):
    t(f)
total = 0
for i in range(3000):
    for x in itertools.chain((i, 1), itertools.islice(itertools.count(i), 2)):
        total += x
print(total)
