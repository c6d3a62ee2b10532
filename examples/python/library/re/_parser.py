"""How long the texts are that a pattern matches: what programs ask of the inner parts of `re`."""

import re as _re
from re._constants import MAXREPEAT, error

_ESCAPES = {'x': 2, 'u': 4, 'U': 8}


class _Sizes:
    """Least and most characters of what was read."""

    def __init__(self, least, most):
        self._sizes = least, most

    def getwidth(self):
        return self._sizes


def parse(pattern, flags=0, state=None):
    flags |= _re.compile(pattern, flags).flags
    return _Sizes(*[min(n, MAXREPEAT) for n in _Reader(pattern, bool(flags & _re.X)).ways()])


class _Reader:
    def __init__(self, text, verbose):
        self.text = text
        self.at = 0
        self.verbose = verbose
        self.groups = []
        self.names = {}

    def ways(self):
        """Sizes of ways apart by bars, up to a closing bracket or the end."""
        all = [self.sequence()]
        while self.text.startswith('|', self.at):
            self.at += 1
            all.append(self.sequence())
        return min(a[0] for a in all), max(a[1] for a in all)

    def sequence(self):
        least = most = 0
        while self.at < len(self.text) and self.text[self.at] not in '|)':
            one = self.item()
            if one is not None:
                low, high = self.times()
                least += one[0] * low
                most += one[1] * high
        return least, most

    def times(self):
        m = _re.compile(r'(?:([*+?])|\{(\d*)(,?)(\d*)\})[?+]?').match(self.text, self.at)
        if not m or m.group(1) is None and not (m.group(2) or m.group(4)):
            return 1, 1
        self.at = m.end()
        if m.group(1):
            return {'*': (0, MAXREPEAT), '+': (1, MAXREPEAT), '?': (0, 1)}[m.group(1)]
        low = int(m.group(2) or 0)
        return low, int(m.group(4) or MAXREPEAT) if m.group(3) else low

    def item(self):
        """Sizes of one item; `None` for what nothing can follow."""
        c = self.text[self.at]
        self.at += 1
        if c == '\\':
            return self.escape()
        if c == '[':
            self.set()
        elif c == '(':
            return self.group()
        elif c in '^$':
            return 0, 0
        elif self.verbose and c in ' \t\n\r\f\v':
            return None
        elif self.verbose and c == '#':
            end = self.text.find('\n', self.at)
            self.at = len(self.text) if end < 0 else end
            return None
        return 1, 1

    def escape(self):
        c = self.text[self.at]
        self.at += 1
        if c in 'AbBZ':
            return 0, 0
        if c in _ESCAPES:
            self.at += _ESCAPES[c]
        elif c == 'N':
            self.at = self.text.index('}', self.at) + 1
        elif c in '123456789':
            n = int(c)
            if self.text[self.at:self.at + 1].isdigit():
                n = n * 10 + int(self.text[self.at])
                self.at += 1
            return self.groups[n - 1] if n <= len(self.groups) and self.groups[n - 1] else (1, 1)
        return 1, 1

    def set(self):
        if self.text.startswith('^', self.at):
            self.at += 1
        first = True
        while first or self.text[self.at] != ']':
            self.at += 2 if self.text[self.at] == '\\' else 1
            first = False
        self.at += 1

    def group(self):
        text = self.text
        number = None
        if not text.startswith('?', self.at):
            self.groups.append(None)
            number = len(self.groups)
        elif text.startswith('?#', self.at):
            self.at = text.index(')', self.at) + 1
            return None
        elif text.startswith('?P=', self.at):
            end = text.index(')', self.at)
            name, self.at = text[self.at + 3:end], end + 1
            return self.groups[self.names[name] - 1] or (1, 1)
        elif text.startswith('?P<', self.at):
            end = text.index('>', self.at)
            self.groups.append(None)
            number = self.names[text[self.at + 3:end]] = len(self.groups)
            self.at = end + 1
        elif text.startswith('?(', self.at):
            self.at = text.index(')', self.at) + 1
            sizes = self.ways()
            self.at += 1
            return 0, sizes[1]
        else:
            m = _re.compile(r'\?(<?[=!]|[aiLmsux-]*[:)]|>)').match(text, self.at)
            self.at = m.end()
            kind = m.group(1)
            if kind.endswith(')'):
                return None
            if kind[-1] in '=!':
                self.ways()
                self.at += 1
                return 0, 0
        sizes = self.ways()
        self.at += 1
        if number:
            self.groups[number - 1] = sizes
        return sizes
