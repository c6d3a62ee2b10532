"""Files and folders that are gone when they are no longer needed."""

import atexit as _atexit
import os as _os
import shutil as _shutil
from binascii import hexlify as _hexlify

template = 'tmp'
tempdir = None


def gettempdir():
    global tempdir
    if tempdir is None:
        given = [_os.environ.get(name) for name in ('TMPDIR', 'TEMP', 'TMP')]
        for place in given + ['/tmp', '/var/tmp', '.']:
            if place and _os.path.isdir(place):
                tempdir = _os.path.abspath(place)
                break
    return tempdir


def gettempprefix():
    return template


def _fresh(suffix, prefix, dir, make):
    for _ in range(10000):
        middle = _hexlify(_os.urandom(4)).decode()
        name = _os.path.join(dir or gettempdir(), (prefix or template) + middle + (suffix or ''))
        try:
            return name, make(name)
        except FileExistsError:
            pass
    raise FileExistsError(17, 'No usable temporary file name found')


def mkdtemp(suffix=None, prefix=None, dir=None):
    return _fresh(suffix, prefix, dir, lambda name: _os.mkdir(name, 0o700))[0]


def mktemp(suffix='', prefix=template, dir=None):
    def make(name):
        if _os.path.exists(name):
            raise FileExistsError(name)

    return _fresh(suffix, prefix, dir, make)[0]


class _Temporary:
    """An open file that is removed when it is closed."""

    def __init__(self, name, file, delete):
        self.name = name
        self.file = file
        self.delete = delete
        if delete:
            _atexit.register(self.close)

    def __getattr__(self, name):
        return getattr(self.file, name)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()

    def __iter__(self):
        return iter(self.file)

    def close(self):
        self.file.close()
        if self.delete:
            self.delete = False
            try:
                _os.remove(self.name)
            except FileNotFoundError:
                pass


def NamedTemporaryFile(
    mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, delete=True, *, errors=None
):
    more = {} if 'b' in mode else {'encoding': encoding, 'newline': newline}
    made = mode.replace('w', 'x')
    name, file = _fresh(suffix, prefix, dir, lambda name: open(name, made, **more))
    return _Temporary(name, file, delete)


TemporaryFile = NamedTemporaryFile


class TemporaryDirectory:
    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False):
        self._lenient = ignore_cleanup_errors
        self.name = mkdtemp(suffix, prefix, dir)
        _atexit.register(self.cleanup)

    def __repr__(self):
        return f'<TemporaryDirectory {self.name!r}>'

    def __enter__(self):
        return self.name

    def __exit__(self, *exc):
        self.cleanup()

    def cleanup(self):
        if _os.path.exists(self.name):
            _shutil.rmtree(self.name, ignore_errors=self._lenient)
