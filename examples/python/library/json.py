"""JSON text. What is plain is read and written by `_json`; all else, and what is wrong, here."""

import _json
from operator import index as _index

_ESCAPES = {'"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\f': '\\f', '\b': '\\b'}
_UNESCAPES = {'"': '"', '\\': '\\', '/': '/', 'n': '\n', 'r': '\r', 't': '\t', 'f': '\f', 'b': '\b'}
_INF = float('inf')



class JSONDecodeError(ValueError):
    """Text that is not JSON, with its place."""

    __module__ = 'json.decoder'

    def __init__(self, msg, doc, pos):
        line = doc.count('\n', 0, pos) + 1
        column = pos - doc.rfind('\n', 0, pos)
        ValueError.__init__(self, '%s: line %d column %d (char %d)' % (msg, line, column, pos))
        self.msg = msg
        self.doc = doc
        self.pos = pos
        self.lineno = line
        self.colno = column


def _quoted(s, ascii):
    if s.isascii() and s.isprintable() and '"' not in s and '\\' not in s:
        return '"' + s + '"'
    out = ['"']
    for c in s:
        e = _ESCAPES.get(c)
        if e is not None:
            out.append(e)
        elif ' ' <= c <= '~' or not ascii and c > '\x1f':
            out.append(c)
        else:
            n = ord(c)
            if n > 0xFFFF:
                n -= 0x10000
                out.append('\\u%04x\\u%04x' % (0xD800 | n >> 10, 0xDC00 | n & 0x3FF))
            else:
                out.append('\\u%04x' % n)
    out.append('"')
    return ''.join(out)


class JSONEncoder:
    """Writes values."""

    __module__ = 'json.encoder'

    item_separator = ', '
    key_separator = ': '

    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, sort_keys=False, indent=None,
                 separators=None, default=None):
        self.skipkeys = skipkeys
        self.ensure_ascii = bool(ensure_ascii)
        self.allow_nan = allow_nan
        self.sort_keys = sort_keys
        self.indent = indent
        if separators is not None:
            self.item_separator, self.key_separator = separators
        elif indent is not None:
            self.item_separator = ','
        if default is not None:
            self.default = default

    def default(self, o):
        raise TypeError('Object of type %s is not JSON serializable' % type(o).__name__)

    def encode(self, o):
        out = []
        if not isinstance(o, str):
            if self.indent is None:
                for i, separator in (5, self.key_separator), (6, self.item_separator):
                    if not isinstance(separator, str):
                        raise TypeError('make_encoder() argument %d must be str, not %s' % (i, type(separator).__name__))
            elif not isinstance(self.indent, str) and not -2 ** 63 <= _index(self.indent) < 2 ** 63:
                raise OverflowError("cannot fit 'int' into an index-sized integer")
        done = self._plainly(o)
        if done is not None:
            return done
        self._put(o, out, '\n', [])
        return ''.join(out)

    def _plainly(self, o):
        """What `_json` makes of it; `None` if that is not all there is to it."""
        indent = self.indent
        if type(indent) is int:
            indent = ' ' * indent
        if type(self.item_separator) is not str or type(self.key_separator) is not str or indent is not None and type(indent) is not str:
            return None
        return _json.write(o, self.ensure_ascii, self.item_separator, self.key_separator, indent, self.sort_keys)

    def iterencode(self, o):
        yield self.encode(o)

    def _float(self, x):
        if x != x or x == _INF or x == -_INF:
            if not self.allow_nan:
                raise ValueError('Out of range float values are not JSON compliant')
            return 'NaN' if x != x else 'Infinity' if x > 0 else '-Infinity'
        return float.__repr__(x)

    def _put(self, o, out, line, above):
        if isinstance(o, str):
            out.append(_quoted(o, self.ensure_ascii))
        elif o is None:
            out.append('null')
        elif o is True:
            out.append('true')
        elif o is False:
            out.append('false')
        elif isinstance(o, int):
            out.append(int.__repr__(o))
        elif isinstance(o, float):
            out.append(self._float(o))
        else:
            for a in above:
                if a is o:
                    raise ValueError('Circular reference detected')
            above.append(o)
            if isinstance(o, (list, tuple)):
                self._list(o, out, line, above)
            elif isinstance(o, dict):
                self._dict(o, out, line, above)
            else:
                self._put(self.default(o), out, line, above)
            above.pop()

    def _list(self, o, out, line, above):
        if not o:
            out.append('[]')
            return
        separator = self.item_separator
        out.append('[')
        if self.indent is not None:
            inner = line + (self.indent if isinstance(self.indent, str) else ' ' * self.indent)
            out.append(inner)
            separator += inner
        else:
            inner = line
        first = True
        for v in o:
            if not first:
                out.append(separator)
            first = False
            self._put(v, out, inner, above)
        if self.indent is not None:
            out.append(line)
        out.append(']')

    def _dict(self, o, out, line, above):
        if not o:
            out.append('{}')
            return
        separator = self.item_separator
        out.append('{')
        if self.indent is not None:
            inner = line + (self.indent if isinstance(self.indent, str) else ' ' * self.indent)
            out.append(inner)
            separator += inner
        else:
            inner = line
        items = o.items()
        if self.sort_keys:
            items = sorted(items)
        first = True
        for k, v in items:
            if isinstance(k, str):
                pass
            elif k is None or k is True or k is False:
                k = 'null' if k is None else 'true' if k else 'false'
            elif isinstance(k, int):
                k = int.__repr__(k)
            elif isinstance(k, float):
                k = self._float(k)
            elif self.skipkeys:
                continue
            else:
                raise TypeError('keys must be str, int, float, bool or None, not %s' % type(k).__name__)
            if not first:
                out.append(separator)
            first = False
            out.append(_quoted(k, self.ensure_ascii))
            out.append(self.key_separator)
            self._put(v, out, inner, above)
        if self.indent is not None:
            out.append(line)
        out.append('}')


def dumps(obj, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None, indent=None, separators=None,
          default=None, sort_keys=False, **kw):
    encoder = (cls or JSONEncoder)(skipkeys=skipkeys, ensure_ascii=ensure_ascii, check_circular=check_circular, allow_nan=allow_nan,
                                   indent=indent, separators=separators, default=default, sort_keys=sort_keys, **kw)
    return encoder.encode(obj)


def dump(obj, fp, **kw):
    fp.write(dumps(obj, **kw))


class JSONDecoder:
    """Reads values."""

    __module__ = 'json.decoder'

    def __init__(self, *, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, strict=True, object_pairs_hook=None):
        self.object_hook = object_hook
        self.parse_float = parse_float or float
        self.parse_int = parse_int or int
        self.parse_constant = parse_constant or float
        self.strict = strict
        self.object_pairs_hook = object_pairs_hook
        hooks = object_hook, parse_float, parse_int, parse_constant, object_pairs_hook
        self._plain = hooks == (None, None, None, None, None) and strict

    def decode(self, s):
        if type(s) is str and self._plain:
            value = _json.read(s)
            if value is not None:
                return value[0]
        value, at = self._value(s, _skip(s, 0))
        at = _skip(s, at)
        if at != len(s):
            raise JSONDecodeError('Extra data', s, at)
        return value

    def raw_decode(self, s, idx=0):
        return self._value(s, idx)

    def _value(self, s, at):
        c = s[at] if at < len(s) else ''
        if c == '"':
            return self._string(s, at + 1)
        if c == '{':
            return self._object(s, at + 1)
        if c == '[':
            return self._array(s, at + 1)
        if c == '-' or '0' <= c <= '9':
            return self._number(s, at)
        for text, value in (('null', None), ('true', True), ('false', False)):
            if s.startswith(text, at):
                return value, at + len(text)
        for text in ('NaN', 'Infinity'):
            if s.startswith(text, at):
                return self.parse_constant(text), at + len(text)
        _missing(s, at)

    def _number(self, s, at):
        n = len(s)
        end = at
        if s[end] == '-':
            end += 1
            if s.startswith('Infinity', end):
                return self.parse_constant('-Infinity'), end + 8
        start = end
        while end < n and '0' <= s[end] <= '9':
            end += 1
            if s[start] == '0':
                break
        if end == start:
            _missing(s, at)
        whole = True
        if end + 1 < n and s[end] == '.' and '0' <= s[end + 1] <= '9':
            whole = False
            end += 2
            while end < n and '0' <= s[end] <= '9':
                end += 1
        if end < n and (s[end] == 'e' or s[end] == 'E'):
            e = end + 1
            if e < n and (s[e] == '+' or s[e] == '-'):
                e += 1
            if e < n and '0' <= s[e] <= '9':
                whole = False
                end = e
                while end < n and '0' <= s[end] <= '9':
                    end += 1
        text = s[at:end]
        return (self.parse_int(text) if whole else self.parse_float(text)), end

    def _string(self, s, at):
        begin = at - 1
        parts = []
        while True:
            quote = s.find('"', at)
            if quote < 0:
                raise JSONDecodeError('Unterminated string starting at', s, begin)
            slash = s.find('\\', at, quote)
            end = quote if slash < 0 else slash
            part = s[at:end]
            if self.strict and not part.isprintable():
                for i in range(at, end):
                    if s[i] < ' ':
                        raise JSONDecodeError('Invalid control character at', s, i)
            if slash < 0:
                if not parts:
                    return part, quote + 1
                parts.append(part)
                return ''.join(parts), quote + 1
            parts.append(part)
            c = s[slash + 1:slash + 2]
            if not c:
                raise JSONDecodeError('Unterminated string starting at', s, begin)
            at = slash + 2
            if c != 'u':
                e = _UNESCAPES.get(c)
                if e is None:
                    raise JSONDecodeError('Invalid \\escape', s, slash)
                parts.append(e)
                continue
            n = _hex(s, at)
            at += 4
            if 0xD800 <= n <= 0xDBFF and s.startswith('\\u', at):
                m = _hex(s, at + 2)
                if 0xDC00 <= m <= 0xDFFF:
                    n = 0x10000 + ((n & 0x3FF) << 10 | m & 0x3FF)
                    at += 6
            parts.append(chr(n))

    def _array(self, s, at):
        items = []
        at = _skip(s, at)
        if s.startswith(']', at):
            return items, at + 1
        while True:
            value, at = self._value(s, at)
            items.append(value)
            at = _skip(s, at)
            c = s[at:at + 1]
            if c == ']':
                return items, at + 1
            if c != ',':
                raise JSONDecodeError("Expecting ',' delimiter", s, at)
            at = _skip(s, at + 1)

    def _object(self, s, at):
        pairs = []
        at = _skip(s, at)
        if not s.startswith('}', at):
            while True:
                if not s.startswith('"', at):
                    raise JSONDecodeError('Expecting property name enclosed in double quotes', s, at)
                key, at = self._string(s, at + 1)
                at = _skip(s, at)
                if not s.startswith(':', at):
                    raise JSONDecodeError("Expecting ':' delimiter", s, at)
                value, at = self._value(s, _skip(s, at + 1))
                pairs.append((key, value))
                at = _skip(s, at)
                c = s[at:at + 1]
                if c == '}':
                    break
                if c != ',':
                    raise JSONDecodeError("Expecting ',' delimiter", s, at)
                at = _skip(s, at + 1)
        at += 1
        if self.object_pairs_hook is not None:
            return self.object_pairs_hook(pairs), at
        value = dict(pairs)
        if self.object_hook is not None:
            value = self.object_hook(value)
        return value, at


def _missing(s, at):
    try:
        raise StopIteration(at)  # This is its context.
    except StopIteration:
        raise JSONDecodeError('Expecting value', s, at) from None


def _skip(s, at):
    n = len(s)
    while at < n:
        c = s[at]
        if c != ' ' and c != '\n' and c != '\t' and c != '\r':
            break
        at += 1
    return at


def _hex(s, at):
    text = s[at:at + 4]
    if len(text) == 4:
        try:
            if text[1] not in 'xX_' and text[0] not in '+- ':
                return int(text, 16)
        except ValueError:
            pass
    raise JSONDecodeError('Invalid \\uXXXX escape', s, at - 1)


def detect_encoding(b):
    """The encoding of text by the mark at its beginning, or by which of its first bytes are zeros."""
    for mark, encoding in ((b'\xff\xfe\0\0', 'utf-32'), (b'\0\0\xfe\xff', 'utf-32'), (b'\xff\xfe', 'utf-16'), (b'\xfe\xff', 'utf-16'), (b'\xef\xbb\xbf', 'utf-8-sig')):
        if b.startswith(mark):
            return encoding
    if len(b) >= 4:
        if not b[0]:
            return 'utf-16-be' if b[1] else 'utf-32-be'
        if not b[1]:
            return 'utf-16-le' if b[2] or b[3] else 'utf-32-le'
    elif len(b) == 2:
        if not b[0]:
            return 'utf-16-be'
        if not b[1]:
            return 'utf-16-le'
    return 'utf-8'


def loads(s, *, cls=None, **kw):
    if isinstance(s, (bytes, bytearray)):
        encoding = detect_encoding(s)
        s = s[3:].decode() if encoding == 'utf-8-sig' else s.decode(encoding, 'surrogatepass')
    elif not isinstance(s, str):
        raise TypeError('the JSON object must be str, bytes or bytearray, not %s' % type(s).__name__)
    elif s.startswith('\ufeff'):
        raise JSONDecodeError('Unexpected UTF-8 BOM (decode using utf-8-sig)', s, 0)
    return (cls or JSONDecoder)(**kw).decode(s)


def load(fp, **kw):
    return loads(fp.read(), **kw)
