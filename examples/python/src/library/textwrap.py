"""Text in lines of a width."""


def _words(text):
    """Words, and the white space between them; a word may be broken after a hyphen."""
    out, i, n = [], 0, len(text)
    while i < n:
        j = i
        space = text[i] == ' '
        while j < n and (text[j] == ' ') == space:
            j += 1
            if not space and text[j - 1] == '-' and j - i > 1 and text[j - 2].isalpha() and j < n and text[j].isalpha():
                break
        out.append(text[i:j])
        i = j
    return out


class TextWrapper:
    def __init__(self, width=70, initial_indent='', subsequent_indent='', expand_tabs=True, replace_whitespace=True,
                 fix_sentence_endings=False, break_long_words=True, drop_whitespace=True, break_on_hyphens=True, tabsize=8, *,
                 max_lines=None, placeholder=' [...]'):
        self.width = width
        self.initial_indent = initial_indent
        self.subsequent_indent = subsequent_indent
        self.expand_tabs = expand_tabs
        self.replace_whitespace = replace_whitespace
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.tabsize = tabsize
        self.max_lines = max_lines
        self.placeholder = placeholder

    def wrap(self, text):
        if self.width <= 0:
            raise ValueError('invalid width %r (must be > 0)' % self.width)
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        if self.replace_whitespace:
            for c in '\n\r\v\f\t':
                text = text.replace(c, ' ')
        chunks = _words(text)[::-1]
        lines = []
        while chunks:
            indent = self.subsequent_indent if lines else self.initial_indent
            width = self.width - len(indent)
            if self.drop_whitespace and lines and not chunks[-1].strip():
                chunks.pop()
            line, size = [], 0
            while chunks and size + len(chunks[-1]) <= width:
                size += len(chunks[-1])
                line.append(chunks.pop())
            if chunks and len(chunks[-1]) > width:
                room = max(width - size, 1)
                if self.break_long_words:
                    line.append(chunks[-1][:room])
                    chunks[-1] = chunks[-1][room:]
                elif not line:
                    line.append(chunks.pop())
                size = sum([len(c) for c in line])
            if self.drop_whitespace and line and not line[-1].strip():
                size -= len(line.pop())
            if not line:
                continue
            rest = not chunks or self.drop_whitespace and len(chunks) == 1 and not chunks[0].strip()
            if self.max_lines is None or len(lines) + 1 < self.max_lines or rest and size <= width:
                lines.append(indent + ''.join(line))
                continue
            while line:
                if line[-1].strip() and size + len(self.placeholder) <= width:
                    lines.append(indent + ''.join(line) + self.placeholder)
                    return lines
                size -= len(line.pop())
            if lines and len(lines[-1].rstrip()) + len(self.placeholder) <= self.width:
                lines[-1] = lines[-1].rstrip() + self.placeholder
            else:
                lines.append(indent + self.placeholder.lstrip())
            break
        return lines

    def fill(self, text):
        return '\n'.join(self.wrap(text))


def wrap(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    return TextWrapper(width=width, max_lines=1, **kwargs).fill(' '.join(text.split()))


def dedent(text):
    lines = [line if line.strip() else '' for line in text.split('\n')]
    margin = None
    for line in lines:
        if line:
            indent = line[:len(line) - len(line.lstrip(' \t'))]
            if margin is None:
                margin = indent
            else:
                n = 0
                while n < len(margin) and n < len(indent) and margin[n] == indent[n]:
                    n += 1
                margin = margin[:n]
    return '\n'.join([line[len(margin or ''):] for line in lines])


def indent(text, prefix, predicate=None):
    return ''.join([prefix + line if (predicate or str.strip)(line) else line for line in text.splitlines(True)])
