"""Paths, as text. On Windows they may begin with a drive; `\\` is read as `/`, and not written."""

import _files
import sys as _sys

_windows = _sys.platform == 'win32'
sep = '/'
pardir = '..'
curdir = '.'
pardir = '..'
extsep = '.'
pathsep = ';' if _windows else ':'
altsep = None
devnull = 'nul' if _windows else '/dev/null'
defpath = '/bin:/usr/bin'
supports_unicode_filenames = False
extsep = '.'


def _text(p):
    p = p.__fspath__() if hasattr(p, '__fspath__') else p
    return p.replace('\\', '/') if _windows and isinstance(p, str) else p


def join(a, *p):
    path = _text(a)
    for b in p:
        b = _text(b)
        drive, rest = splitdrive(b)
        if drive or rest.startswith('/'):
            path = (drive or splitdrive(path)[0]) + rest
        elif not path or path.endswith('/'):
            path += b
        else:
            path += '/' + b
    return path


def split(p):
    drive, p = splitdrive(p)
    i = p.rfind('/') + 1
    head, tail = p[:i], p[i:]
    if head and head != '/' * len(head):
        head = head.rstrip('/')
    return drive + head, tail


def normcase(s):
    return _text(s)


def basename(p):
    return split(p)[1]


def dirname(p):
    return split(p)[0]


def splitext(p):
    p = _text(p)
    dot = p.rfind('.')
    start = p.rfind('/') + 1
    if dot > start and p[start:dot].strip('.'):
        return p[:dot], p[dot:]
    return p, ''


def splitdrive(p):
    p = _text(p)
    n = 2 if _windows and p[1:2] == ':' else 0
    return p[:n], p[n:]


def isabs(p):
    return splitdrive(p)[1].startswith('/')


def normpath(p):
    drive, p = splitdrive(p)
    if not p:
        return drive or '.'
    root = '//' if p.startswith('//') and not p.startswith('///') else '/' if p.startswith('/') else ''
    out = []
    for part in p.split('/'):
        if part in ('', '.'):
            continue
        if part != '..' or not root and not out or out and out[-1] == '..':
            out.append(part)
        elif out:
            out.pop()
    return drive + root + '/'.join(out) or '.'


def abspath(p):
    p = _text(p)
    return normpath(p if isabs(p) else join(_files.getcwd(), p))


def realpath(p, *, strict=False):
    try:
        return _files.realpath(_text(p))
    except OSError:
        if strict:
            raise
        return abspath(p)


def relpath(path, start='.'):
    a = [x for x in abspath(start).split('/') if x]
    b = [x for x in abspath(path).split('/') if x]
    n = 0
    while n < len(a) and n < len(b) and a[n] == b[n]:
        n += 1
    return '/'.join(['..'] * (len(a) - n) + b[n:]) or '.'


def commonprefix(m):
    if not m:
        return ''
    low, high = min(m), max(m)
    n = 0
    while n < len(low) and n < len(high) and low[n] == high[n]:
        n += 1
    return low[:n]


def commonpath(paths):
    split = [[x for x in splitdrive(p)[1].split('/') if x and x != '.'] for p in paths]
    return splitdrive(paths[0])[0] + ('/' if isabs(paths[0]) else '') + '/'.join(commonprefix(split))


def _stat(p, follow=True):
    try:
        return _files.stat(_text(p), follow)
    except (OSError, ValueError):
        return None


def exists(p):
    return _stat(p) is not None


def lexists(p):
    return _stat(p, False) is not None


def _is(p, kind, follow=True):
    st = _stat(p, follow)
    return st is not None and st[0] & 0o170000 == kind


def isfile(p):
    return _is(p, 0o100000)


def isdir(p):
    return _is(p, 0o040000)


def islink(p):
    return _is(p, 0o120000, False)


def getsize(p):
    return _files.stat(_text(p), True)[6]


def getmtime(p):
    return _files.stat(_text(p), True)[8] / 1e9


def getatime(p):
    return _files.stat(_text(p), True)[7] / 1e9


def getctime(p):
    return _files.stat(_text(p), True)[9] / 1e9


def samefile(a, b):
    return _files.stat(_text(a), True)[1:3] == _files.stat(_text(b), True)[1:3]


def expanduser(p):
    if p == '~' or p.startswith('~/'):
        import os
        return os.environ.get('USERPROFILE' if _windows else 'HOME', '~') + p[1:]
    return p


def expandvars(p):
    import os
    import re
    return re.sub(r'\$(\w+|\{[^}]*\})', lambda m: os.environ.get(m.group(1).strip('{}'), m.group()), p)
