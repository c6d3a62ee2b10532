"""Copying, moving and removing files and folders."""

import os as _os
from collections import namedtuple as _namedtuple


class Error(OSError):
    pass


class SameFileError(Error):
    pass


terminal_size = _namedtuple('terminal_size', 'columns lines')


def copyfileobj(fsrc, fdst, length=0):
    while True:
        part = fsrc.read(length or 65536)
        if not part:
            break
        fdst.write(part)


def _into(src, dst):
    return _os.path.join(dst, _os.path.basename(_os.fspath(src))) if _os.path.isdir(dst) else dst


def copyfile(src, dst, *, follow_symlinks=True):
    if _os.path.exists(dst) and _os.path.realpath(src) == _os.path.realpath(dst):
        raise SameFileError(f'{src!r} and {dst!r} are the same file')
    with open(src, 'rb') as a, open(dst, 'wb') as b:
        copyfileobj(a, b)
    return dst


def copy(src, dst, *, follow_symlinks=True):
    return copyfile(src, _into(src, dst))


copy2 = copy


def ignore_patterns(*patterns):
    import fnmatch

    def ignored(path, names):
        return {n for p in patterns for n in fnmatch.filter(names, p)}

    return ignored


def copytree(src, dst, symlinks=False, ignore=None, copy_function=copy2, ignore_dangling_symlinks=False, dirs_exist_ok=False):
    names = _os.listdir(src)
    left_out = ignore(_os.fspath(src), names) if ignore else ()
    _os.makedirs(dst, exist_ok=dirs_exist_ok)
    for name in names:
        if name in left_out:
            continue
        a, b = _os.path.join(src, name), _os.path.join(dst, name)
        if _os.path.isdir(a):
            copytree(a, b, symlinks, ignore, copy_function, ignore_dangling_symlinks, dirs_exist_ok)
        else:
            copy_function(a, b)
    return dst


def rmtree(path, ignore_errors=False, onerror=None):
    def attempt(f, name):
        try:
            return f(name)
        except OSError as e:
            if onerror is not None:
                onerror(f, name, (type(e), e, e.__traceback__))
            elif not ignore_errors:
                raise

    for name in attempt(_os.listdir, path) or ():
        inner = _os.path.join(path, name)
        if _os.path.isdir(inner) and not _os.path.islink(inner):
            rmtree(inner, ignore_errors, onerror)
        else:
            attempt(_os.remove, inner)
    if _os.path.isdir(path):
        attempt(_os.rmdir, path)


def move(src, dst, copy_function=copy2):
    to = _into(src, dst)
    if to is not dst and _os.path.exists(to):
        raise Error(f"Destination path '{to}' already exists")
    try:
        _os.rename(src, to)
    except OSError as e:
        if e.errno != 18:
            raise
        # Another file system.
        if _os.path.isdir(src):
            copytree(src, to, copy_function=copy_function)
            rmtree(src)
        else:
            copy_function(src, to)
            _os.remove(src)
    return to


def which(cmd, mode=1, path=None):
    if _os.path.dirname(cmd):
        return cmd if _os.access(cmd, mode) else None
    for place in (_os.environ.get('PATH', '') if path is None else path).split(_os.pathsep):
        for ending in ('', *_os.environ.get('PATHEXT', '').split(';')):
            name = _os.path.join(place, cmd + ending)
            if _os.path.isfile(name) and _os.access(name, mode):
                return name


def get_terminal_size(fallback=(80, 24)):
    def size(name, default):
        text = _os.environ.get(name, '')
        return int(text) if text.isdigit() and int(text) > 0 else default

    return terminal_size(size('COLUMNS', fallback[0]), size('LINES', fallback[1]))
