"""File names of a directory by shell patterns."""

import fnmatch as _fnmatch
import os as _os


def has_magic(s):
    return any(c in s for c in '*?[')


def escape(pathname):
    return ''.join(['[%s]' % c if c in '*?[' else c for c in pathname])


def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    return list(iglob(pathname, root_dir=root_dir, recursive=recursive, include_hidden=include_hidden))


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    start = '/' if pathname.startswith('/') else ''
    parts = [p for p in pathname.split('/') if p]
    base = root_dir or ''

    def place(path):
        return _os.path.join(base, path) if base else path or '.'

    def walk(path, i):
        if i == len(parts):
            if path:
                yield path
            return
        part = parts[i]
        join = lambda name: (path if not path or path.endswith('/') else path + '/') + name
        if not has_magic(part):
            if _os.path.lexists(place(join(part))):
                yield from walk(join(part), i + 1)
            return
        names = _os.listdir(place(path)) if _os.path.isdir(place(path)) else []
        names = [n for n in names if include_hidden or part.startswith('.') or not n.startswith('.')]
        if part == '**' and recursive:
            yield from walk(path, i + 1)
            for n in names:
                if _os.path.isdir(place(join(n))):
                    yield from walk(join(n), i)
                elif i + 1 == len(parts):
                    yield join(n)
            return
        for n in _fnmatch.filter(names, part):
            if i + 1 == len(parts) or _os.path.isdir(place(join(n))):
                yield from walk(join(n), i + 1)
    return walk(start, 0)
