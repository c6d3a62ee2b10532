"""Flags, and patterns in the notation of the library that runs them."""

__name__ = 're'  # Of what is defined here.


class RegexFlag(int):
    """Flags: integers that are shown by their names."""

    __slots__ = ()

    def __new__(cls, value, names=None):
        if names is not None:
            raise TypeError('cannot extend RegexFlag')
        if not isinstance(value, int):
            for bit, _ in _ALL_NAMES:
                if value == bit:
                    return int.__new__(cls, bit)
            raise ValueError('%r is not a valid RegexFlag' % (value,))
        # A negative number means the flags that it lacks.
        return int.__new__(cls, value if value >= 0 else max(512, 1 << value.bit_length()) + value)

    @property
    def value(self):
        return int(self)

    @property
    def name(self):
        return '|'.join([n[3:] for bit, n in _ALL_NAMES if self & bit]) or None

    def __or__(self, other):
        return RegexFlag(int(self) | int(other)) if isinstance(other, int) else NotImplemented

    def __and__(self, other):
        return RegexFlag(int(self) & int(other)) if isinstance(other, int) else NotImplemented

    def __xor__(self, other):
        return RegexFlag(int(self) ^ int(other)) if isinstance(other, int) else NotImplemented

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def __invert__(self):
        return RegexFlag(511 & ~int(self))

    def __contains__(self, other):
        return int(other) & int(self) == int(other)

    def __repr__(self):
        rest = int(self)
        parts = []
        for bit, name in _ALL_NAMES:
            if rest & bit:
                rest &= ~bit
                parts.append(name)
        if rest or not parts:
            parts.append(hex(rest) if parts or rest else 're.NOFLAG')
        return '|'.join(parts)

    __str__ = __repr__

    def __hash__(self):
        return hash(int(self))

    def __reduce__(self):
        return RegexFlag, (int(self),)


# What is computed with here are the plain numbers.
_A, _I, _L, _M, _S, _U, _X = 256, 2, 4, 8, 16, 32, 64
_NAMES = ((1, 're.TEMPLATE'), (_I, 're.IGNORECASE'), (_M, 're.MULTILINE'), (_S, 're.DOTALL'), (_X, 're.VERBOSE'), (_A, 're.ASCII'))
_ALL_NAMES = ((256, 're.ASCII'), (2, 're.IGNORECASE'), (4, 're.LOCALE'), (32, 're.UNICODE'), (8, 're.MULTILINE'), (16, 're.DOTALL'), (64, 're.VERBOSE'), (1, 're.TEMPLATE'),
              (128, 're.DEBUG'))
_EDGES = '(?m:$)', '(?=\\n?\\z)', '(?m:^)', '\\A'
_LETTERS = {'a': _A, 'i': _I, 'L': _L, 'm': _M, 's': _S, 'u': _U, 'x': _X}
_ASCII_SETS = {'d': '0-9', 'w': 'a-zA-Z0-9_', 's': ' \\t\\n\\r\\f\\v'}
_SETS = {'s': ' \\t\\n\\r\\f\\v\\x1c-\\x1f\\x{85}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}',
         'd': '\\p{Nd}', 'w': '\\p{L}\\p{N}_'}


class error(Exception):
    """A pattern that is wrong."""

    def __init__(self, msg, pattern=None, pos=None):
        self.msg = msg
        self.pattern = pattern
        self.pos = pos
        self.lineno = self.colno = None
        if pattern is not None and pos is not None:
            newline = '\n' if isinstance(pattern, str) else b'\n'
            self.lineno, self.colno = pattern.count(newline, 0, pos) + 1, pos - pattern.rfind(newline, 0, pos)
            msg = '%s at position %d' % (msg, pos)
            if newline in pattern:
                msg = '%s (line %d, column %d)' % (msg, self.lineno, self.colno)
        Exception.__init__(self, msg)


def _ends(p, i):
    """An escape without a character, which the end of the text is the context of."""
    try:
        p[len(p)]
    except IndexError:
        raise error('bad escape (end of pattern)', p, i) from None


class _Groups:
    """The groups of a pattern while it is read: how many, their names, and which are open."""

    def __init__(self, pattern, flags):
        self.pattern = pattern
        self.template = flags & 1
        self.count = 0
        self.names = {}
        self.open = []

    def begin(self, name, at):
        self.count += 1
        if name is not None:
            known = self.names.setdefault(name, self.count)
            if known != self.count:
                try:
                    raise error('redefinition of group name %r as group %d; was group %d' % (name, self.count, known))
                except error as e:
                    raise error(e.msg, self.pattern, at) from None
        self.open.append(self.count)

    def check(self, number, problem, at, start):
        """That a group may be referred to: it is there, and closed."""
        if number is None or number > self.count:
            raise error(problem, self.pattern, at)
        if number in self.open:
            raise error('cannot refer to an open group', self.pattern, start)

    def repeat(self, end):
        """Notes the first repeat, which templates may not have; the text after it says of which kind it is."""
        if self.template == 1:
            self.template = {'?': 'MIN', '+': 'POSSESSIVE'}.get(self.pattern[end:end + 1], 'MAX') + '_REPEAT'


def _translate(p, flags):
    """The pattern in the other notation, and its flags with those written in it."""
    out = []
    i, n = 0, len(p)
    # Flags for the whole pattern stand at its beginning.
    while p.startswith('(?', i):
        j = i + 2
        while j < n and p[j] in 'aiLmsux':
            j += 1
        if j == i + 2 or not p.startswith(')', j):
            break
        for c in p[i + 2:j]:
            flags |= _LETTERS[c]
        i = j + 1
    sets = _ASCII_SETS if flags & _A else _SETS
    groups = _Groups(p, flags)
    depth = []
    while i < n:
        c = p[i]
        if c == '\\':
            if i + 1 >= n:
                _ends(p, i)
            text, i = _escape(p, i, sets, False, flags, groups)
            out.append(text)
        elif c == '[':
            text, i = _set(p, i, sets)
            out.append(text)
        elif c == '$':
            out.append('(?m:$)' if flags & _M else '(?=\\n?\\z)')
            i += 1
        elif c == '^':
            out.append('(?m:^)' if flags & _M else '\\A')
            i += 1
        elif c == '.':
            out.append('(?s:.)' if flags & _S else '[^\\n]')
            i += 1
        elif flags & _X and c in ' \t\n\r\f\v':
            i += 1
        elif flags & _X and c == '#':
            while i < n and p[i] != '\n':
                i += 1
        elif c == '(':
            if p.startswith('(?#', i):
                j = p.find(')', i)
                if j < 0:
                    raise error('missing ), unterminated comment', p, i)
                i = j + 1
                continue
            depth.append((i, False))
            if p.startswith('(?P=', i):
                j = p.find(')', i)
                if j < 0:
                    raise error('missing ), unterminated name', p, i + 4)
                name = p[i + 4:j]
                if not name.isidentifier():
                    raise error('bad character in group name %r' % name if name else 'missing group name', p, i + 4)
                groups.check(groups.names.get(name), 'unknown group name %r' % name, i + 4, i + 4)
                out.append('\\k<%s>' % name)
                depth.pop()
                i = j + 1
            elif p.startswith('(?P<', i):
                j = p.find('>', i)
                if j < 0:
                    raise error('missing >, unterminated name', p, i + 4)
                if not p[i + 4:j].isidentifier():
                    raise error('bad character in group name %r' % p[i + 4:j] if j > i + 4 else 'missing group name', p, i + 4)
                groups.begin(p[i + 4:j], i + 4)
                depth[-1] = i, True
                out.append('(?<%s>' % p[i + 4:j])
                i = j + 1
            elif p.startswith('(?(', i):
                j = p.find(')', i)
                if j < 0:
                    raise error('missing ), unterminated name', p, i + 3)
                out.append(p[i:j + 1])
                i = j + 1
            elif p.startswith('(?', i):
                j = i + 2
                while j < n and p[j] in 'aiLmsux-':
                    j += 1
                if j > i + 2 and j < n and p[j] == ':':
                    text = ''.join([x for x in p[i + 2:j] if x in 'i-']).rstrip('-')
                    out.append('(?%s:' % text)
                    i = j + 1
                elif j < n and p[j] in ':=!<>' and j == i + 2:
                    j += 2 if p[j] == '<' else 1
                    out.append(p[i:j])
                    i = j
                elif j > i + 2 and j < n and p[j] == ')':
                    raise error('global flags not at the start of the expression', p, i)
                else:
                    raise error('unknown extension ' + p[i + 1:i + 3], p, i + 1)
            else:
                groups.begin(None, i)
                depth[-1] = i, True
                out.append('(')
                i += 1
        elif c == ')':
            if not depth:
                raise error('unbalanced parenthesis', p, i)
            if depth.pop()[1]:
                groups.open.pop()
            out.append(c)
            i += 1
        elif c in '*+?':
            before = p[i - 1] if i else ''
            if not out or out[-1] in ('(', '|') or before in '^$' and out[-1] in _EDGES or out[-1].startswith('(?') and p[i - 1] == ':':
                raise error('nothing to repeat', p, i)
            out.append(c)
            i += 1
            groups.repeat(i)
        elif c == '{':
            j = p.find('}', i)
            inner = p[i + 1:j] if j > 0 else ''
            low, comma, high = inner.partition(',')
            if j > 0 and (low.isdigit() or comma and not low) and (not high or high.isdigit()) and inner != ',' and inner:
                if low and high and int(low) > int(high):
                    raise error('min repeat greater than max repeat', p, i + 1)
                out.append('{%s%s%s}' % (low or '0', comma, high))
                i = j + 1
                groups.repeat(i)
            else:
                out.append('\\{')
                i += 1
        elif c in ']}':
            out.append('\\' + c)
            i += 1
        elif c == '|':
            out.append(c)
            i += 1
        else:
            out.append(_literal(c))
            i += 1
    if depth:
        raise error('missing ), unterminated subpattern', p, depth[-1][0])
    return ''.join(out), flags, groups.template


def _literal(c):
    if c.isalnum() or c == '_' or c > '~':
        return c
    return '\\x%02x' % ord(c)


_PLAIN = {'n': '\\n', 't': '\\t', 'r': '\\r', 'f': '\\x0c', 'v': '\\x0b', 'a': '\\x07'}


def _edges(text, word='[' + _SETS['w'] + ']'):
    """A pattern with the edges of words spelled out, for other words than the library's."""
    at = '(?:(?<=%s)(?!%s)|(?<!%s)(?=%s))' % (word, word, word, word)
    elsewhere = '(?:(?<=%s)(?=%s)|(?<!%s)(?!%s))' % (word, word, word, word)
    return text.replace('\\b', at).replace('\\B', elsewhere)


def _escape(p, i, sets, inside, flags, groups=None):
    """An escape at `i`, and where it ends."""
    c = p[i + 1]
    if c in 'dsw':
        return (sets[c] if inside else '[' + sets[c] + ']'), i + 2
    if c in 'DSW':
        return '[^' + sets[c.lower()] + ']', i + 2
    if c in _PLAIN:
        return _PLAIN[c], i + 2
    if c in 'xuU':
        size = {'x': 2, 'u': 4, 'U': 8}[c]
        digits = p[i + 2:i + 2 + size]
        try:
            if len(digits) < size:
                raise ValueError
            code = int(digits, 16)
            # No text has surrogates.
            return '(?!)' if 0xD800 <= code < 0xE000 else '\\x{%x}' % code, i + 2 + size
        except ValueError:
            raise error('incomplete escape \\%s' % (c + digits), p, i) from None
    if c.isdigit():
        j = i + 1
        if c == '0' or inside:
            while j < len(p) and j < i + 4 and p[j] in '01234567':
                j += 1
            if j == i + 1:
                raise error('bad escape \\' + c, p, i)
            return '\\x{%x}' % int(p[i + 1:j], 8), j
        while j < len(p) and j < i + 3 and p[j].isdigit():
            j += 1
        if j == i + 3 and j < len(p) and all('0' <= d <= '7' for d in p[i + 1:j + 1]):
            return '\\x{%x}' % int(p[i + 1:j + 1], 8), j + 1
        number = int(p[i + 1:j])
        groups.check(number, 'invalid group reference %d' % number, i + 1, i)
        return '(?:\\%s)' % number, j
    if c == 'b' and inside:
        return '\\x08', i + 2
    if c in 'bB' and not inside:
        if flags & _A:
            return _edges('\\' + c, '[a-zA-Z0-9_]'), i + 2
        return '\\' + c, i + 2
    if c == 'A' and not inside:
        return '\\A', i + 2
    if c == 'Z' and not inside:
        return '\\z', i + 2
    if c.isalpha() and c.isascii():
        raise error('bad escape \\' + c, p, i)
    return _literal(c), i + 2


def _set(p, i, sets):
    """A set of characters at `i`, and where it ends."""
    start, n = i, len(p)
    i += 1
    out = ['[']
    if p.startswith('^', i):
        out.append('^')
        i += 1
    first = True
    while True:
        if i >= n:
            raise error('unterminated character set', p, start)
        c = p[i]
        if c == ']' and not first:
            out.append(']')
            text = ''.join(out)
            return '(?!)' if text == '[]' else '(?s:.)' if text == '[^]' else text, i + 1
        first = False
        if c == '\\' and i + 1 < n:
            text, i = _escape(p, i, sets, True, 0)
            if text == '(?!)':
                text = '\\x{d7ff}' if out[-1] == '-' else ''
                if not text and i + 1 < n and p[i] == '-' and p[i + 1] != ']':
                    last, i = _escape(p, i + 1, sets, True, 0) if p[i + 1] == '\\' else (_literal(p[i + 1]), i + 2)
                    text = '' if last == '(?!)' else '\\x{e000}-' + last
                if not text:
                    continue
            out.append(text)
        elif c == '-' and i + 1 < n and p[i + 1] != ']' and out[-1] not in ('[', '^') and out[-1] != '-':
            out.append('-')
            i += 1
        else:
            out.append(_literal(c))
            i += 1
