"""Differences of sequences."""

from collections import namedtuple as _namedtuple
from heapq import nlargest as _nlargest

Match = _namedtuple('Match', 'a b size')


class SequenceMatcher:
    """Finds the longest common part of two sequences, and so on to the left and to the right of it.

    What `isjunk` says is junk, and what is in more than a hundredth of a long second sequence, begins no common part, but may go on with one.
    """

    def __init__(self, isjunk=None, a='', b='', autojunk=True):
        self.isjunk = isjunk
        self.autojunk = autojunk
        self.a = self.b = None
        self.set_seqs(a, b)

    def set_seqs(self, a, b):
        self.set_seq1(a)
        self.set_seq2(b)

    def set_seq1(self, a):
        self.a = a
        self.matching_blocks = self.opcodes = None

    def set_seq2(self, b):
        self.b = b
        self.matching_blocks = self.opcodes = self.fullbcount = None
        places = {}
        for i, x in enumerate(b):
            places.setdefault(x, []).append(i)
        self.bjunk = {x for x in places if self.isjunk(x)} if self.isjunk else set()
        for x in self.bjunk:
            del places[x]
        self.bpopular = set()
        if self.autojunk and len(b) >= 200:
            self.bpopular = {x for x, at in places.items() if len(at) > len(b) // 100 + 1}
            for x in self.bpopular:
                del places[x]
        self.b2j = places

    def find_longest_match(self, alo=0, ahi=None, blo=0, bhi=None):
        a, b, junk = self.a, self.b, self.bjunk
        ahi = len(a) if ahi is None else ahi
        bhi = len(b) if bhi is None else bhi
        i, j, size = alo, blo, 0
        # Of the common parts that end before this item of `a`: the lengths, by where they end in `b`.
        ending = {}
        for k in range(alo, ahi):
            now = {}
            for at in self.b2j.get(a[k], ()):
                if at < blo:
                    continue
                if at >= bhi:
                    break
                n = now[at] = ending.get(at - 1, 0) + 1
                if n > size:
                    i, j, size = k - n + 1, at - n + 1, n
            ending = now
        # Popular items join at both ends, then junk does.
        for of_junk in (False, True):
            while i > alo and j > blo and (b[j - 1] in junk) == of_junk and a[i - 1] == b[j - 1]:
                i, j, size = i - 1, j - 1, size + 1
            while i + size < ahi and j + size < bhi and (b[j + size] in junk) == of_junk and a[i + size] == b[j + size]:
                size += 1
        return Match(i, j, size)

    def get_matching_blocks(self):
        if self.matching_blocks is None:
            found, todo = [], [(0, len(self.a), 0, len(self.b))]
            while todo:
                alo, ahi, blo, bhi = todo.pop()
                i, j, n = m = self.find_longest_match(alo, ahi, blo, bhi)
                if n:
                    found.append(m)
                    if alo < i and blo < j:
                        todo.append((alo, i, blo, j))
                    if i + n < ahi and j + n < bhi:
                        todo.append((i + n, ahi, j + n, bhi))
            found.sort()
            blocks = []
            for i, j, n in found:
                if blocks and blocks[-1][0] + blocks[-1][2] == i and blocks[-1][1] + blocks[-1][2] == j:
                    x, y, k = blocks[-1]
                    blocks[-1] = Match(x, y, k + n)
                else:
                    blocks.append(Match(i, j, n))
            self.matching_blocks = blocks + [Match(len(self.a), len(self.b), 0)]
        return self.matching_blocks

    def get_opcodes(self):
        if self.opcodes is None:
            i = j = 0
            out = []
            for ai, bj, n in self.get_matching_blocks():
                tag = 'replace' if i < ai and j < bj else 'delete' if i < ai else 'insert' if j < bj else ''
                if tag:
                    out.append((tag, i, ai, j, bj))
                i, j = ai + n, bj + n
                if n:
                    out.append(('equal', ai, i, bj, j))
            self.opcodes = out
        return self.opcodes

    def get_grouped_opcodes(self, n=3):
        """Changes with so many equal items around; those near each other together."""
        codes = self.get_opcodes() or [('equal', 0, 1, 0, 1)]
        if codes[0][0] == 'equal':
            tag, i1, i2, j1, j2 = codes[0]
            codes = [(tag, max(i1, i2 - n), i2, max(j1, j2 - n), j2)] + codes[1:]
        if codes[-1][0] == 'equal':
            tag, i1, i2, j1, j2 = codes[-1]
            codes = codes[:-1] + [(tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n))]
        group = []
        for tag, i1, i2, j1, j2 in codes:
            if tag == 'equal' and i2 - i1 > 2 * n:
                group.append((tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)))
                yield group
                group = []
                i1, j1 = max(i1, i2 - n), max(j1, j2 - n)
            group.append((tag, i1, i2, j1, j2))
        if group and not (len(group) == 1 and group[0][0] == 'equal'):
            yield group

    def _share(self, common):
        total = len(self.a) + len(self.b)
        return 2.0 * common / total if total else 1.0

    def ratio(self):
        return self._share(sum(m[2] for m in self.get_matching_blocks()))

    def quick_ratio(self):
        """No less than `ratio`: does not look at the order."""
        left = {}
        for x in self.b:
            left[x] = left.get(x, 0) + 1
        common = 0
        for x in self.a:
            if left.get(x, 0) > 0:
                left[x] -= 1
                common += 1
        return self._share(common)

    def real_quick_ratio(self):
        return self._share(min(len(self.a), len(self.b)))


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    if n <= 0:
        raise ValueError('n must be > 0: %r' % (n,))
    if not 0.0 <= cutoff <= 1.0:
        raise ValueError('cutoff must be in [0.0, 1.0]: %r' % (cutoff,))
    s = SequenceMatcher()
    s.set_seq2(word)
    good = []
    for x in possibilities:
        s.set_seq1(x)
        if s.real_quick_ratio() >= cutoff and s.quick_ratio() >= cutoff and s.ratio() >= cutoff:
            good.append((s.ratio(), x))
    return [x for _, x in _nlargest(n, good)]


def _header(mark, name, date, end):
    return f'{mark} {name}' + (f'\t{date}' if date else '') + end


def _unified_range(start, stop):
    n = stop - start
    if n == 1:
        return str(start + 1)
    return f'{start + 1 if n else start},{n}'


def unified_diff(a, b, fromfile='', tofile='', fromfiledate='', tofiledate='', n=3, lineterm='\n'):
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            yield _header('---', fromfile, fromfiledate, lineterm)
            yield _header('+++', tofile, tofiledate, lineterm)
        first, last = group[0], group[-1]
        old, new = _unified_range(first[1], last[2]), _unified_range(first[3], last[4])
        yield f'@@ -{old} +{new} @@{lineterm}'
        for tag, i1, i2, j1, j2 in group:
            if tag == 'equal':
                for line in a[i1:i2]:
                    yield ' ' + line
                continue
            for line in a[i1:i2]:
                yield '-' + line
            for line in b[j1:j2]:
                yield '+' + line


def _context_range(start, stop):
    n = stop - start
    first = start + 1 if n else start
    return str(first) if n <= 1 else f'{first},{first + n - 1}'


def context_diff(a, b, fromfile='', tofile='', fromfiledate='', tofiledate='', n=3, lineterm='\n'):
    marks = {'insert': '+ ', 'delete': '- ', 'replace': '! ', 'equal': '  '}
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            yield _header('***', fromfile, fromfiledate, lineterm)
            yield _header('---', tofile, tofiledate, lineterm)
        first, last = group[0], group[-1]
        yield '***************' + lineterm
        yield f'*** {_context_range(first[1], last[2])} ****{lineterm}'
        if any(tag in ('replace', 'delete') for tag, *_ in group):
            for tag, i1, i2, _, _ in group:
                if tag != 'insert':
                    for line in a[i1:i2]:
                        yield marks[tag] + line
        yield f'--- {_context_range(first[3], last[4])} ----{lineterm}'
        if any(tag in ('replace', 'insert') for tag, *_ in group):
            for tag, _, _, j1, j2 in group:
                if tag != 'delete':
                    for line in b[j1:j2]:
                        yield marks[tag] + line
