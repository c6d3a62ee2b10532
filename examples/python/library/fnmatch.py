"""File names by shell patterns."""

import os as _os
import re as _re


def translate(pat):
    if isinstance(pat, (list, tuple)):
        pat = ''.join(pat)
    out, i, n = [], 0, len(pat)
    while i < n:
        c = pat[i]
        i += 1
        if c == '*':
            if not out or out[-1] != '.*':
                out.append('.*')
        elif c == '?':
            out.append('.')
        elif c == '[':
            j = i + 1 if pat[i:i + 1] == '!' else i
            end = pat.find(']', j + 1)
            if end < 0:
                out.append('\\[')
                continue
            body = pat[i:end].replace('\\', '\\\\').replace('[', '\\[')
            i = end + 1
            out.append('[^%s]' % body[1:] if body.startswith('!') else '[%s]' % body)
        else:
            out.append(_re.escape(c))
    return '(?s:%s)\\Z' % ''.join(out)


_known = {}


def _pattern(pat):
    if pat not in _known:
        raw = isinstance(pat, bytes)
        made = translate(pat.decode('latin-1') if raw else pat)
        _known[pat] = _re.compile(made.encode('latin-1') if raw else made)
    return _known[pat]


def fnmatchcase(name, pat):
    return _pattern(pat).match(name) is not None


def fnmatch(name, pat):
    return fnmatchcase(_os.fspath(name), _os.fspath(pat))


def filter(names, pat):
    matches = _pattern(_os.fspath(pat)).match
    return [n for n in names if matches(n)]
