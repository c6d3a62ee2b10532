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
    return (sep or ' ').join([str.capitalize(w) for w in s.split(sep)])


class Template:
    """Text with places `$name` and `${name}`. Derived classes may have another `delimiter` and other names (`idpattern`), or a `pattern` of their own."""

    delimiter = '$'
    idpattern = '(?a:[_a-z][_a-z0-9]*)'
    braceidpattern = None
    flags = None

    def __init_subclass__(cls):
        super().__init_subclass__()
        # Made when it is needed.
        if 'pattern' not in cls.__dict__:
            cls._regex = None
        else:
            cls._regex = cls._made(cls.pattern)

    _regex = None

    @classmethod
    def _made(cls, pattern):
        import re
        if not isinstance(pattern, str):
            return pattern
        return re.compile(pattern, (re.IGNORECASE if cls.flags is None else cls.flags) | re.VERBOSE)

    @classmethod
    def _compiled(cls):
        if '_regex' not in cls.__dict__ or cls._regex is None:
            import re
            mark = re.escape(cls.delimiter)
            cls._regex = cls.pattern = cls._made(
                '%s(?:(?P<escaped>%s)|(?P<named>%s)|{(?P<braced>%s)}|(?P<invalid>))' % (mark, mark, cls.idpattern, cls.braceidpattern or cls.idpattern))
        return cls._regex

    def __init__(self, template):
        self.template = template

    def _invalid(self, m):
        text, i = self.template, m.start('invalid')
        lines = text[:i].splitlines(keepends=True)
        line = len(lines) or 1
        column = i - len(''.join(lines[:-1])) if lines else 1
        raise ValueError('Invalid placeholder in string: line %d, col %d' % (line, column))

    def _replaced(self, values, strict):
        text, out, at = self.template, [], 0
        for m in self._compiled().finditer(text):
            out.append(text[at:m.start()])
            at = m.end()
            name = m.group('named') or m.group('braced')
            if name is not None:
                if strict:
                    out.append(str(values[name]))
                else:
                    try:
                        out.append(str(values[name]))
                    except KeyError:
                        out.append(m.group())
            elif m.group('escaped') is not None:
                out.append(self.delimiter)
            elif m.group('invalid') is None:
                raise ValueError('Unrecognized named group in pattern', self._compiled())
            elif strict:
                self._invalid(m)
            else:
                out.append(m.group())
        out.append(text[at:])
        return ''.join(out)

    def substitute(self, mapping={}, /, **kws):
        return self._replaced(_Both(kws, mapping) if kws else mapping, True)

    def safe_substitute(self, mapping={}, /, **kws):
        return self._replaced(_Both(kws, mapping) if kws else mapping, False)

    def is_valid(self):
        return all([m.group('invalid') is None for m in self._compiled().finditer(self.template)])

    def get_identifiers(self):
        names = []
        for m in self._compiled().finditer(self.template):
            name = m.group('named') or m.group('braced')
            if name is not None and name not in names:
                names.append(name)
        return names


class _Both:
    """Two mappings as one."""

    def __init__(self, first, second):
        self._maps = first, second

    def __getitem__(self, key):
        first, second = self._maps
        return first[key] if key in first else second[key]


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
