"""Searches that try lengths and places, templates that are looked at late, texts that share memory, and methods that fill and turn letters: in loops, and of texts that are not of ASCII."""

import re

TEXTS = [
    '', 'a', 'b', 'aaa', 'aab', 'abab', 'a=b=c', 'k = v ', '**bold** and **more**', '****', '***', '** **', '"quoted" and "twice"', '"open',
    'x1 = foo(23, y) + 4*bar', 'one\ntwo\n\nthree', 'ends\n', '\n', 'word-word word_2', ' lead and trail ', '# Title #', '### Deep title ##',
    'naïve café', 'größe=ß', '1,22,333', 'a.b..c', '<p>text</p><b>x</b>', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac',
]
PATTERNS = [
    r'\*\*(.+?)\*\*', r'"(.*?)"', r'"(.*)"', r'(.*)=(.*)', r'(.*?)=(.*)', r'\s*(?:(\d+)|(\w+)|(.))', r'\b\w+\b', r'\B\w', r'\bx', r'\w+\b', r'(?m)^(\w+)$', r'(?m)^\s*$',
    r'^(#{1,6})\s+(.*?)\s*#*$', r'\w*\d', r'a?a', r'a*?b', r'a+?', r'a??', r'(a)??b', r'<(.+?)>', r'<(.+)>', r'(\w+?)(\d)?=', r'(a*)(a*)(a*)b', r'(.+?)(x)?,',
    r'\d+', r'[^,]*', r'\.+', r'(\w)(\w*?)(\w)', r'(?:a|ab)c', r'(.)\1', r'x*', r'$', r'^', r'\Z', r'(?i)TITLE', r'(?s)one.*?three', r'a{2,3}?', r'(a|b)+?b', r'\S+ - \S+',
]


def spans(m):
    return m and [m.span(i) for i in range(m.re.groups + 1)]


total = 0
for source in PATTERNS:
    p = re.compile(source)
    line = []
    for text in TEXTS:
        found = [spans(m) for m in p.finditer(text)]
        line.append((spans(p.search(text)), spans(p.match(text)), spans(p.fullmatch(text)), found[:4], len(found)))
        line.append((p.findall(text)[:3], p.split(text)[:4], p.subn(r'<\g<0>>', text)))
    check = 0
    for c in repr(line):
        check = (check * 31 + ord(c)) % 1000000007
    total = (total + check) % 1000000007
    print(source, check, line[16][0], line[-2][0] if source != r'(a*)(a*)(a*)b' else '')
print(total)

# The same search again and again, so that it is done as it does best.
best = re.compile(r'(\w+)=(\d+);')
hits = 0
for i in range(3000):
    m = best.search('abc def=%d; x=' % i if i % 7 else 'nothing ' * 5)
    if m:
        hits += int(m[2])
print(hits)
vain = re.compile(r'\w+!')
print(sum(vain.search('word ' * (i % 50)) is None for i in range(300)), vain.search('word ' * 400 + 'end!').span())
slow = re.compile(r'a*a*a*a*b')
print(slow.search('a' * 300), slow.search('a' * 300 + 'b').span())

# A template that does not suit is told of when something is replaced, and not before.
for repl in (b'y', r'\1', 5):
    for text in ('none here', 'an x'):
        try:
            print(repr(repl), re.sub('x', repl, text))
        except Exception as e:
            print(repr(repl), type(e).__name__)
print(re.sub(b'x', b'<\\g<0>-longer than three pieces-\\g<0>>', b'an x and x'), re.sub('(a)(b)?', r'[\1|\2]', 'ab a'))
print(re.sub('(.)(.)', r'\2-\1_\2=\1', 'abcd'), re.sub(b'(.)(.)', rb'\2-\1_\2=\1', b'abcd'))

# Texts that share memory with what they were made of.
grown = ''
for i in range(400):
    grown += 'ab,é;' if i % 90 == 50 else 'ab,c;'
    if i % 100 == 99:
        count = {}
        for c in grown:
            count[c] = count.get(c, 0) + 1
        print(len(grown), sorted(count.items()), sum(1 for c in grown if c == ','), ''.join(reversed(grown))[:9], list(enumerate(grown))[-1])
plain = ''
for i in range(300):
    plain += 'xyz '
    n = 0
    for c in plain:
        if c == ' ':
            n += 1
            if n > 5:
                break
    assert n == min(i + 1, 6)
it = iter(plain)
print(next(it), next(it), len(list(it)), plain.count('z'), [a + b for a, b in zip(plain, plain[1:])][:4])

# Characters and words that are compared with variables.
quote, comma, word, empty, accent = '"', ',', 'word', '', 'é'
same = [0] * 5
for text in TEXTS * 20:
    for c in text:
        for k, other in enumerate((quote, comma, word, empty, accent)):
            if c == other:
                same[k] += 1
            if (c != other) == (c == other):
                print('both')
parts = 'word words wor word  é éé'.split(' ')
print(same, sum(a == b for a in parts for b in parts for _ in range(100)), sum(a != b for a in parts for b in parts))

# Filling.
for text in ('', 'a', '-5', '+5', 'word', 'é', 'größe'):
    print([f(w, *fill) for w in (0, 3, 6) for f in (text.ljust, text.rjust, text.center) for fill in ((), ('*',), ('é',))], text.zfill(5), text.zfill(0))
for bad in ('', 'ab', 5, None):
    try:
        print('x'.ljust(3, bad))
    except TypeError as e:
        print(e)
for text in ('', 'o\'neil and SONS', 'hello', 'HELLO wORLD 2x', 'ǆ ǉ', 'straße ΣΑΣ', '1st a1b'):
    print(repr(text.capitalize()), repr(text.title()), repr(text.swapcase()))


class Text(str):
    pass


print(type(Text('ab').ljust(2)), type(Text('ab').center(4)), type(Text('ab').capitalize()), Text('x').zfill(3))

# Sums and searches in bytes.
data = bytes(range(0, 250, 7))
print(sum(data), sum(bytearray(data)), sum(data, 5), sum(b''), max(data), min(data), 14 in data, list(data)[:3], sum(x for x in data), sum(map(int, data)))
changing = bytearray(b'abc')
print([sum(changing) for _ in range(3) if changing.append(1) is None], any(b'\0\0'), all(b'\1\0'), any(bytearray(b'\0\1')))
