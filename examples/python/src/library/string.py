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

    def _replace(self, values, strict):
        text, out, at = self.template, [], 0
        while True:
            i = text.find(self.delimiter, at)
            if i < 0:
                out.append(text[at:])
                return ''.join(out)
            out.append(text[at:i])
            at = i + 1
            if text[at:at + 1] == self.delimiter:
                out.append(self.delimiter)
                at += 1
                continue
            braced = text[at:at + 1] == '{'
            start = end = at + braced
            while end < len(text) and (text[end] == '_' or text[end] in ascii_letters or end > start and text[end] in digits):
                end += 1
            name = text[start:end]
            if not name or braced and text[end:end + 1] != '}':
                if strict:
                    line = text.count('\n', 0, i) + 1
                    column = i - (text.rfind('\n', 0, i) if line > 1 else -1)
                    raise ValueError('Invalid placeholder in string: line %d, col %d' % (line, column))
                out.append(self.delimiter)
                continue
            at = end + braced
            if strict or name in values:
                out.append(str(values[name]))
            else:
                out.append(text[i:at])

    def substitute(self, mapping={}, /, **kws):
        return self._replace({**mapping, **kws}, True)

    def safe_substitute(self, mapping={}, /, **kws):
        return self._replace({**mapping, **kws}, False)


class Formatter:
    """`str.format` as an object."""

    def format(self, format_string, /, *args, **kwargs):
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        return format_string.format(*args, **kwargs)
