# string: sets of characters, and templates.

ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = ascii_lowercase.upper()
ascii_letters = ascii_lowercase + ascii_uppercase
digits = "0123456789"
hexdigits = digits + "abcdefABCDEF"
octdigits = "01234567"
punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
whitespace = " \t\n\r\x0b\x0c"
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    return (sep or " ").join([word.capitalize() for word in s.split(sep)])


class Template:
    delimiter = "$"

    def __init__(self, template):
        self.template = template

    def _fill(self, mapping, safe):
        out, text, i = [], self.template, 0
        while i < len(text):
            c = text[i]
            if c != "$":
                out.append(c)
                i += 1
                continue
            j = i + 1
            braced = text[j:j + 1] == "{"
            if text[j:j + 1] == "$":
                out.append("$")
                i += 2
                continue
            j += braced
            start = j
            while j < len(text) and (text[j] == "_" or text[j].isascii() and text[j].isalnum()):
                j += 1
            name = text[start:j]
            good = name != "" and not name[0].isdigit() and (not braced or text[j:j + 1] == "}")
            if not good:
                if not safe:
                    line = text.count("\n", 0, i) + 1
                    raise ValueError(f"Invalid placeholder in string: line {line}, col {i - text.rfind(chr(10), 0, i)}")
                out.append("$")
                i += 1
                continue
            end = j + braced
            if safe and name not in mapping:
                out.append(text[i:end])
            else:
                out.append(str(mapping[name]))
            i = end
        return "".join(out)

    def substitute(self, mapping={}, /, **kws):
        return self._fill({**mapping, **kws}, False)

    def safe_substitute(self, mapping={}, /, **kws):
        return self._fill({**mapping, **kws}, True)
