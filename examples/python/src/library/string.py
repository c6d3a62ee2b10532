"""Constants of characters, `capwords`, `Template` and `Formatter`."""

whitespace = ' \t\n\r\v\f'
ascii_lowercase = 'abcdefghijklmnopqrstuvwxyz'
ascii_uppercase = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
ascii_letters = ascii_lowercase + ascii_uppercase
digits = '0123456789'
hexdigits = digits + 'abcdef' + 'ABCDEF'
octdigits = '01234567'
punctuation = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    return (sep or ' ').join([w.capitalize() for w in s.split(sep)])


class Template:
    """Text with places `$name` and `${name}`."""

    delimiter = '$'

    def __init__(self, template):
        self.template = template

    def _parts(self):
        """The text between places, and the name of each place; `None` behind a delimiter that is none's."""
        text, start = self.template, 0
        while True:
            i = text.find(self.delimiter, start)
            if i < 0:
                yield text[start:], '', i
                return
            at = i + len(self.delimiter)
            if text.startswith(self.delimiter, at):
                yield text[start:at], '', i
                start = at + len(self.delimiter)
                continue
            braced = text[at:at + 1] == '{'
            first = end = at + braced
            while end < len(text) and (text[end] == '_' or text[end] in ascii_letters or end > first and text[end] in digits):
                end += 1
            name = text[first:end]
            if not name or braced and text[end:end + 1] != '}':
                yield text[start:i], None, i
                yield self.delimiter, '', i
                start = at
                continue
            yield text[start:i], name, i
            start = end + braced

    def _replace(self, mapping, kws, strict):
        out = []
        for literal, name, i in self._parts():
            out.append(literal)
            if name:
                try:
                    out.append(str(kws[name] if name in kws else mapping[name]))
                except KeyError:
                    if strict:
                        raise
                    braced = self.template[i + len(self.delimiter)] == '{'
                    out.append(self.delimiter + ('{' + name + '}' if braced else name))
            elif name is None and strict:
                line = self.template.count('\n', 0, i) + 1
                column = i - (self.template.rfind('\n', 0, i) if line > 1 else -1)
                raise ValueError('Invalid placeholder in string: line %d, col %d' % (line, column))
        return ''.join(out)

    def substitute(self, mapping={}, /, **kws):
        return self._replace(mapping, kws, True)

    def safe_substitute(self, mapping={}, /, **kws):
        return self._replace(mapping, kws, False)

    def is_valid(self):
        return all([name is not None for _, name, _ in self._parts()])

    def get_identifiers(self):
        return list(dict.fromkeys([name for _, name, _ in self._parts() if name]))


class Formatter:
    """`str.format` as an object, whose steps a derived class may change."""

    def format(self, format_string, /, *args, **kwargs):
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        used = set()
        text = self._fill(format_string, args, kwargs, used, 2, [0])
        self.check_unused_args(used, args, kwargs)
        return text

    def _fill(self, text, args, kwargs, used, depth, count):
        # `count` holds the number of the next field without one; `None` once a field had a number.
        if depth < 0:
            raise ValueError('Max string recursion exceeded')
        out = []
        for literal, field, spec, conversion in self.parse(text):
            if literal:
                out.append(literal)
            if field is None:
                continue
            first, rest = _first_and_rest(field)
            if first == '':
                if count[0] is None:
                    raise ValueError('cannot switch from manual field specification to automatic field numbering')
                field = str(count[0]) + rest
                count[0] += 1
            elif isinstance(first, int):
                if count[0]:
                    raise ValueError('cannot switch from manual field specification to automatic field numbering')
                count[0] = None
            value, key = self.get_field(field, args, kwargs)
            used.add(key)
            value = self.convert_field(value, conversion)
            spec = self._fill(spec, args, kwargs, used, depth - 1, count)
            out.append(self.format_field(value, spec))
        return ''.join(out)

    def parse(self, format_string):
        """Literal text, field, specification and conversion of each part."""
        text, at, literal = format_string, 0, []
        while at < len(text):
            c = text[at]
            at += 1
            if c not in '{}':
                literal.append(c)
            elif text[at:at + 1] == c:
                yield ''.join(literal) + c, None, None, None
                at, literal = at + 1, []
            elif c == '}':
                raise ValueError("Single '}' encountered in format string")
            else:
                end, depth = at, 1
                while depth:
                    if end == len(text):
                        raise ValueError("expected '}' before end of string" if end > at else "Single '{' encountered in format string")
                    depth += {'{': 1, '}': -1}.get(text[end], 0)
                    end += 1
                yield (''.join(literal), *_field_parts(text[at:end - 1]))
                at, literal = end, []
        if literal:
            yield ''.join(literal), None, None, None

    def get_field(self, field_name, args, kwargs):
        first, rest = _first_and_rest(field_name)
        value, at = self.get_value(first, args, kwargs), 0
        while at < len(rest):
            if rest[at] == '.':
                ends = [i for i in (rest.find('.', at + 1), rest.find('[', at + 1)) if i >= 0]
                end = min(ends, default=len(rest))
                value = getattr(value, rest[at + 1:end])
            else:
                end = rest.find(']', at)
                if end < 0:
                    raise ValueError("Missing ']' in format string")
                key = rest[at + 1:end]
                value = value[int(key) if key.isdigit() else key]
                end += 1
            at = end
        return value, first

    def get_value(self, key, args, kwargs):
        return args[key] if isinstance(key, int) else kwargs[key]

    def check_unused_args(self, used_args, args, kwargs):
        pass

    def format_field(self, value, format_spec):
        return format(value, format_spec)

    def convert_field(self, value, conversion):
        if conversion is None:
            return value
        if conversion not in ('s', 'r', 'a'):
            raise ValueError('Unknown conversion specifier ' + conversion)
        return {'s': str, 'r': repr, 'a': ascii}[conversion](value)


def _field_parts(field):
    """What is between braces: name, specification, conversion."""
    brackets = 0
    for i, c in enumerate(field):
        brackets += (c == '[') - (c == ']' and brackets > 0)
        if brackets == 0 and c == ':':
            return field[:i], field[i + 1:], None
        if brackets == 0 and c == '!':
            if field[i + 2:i + 3] not in ('', ':'):
                raise ValueError("expected ':' after conversion specifier")
            return field[:i], field[i + 3:], field[i + 1:i + 2]
    return field, '', None


def _first_and_rest(field):
    ends = [i for i in (field.find('.'), field.find('[')) if i >= 0]
    end = min(ends, default=len(field))
    first = field[:end]
    return int(first) if first.isdigit() else first, field[end:]
