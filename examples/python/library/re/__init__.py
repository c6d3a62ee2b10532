"""Regular expressions. Patterns are translated to the notation of the library that runs them.

Differences: after an empty match a longer one at the same place is not found, sizes of repeats and look-behind are those of that library,
possessive and atomic parts are as there, flags are no enumeration, and a pattern it refuses is an `error` with its words. Case is ignored by Unicode's simple folding.
"""

import _re
from operator import index as _index
from re._notation import RegexFlag, _A, _I, _NAMES, _U, _edges, _ends, _translate, error

A = ASCII = RegexFlag(256)
I = IGNORECASE = RegexFlag(2)
L = LOCALE = RegexFlag(4)
M = MULTILINE = RegexFlag(8)
S = DOTALL = RegexFlag(16)
U = UNICODE = RegexFlag(32)
X = VERBOSE = RegexFlag(64)
NOFLAG, DEBUG, T, TEMPLATE = RegexFlag(0), RegexFlag(128), RegexFlag(1), RegexFlag(1)
for _name, _flag in list(globals().items()):
    if isinstance(_flag, RegexFlag):
        setattr(RegexFlag, _name, _flag)
_KNOWN = {}
_MAX = 2 ** 63 - 1


def _word(n):
    """A number as the machine's."""
    n = _index(n)
    if not -_MAX - 1 <= n <= _MAX:
        raise OverflowError('Python int too large to convert to C ssize_t')
    return n


def _check(flags, of_bytes):
    """Looks whether flags go together, and with the kind of the pattern."""
    if of_bytes:
        if flags & 32:
            raise ValueError('cannot use UNICODE flag with a bytes pattern')
        if flags & 4 and flags & 256:
            raise ValueError('ASCII and LOCALE flags are incompatible')
    elif flags & 4:
        raise ValueError('cannot use LOCALE flag with a str pattern')
    elif flags & 256 and flags & 32:
        raise ValueError('ASCII and UNICODE flags are incompatible')


class Pattern:
    """A compiled pattern."""

    def __new__(cls, /, *args, **named):
        raise TypeError("cannot create 're.Pattern' instances")

    def _compile(self, pattern, flags):
        self.pattern = pattern
        self._bytes = isinstance(pattern, (bytes, bytearray))
        text = pattern.decode('latin-1') if self._bytes else pattern
        given = flags
        translated, flags, template = _translate(text, flags | _A if self._bytes else flags)
        _check(given, self._bytes)
        if template and template != 1:
            raise error('internal: unsupported template operator ' + template, pattern)
        if not -2 ** 31 <= given < 2 ** 31:
            raise OverflowError('Python int too large to convert to C int')
        if self._bytes:
            flags &= ~_A
        elif not flags & _A:
            flags |= _U
        self.flags = flags
        if flags & _I:
            translated = '(?i)' + translated
        # Words of the library that runs patterns have other characters than those of Python; ASCII's are the same.
        self._worded = translated if '\\b' in translated or '\\B' in translated else None
        self._worded_id = None
        try:
            self._id = _re.compile(translated)
        except ValueError as e:
            raise error(str(e), pattern) from None
        names = _re.groups(self._id)
        self.groups = len(names) - 1
        self.groupindex = {n: i for i, n in enumerate(names) if n is not None}
        return self

    def _text(self, s):
        """What is looked through."""
        if isinstance(s, str):
            if self._bytes:
                raise TypeError('cannot use a bytes pattern on a string-like object')
            return s
        if not hasattr(s, '__buffer__') and not isinstance(s, (bytes, bytearray, memoryview)) and type(s).__name__ != 'array':
            raise TypeError("expected string or bytes-like object, got '%s'" % type(s).__name__)
        if not self._bytes:
            raise TypeError('cannot use a string pattern on a bytes-like object')
        return bytes(s).decode('latin-1')

    def _id_for(self, text):
        """What to run over a text."""
        if self._worded is None or text.isascii():
            return self._id
        if self._worded_id is None:
            self._worded_id = _re.compile(_edges(self._worded))
        return self._worded_id

    def _one(self, s, pos, endpos, way):
        if type(pos) is not int or pos or endpos is not _MAX:
            pos, endpos = max(_word(pos), 0), max(_word(endpos), 0)
        text = self._text(s)
        n = len(text)
        if endpos > n:
            endpos = n
        spans = _re.one(self._id if self._worded is None else self._id_for(text), text, pos, endpos, way)
        return None if spans is None else Match(self, s, pos, endpos, spans)

    def search(self, string, pos=0, endpos=_MAX):
        return self._one(string, pos, endpos, 0)

    def match(self, string, pos=0, endpos=_MAX):
        return self._one(string, pos, endpos, 1)

    def fullmatch(self, string, pos=0, endpos=_MAX):
        return self._one(string, pos, endpos, 2)

    def _all(self, string, pos, endpos):
        pos, endpos = max(_word(pos), 0), max(_word(endpos), 0)
        text = self._text(string)
        endpos = min(endpos, len(text))
        return pos, endpos, _re.all(self._id_for(text), text, pos, endpos, 0)

    def finditer(self, string, pos=0, endpos=_MAX):
        pos, endpos, found = self._all(string, pos, endpos)
        return iter([Match(self, string, pos, endpos, spans) for spans in found])

    def findall(self, string, pos=0, endpos=_MAX):
        found = self._all(string, pos, endpos)[2]
        string = _parts_of(string)
        empty = string[:0]
        if self.groups == 0:
            return [string[m[0]:m[1]] for m in found]
        if self.groups == 1:
            return [string[m[2]:m[3]] if m[2] >= 0 else empty for m in found]
        return [tuple([string[m[i]:m[i + 1]] if m[i] >= 0 else empty for i in range(2, len(m), 2)]) for m in found]

    def scanner(self, string, pos=0, endpos=_MAX):
        return SRE_Scanner(self, string, *self._all(string, pos, endpos)[:2])

    def split(self, string, maxsplit=0):
        parts, at = [], 0
        maxsplit = _word(maxsplit)
        text = self._text(string)
        string = _parts_of(string)
        if maxsplit < 0:
            return [string]
        for m in _re.all(self._id_for(text), text, 0, len(text), maxsplit):
            parts.append(string[at:m[0]])
            for i in range(2, len(m), 2):
                parts.append(string[m[i]:m[i + 1]] if m[i] >= 0 else None)
            at = m[1]
        parts.append(string[at:])
        return parts

    def subn(self, repl, string, count=0):
        count = _word(count)
        parts, at = [], 0
        template = None
        if not callable(repl):
            template = _template(self, repl)
        text = self._text(string)
        whole, string = string, _parts_of(string)
        found = _re.all(self._id_for(text), text, 0, len(text), count) if count >= 0 else []
        for m in found:
            parts.append(string[at:m[0]])
            if template is None:
                r = repl(Match(self, whole, 0, len(text), m))
                if r is not None:
                    parts.append(r)
            else:
                for piece in template:
                    if isinstance(piece, int):
                        if m[2 * piece] >= 0:
                            parts.append(string[m[2 * piece]:m[2 * piece + 1]])
                    else:
                        parts.append(piece)
            at = m[1]
        parts.append(string[at:])
        return string[:0].join(parts), len(found)

    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]

    def __reduce__(self):
        return compile, (self.pattern, self.flags)

    def __repr__(self):
        flags = [n for f, n in _NAMES if self.flags & f]
        return 're.compile(%s%s)' % (repr(self.pattern)[:200], ', ' + '|'.join(flags) if flags else '')

    def __eq__(self, other):
        if not isinstance(other, Pattern):
            return NotImplemented
        return self.pattern == other.pattern and self.flags == other.flags

    def __hash__(self):
        return hash((self.pattern, self.flags))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


def _parts_of(s):
    """What parts of it are taken from: they are of the plain classes."""
    return s if isinstance(s, str) or type(s) is bytes else bytes(s)


def _template(pattern, repl):
    """The parts of a replacement: text, and numbers of groups."""
    raw = isinstance(repl, (bytes, bytearray, memoryview))
    if not raw and not isinstance(repl, str):
        raise TypeError('decoding to str: need a bytes-like object, %s found' % type(repl).__name__)
    text = bytes(repl).decode('latin-1') if raw else repl
    out = []
    i, n = 0, len(text)
    while i < n:
        j = text.find('\\', i)
        if j < 0 or j + 1 >= n:
            if j >= 0:
                _ends(repl, j)
            out.append(text[i:])
            break
        if j > i:
            out.append(text[i:j])
        c = text[j + 1]
        i = j + 2
        if c == 'g':
            end = text.find('>', i)
            if not text.startswith('<', i):
                raise error('missing <', repl, i)
            if end < 0:
                raise error('missing >, unterminated name', repl, i + 1)
            out.append(_group(pattern, text[i + 1:end], repl, i + 1))
            i = end + 1
        elif c.isdigit():
            if c == '0' or text[i:i + 2].isdigit() and len(text[i:i + 2]) == 2 and all(x in '01234567' for x in c + text[i:i + 2]):
                end = i
                while end < n and end < j + (4 if c != '0' else 4) and text[end] in '01234567':
                    end += 1
                out.append(chr(int(text[j + 1:end], 8) & 255))
                i = end
            else:
                if text[i:i + 1].isdigit():
                    i += 1
                out.append(_group(pattern, text[j + 1:i], repl, j + 1))
        elif c in 'ntrfvab':
            out.append({'n': '\n', 't': '\t', 'r': '\r', 'f': '\f', 'v': '\v', 'a': '\a', 'b': '\b'}[c])
        elif c == '\\':
            out.append(c)
        elif c.isalpha() and c.isascii():
            raise error('bad escape \\' + c, repl, j)
        else:
            out.append('\\' + c)
    return [p.encode('latin-1') if raw and isinstance(p, str) else p for p in out]


def _group(pattern, name, repl, at):
    if name.isdigit():
        k = int(name)
        if k > pattern.groups:
            raise error('invalid group reference %d' % k, repl, at)
        return k
    if name not in pattern.groupindex:
        if not name.isidentifier():
            raise error('bad character in group name %r' % name, repl, at)
        raise IndexError('unknown group name %r' % name)
    return pattern.groupindex[name]


class Match:
    """Where a pattern matched."""

    def __init__(self, pattern, string, pos, endpos, spans):
        self.re = pattern
        self.string = string
        self.pos = pos
        self.endpos = endpos
        self._whole = _parts_of(string)
        self._spans = spans

    def _number(self, group):
        if type(group) is int:
            k = group
        elif isinstance(group, str):
            k = self.re.groupindex.get(group, -1)
        else:
            if not hasattr(type(group), '__index__'):
                if self.re.groupindex:
                    hash(group)
                raise IndexError('no such group')
            k = group if isinstance(group, int) else group.__index__()
        if not 0 <= k <= self.re.groups:
            raise IndexError('no such group')
        return k

    def _get(self, group, default=None):
        k = 2 * self._number(group)
        start = self._spans[k]
        return default if start < 0 else self._whole[start:self._spans[k + 1]]

    def group(self, *groups):
        if not groups:
            return self._whole[self._spans[0]:self._spans[1]]
        if len(groups) == 1:
            return self._get(groups[0])
        return tuple([self._get(g) for g in groups])

    def __getitem__(self, group):
        return self._get(group)

    def groups(self, default=None):
        return tuple([self._get(i, default) for i in range(1, self.re.groups + 1)])

    def groupdict(self, default=None):
        return {n: self._get(i, default) for n, i in self.re.groupindex.items()}

    def start(self, group=0):
        return self._spans[2 * self._number(group)]

    def end(self, group=0):
        return self._spans[2 * self._number(group) + 1]

    def span(self, group=0):
        k = 2 * self._number(group)
        return self._spans[k], self._spans[k + 1]

    @property
    def regs(self):
        s = self._spans
        return tuple([(s[i], s[i + 1]) for i in range(0, len(s), 2)])

    @property
    def lastindex(self):
        last, end = None, -1
        for i in range(1, self.re.groups + 1):
            if self._spans[2 * i + 1] > end:
                last, end = i, self._spans[2 * i + 1]
        return last

    @property
    def lastgroup(self):
        last = self.lastindex
        for n, i in self.re.groupindex.items():
            if i == last:
                return n
        return None

    def expand(self, template):
        empty = self._whole[:0]
        parts = [self._get(p, empty) if isinstance(p, int) else p for p in _template(self.re, template)]
        return empty.join(parts)

    def __repr__(self):
        return '<re.Match object; span=%r, match=%s>' % (self.span(), repr(self.group())[:50])

    def __bool__(self):
        return True


def compile(pattern, flags=0):
    if isinstance(pattern, Pattern):
        if flags:
            raise ValueError('cannot process flags argument with a compiled pattern')
        return pattern
    if isinstance(flags, RegexFlag):
        flags = int(flags)
    key = (type(pattern), pattern, flags)
    known = _KNOWN.get(key)
    if known is None:
        if not isinstance(flags, int):
            raise TypeError("unsupported operand type(s) for &: '%s' and 'int'" % type(flags).__name__)
        if not isinstance(pattern, (str, bytes, bytearray)):
            raise TypeError('first argument must be string or compiled pattern')
        if len(_KNOWN) >= 512:
            _KNOWN.clear()
        known = _KNOWN[key] = object.__new__(Pattern)._compile(pattern, flags)
    return known


def search(pattern, string, flags=0):
    return compile(pattern, flags).search(string)


def match(pattern, string, flags=0):
    return compile(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    return compile(pattern, flags).fullmatch(string)


def findall(pattern, string, flags=0):
    return compile(pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    return compile(pattern, flags).finditer(string)


def sub(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).subn(repl, string, count)


def split(pattern, string, maxsplit=0, flags=0):
    return compile(pattern, flags).split(string, maxsplit)


def purge():
    _KNOWN.clear()


_SPECIAL = '()[]{}?*+-|^$\\.&~# \t\n\r\v\f'


def escape(pattern):
    if not isinstance(pattern, str):
        return escape(str(pattern, 'latin-1')).encode('latin-1')
    return ''.join(['\\' + c if c in _SPECIAL else c for c in pattern])


class SRE_Scanner:
    """Matches of a pattern, one after the other."""
    __module__ = '_sre'

    def __init__(self, pattern, string, pos, endpos):
        self.pattern = pattern
        self._string = string
        self._at, self._end = pos, endpos

    def _next(self, way):
        if self._at > self._end:
            return None
        found = self.pattern._one(self._string, self._at, self._end, way)
        if found is None:
            self._at = self._end + 1
            return None
        # After an empty match the next one begins further on.
        self._at = found.end() + (found.end() == found.start())
        return found

    def match(self):
        return self._next(1)

    def search(self):
        return self._next(0)


class Scanner:
    """Takes a text apart by a list of patterns, each with what is to be made of its text."""

    def __init__(self, lexicon, flags=0):
        self.lexicon = lexicon
        self._patterns = [(compile(p, flags), action) for p, action in lexicon]
        self.match = None

    def scan(self, string):
        out = []
        at = 0
        while True:
            for pattern, action in self._patterns:
                m = pattern.match(string, at)
                if m:
                    break
            else:
                return out, string[at:]
            end = m.end()
            if end == at:
                return out, string[at:]
            if callable(action):
                self.match = m
                action = action(self, m.group())
            if action is not None:
                out.append(action)
            at = end
