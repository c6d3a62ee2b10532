# How text and bytes are taken apart, put together and turned.
for t in (' a  b c ', 'a,b,,c', '', '   ', '\t x\n', 'aXXbXXc', 'äö ü', ' ä  ö '):
    b = t.encode()
    for n in (-1, 0, 1, 2):
        print(t.split(None, n), t.rsplit(None, n), b.split(None, n) == [x.encode() for x in t.split(None, n)], b.rsplit(None, n) == [x.encode() for x in t.rsplit(None, n)])
    for sep in (',', 'XX', ' '):
        for n in (-1, 0, 1):
            s, r = t.split(sep, n), t.rsplit(sep, n)
            print(s, r, b.split(sep.encode(), n) == [x.encode() for x in s], b.rsplit(sep.encode(), n) == [x.encode() for x in r])
        print(t.partition(sep), t.rpartition(sep), b.partition(sep.encode()) == tuple([x.encode() for x in t.partition(sep)]), sep.join(t.split(sep)) == t)
lines = 'a\nb\r\nc\rd\x0be\x0cf\x1cg\x1dh\x1ei\x85j\u2028k\u2029l\tm\n'
print(lines.splitlines(), lines.splitlines(True), lines.encode().splitlines(keepends=True))
print('a\tb\tcd\te'.expandtabs(), 'ä\tb\n\tc'.expandtabs(4), b'a\tb\r\tc'.expandtabs(3), 'a\tb'.expandtabs(0), 'a\tb'.expandtabs(-3), 'a\tb'.expandtabs(tabsize=2))
for w in range(8):
    print('ab'.center(w, '*'), 'abc'.center(w, '*'), b'ab'.center(w), 'äb'.ljust(w, 'ö'), 'x'.rjust(w, '-'), '+5'.zfill(w), b'-5'.zfill(w), ''.zfill(w), '-'.zfill(w))
print('abcabc'.find('c', -2), 'abcabc'.rfind('a', 1, -1), 'abcabc'.index('b', 2), 'äöüäöü'.find('ü', 3), 'äöüäöü'.rfind('ä', 0, 3), 'abc'.find('', 3), 'abc'.find('', 4), 'abc'.rfind(''), 'abc'.count(''), 'äöä'.count('ä', 1), 'aaaa'.count('aa'))
print(b'abcabc'.find(99, -2), b'abcabc'.rfind(b'a', 1, -1), b'abc'.find(b'', 3), b'abc'.find(b'', 4), b'abc'.count(b''), b'aaaa'.count(97), bytearray(b'abc').index(True + 97))
print('abc'.startswith('', 3), 'abc'.startswith('', 4), 'abc'.endswith(('x', 'bc')), 'abc'.startswith(()), b'abc'.endswith((b'c',), 1, 2))
print('aaa'.replace('a', 'b', 2), 'abc'.replace('', '-'), 'abc'.replace('', '-', 2), b'abc'.replace(b'', b'-'), b'abc'.replace(b'', b'-', 0), b'aaa'.replace(b'a', b'bb', 2), ''.replace('', 'x'), ''.replace('', 'x', 0), b''.replace(b'', b'x'))
for t in ('hello world', "they're bill's", 'ΑΣ ΣΑΣ', 'ǆungla ǄUNGLA', 'ß ﬁn', 'ŉ x', '一a b1c', 'ᾳ ὀΔΥΣΣΕΎΣ', 'İı', 'ﬀ', 'ჭარი', 'ⅷ ⓐ'):
    print(t.title(), t.capitalize(), t.swapcase(), t.casefold(), t.upper(), t.lower(), t.istitle(), t.isupper(), t.islower())
for t in ('Ab Cd', 'AB', 'aB', 'A1b', 'A1B', '', '1', 'ǅ', 'ǅa', 'aǅ'):
    print(ascii(t), t.istitle(), t.isupper(), t.islower(), t.encode().istitle())
for c in ('1', '٣', '²', '½', '一', 'Ⅷ', '①', 'a', ' ', '\u1369', '𝟗', '㊀'):
    print(c, c.isdecimal(), c.isdigit(), c.isnumeric(), c.isalnum(), c.isalpha())
print('abc'.translate({97: 'xyz', 98: None, 99: 0x64, 'd': 'e'}), 'aé'.translate(str.maketrans('aé', 'ea', '!')), str.maketrans({'a': 1, 98: 'c'}))
print(b'abc'.translate(None, b'b'), b'abc'.translate(bytes(reversed(range(256))), delete=b'c'), bytearray(b'ab').translate(None))


class Deep:
    def __init__(self):
        self.x = {'k': [1, 2.5], '-1': 'minus'}

    def __format__(self, spec):
        return '<' + spec + '>'


class Default(dict):
    def __missing__(self, key):
        return key.upper()


d = Deep()
print('{} {} {}'.format(1, 2, 3), '{1} {0}'.format('a', 'b'), '{{}} {{{}}}'.format(1), '{a.x[k][1]:.2f} {a.x[-1]}'.format(a=d), '{:{}}|{:>{w}}'.format(d, 'q', 1, w=3), '{!r:>5} {!s} {!a}'.format('x', 'y', 'é'))
print('{a} {b}'.format_map(Default(a=1)), '{a[b]}'.format_map({'a': {'b': 2}}), '{0[[]}'.format({'[': 1}), '{:{}{}}'.format('x', '>', 4), '{a!r}'.format(a='}'))
for t, args in (('{', ()), ('}', ()), ('{0', ()), ('a}b', ()), ('{0!}', (1,)), ('{0!x}', (1,)), ('{0!rs}', (1,)), ('{0!r', (1,)), ('{0:', (1,)), ('{}{0}', (1,)), ('{0}{}', (1,)), ('{1}', (1,)), ('{a}', (1,)),
                ('{0.}', (1,)), ('{0[}', (1,)), ('{0[]}', (1,)), ('{0[a]b}', ({'a': 1},)), ('{0:{1:{2}}}', (1, 2, 3)), ('{{0}', ()), ('{0{1}}', (1, 2)), ('{99999999999999999999}', ()), ('{!r}', ()), ('{:x}', ('a',)), ('{0!é}', (1,))):
    try:
        print(t.format(*args))
    except Exception as e:
        print(t, type(e).__name__, e)
for f in (lambda: '{}'.format_map({}), lambda: '{a}'.format_map({}), lambda: '{0}'.format_map([1])):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
