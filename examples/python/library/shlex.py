"""Splitting text as a shell does."""

import re as _re

_unsafe = _re.compile(r'[^\w@%+=:,./-]', _re.ASCII)


def split(s, comments=False, posix=True):
    if s is None:
        raise ValueError('s argument must not be None')
    words, word, i, n = [], None, 0, len(s)
    while i < n:
        c = s[i]
        i += 1
        if c.isspace():
            if word is not None:
                words.append(word)
                word = None
        elif c == '#' and comments:
            while i < n and s[i] != '\n':
                i += 1
        elif c == '\\' and posix:
            if i >= n:
                raise ValueError('No escaped character')
            word = (word or '') + s[i]
            i += 1
        elif c in '\'"':
            word = word or ''
            if not posix:
                word += c
            while True:
                if i >= n:
                    raise ValueError('No closing quotation')
                d = s[i]
                i += 1
                if d == c:
                    break
                if d == '\\' and c == '"' and posix and i < n and s[i] in '"\\':
                    d = s[i]
                    i += 1
                word += d
            if not posix:
                word += c
        else:
            word = (word or '') + c
    if word is not None:
        words.append(word)
    return words


def quote(s):
    if not s:
        return "''"
    if _unsafe.search(s) is None:
        return s
    return "'" + s.replace("'", "'\"'\"'") + "'"


def join(split_command):
    return ' '.join(quote(arg) for arg in split_command)
