# Random patterns, looked for at places of random texts: by all three ways, one after another, split and replaced. Arguments say how many, and from which number on.
import re
import sys

state = 0


def below(n):
    global state
    state = (state * 6364136223846793005 + 1442695040888963407) % 2 ** 64
    return (state >> 33) % n


def one_of(all):
    return all[below(len(all))]


CHARACTERS = ['a', 'b', 'c', 'ab', r'\n', r'\d', r'\w', r'\s', '.', '[ab]', '[^a]', r'[^\n]', 'é', '[é-ü]', r'\W', 'x', '0', ' ', r'\|', '[|(]']
PLACES = ['^', '$', r'\b', r'\A', r'\Z', '(?<=a)', '(?<!a)', r'(?<=\n)', '(?<!b)']


class Maker:
    def __init__(self):
        self.groups = self.looks = 0
        self.names = []
        self.refers = below(3) == 0

    def alternatives(self, depth):
        return '|'.join([self.sequence(depth) for _ in range(one_of([1, 1, 2, 3]))])

    def sequence(self, depth):
        return ''.join([self.item(depth) for _ in range(1 + below(3))])

    def item(self, depth):
        kind = below(14) if depth else 0
        if kind in (4, 5) and not self.looks:
            inner = self.alternatives(depth - 1)
            self.groups += 1
            if kind == 4:
                return '(%s)' % inner
            self.names.append('g%d' % self.groups)
            return '(?P<g%d>%s)' % (self.groups, inner)
        if kind == 6:
            return '(?:c%s)' % self.alternatives(depth - 1) + one_of(['', '', '?', '??'])
        if kind == 7:
            self.looks += 1
            inner = self.alternatives(depth - 1)
            self.looks -= 1
            return one_of(['(?=%s)', '(?!%s)']) % inner
        if kind == 8 or kind == 9:
            return one_of(PLACES)
        if kind == 10 and self.refers and self.groups:
            return '(?P=%s)' % one_of(self.names) if self.names and below(2) else r'\%d' % (1 + below(self.groups))
        if kind == 11:
            c = one_of('abx')
            return c + one_of('+*') + one_of('abx') + one_of(['*', '?', '*?', '??']) + c + one_of('+*')
        c = one_of(CHARACTERS)
        return c + one_of(['', '', '*', '+', '?', '*?', '+?', '??', '{1,2}']) if c != 'ab' else c


def text():
    return ''.join([one_of('aabbc\n\n x0é|(') for _ in range(below(9))]).replace('é', one_of('éb'))


def told(m):
    return m and (m.span(), m.groups(), m.lastindex, m.lastgroup)


count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
for number in range(first, first + count):
    state = number * 2654435761 + 12345
    below(2)
    pattern, flags = Maker().alternatives(2), one_of([0, 0, 0, re.I, re.M, re.S, re.M | re.I, re.A])
    try:
        compiled = re.compile(pattern, flags)
    except re.error:
        print(number, 'wrong')
        continue
    print(number, repr(pattern), int(flags))
    for _ in range(3):
        s = text()
        at = below(len(s) + 1)
        print('   ', repr(s), at, [told(find(s, at)) for find in (compiled.match, compiled.search, compiled.fullmatch)])
        print('   ', [m.span() for m in compiled.finditer(s)], compiled.split(s), repr(compiled.sub('-', s)))
