"""Paths as objects; those of POSIX."""

import fnmatch as _fnmatch
import os as _os


class PurePath:
    __slots__ = ('_text',)

    def __new__(cls, *args):
        if cls is PurePath:
            cls = PurePosixPath
        elif cls is Path:
            cls = PosixPath
        self = object.__new__(cls)
        text = ''
        for a in args:
            if isinstance(a, PurePath):
                a = a._text
            elif hasattr(a, '__fspath__'):
                a = a.__fspath__()
            if not isinstance(a, str):
                raise TypeError("argument should be a str object or an os.PathLike object returning str, not %r" % type(a))
            text = _os.path.join(text, a) if text else _os.path.normcase(a)
        parts = [p for p in text.split('/') if p and p != '.']
        self._text = ('/' if text.startswith('/') else '') + '/'.join(parts) or '.'
        return self

    def __str__(self): return self._text
    def __fspath__(self): return self._text
    def as_posix(self): return self._text
    def __repr__(self): return '%s(%r)' % (type(self).__name__, self._text)
    def __bytes__(self): return self._text.encode()
    def __hash__(self): return hash(self._text)
    def __eq__(self, other): return self._text == other._text if isinstance(other, PurePath) else NotImplemented
    def __lt__(self, other): return self.parts < other.parts if isinstance(other, PurePath) else NotImplemented
    def __le__(self, other): return self.parts <= other.parts if isinstance(other, PurePath) else NotImplemented
    def __gt__(self, other): return self.parts > other.parts if isinstance(other, PurePath) else NotImplemented
    def __ge__(self, other): return self.parts >= other.parts if isinstance(other, PurePath) else NotImplemented

    def __truediv__(self, other):
        try:
            return type(self)(self, other)
        except TypeError:
            return NotImplemented

    def __rtruediv__(self, other):
        try:
            return type(self)(other, self)
        except TypeError:
            return NotImplemented

    def joinpath(self, *args): return type(self)(self, *args)

    @property
    def parts(self):
        names = [p for p in self._text.split('/') if p and p != '.']
        return (('/',) if self._text.startswith('/') else ()) + tuple(names)

    drive = property(lambda self: '')
    root = property(lambda self: '/' if self._text.startswith('/') else '')
    anchor = root

    @property
    def name(self):
        parts = self.parts
        return parts[-1] if parts and parts[-1] != '/' else ''

    @property
    def suffix(self):
        name = self.name
        i = name.rfind('.')
        return name[i:] if 0 < i < len(name) - 1 else ''

    @property
    def suffixes(self):
        name = self.name
        return [] if name.endswith('.') else ['.' + s for s in name.lstrip('.').split('.')[1:]]

    @property
    def stem(self):
        suffix = self.suffix
        return self.name[:-len(suffix)] if suffix else self.name

    @property
    def parent(self):
        parts = self.parts
        if len(parts) <= 1:
            return self if parts[:1] == ('/',) or not parts else type(self)()
        return type(self)(*parts[:-1])

    @property
    def parents(self):
        out, p = [], self
        while p.parent != p:
            p = p.parent
            out.append(p)
        return tuple(out)

    def is_absolute(self): return _os.path.isabs(self._text)

    def relative_to(self, *other):
        base = type(self)(*other)
        n = len(base.parts)
        if self.parts[:n] != base.parts:
            raise ValueError('%r is not in the subpath of %r OR one path is relative and the other is absolute.' % (str(self), str(base)))
        return type(self)(*self.parts[n:])

    def is_relative_to(self, *other):
        base = type(self)(*other)
        return self.parts[:len(base.parts)] == base.parts

    def with_name(self, name):
        if not self.name:
            raise ValueError('%r has an empty name' % (self,))
        if not name or '/' in name or name == '.':
            raise ValueError('Invalid name %r' % name)
        return type(self)(*self.parts[:-1], name)

    def with_suffix(self, suffix):
        if suffix and (not suffix.startswith('.') or suffix == '.' or '/' in suffix):
            raise ValueError('Invalid suffix %r' % suffix)
        return self.with_name(self.stem + suffix)

    def with_stem(self, stem): return self.with_name(stem + self.suffix)

    def match(self, pattern):
        wanted, own = PurePath(pattern).parts, self.parts
        if pattern.startswith('/') and len(wanted) != len(own) or len(wanted) > len(own):
            return False
        return all(_fnmatch.fnmatchcase(a, b) for a, b in zip(reversed(own), reversed(wanted)))


class PurePosixPath(PurePath):
    __slots__ = ()


class Path(PurePath):
    __slots__ = ()

    @classmethod
    def cwd(cls): return cls(_os.getcwd())

    @classmethod
    def home(cls): return cls(_os.path.expanduser('~'))

    def exists(self): return _os.path.exists(self._text)
    def is_file(self): return _os.path.isfile(self._text)
    def is_dir(self): return _os.path.isdir(self._text)
    def is_symlink(self): return _os.path.islink(self._text)
    def stat(self): return _os.stat(self._text)
    def absolute(self): return type(self)(_os.path.abspath(self._text)) if not self.is_absolute() else self
    def resolve(self, strict=False): return type(self)(_os.path.realpath(self._text))
    def expanduser(self): return type(self)(_os.path.expanduser(self._text))
    def open(self, mode='r', buffering=-1, encoding=None, errors=None, newline=None): return open(self._text, mode, encoding=encoding, errors=errors, newline=newline)

    def read_text(self, encoding=None, errors=None):
        with self.open('r', encoding=encoding, errors=errors) as f:
            return f.read()

    def read_bytes(self):
        with self.open('rb') as f:
            return f.read()

    def write_text(self, data, encoding=None, errors=None, newline=None):
        if not isinstance(data, str):
            raise TypeError('data must be str, not %s' % type(data).__name__)
        with self.open('w', encoding=encoding, errors=errors, newline=newline) as f:
            return f.write(data)

    def write_bytes(self, data):
        with self.open('wb') as f:
            return f.write(data)

    def iterdir(self):
        for name in _os.listdir(self._text):
            yield self / name

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        try:
            _os.mkdir(self._text)
        except FileNotFoundError:
            if not parents or self.parent == self:
                raise
            self.parent.mkdir(parents=True, exist_ok=True)
            self.mkdir(mode, False, exist_ok)
        except FileExistsError:
            if not exist_ok or not self.is_dir():
                raise

    def rmdir(self): _os.rmdir(self._text)

    def unlink(self, missing_ok=False):
        try:
            _os.remove(self._text)
        except FileNotFoundError:
            if not missing_ok:
                raise

    def rename(self, target):
        _os.rename(self._text, str(target))
        return type(self)(target)

    replace = rename

    def touch(self, mode=0o666, exist_ok=True):
        if not exist_ok and self.exists():
            raise FileExistsError(17, 'File exists', self._text)
        open(self._text, 'a').close()

    def glob(self, pattern):
        if not pattern:
            raise ValueError('Unacceptable pattern: %r' % pattern)
        return self._glob(PurePath(pattern).parts)

    def rglob(self, pattern):
        return self._glob(('**',) + PurePath(pattern).parts)

    def _glob(self, parts):
        seen = set()
        for p in self._match(parts):
            if p not in seen:
                seen.add(p)
                yield p

    def _match(self, parts):
        if not parts:
            yield self
            return
        first, rest = parts[0], parts[1:]
        if first == '**':
            yield from self._match(rest) if rest else iter([self])
            for p in sorted(self.iterdir()):
                if p.is_dir() and not p.is_symlink():
                    yield from p._match(parts)
        elif not any(c in first for c in '*?['):
            if (self / first).exists():
                yield from (self / first)._match(rest)
        elif self.is_dir():
            for p in sorted(self.iterdir()):
                if _fnmatch.fnmatchcase(p.name, first) and (not rest or p.is_dir()):
                    yield from p._match(rest)


class PosixPath(Path, PurePosixPath):
    __slots__ = ()


