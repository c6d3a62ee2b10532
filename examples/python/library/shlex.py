"""Splitting text as a shell does."""

from collections import deque as _deque
import io as _io
import os as _os
import re as _re
import sys as _sys
import warnings as _warnings

_unsafe = _re.compile(r'[^\w@%+=:,./-]', _re.ASCII)


def split(s, comments=False, posix=True):
    if s is None:
        _warnings.warn("Passing None for 's' to shlex.split() is deprecated.", DeprecationWarning, stacklevel=2)
    lexer = shlex(s, posix=posix)
    lexer.whitespace_split = True
    if not comments:
        lexer.commenters = ''
    return list(lexer)


_SPACES = ' '  # The state between words. Others are a quote or an escape, a word, operators, and none at the end.
_WORD, _OPERATORS = 'a', 'c'


class shlex:
    """Reads words from a text or a file. Each state has a method that takes a character and tells whether a word ends with it."""

    def __init__(self, instream=None, infile=None, posix=False, punctuation_chars=False):
        self.instream = _io.StringIO(instream) if isinstance(instream, str) else instream if instream is not None else _sys.stdin
        self.infile = infile if instream is not None else None
        self.posix = posix
        self.eof = None if posix else ''
        self.commenters = '#'
        self.wordchars = 'abcdfeghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_'
        if posix:
            self.wordchars += ''.join([chr(n) for n in [*range(0xDF, 0xF7), *range(0xF8, 0x100), *range(0xC0, 0xD7), *range(0xD8, 0xDF)]])
        self.whitespace = ' \t\r\n'
        self.whitespace_split = False
        self.quotes = '\'"'
        self.escape = '\\'
        self.escapedquotes = '"'
        self.state = _SPACES
        self.pushback = _deque()
        self.lineno = 1
        self.debug = 0
        self.token = ''
        self.filestack = _deque()
        self.source = None
        self._punctuation = '();<>|&' if punctuation_chars is True else punctuation_chars or ''
        self._pushed = _deque()
        self._quoted, self._back = False, _SPACES
        if self._punctuation:
            # What file names and options are made of; operators are none of it.
            self.wordchars = (self.wordchars + '~-./*?=').translate(str.maketrans(dict.fromkeys(self._punctuation)))

    @property
    def punctuation_chars(self):
        return self._punctuation

    def push_token(self, tok):
        self.pushback.appendleft(tok)

    def push_source(self, newstream, newfile=None):
        self.filestack.appendleft((self.infile, self.instream, self.lineno))
        self.infile = newfile
        self.instream = _io.StringIO(newstream) if isinstance(newstream, str) else newstream
        self.lineno = 1

    def pop_source(self):
        self.instream.close()
        self.infile, self.instream, self.lineno = self.filestack.popleft()
        self.state = _SPACES

    def get_token(self):
        if self.pushback:
            return self.pushback.popleft()
        token = self.read_token()
        while self.source is not None and token == self.source:
            spec = self.sourcehook(self.read_token())
            if spec:
                self.push_source(spec[1], spec[0])
            token = self.get_token()
        while token == self.eof and self.filestack:
            self.pop_source()
            token = self.get_token()
        return token

    def read_token(self):
        self._quoted, self._back = False, _SPACES
        while True:
            c = self._pushed.pop() if self._pushed else self.instream.read(1)
            if c == '\n':
                self.lineno += 1
            if self._take(c):
                break
        token, self.token = self.token, ''
        return None if self.posix and not self._quoted and token == '' else token

    def _take(self, c):
        state = self.state
        if state is None:
            self.token = ''
            return True
        if state == _SPACES:
            return self._between(c)
        if state in self.quotes:
            return self._in_quotes(c)
        return self._in_escape(c) if state in self.escape else self._in_word(c)

    def _any(self):
        """Whether there is a word, though it may be empty."""
        return bool(self.token or self.posix and self._quoted)

    def _comment(self):
        self.instream.readline()
        self.lineno += 1

    def _between(self, c):
        if not c:
            self.state = None
            return True
        if c in self.whitespace:
            return self._any()
        if c in self.commenters:
            self._comment()
        elif self.posix and c in self.escape:
            self._back, self.state = _WORD, c
        elif c in self.wordchars:
            self.token, self.state = c, _WORD
        elif c in self._punctuation:
            self.token, self.state = c, _OPERATORS
        elif c in self.quotes:
            self.token, self.state = '' if self.posix else c, c
        elif self.whitespace_split:
            self.token, self.state = c, _WORD
        else:
            self.token = c
            return True
        return False

    def _in_quotes(self, c):
        self._quoted = True
        if not c:
            raise ValueError('No closing quotation')
        if c == self.state:
            if not self.posix:
                self.token += c
                self.state = _SPACES
                return True
            self.state = _WORD
        elif self.posix and c in self.escape and self.state in self.escapedquotes:
            self._back, self.state = self.state, c
        else:
            self.token += c
        return False

    def _in_escape(self, c):
        if not c:
            raise ValueError('No escaped character')
        # Within quotes only they and the escape itself can be escaped.
        if self._back in self.quotes and c != self.state and c != self._back:
            self.token += self.state
        self.token += c
        self.state = self._back
        return False

    def _in_word(self, c):
        if not c:
            self.state = None
            return True
        if c in self.whitespace:
            self.state = _SPACES
            return self._any()
        if c in self.commenters:
            self._comment()
            if self.posix:
                self.state = _SPACES
            return self.posix and self._any()
        if self.state == _OPERATORS:
            if c in self._punctuation:
                self.token += c
                return False
            self._pushed.append(c)
            self.state = _SPACES
            return True
        if self.posix and c in self.quotes:
            self.state = c
        elif self.posix and c in self.escape:
            self._back, self.state = _WORD, c
        elif c in self.wordchars or c in self.quotes or self.whitespace_split and c not in self._punctuation:
            self.token += c
        else:
            (self._pushed.append if self._punctuation else self.pushback.appendleft)(c)
            self.state = _SPACES
            return self._any()
        return False

    def sourcehook(self, newfile):
        newfile = newfile.strip('"')
        if isinstance(self.infile, str) and not _os.path.isabs(newfile):
            newfile = _os.path.join(_os.path.dirname(self.infile), newfile)
        return newfile, open(newfile)

    def error_leader(self, infile=None, lineno=None):
        return '"%s", line %d: ' % (self.infile if infile is None else infile, self.lineno if lineno is None else lineno)

    def __iter__(self):
        return self

    def __next__(self):
        token = self.get_token()
        if token == self.eof:
            raise StopIteration
        return token


def quote(s):
    if not s:
        return "''"
    if _unsafe.search(s) is None:
        return s
    return "'" + s.replace("'", "'\"'\"'") + "'"


def join(split_command):
    return ' '.join(quote(arg) for arg in split_command)
