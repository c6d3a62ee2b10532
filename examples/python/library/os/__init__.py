"""The operating system: names, files and folders, the environment. Paths have `/` between their parts, on Windows too."""

import _files
import sys as _sys
import os.path

name = 'nt' if _sys.platform == 'win32' else 'posix'
sep = '/'
altsep = None
pathsep = path.pathsep
linesep = '\n'
curdir = '.'
pardir = '..'
extsep = '.'
devnull = path.devnull
F_OK, R_OK, W_OK, X_OK = 0, 4, 2, 1
error = OSError


class _Environ(dict):
    def __repr__(self):
        return 'environ(%s)' % dict.__repr__(self)

    def __setitem__(self, k, v):
        if not isinstance(k, str) or not isinstance(v, str):
            raise TypeError('str expected, not ' + type(v if isinstance(k, str) else k).__name__)
        dict.__setitem__(self, k, v)

    def copy(self):
        return dict(self)


_all = _files.environ()
environ = _Environ()
for _i in range(0, len(_all), 2):
    environ[_all[_i]] = _all[_i + 1]


def getenv(key, default=None):
    return environ.get(key, default)


def putenv(key, value):
    environ[key] = value


def unsetenv(key):
    environ.pop(key, None)


def fspath(p):
    if isinstance(p, (str, bytes)):
        return p
    if hasattr(p, '__fspath__'):
        return p.__fspath__()
    raise TypeError('expected str, bytes or os.PathLike object, not ' + type(p).__name__)


class PathLike:
    pass


getcwd = _files.getcwd
getpid = _files.getpid
cpu_count = _files.cpu_count
urandom = _files.urandom


def chdir(path):
    _files.chdir(fspath(path))


def listdir(path='.'):
    return _files.listdir(fspath(path))


def mkdir(path, mode=0o777):
    _files.mkdir(fspath(path))


def makedirs(name, mode=0o777, exist_ok=False):
    name = fspath(name)
    head, tail = path.split(name)
    if not tail:
        head, tail = path.split(head)
    if head and tail and not path.exists(head):
        makedirs(head, exist_ok=True)
    try:
        mkdir(name)
    except OSError:
        if not exist_ok or not path.isdir(name):
            raise


def rmdir(path):
    _files.rmdir(fspath(path))


def removedirs(name):
    rmdir(name)
    head = path.dirname(name)
    while head:
        try:
            rmdir(head)
        except OSError:
            break
        head = path.dirname(head)


def remove(path):
    _files.remove(fspath(path))


unlink = remove


def rename(src, dst):
    _files.rename(fspath(src), fspath(dst))


replace = rename


class stat_result(tuple):
    st_mode = property(lambda self: self[0])
    st_ino = property(lambda self: self[1])
    st_dev = property(lambda self: self[2])
    st_nlink = property(lambda self: self[3])
    st_uid = property(lambda self: self[4])
    st_gid = property(lambda self: self[5])
    st_size = property(lambda self: self[6])
    st_atime = property(lambda self: self.st_atime_ns / 1e9)
    st_mtime = property(lambda self: self.st_mtime_ns / 1e9)
    st_ctime = property(lambda self: self.st_ctime_ns / 1e9)


def _made(st):
    r = stat_result(st[:7] + tuple([t // 1000000000 for t in st[7:]]))
    r.st_atime_ns, r.st_mtime_ns, r.st_ctime_ns = st[7:]
    return r


def stat(path, *, follow_symlinks=True):
    return _made(_files.stat(fspath(path), follow_symlinks))


def lstat(path):
    return _made(_files.stat(fspath(path), False))


def access(p, mode):
    return path.exists(p)


class DirEntry:
    def __init__(self, folder, name):
        self.name = name
        self.path = path.join(folder, name)

    def is_dir(self, *, follow_symlinks=True):
        return path.isdir(self.path)

    def is_file(self, *, follow_symlinks=True):
        return path.isfile(self.path)

    def is_symlink(self):
        return path.islink(self.path)

    def stat(self, *, follow_symlinks=True):
        return stat(self.path, follow_symlinks=follow_symlinks)

    def __fspath__(self):
        return self.path

    def __repr__(self):
        return '<DirEntry %r>' % self.name


class _Scan:
    def __init__(self, folder):
        self._all = iter([DirEntry(folder, n) for n in listdir(folder)])

    def __iter__(self):
        return self._all

    def __next__(self):
        return next(self._all)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass

    def close(self):
        pass


def scandir(path='.'):
    return _Scan(fspath(path))


def walk(top, topdown=True, onerror=None, followlinks=False):
    top = fspath(top)
    try:
        names = listdir(top)
    except OSError as e:
        if onerror is not None:
            onerror(e)
        return
    dirs = [n for n in names if path.isdir(path.join(top, n))]
    files = [n for n in names if not path.isdir(path.join(top, n))]
    if topdown:
        yield top, dirs, files
    for d in dirs:
        full = path.join(top, d)
        if followlinks or not path.islink(full):
            yield from walk(full, topdown, onerror, followlinks)
    if not topdown:
        yield top, dirs, files


def strerror(code):
    return {1: 'Operation not permitted', 2: 'No such file or directory', 13: 'Permission denied', 17: 'File exists',
            20: 'Not a directory', 21: 'Is a directory', 22: 'Invalid argument'}.get(code, 'Unknown error %d' % code)


def _exit(status):
    _sys.exit(status)

SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_APPEND = 0, 1, 2, 64, 128, 512, 1024
supports_bytes_environ = False
