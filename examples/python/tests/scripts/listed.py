# Lists made of what built-in iterators give, and texts taken apart.
M = 2 ** 63 - 1

for r in (range(0), range(5), range(3, -4, -2), range(M - 3, M), range(-M - 1, -M + 5, 3), range(M, M - 4, -1), range(7, 7), range(1, 100, 33)):
    print(list(r), list(reversed(r)), list(iter(r)), tuple(r), list(enumerate(r, 1)))
l = list(range(4))
l.append('x')
l[0] = None
print(l, list(reversed(l)))

it = reversed(l)
print(next(it))
del l[1:]
print(list(it), list(it))
it = reversed(l)
l += [5, 6, 7]
print(list(it), list(reversed((1, 2.5, 'z'))), list(reversed('abc')))

print(list(zip([1, 2, 3], 'ab')), list(zip([], [1])), list(zip([1], [2], [3])), list(zip([1, 2])), list(zip()))
for a, b in (([1, 2], [3]), ([1], [3, 4]), ([], [1]), ([1], [])):
    try:
        print(list(zip(a, b, strict=True)))
    except ValueError as e:
        print(e)
    i, j = iter(a), iter(b)
    print(list(zip(i, j)), list(i), list(j))
print(list(zip(range(3), zip('xyz', [1.5, None, True]))), list(zip({1: 2, 3: 4}.items(), {5})))
print(list(enumerate(zip('ab', 'cd'), 10)), list(enumerate([], 3)), list(enumerate('ab', 2 ** 63 - 1)))
d = {1: 'a', 2: 'b'}
print(list(d.items()), list(enumerate(d.values())), sorted(zip(d, d.items())))
it = iter(d.items())
next(it)
d[3] = 'c'
try:
    print(list(it))
except RuntimeError as e:
    print(e)

for text in ('', ' ', 'a', ' a  b\tc\n', 'ä ö\u2003ü', 'a,b,,c,', ',', 'ab--cd--', '--' * 40, 'x' * 150 + '--' + 'y', 'é,ß', ' '.join('w%d' % i for i in range(40))):
    for most in (-1, 0, 1, 2):
        print(text.split(None, most), text.rsplit(None, most), text.split(',', most), text.rsplit('--', most), text.encode().split(None, most), text.encode().rsplit(b',', most))
    print(text.splitlines(), (text + '\r\n' + text).splitlines(True))
parts = 'one two'.split()
print(parts[0] is not parts[1], [p.upper() for p in parts], ['ä b'.split()[0].upper()], [len(p) for p in 'ää b ccc'.split()])
for wrong in (('',), (5,), (None, 'x')):
    try:
        print('a'.split(*wrong))
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)
