import re
m = re.match(r'(\w+) (\w+)', 'hello world foo')
print(m.group(), m.group(1), m.group(1, 2), m.groups(), m.span(), m.start(2), m.end(2), m[2], m, m.lastindex)
print(re.search(r'\d+', 'abc 123 def').group(), re.search('x', 'abc'), re.match('b', 'abc'), re.fullmatch('a+', 'aaa'), re.fullmatch('a', 'ab'))
print(re.findall(r'\d', 'a1b2'), re.findall(r'(\w)(\d)', 'a1 b2'), re.findall(r'(\w)\d', 'a1 b2'), re.findall('', 'ab'), re.findall('a*', 'baac'))
print(re.sub(r'\s+', ' ', 'a  b \n c'), re.sub(r'(\w)(\d)', r'\2\1', 'a1b2'), re.sub('a', lambda m: m.group().upper() + '!', 'banana', count=2), re.subn('a', 'o', 'banana'), re.sub(r'(?P<x>\d)', r'<\g<x>\g<1>>', 'a1'), re.sub('x*', '-', 'abc'))
print(re.split(r'[,;]\s*', 'a, b;c,d'), re.split(r'(-)', 'a-b-c'), re.split(r'\W+', 'Words, words', maxsplit=1), re.split('x', 'abc'))
p = re.compile(r'(?P<year>\d{4})-(?P<month>\d\d)')
m = p.search('on 2024-05 ok')
print(m.groupdict(), m.group('year'), m['month'], p.groups, p.groupindex, p.pattern, p, m.pos, m.endpos, m.string, m.re is p, m.lastgroup, m.expand(r'\2/\1'))
print([x.span() for x in p.finditer('2024-05 2023-01')], p.match('x2024-05', 1), p.search('2024-05', 1))
print(re.findall('^a', 'a\na', re.M), re.findall('a.b', 'a\nb', re.S), re.findall('AB', 'abAB', re.I), re.compile(r'''
    \d+   # digits
    \s*   # space
    [a-z] # letter
    ''', re.X).findall('12 a 3b'), re.findall('(?i)ab', 'AB ab'), re.findall(r'a$', 'a\n'), re.findall(r'a\Z', 'a\n'), re.findall('(?s).', 'a\n'))
print(re.findall(r'(?<=a)b', 'ab cb'), re.findall(r'a(?!b)', 'ab ac'), re.findall(r'(a)|(b)', 'ab'), re.match(r'(a)?b', 'b').groups(), re.match(r'(a)?b', 'b').groups('-'), re.findall(r'(\w)\1', 'aabbc'), re.findall(r'<.*?>', '<a><b>'), re.findall(r'(?:ab)+', 'ababx'))
print(re.escape('a.b*c [x] é-'), re.findall(r'[\w.-]+@[\w-]+\.com', 'x me@a-b.com y'), re.findall(r'[^\s,]+', 'a b,c'), re.findall(r'[]a]', ']a'), re.findall(r'[a\]-]', 'a]-'), re.findall(r'\bfoo\b', 'foo food foo'))
print(re.findall(r'é.', 'éaéb'), re.search('b', 'éèb').span(), re.findall(r'\w+', 'naïve café'), re.findall(r'\w+', 'naïve', re.A), re.findall(r'\d+', '٣3'), [m.span() for m in re.finditer('ö', 'öaö')])
print(re.findall(rb'\d+', b'a1b22'), re.sub(b'a', b'b', b'aa'), re.match(b'(.)', b'\xff').group(1))
print(re.findall(r'x{2,3}', 'xxxxx'), re.findall(r'x{,2}y', 'xxy'), re.findall(r'a{b', 'a{b'), re.findall(r'\x41\u0042', 'AB'), re.findall(r'\.\\', '.\\'), re.findall('a|b|', 'ab'))
for bad in ('(', 'a)', '[a', '*a', r'\q', '(?P<1>a)', '(?P<a', 'a{3,2}', '\\'):
    try:
        re.compile(bad)
        print('no error', bad)
    except re.error as e:
        print('error', e)
try:
    m.group('nope')
except IndexError as e:
    print(e)
try:
    re.match('a', 3)
except TypeError as e:
    print('TypeError', e)
n = 0
tok = re.compile(r'\s*(?:(\d+)|(.))')
for i in range(200):
    for a, b in tok.findall('12 + 3*(4 - x)'):
        n += len(a) or ord(b)
print(n, bool(re.match('a', 'a')), bool(re.compile('a', re.I | re.M).flags & re.I))


# Flags are integers that are shown by their names.
import re
print(re.I, repr(re.I | re.M), re.NOFLAG == 0, re.IGNORECASE is re.I, isinstance(re.X, int), re.I & re.M, re.I.value, re.I.name, type(re.I | re.X).__name__)
print(re.compile('a', re.I | re.X), re.compile('a', re.I).flags, re.findall('A', 'aA', flags=re.I), re.compile('a', re.I) is re.compile('a', 2), re.RegexFlag.I)
