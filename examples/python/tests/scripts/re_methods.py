import re
print(re.findall(r'|a', 'aab'), [m.span() for m in re.finditer(r'a*?', 'aa')], re.sub('x*', '-', 'abxd'), re.split(r'\b', 'ab cd'))
m = re.match(r'(?P<x>a)|(b)(c)?', 'bz')
print(m, m.group(), m.group(0), m.group('x'), m.group(1,2,3), m.groups(), m.groups('-'), m.groupdict(), m.span(2), m.start('x'), m.end(), m.lastindex, m.lastgroup, m.pos, m.endpos, m.regs, m[2], m.re, m.string)
for f in (lambda: m.group(4), lambda: m.group('q'), lambda: m.start(-1), lambda: m[1.5], lambda: m.group([]), lambda: re.compile('a').match(5), lambda: re.compile(b'a').match('x'), lambda: re.compile('a').match(b'x'), lambda: re.compile('a').match(), lambda: re.compile('a').match('a', pos='x'), lambda: m.groups(1,2), lambda: m.span(1,2), lambda: re.Pattern.match(), lambda: re.Match(), lambda: re.Pattern()):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print(re.compile('a').search('bab', pos=1, endpos=2), re.compile('a').search('bab', 2), re.compile('^a').match('ba', 1), re.compile('').search('abc', 10).span(), re.compile('a').search('a', 1, 0))
print(re.subn('(a)(b)?', r'[\2\1\g<0>]', 'abaé'), re.sub(b'a', b'\\g<0>x', b'ba\xff'), re.sub('a', lambda m: m.group().upper(), 'banana', 2), re.sub('', '-', 'abc'), re.sub('(?=b)|b', 'x', 'abc'))
print(re.split('(,)|;', 'a,b;c', maxsplit=1), re.split('(,)|;', 'a,b;c'), re.findall('(a)(b)?', 'abac'), re.findall(b'.', b'a\xfe'), re.split(b',', b'a,b'))
s = re.compile('a*').scanner('aab'); print([x and x.span() for x in (s.match(), s.match(), s.match(), s.search(), s.search())])
s = re.compile('a*|b').scanner('aab'); print([x and x.span() for x in (s.search(), s.search(), s.search(), s.search(), s.search())])
print(re.match(r'\w+', 'été x').group(), re.search(r'x', 'été x').span(), re.compile(r'\bé').findall('été é'))
import copy, pickle
p = re.compile('a(b)', re.I|re.X); print(p, p.flags, p.groups, p.groupindex, copy.copy(p) is p, pickle.loads(pickle.dumps(p)) == p)
print(m.expand(r'<\2>'), type(m), type(p), bool(m), p.sub.__name__)
print([m.group(1) for m in re.finditer(r'(\d+)', 'a1b22c333')], re.fullmatch('a|ab', 'ab').group(), re.fullmatch('a', 'ab'))
class S(str): pass
print(type(re.sub('a', 'b', S('xax'))), type(re.sub('q', 'b', S('xax'))), type(re.match('x', S('xa')).group()), re.match('x', S('xa')).string.__class__)
ba = bytearray(b"abcd"); m = re.match(b"ab", ba); ba[:2] = b"xy"; print(m.group(), re.match(b"a", memoryview(b"ab")).group())
print([re.findall(p, t) for p, t in (('(?:x|)', 'xx'), (r'\b|ab', 'ab cd'), ('(?:|a)+', 'aab'), ('|(b)|bc', 'abc'), ('(?:|é)', 'aé'), ('(?i)|É', 'é'))])
print(re.sub('(a)|b', r'<\1>', 'cab'), re.subn('a', '', 'aaa'), re.sub('a', 'b', 'aaa', 2), re.sub('x', 'y', ''), re.compile('x').subn('y', 'ab', -1))
import sys
def loop(n):
    total = 0
    word = re.compile(r'(?P<name>[a-z]+)(\d+)?')
    text = 'ab12 cd é34 ef5 '
    for i in range(n):
        at = 0
        while True:
            m = word.search(text, at)
            if not m:
                break
            total += m.end() - m.start(1) + len(m['name']) + (int(m.group(2) or 0)) + m.lastindex + len(m.lastgroup or '')
            at = m.end()
    return total
print(loop(300))


def scanners_refuse_what_is_no_text():
    p = re.compile('a+')
    for x in (1, None, b'a', [1]):
        try:
            p.scanner(x)
        except TypeError as e:
            print(e)


scanners_refuse_what_is_no_text()
