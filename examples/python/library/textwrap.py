"""Text in lines of a width."""

import re as _re

_SPACE = '\t\n\x0b\x0c\r '
_BLANK, _INK = '[%s]' % _re.escape(_SPACE), '[^%s]' % _re.escape(_SPACE)
_WORD_END = r'[\w!"\'&.,?]'
# White space; dashes between words; a word, up to a hyphen after which it may be broken, or to white space or dashes.
_PARTS = _re.compile(
    r'(%s+|(?<=%s)-{2,}(?=\w)|%s+?(?:-(?:(?<=[^\d\W]{2}-)|(?<=[^\d\W]-[^\d\W]-))(?=[^\d\W]-?[^\d\W])|(?=%s|\Z)|(?<=%s)(?=-{2,}\w)))' % (
        _BLANK, _WORD_END, _INK, _BLANK, _WORD_END))
_PLAIN_PARTS = _re.compile('(%s+)' % _BLANK)
_SENTENCE = _re.compile(r'[a-z][.!?]["\']?\Z')


class TextWrapper:
    """Puts text in lines."""

    def __init__(self, width=70, initial_indent='', subsequent_indent='', expand_tabs=True, replace_whitespace=True,
                 fix_sentence_endings=False, break_long_words=True, drop_whitespace=True, break_on_hyphens=True, tabsize=8, *,
                 max_lines=None, placeholder=' [...]'):
        self.width = width
        self.initial_indent = initial_indent
        self.subsequent_indent = subsequent_indent
        self.expand_tabs = expand_tabs
        self.replace_whitespace = replace_whitespace
        self.fix_sentence_endings = fix_sentence_endings
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.break_on_hyphens = break_on_hyphens
        self.tabsize = tabsize
        self.max_lines = max_lines
        self.placeholder = placeholder

    def _munge_whitespace(self, text):
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        if self.replace_whitespace:
            text = text.translate(dict.fromkeys([ord(c) for c in _SPACE], ' '))
        return text

    def _split(self, text):
        """Words, and the white space between them."""
        parts = (_PARTS if self.break_on_hyphens else _PLAIN_PARTS).split(text)
        return [p for p in parts if p]

    def _fix_sentence_endings(self, chunks):
        for i in range(len(chunks) - 1):
            if chunks[i + 1] == ' ' and _SENTENCE.search(chunks[i]):
                chunks[i + 1] = '  '

    def _long_word(self, chunks, line, size, width):
        """Breaks a word that fits in no line, or lets it stick out of a line of its own."""
        room = 1 if width < 1 else width - size
        if self.break_long_words:
            end, word = room, chunks[-1]
            if self.break_on_hyphens and len(word) > room:
                hyphen = word.rfind('-', 0, room)
                if hyphen > 0 and any([c != '-' for c in word[:hyphen]]):
                    end = hyphen + 1
            line.append(word[:end])
            chunks[-1] = word[end:]
        elif not line:
            line.append(chunks.pop())

    def _wrap_chunks(self, chunks):
        if self.width <= 0:
            raise ValueError('invalid width %r (must be > 0)' % self.width)
        if self.max_lines is not None:
            indent = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(indent) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError('placeholder too large for max width')
        lines = []
        chunks = chunks[::-1]
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
                self._long_word(chunks, line, size, width)
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

    def wrap(self, text):
        chunks = self._split(self._munge_whitespace(text))
        if self.fix_sentence_endings:
            self._fix_sentence_endings(chunks)
        return self._wrap_chunks(chunks)

    def fill(self, text):
        return '\n'.join(self.wrap(text))


def wrap(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    return TextWrapper(width=width, max_lines=1, **kwargs).fill(' '.join(text.strip().split()))


def dedent(text):
    if not isinstance(text, str):
        raise TypeError('expected string or bytes-like object')
    lines = [line if line.strip(' \t') else '' for line in text.split('\n')]
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
