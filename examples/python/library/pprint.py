"""Values as text, over several lines if one is too short."""

import sys as _sys
import collections as _collections


def pprint(object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    PrettyPrinter(indent, width, depth, stream, compact=compact, sort_dicts=sort_dicts, underscore_numbers=underscore_numbers).pprint(object)


def pp(object, *args, sort_dicts=False, **kwargs):
    pprint(object, *args, sort_dicts=sort_dicts, **kwargs)


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    return PrettyPrinter(indent, width, depth, compact=compact, sort_dicts=sort_dicts, underscore_numbers=underscore_numbers).pformat(object)


def isreadable(object):
    return PrettyPrinter().isreadable(object)


def isrecursive(object):
    return PrettyPrinter().isrecursive(object)


def saferepr(object):
    return PrettyPrinter()._flat(object, 0)


class _Key:
    """Orders values of any types."""

    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        try:
            return self.value < other.value
        except TypeError:
            return (str(type(self.value)), id(self.value)) < (str(type(other.value)), id(other.value))


def _kinds(x, around, depth, level):
    """Whether the text of a value could be read again, and whether the value contains itself."""
    if not isinstance(x, (dict, list, tuple)) or type(x).__repr__ not in (dict.__repr__, list.__repr__, tuple.__repr__):
        return bool(text := repr(x)) and not text.startswith('<'), False
    if not x:
        return True, False
    if depth is not None and level >= depth:
        return False, id(x) in around
    if id(x) in around:
        return False, True
    readable, recursive = True, False
    for y in [z for item in sorted(x.items(), key=lambda item: _Key(item[0])) for z in item] if isinstance(x, dict) else x:
        one, other = _kinds(y, around + [id(x)], depth, level + 1)
        readable, recursive = readable and one, recursive or other
    return readable, recursive


class PrettyPrinter:
    def __init__(self, indent=1, width=80, depth=None, stream=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
        indent, width = int(indent), int(width)
        if indent < 0:
            raise ValueError('indent must be >= 0')
        if depth is not None and depth <= 0:
            raise ValueError('depth must be > 0')
        if not width:
            raise ValueError('width must be != 0')
        self._indent, self._width, self._depth, self._stream = indent, width, depth, stream
        self._compact, self._sort, self._underscores = compact, sort_dicts, underscore_numbers
        self._open = []

    def pprint(self, object):
        (self._stream or _sys.stdout).write(self.pformat(object) + '\n')

    def pformat(self, object):
        out = []
        self._format(object, out, 0, 0, 0)
        return ''.join(out)

    def isreadable(self, object):
        return _kinds(object, [], self._depth, 0) == (True, False)

    def isrecursive(self, object):
        return _kinds(object, [], self._depth, 0)[1]

    def _items(self, d):
        return sorted(d.items(), key=lambda item: _Key(item[0])) if self._sort else list(d.items())

    def _flat(self, x, level):
        """On one line."""
        kind = type(x)
        if kind is int and self._underscores:
            return f'{x:_d}'
        if kind in (dict, list, tuple):
            if id(x) in self._open:
                return '<Recursion on %s with id=%s>' % (kind.__name__, id(x))
            if self._depth is not None and level >= self._depth and x:
                return {dict: '{...}', list: '[...]', tuple: '(...)'}[kind]
            self._open.append(id(x))
            if kind is dict:
                text = '{' + ', '.join(['%s: %s' % (self._flat(k, level + 1), self._flat(v, level + 1)) for k, v in self._items(x)]) + '}'
            else:
                parts = ', '.join([self._flat(y, level + 1) for y in x])
                text = '[%s]' % parts if kind is list else '(%s,)' % parts if len(x) == 1 else '(%s)' % parts
            self._open.pop()
            return text
        return repr(x)

    def _format(self, x, out, indent, allowance, level):
        flat = self._flat(x, level)
        if len(flat) <= self._width - indent - allowance or id(x) in self._open:
            out.append(flat)
            return
        kind = type(x)
        self._open.append(id(x))
        show = kind.__repr__
        if kind is dict and x:
            self._dict(x, out, indent, allowance, level)
        elif kind is list and x:
            self._sequence('[', x, ']', out, indent, allowance, level)
        elif kind is tuple and x:
            self._sequence('(', x, ',)' if len(x) == 1 else ')', out, indent, allowance, level)
        elif kind in (set, frozenset) and x:
            name = '{' if kind is set else 'frozenset({'
            self._sequence(name, sorted(x, key=_Key), '}' if kind is set else '})', out, indent, allowance, level, len(name) - 1)
        elif kind is str and len(x) > 4:
            self._str(x, out, indent, allowance, level)
        elif isinstance(x, _collections.OrderedDict) and x:
            name = kind.__name__ + '('
            out.append(name)
            self._sequence('[', list(x.items()), ']', out, indent + len(name), allowance + 1, level)
            out.append(')')
        elif isinstance(x, _collections.defaultdict):
            name = kind.__name__ + '('
            out.append(name + repr(x.default_factory) + ',\n' + ' ' * (indent + len(name)))
            self._dict(x, out, indent + len(name), allowance + 1, level)
            out.append(')')
        elif isinstance(x, _collections.Counter) and x:
            name = kind.__name__ + '('
            out.append(name)
            self._pairs(x.most_common(), out, indent + len(name), allowance + 1, level)
            out.append(')')
        elif isinstance(x, _collections.deque):
            name = kind.__name__ + '('
            out.append(name)
            self._sequence('[', list(x), ']', out, indent + len(name), allowance + 1, level)
            out.append(')')
        elif hasattr(kind, '__dataclass_fields__'):
            name = kind.__name__ + '('
            out.append(name)
            fields = [f.name for f in x.__dataclass_fields__.values() if f.repr]
            for i, f in enumerate(fields):
                if i:
                    out.append(',\n' + ' ' * (indent + len(name)))
                out.append(f + '=')
                self._format(getattr(x, f), out, indent + len(name) + len(f) + 1, 1 if i + 1 < len(fields) else allowance + 1, level)
            out.append(')')
        else:
            out.append(flat)
        self._open.pop()

    def _dict(self, x, out, indent, allowance, level):
        self._pairs(self._items(x), out, indent, allowance, level)

    def _pairs(self, items, out, indent, allowance, level):
        out.append('{')
        if self._indent > 1:
            out.append((self._indent - 1) * ' ')
        indent += self._indent
        for i, (k, v) in enumerate(items):
            if i:
                out.append(',\n' + ' ' * indent)
            key = self._flat(k, level)
            out.append(key + ': ')
            self._format(v, out, indent + len(key) + 2, 1 if i + 1 < len(items) else allowance + 1, level + 1)
        out.append('}')

    def _sequence(self, left, x, right, out, indent, allowance, level, more=0):
        out.append(left)
        if self._indent > 1:
            out.append((self._indent - 1) * ' ')
        indent += self._indent + more
        allowance += len(right)
        room = width = self._width - indent + 1
        for i, y in enumerate(x):
            last = i + 1 == len(x)
            if self._compact:
                flat = self._flat(y, level + 1)
                w = len(flat) + 2
                if last:
                    room -= allowance
                    width -= allowance
                if i and room < w:
                    room = width
                    out.append(',\n' + ' ' * indent)
                elif i:
                    out.append(', ')
                if room >= w or len(flat) <= width:
                    room -= w
                    out.append(flat)
                    continue
            elif i:
                out.append(',\n' + ' ' * indent)
            self._format(y, out, indent, allowance if last else 1, level + 1)
        out.append(right)

    def _str(self, x, out, indent, allowance, level):
        chunks = []
        lines = x.splitlines(True)
        if level == 0:
            indent += 1
            allowance += 1
        width = room = self._width - indent
        for i, line in enumerate(lines):
            text = repr(line)
            if i + 1 == len(lines):
                room -= allowance
            if len(text) <= room:
                chunks.append(text)
                continue
            parts, word = [], ''
            for c in line:
                if word and word[-1].isspace() and not c.isspace():
                    parts.append(word)
                    word = ''
                word += c
            parts.append(word)
            width2, current = width, ''
            for j, part in enumerate(parts):
                candidate = current + part
                if j + 1 == len(parts) and i + 1 == len(lines):
                    width2 -= allowance
                if len(repr(candidate)) > width2:
                    if current:
                        chunks.append(repr(current))
                    current = part
                else:
                    current = candidate
            if current:
                chunks.append(repr(current))
        if len(chunks) == 1:
            out.append(chunks[0])
            return
        if level == 0:
            out.append('(')
        for i, chunk in enumerate(chunks):
            if i:
                out.append('\n' + ' ' * indent)
            out.append(chunk)
        if level == 0:
            out.append(')')
