"""Literals as values. Trees of programs are not there."""

import re as _re

_TOKEN = _re.compile(r'''\s*(?:\#[^\n]*\s*)*(?:
    (?P<text>(?:[rR]|[bB]|[uU]|[bB][rR]|[rR][bB])?(?:"""(?:[^\\]|\\.)*?"""|\'\'\'(?:[^\\]|\\.)*?\'\'\'|"(?:[^\\\n"]|\\.)*"|'(?:[^\\\n']|\\.)*'))
    |(?P<number>0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:[0-9][0-9_]*\.?[0-9_]*|\.[0-9][0-9_]*)(?:[eE][-+]?[0-9_]+)?[jJ]?)
    |(?P<name>[^\W\d]\w*)
    |(?P<mark>\.\.\.|[-+(){}\[\],:])
    |(?P<end>\Z)
)''', _re.X | _re.S)
_NAMES = {'None': None, 'True': True, 'False': False}


class _Reader:
    """Reads one literal, by descent."""

    def __init__(self, text):
        self.text = text
        self.at = 0
        self.next()

    def next(self):
        m = _TOKEN.match(self.text, self.at)
        if not m:
            self.bad()
        self.kind = m.lastgroup
        self.token = m.group(m.lastgroup)
        self.at = m.end()

    def bad(self):
        raise SyntaxError('invalid syntax')

    def malformed(self):
        raise ValueError('malformed node or string: ' + self.token)

    def eat(self, mark):
        if self.kind == 'mark' and self.token == mark:
            self.next()
            return True
        return False

    def items(self, end):
        """Values up to a closing mark, and whether the last one had a comma."""
        out = []
        comma = False
        while not self.eat(end):
            if out and not comma:
                self.bad()
            out.append(self.sum())
            comma = self.eat(',')
        return out, comma

    def sum(self):
        value = self.signed()
        while self.kind == 'mark' and self.token in '+-':
            minus = self.token == '-'
            self.next()
            other = self.signed()
            if type(value) not in (int, float) or type(other) is not complex:
                self.malformed()
            value = value - other if minus else value + other
        return value

    def signed(self):
        if self.kind == 'mark' and self.token in ('+', '-'):
            minus = self.token == '-'
            self.next()
            value = self.signed()
            if type(value) not in (int, float, complex):
                self.malformed()
            return -value if minus else +value
        return self.atom()

    def atom(self):
        kind, token = self.kind, self.token
        if kind == 'number':
            self.next()
            return eval(token)
        if kind == 'text':
            value = eval(token)
            self.next()
            while self.kind == 'text':
                value += eval(self.token)
                self.next()
            return value
        if kind == 'name':
            if token == 'set':
                self.next()
                if self.eat('(') and self.eat(')'):
                    return set()
                self.malformed()
            if token not in _NAMES:
                self.malformed()
            self.next()
            return _NAMES[token]
        if self.eat('...'):
            return ...
        if self.eat('('):
            values, comma = self.items(')')
            return values[0] if len(values) == 1 and not comma else tuple(values)
        if self.eat('['):
            return self.items(']')[0]
        if self.eat('{'):
            return self.braces()
        self.bad()

    def braces(self):
        if self.eat('}'):
            return {}
        first = self.sum()
        if not self.eat(':'):
            values = {first}
            if not self.eat(','):
                if not self.eat('}'):
                    self.bad()
                return values
            values.update(self.items('}')[0])
            return values
        out = {first: self.sum()}
        while not self.eat('}'):
            if not self.eat(','):
                self.bad()
            if self.eat('}'):
                break
            key = self.sum()
            if not self.eat(':'):
                self.bad()
            out[key] = self.sum()
        return out


def literal_eval(node_or_string):
    if not isinstance(node_or_string, str):
        raise ValueError('malformed node or string: %r' % (node_or_string,))
    reader = _Reader(node_or_string.lstrip(' \t'))
    value = reader.sum()
    if reader.kind == 'mark' and reader.token == ',':
        reader.next()
        values = [value]
        while reader.kind != 'end':
            values.append(reader.sum())
            if not reader.eat(',') and reader.kind != 'end':
                reader.bad()
        value = tuple(values)
    if reader.kind != 'end':
        reader.bad()
    return value


def parse(source, filename='<unknown>', mode='exec', **other):
    raise NotImplementedError('trees of programs are not supported')


class AST:
    """Base of the nodes that trees would have."""


class NodeVisitor:
    def visit(self, node):
        raise NotImplementedError('trees of programs are not supported')


NodeTransformer = NodeVisitor
