"""What short ways of common operations must answer as the long ones do: formatting, taking iterators apart, counting, turning round, splitting."""


class Shown:
    def __str__(self):
        return 'shown'

    def __format__(self, spec):
        return 'formatted<%s>' % spec


class Sub(str):
    def __str__(self):
        return 'sub'


def attempt(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__, str(e)


def formats():
    s = Shown()
    for text, values in [('%s %d', (1, 2)), ('%s', s), ('%s%%%s', ('a', None)), ('%d', True), ('%d', 1.9), ('%s', Sub('x')), ('%s', (1,)), ('%s', ((1, 2),)),
                         ('%d', 'x'), ('%s %s', 1), ('%s', (1, 2)), ('%d%d', (10 ** 30, -5)), ('%s é %d', ('ü', 3)), ('%s', {'a': 1}), ('%(a)s %(b)d', {'a': 1, 'b': 2}),
                         ('%(a)s %s', {'a': 1}), ('a%y', 1), ('é%ü', 1), ('%', 1), ('%s %', 1), ('%5s|%-5d|%05d', (1, 2, 3)), ('%d', -2 ** 63), ('%s', b'x')]:
        print(text, attempt(lambda: text % values))
    for text, values in [('{} {}', (1, 'b')), ('{}', (s,)), ('{:x}', (s,)), ('{}{{}}{}', (1, 2)), ('{} {0}', (1,)), ('{0} {}', (1,)), ('{} {}', (1,)), ('{', ()), ('}', ()),
                         ('{}}', (1,)), ('é{}ü{}', (1.5, None)), ('{}', (Sub('x'),)), ('{!r} {}', ('a', 'b')), ('{:{}} {}', (1, 4, 5)), ('{}', (10 ** 30,)), ('{}', (True,))]:
        print(text, attempt(lambda: text.format(*values)))


def iterators():
    it = iter([1, 2, 3, 4, 5])
    next(it)
    print(list(zip(it, it)), list(it))
    it = iter((1, 2, 3))
    print(list(enumerate(it, 5)), next(it, 'end'))
    it = iter([1, 2, 3])
    print(list(zip([9], it)), list(it))
    print(list(zip(it, [9])), list(zip()), list(zip([1, 2], 'ab', range(5), {7: 8, 9: 10}, {3})))
    print(attempt(lambda: list(zip([1], [2, 3], strict=True))), attempt(lambda: list(zip([1, 2], [3], strict=True))))
    print(list(reversed([1, 'a', 2.5])), list(reversed((1, 2))), list(reversed(range(4))), list(reversed({1: 2, 3: 4})))
    deep = range(3)
    for _ in range(8):
        deep = enumerate(deep)
    print(list(deep))
    l = [1, 2, 3]
    it = reversed(l)
    l.pop()
    print(list(it), list(it))
    d = {1: 1, 2: 2}
    it = iter(d.items())
    next(it)
    d[3] = 3
    print(attempt(lambda: list(it)), list(d.items()), tuple(d.values()), set(d))
    print(list(enumerate('ab', 2 ** 63 - 2)), list(enumerate([1, 2, 3], 2 ** 63 - 2)))
    it = iter(range(10, 0, -3))
    print(next(it), list(it), list(it), sum(range(5)), max(enumerate([3, 1])), sorted(zip('ba', [1, 2])))
    l = [1, 2]
    it = iter(l)
    print(next(it), list(it))
    l.append(3)
    print(list(it), attempt(lambda: list(range(1 << 62))))


def lists():
    for l in ([], [1], [1, 2, 3], [1.5, 2.5], [1.5, -0.0, float('nan'), 7.0], ['a', None, 1], [True, 1, 1.0]):
        c = list(l)
        c.reverse()
        print(c, [l.count(x) for x in (1, 1.0, True, 'a', None, 1.5, 0)], attempt(lambda: l.index(1)), attempt(lambda: l.index(2, 1)), attempt(lambda: l.index(2, -1, 99)))


def texts():
    for s in ('a b', ' a  b ', '\x1ca\x1d b\x85', '\u3000a\u2003b \u3000', '', ' ', 'é \t\n ü', 'ab, cd,, ef', 'a\xa0b ', '\u3000 a \u3000', 'x'):
        print(ascii([s.split(), s.split(None, 1), s.rsplit(None, 1), s.split(', '), s.split(',', 1), s.rsplit(', ', 1), s.strip(), s.lstrip(), s.rstrip(), s.strip('a ')]))
        print(ascii([s.upper(), s.lower(), s.ljust(6), s.rjust(6, '*'), s.center(7, 'é'), s.isascii(), s.encode(), s.encode('utf-8').decode()]))
    print('aXbXXc'.split('XX'), 'XX'.split('XX'), ('ab' * 80).split('ba')[:3], 'aaa'.split('aa'), b'a  b'.split(), b'\x1ca'.split())
    print(bytes(range(20)).hex(), bytes(range(6)).hex(':'), bytes(range(7)).hex('-', 2), bytes(range(7)).hex('-', -3), b''.hex(), b''.hex(':'))
    print(attempt(lambda: 'a'.split('')), attempt(lambda: 'a'.split(1)), attempt(lambda: 'a b'.split(maxsplit=0, sep=None)), attempt(lambda: 'a'.split(None, 1, 2)),
          attempt(lambda: b'a'.decode('nope')), attempt(lambda: b'\xff'.decode()), attempt(lambda: b'a'.decode(errors='x\0')), attempt(lambda: 'a'.encode(None)))


for _ in range(3):
    formats()
    iterators()
    lists()
    texts()
