r"""Regular expressions. Patterns are translated to the notation of the library that runs them.

Differences: `\B` matches in an empty text, sizes of repeats and look-behind are those of that library, possessive and atomic parts are as there, flags are no
enumeration, and a pattern it refuses is an `error` with its words. Case is ignored by Unicode's simple folding.
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
_TEMPLATES = {}
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
    """A compiled pattern. `_re` has its methods, and knows the order of its slots."""

    __slots__ = ('_id', 'pattern', 'flags', 'groups', 'groupindex')

    def __new__(cls, /, *args, **named):
        raise TypeError("cannot create 're.Pattern' instances")

    def scanner(self, string, pos=0, endpos=_MAX):
        self.match(string, 0, 0)  # refuses what is no text, now and not at the first match
        return SRE_Scanner(self, string, _word(pos), _word(endpos))

    def subn(self, repl, string, count=0):
        count = _word(count)
        if not callable(repl):
            return self._replace(_template(self, repl), string, count)
        found = self._matches(string, count)
        whole = _parts_of(string)
        parts, at = [], 0
        for m in found:
            start, end = m.span()
            if at < start:
                parts.append(whole[at:start])
            r = repl(m)
            if r is not None:
                parts.append(r)
            at = end
        if at < len(whole):
            parts.append(whole[at:])
        return whole[:0].join(parts), len(found)

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


def _compiled(pattern, flags):
    """A new pattern."""
    of_bytes = isinstance(pattern, (bytes, bytearray))
    text = pattern.decode('latin-1') if of_bytes else pattern
    given = flags
    translated, flags, template = _translate(text, flags | _A if of_bytes else flags)
    _check(given, of_bytes)
    if template and template != 1:
        raise error('internal: unsupported template operator ' + template, pattern)
    if not -2 ** 31 <= given < 2 ** 31:
        raise OverflowError('Python int too large to convert to C int')
    if of_bytes:
        flags &= ~_A
    elif not flags & _A:
        flags |= _U
    if flags & _I:
        translated = '(?i)' + translated
    # Words of the library that runs patterns have other characters than those of Python; ASCII's are the same.
    worded = _edges(translated) if '\\b' in translated or '\\B' in translated else None
    made = object.__new__(Pattern)
    try:
        made._id = _re.compile(translated, worded, of_bytes)
    except ValueError as e:
        raise error(str(e), pattern) from None
    names = _re.groups(made._id)
    made.pattern = pattern
    made.flags = flags
    made.groups = len(names) - 1
    made.groupindex = {n: i for i, n in enumerate(names) if n is not None}
    return made


def _parts_of(s):
    """What parts of it are taken from: they are of the plain classes."""
    return s if isinstance(s, str) or type(s) is bytes else bytes(s)


def _template(pattern, repl):
    """A replacement: text, or a tuple of texts and numbers of groups."""
    if type(repl) is str and '\\' not in repl:
        return repl
    key = type(repl), repl, pattern._id
    known = _TEMPLATES.get(key) if type(repl) in (str, bytes) else None
    if known is None:
        if len(_TEMPLATES) >= 512:
            _TEMPLATES.clear()
        known = tuple(_pieces(pattern, repl))
        if type(repl) in (str, bytes):
            _TEMPLATES[key] = known
    return known


def _pieces(pattern, repl):
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
    """Where a pattern matched. `_re` makes matches, has most of their methods, and knows the order of their slots."""

    __slots__ = ('re', 'string', '_spans')

    def __new__(cls, /, *args, **named):
        raise TypeError("cannot create 're.Match' instances")

    def __getitem__(self, group):
        return self.group(group)

    def expand(self, template):
        template = _template(self.re, template)
        if not isinstance(template, tuple):
            return template
        empty = _parts_of(self.string)[:0]
        parts = [self.group(p) if isinstance(p, int) else p for p in template]
        return empty.join([empty if p is None else p for p in parts])

    def __repr__(self):
        return '<re.Match object; span=%r, match=%s>' % (self.span(), repr(self.group())[:50])

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


_re.adopt(Pattern, Match)
for _name in ('pos', 'endpos', 'lastindex', 'lastgroup', 'regs'):
    setattr(Match, _name, property(getattr(Match, '_' + _name)))
    delattr(Match, '_' + _name)


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
        known = _KNOWN[key] = _compiled(pattern, flags)
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
        self._empty = False

    def _next(self, anywhere):
        if self._at is None:
            return None
        found = self.pattern._next(self._string, self._at, self._end, anywhere, self._empty)
        if found is None:
            self._at = None
        else:
            start, self._at = found.span()
            self._empty = start == self._at
        return found

    def match(self):
        return self._next(False)

    def search(self):
        return self._next(True)


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
