"""Files and streams: text and bytes, in memory and on disk."""

import _files

SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
DEFAULT_BUFFER_SIZE = 8192


class UnsupportedOperation(OSError, ValueError):
    pass


class IOBase:
    """What streams share. They need `readline`, `write`, `close`."""

    closed = False

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, *exc):
        self.close()

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def _check(self):
        if self.closed:
            raise ValueError('I/O operation on closed file.')

    def readlines(self, hint=-1):
        lines = []
        n = 0
        while True:
            line = self.readline()
            if not line:
                return lines
            lines.append(line)
            n += len(line)
            if hint is not None and 0 < hint <= n:
                return lines

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def flush(self):
        self._check()

    def close(self):
        self.closed = True

    def readable(self):
        return True

    def writable(self):
        return True

    def seekable(self):
        return True

    def isatty(self):
        return False

    def fileno(self):
        raise UnsupportedOperation('fileno')


TextIOBase = RawIOBase = BufferedIOBase = IOBase


class StringIO(IOBase):
    """Text in memory. What is written at the end is kept in pieces until it is asked for."""

    def __init__(self, initial_value='', newline='\n'):
        self._text = initial_value or ''
        self._parts = []
        self._at = 0
        self._size = len(self._text)

    def _check(self):
        if self.closed:
            raise ValueError('I/O operation on closed file')

    def _whole(self):
        if self._parts:
            self._text += ''.join(self._parts)
            self._parts = []
        return self._text

    def write(self, s):
        self._check()
        if not isinstance(s, str):
            raise TypeError("string argument expected, got '%s'" % type(s).__name__)
        n = len(s)
        at = self._at
        if at == self._size:
            self._parts.append(s)
            self._size += n
        elif n:
            text = self._whole()
            if at > len(text):
                text += '\0' * (at - len(text))
            self._text = text[:at] + s + text[at + n:]
            self._size = len(self._text)
        self._at = at + n
        return n

    def getvalue(self):
        self._check()
        return self._whole()

    def read(self, size=-1):
        self._check()
        text = self._whole()
        at = self._at
        end = len(text) if size is None or size < 0 else min(at + size, len(text))
        self._at = max(at, end)
        return text[at:end]

    def readline(self, size=-1):
        self._check()
        text = self._whole()
        at = self._at
        end = text.find('\n', at) + 1 or len(text)
        if size is not None and 0 <= size < end - at:
            end = at + size
        self._at = max(at, end)
        return text[at:end]

    def seek(self, pos, whence=0):
        self._check()
        if whence == 0 and pos < 0:
            raise ValueError('Negative seek position %d' % pos)
        if whence != 0 and pos != 0:
            raise OSError("Can't do nonzero cur-relative seeks")
        self._at = pos if whence == 0 else self._at if whence == 1 else self._size
        return self._at

    def tell(self):
        self._check()
        return self._at

    def truncate(self, pos=None):
        pos = self._at if pos is None else pos
        self._text = self._whole()[:pos]
        self._size = len(self._text)
        return pos


class BytesIO(IOBase):
    """Bytes in memory."""

    def __init__(self, initial_bytes=b''):
        self._data = bytearray(initial_bytes)
        self._at = 0

    def write(self, b):
        self._check()
        if isinstance(b, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        b = bytes(b)
        n, at = len(b), self._at
        if at > len(self._data):
            self._data.extend(bytes(at - len(self._data)))
        self._data[at:at + n] = b
        self._at = at + n
        return n

    def getvalue(self):
        self._check()
        return bytes(self._data)

    def getbuffer(self):
        return memoryview(self._data)

    def read(self, size=-1):
        self._check()
        at = self._at
        end = len(self._data) if size is None or size < 0 else min(at + size, len(self._data))
        self._at = max(at, end)
        return bytes(self._data[at:end])

    read1 = read

    def readinto(self, b):
        data = self.read(len(b))
        b[:len(data)] = data
        return len(data)

    def readline(self, size=-1):
        self._check()
        at = self._at
        end = self._data.find(b'\n', at) + 1 or len(self._data)
        if size is not None and 0 <= size < end - at:
            end = at + size
        self._at = max(at, end)
        return bytes(self._data[at:end])

    def seek(self, pos, whence=0):
        self._check()
        if whence == 0 and pos < 0:
            raise ValueError('negative seek value %d' % pos)
        self._at = max(pos + (0 if whence == 0 else self._at if whence == 1 else len(self._data)), 0)
        return self._at

    def tell(self):
        self._check()
        return self._at

    def truncate(self, size=None):
        size = self._at if size is None else size
        del self._data[size:]
        return size


class BufferedRandom(IOBase):
    """A file of bytes."""

    def __init__(self, name, mode):
        self.name = name
        self.mode = mode
        self._id = _files.open(_path(name), mode.replace('b', '').replace('t', ''))
        # What has been read ahead, and how far it has been given out.
        self._ahead = b''
        self._at = 0

    def readable(self):
        return 'r' in self.mode or '+' in self.mode

    def writable(self):
        return 'r' not in self.mode or '+' in self.mode

    def _for(self, ok, what):
        self._check()
        if not ok:
            raise UnsupportedOperation(what)

    def read(self, size=-1):
        self._for(self.readable(), 'read')
        have = len(self._ahead) - self._at
        if size is None or size < 0:
            data = self._ahead[self._at:] + _files.read(self._id, -1)
            self._ahead, self._at = b'', 0
            return data
        if have < size:
            self._ahead = self._ahead[self._at:] + _files.read(self._id, max(size - have, 8192))
            self._at = 0
        data = self._ahead[self._at:self._at + size]
        self._at += len(data)
        return data

    read1 = read

    def readinto(self, b):
        data = self.read(len(b))
        b[:len(data)] = data
        return len(data)

    def readline(self, size=-1):
        self._for(self.readable(), 'read')
        while True:
            end = self._ahead.find(b'\n', self._at) + 1
            if end:
                break
            more = _files.read(self._id, 65536)
            if not more:
                end = len(self._ahead)
                break
            self._ahead = self._ahead[self._at:] + more
            self._at = 0
        if size is not None and 0 <= size < end - self._at:
            end = self._at + size
        line = self._ahead[self._at:end]
        self._at = end
        return line

    def _settle(self):
        """Puts the file where the program thinks it is."""
        if self._ahead:
            _files.seek(self._id, self._at - len(self._ahead), 1)
            self._ahead, self._at = b'', 0

    def write(self, b):
        self._for(self.writable(), 'write')
        if isinstance(b, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        self._settle()
        return _files.write(self._id, b)

    def seek(self, pos, whence=0):
        self._check()
        self._settle()
        return _files.seek(self._id, pos, whence)

    def tell(self):
        self._check()
        return _files.seek(self._id, 0, 1) - len(self._ahead) + self._at

    def truncate(self, size=None):
        self._check()
        self._settle()
        size = _files.seek(self._id, 0, 1) if size is None else size
        _files.truncate(self._id, size)
        return size

    def flush(self):
        self._check()
        _files.flush(self._id)

    def close(self):
        if not self.closed:
            self.closed = True
            _files.close(self._id)

    def fileno(self):
        self._check()
        return self._id + 3

    def __repr__(self):
        return '<_io.%s name=%r>' % ('BufferedReader' if self.mode == 'rb' else 'BufferedWriter', self.name)


BufferedReader = BufferedWriter = FileIO = BufferedRandom


class TextIOWrapper(IOBase):
    """A stream of text over one of bytes. The rest of the file is decoded when it is first read."""

    def __init__(self, buffer, encoding=None, errors=None, newline=None, line_buffering=False):
        self.buffer = buffer
        self.encoding = encoding or 'UTF-8'
        self.errors = errors or 'strict'
        self._newline = newline
        for name, value in (('mode', getattr(buffer, 'mode', 'r').replace('b', '')), ('name', getattr(buffer, 'name', None))):
            try:
                setattr(self, name, value)
            except AttributeError:
                pass  # A derived class has a property of this name.
        self._text = None
        self._at = 0

    def _load(self):
        self._check()
        if self._text is None:
            if not self.buffer.readable():
                raise UnsupportedOperation('not readable')
            self._base = self.buffer.tell()
            text = self.buffer.read().decode(self.encoding, self.errors)
            if self._newline is None and '\r' in text:
                text = text.replace('\r\n', '\n').replace('\r', '\n')
            self._text = text
            self._at = 0
        return self._text

    def read(self, size=-1):
        text = self._load()
        at = self._at
        end = len(text) if size is None or size < 0 else min(at + size, len(text))
        self._at = end
        return text[at:end]

    def readline(self, size=-1):
        text = self._load()
        at = self._at
        end = text.find('\n', at) + 1 or len(text)
        if size is not None and 0 <= size < end - at:
            end = at + size
        self._at = end
        return text[at:end]

    def write(self, s):
        self._check()
        if not isinstance(s, str):
            raise TypeError('write() argument must be str, not %s' % type(s).__name__)
        if not self.buffer.writable():
            raise UnsupportedOperation('not writable')
        if self._text is not None:
            self.buffer.seek(self.tell())
            self._text = None
        text = s
        if self._newline == '\r\n' or self._newline == '\r':
            text = text.replace('\n', self._newline)
        self.buffer.write(text.encode(self.encoding, self.errors))
        return len(s)

    def tell(self):
        if self._text is None:
            return self.buffer.tell()
        return self._base + len(self._text[:self._at].encode(self.encoding, self.errors))

    def seek(self, pos, whence=0):
        self._check()
        if whence == 1 and pos == 0:
            pos, whence = self.tell(), 0
        if whence == 1 or whence == 2 and pos:
            raise UnsupportedOperation("can't do nonzero cur-relative seeks" if whence == 1 else "can't do nonzero end-relative seeks")
        self._text = None
        return self.buffer.seek(pos, whence)

    def truncate(self, pos=None):
        pos = self.tell() if pos is None else pos
        return self.buffer.truncate(pos)

    def flush(self):
        self.buffer.flush()

    def close(self):
        self.closed = True
        self.buffer.close()

    def readable(self):
        return self.buffer.readable()

    def writable(self):
        return self.buffer.writable()

    def fileno(self):
        return self.buffer.fileno()

    def __repr__(self):
        return '<_io.TextIOWrapper name=%r mode=%r encoding=%r>' % (self.name, self.mode, self.encoding)


def _path(name):
    if isinstance(name, bytes):
        return name.decode()
    if isinstance(name, str):
        return name
    if hasattr(name, '__fspath__'):
        return name.__fspath__()
    raise TypeError('expected str, bytes or os.PathLike object, not ' + type(name).__name__)


def open(file, mode='r', buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    if not isinstance(mode, str):
        raise TypeError('open() argument \'mode\' must be str, not ' + type(mode).__name__)
    kinds = [c for c in mode if c in 'rwax']
    if len(set(mode)) != len(mode) or [c for c in mode if c not in 'rwaxbt+'] or 'b' in mode and 't' in mode:
        raise ValueError('invalid mode: %r' % mode)
    if len(kinds) != 1:
        raise ValueError('must have exactly one of create/read/write/append mode')
    raw = BufferedRandom(file, mode if 'b' in mode else mode.replace('t', ''))
    if 'b' in mode:
        if encoding is not None:
            raise ValueError("binary mode doesn't take an encoding argument")
        return raw
    return TextIOWrapper(raw, encoding, errors, newline)
