"""Lists that a loop makes, adds to and lets go, their methods, and texts cut in two or filled up."""


def grown(n):
    kept, total = [], 0
    for i in range(n):
        ints = [i, 2, 3]; ints.append(4); ints.extend([5, 6]); ints += [7]
        mixed = [i]; mixed.append('a'); mixed.extend([1.5, None]); mixed += ['b', (i,)]
        floats = [0.5]; floats.append(i * 0.5); floats += [2]; floats.extend(ints)
        empty = []; empty.extend([i]); empty.append(i + 1); empty += []
        twice = [1, i]; twice.extend(twice); twice += twice
        texts = ['x', 'y']; texts += 'ab'; texts.extend((1, 2)); texts.extend(range(2)); texts += (k for k in 'cd')
        total += sum(ints) + len(mixed) + int(sum(floats)) + empty[-1] + sum(twice) + len(texts)
        if i % 70 == 0:
            kept += [ints, mixed, floats, empty, twice, texts]
            alias = kept[-6]; alias.append('!'); alias += [alias[0]]
    return total, kept


print(grown(300))


class Same:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        return isinstance(other, Same) and self.v == other.v


def methods(n):
    out, nan = [], float('nan')
    names, mixed = ['c', 'a', 'b', 'a'], [1, 'a', 2.0, True, None, nan, (1,), Same(3)]
    for i in range(n):
        l = ['c', 'a', 'b']; l.remove('a'); l.append('d')
        try:
            l.remove('q')
        except ValueError as e:
            text = str(e)
        where = [names.index('a'), names.count('a'), names.count('z'), mixed.index(2), mixed.index(1.0), mixed.count(True), mixed.index(None),
                 mixed.count(nan), mixed.index((1,)), mixed.index(Same(3)), mixed.count(Same(3)), [1, 2, 3].index(i % 3 + 1), [0.5, -0.0].index(0)]
        for f, v in ((names.index, 'q'), (mixed.index, Same(4)), ([1, 2].remove, 3), ([1, 2].index, '1')):
            try:
                f(v)
            except ValueError as e:
                text += '|' + str(e)[:20]
        rest = [Same(1), 2, Same(3), 2]; rest.remove(Same(3)); rest.remove(2)
        if i % 90 == 0:
            out.append((l, where, text.replace('Same object at', 'Same')[:60], len(rest), names.index('a', 2), names.index('b', 1, 4)))
    return out


print(methods(200))


def cut(n):
    out, lines = [], ['key=value', 'none', '=', 'a=b=c', 'ä=ö', '', 'x==y', 'long' * 20 + '=' + 'z' * 50]
    for i in range(n):
        line = lines[i % 8]
        parts = [line.partition('='), line.partition('=='), line.split('=', 1), line.split('=', 2), line.split('=', 0), line.split('=', True), line.rpartition('=')]
        name, _, value = line.partition('=')
        pair = line.split('=', 1)
        pair.append(name + value)
        filled = [line.ljust(12) + '|', line.rjust(12) + '|', line.center(11) + '|', line.ljust(3), line.rjust(-1), line.center(6, '*'), line.rjust(5, '0')]
        if i > n - 9:
            out.append((parts, pair, filled))
        for f in (lambda: line.partition(''), lambda: line.split('', 1), lambda: line.partition(1), lambda: line.split(1, 1), lambda: line.ljust('a'), lambda: line.rjust(3, 'ab')):
            try:
                f()
            except (ValueError, TypeError) as e:
                last = str(e)
        if i % 100 == 0:
            out.append(last)
    return out


for x in cut(200):
    print(x)


class Text(str):
    pass


def others(n):
    out = 0
    for i in range(n):
        t = Text('a=b')
        out += len(t.partition('=')) + len(t.split('=', 1)[1]) + len(t.ljust(9)) + (type(t.rjust(1)) is str)
        out += len(b'a=b'.partition(b'=')) + len('a-b'.split(Text('-'), 1)) + len('a'.ljust(True))
    return out, 'a'.ljust(5000).count(' '), 'ab'.center(4097)[2048], 'a=b'.split(sep='=', maxsplit=1)


print(others(150))
