"""Encodings of text, as objects."""

import _codecs
import io as _io

BOM_UTF8 = b'\xef\xbb\xbf'
BOM_LE = BOM_UTF16_LE = BOM_UTF16 = BOM = BOM32_LE = b'\xff\xfe'
BOM_BE = BOM_UTF16_BE = BOM32_BE = b'\xfe\xff'
BOM_UTF32_LE = BOM_UTF32 = BOM64_LE = b'\xff\xfe\x00\x00'
BOM_UTF32_BE = BOM64_BE = b'\x00\x00\xfe\xff'

_NAMES = {
    'utf8': 'utf-8', 'u8': 'utf-8', 'cp65001': 'utf-8', 'ascii': 'ascii', 'usascii': 'ascii', '646': 'ascii', 'latin1': 'iso8859-1',
    'latin': 'iso8859-1', 'l1': 'iso8859-1', 'iso88591': 'iso8859-1', '8859': 'iso8859-1', 'utf16': 'utf-16', 'utf16le': 'utf-16-le',
    'utf16be': 'utf-16-be', 'utf32': 'utf-32', 'utf32le': 'utf-32-le', 'utf32be': 'utf-32-be', 'utf8sig': 'utf-8-sig',
}
_searches = []
_found = {}  # By name, as given.
_handlers = {}


def _name(encoding):
    return encoding.lower().replace('-', '').replace('_', '').replace(' ', '')


class CodecInfo(tuple):
    """Functions of an encoding."""

    def __new__(cls, encode, decode, streamreader=None, streamwriter=None, incrementalencoder=None, incrementaldecoder=None, name=None):
        self = tuple.__new__(cls, (encode, decode, streamreader, streamwriter))
        self.name = name
        self.encode = encode
        self.decode = decode
        self.streamreader = streamreader
        self.streamwriter = streamwriter
        self.incrementalencoder = incrementalencoder
        self.incrementaldecoder = incrementaldecoder
        return self

    def __repr__(self):
        return '<codecs.CodecInfo object for encoding %s at %#x>' % (self.name, id(self))


class Codec:
    def encode(self, input, errors='strict'):
        raise NotImplementedError

    def decode(self, input, errors='strict'):
        raise NotImplementedError


def encode(obj, encoding='utf-8', errors='strict'):
    if not _searches or _name(encoding) in _NAMES:
        return _codecs.encode(obj, encoding, errors) if _name(encoding) != 'utf8sig' else _coded(encoding)[0](obj, errors)[0]
    return lookup(encoding).encode(obj, errors)[0]


def decode(obj, encoding='utf-8', errors='strict'):
    if not _searches or _name(encoding) in _NAMES:
        return _codecs.decode(obj, encoding, errors) if _name(encoding) != 'utf8sig' else _coded(encoding)[1](obj, errors)[0]
    return lookup(encoding).decode(obj, errors)[0]


def _coded(encoding):
    if _name(encoding) == 'utf8sig':
        def encode(input, errors='strict'):
            return BOM_UTF8 + input.encode('utf-8', errors), len(input)

        def decode(input, errors='strict'):
            data = bytes(input)
            return (data[3:] if data[:3] == BOM_UTF8 else data).decode('utf-8', errors), len(data)
    else:
        def encode(input, errors='strict'):
            return input.encode(encoding, errors), len(input)

        def decode(input, errors='strict'):
            return bytes(input).decode(encoding, errors), len(input)
    return encode, decode


class IncrementalEncoder:
    _encoding = None

    def __init__(self, errors='strict'):
        self.errors = errors

    def encode(self, input, final=False):
        return encode(input, self._encoding, self.errors)

    def reset(self):
        pass

    def getstate(self):
        return 0

    def setstate(self, state):
        pass


class IncrementalDecoder:
    """Keeps the bytes of a character that is not complete."""

    _encoding = None

    def __init__(self, errors='strict'):
        self.errors = errors
        self.buffer = b''

    def decode(self, input, final=False):
        data = self.buffer + input
        if final:
            self.buffer = b''
            return decode(data, self._encoding, self.errors)
        size = 4 if '32' in self._encoding else 2 if '16' in self._encoding else 1
        end = len(data) - len(data) % size
        if size == 1 and 'utf' in self._encoding.lower():
            for back in range(1, min(4, len(data)) + 1):
                byte = data[-back]
                if byte >= 0xC0:
                    if back < (2 if byte < 0xE0 else 3 if byte < 0xF0 else 4):
                        end = len(data) - back
                    break
                if byte < 0x80:
                    break
        self.buffer = data[end:]
        return decode(data[:end], self._encoding, self.errors)

    def reset(self):
        self.buffer = b''

    def getstate(self):
        return self.buffer, 0

    def setstate(self, state):
        self.buffer = state[0]


BufferedIncrementalEncoder = IncrementalEncoder
BufferedIncrementalDecoder = IncrementalDecoder


class StreamWriter(Codec):
    _encoding = None

    def __init__(self, stream, errors='strict'):
        self.stream = stream
        self.errors = errors

    def write(self, object):
        self.stream.write(encode(object, self._encoding, self.errors))

    def writelines(self, list):
        self.write(''.join(list))

    def reset(self):
        pass

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.stream.close()


class StreamReader(Codec):
    """Reads all of the stream when it is first read from."""

    _encoding = None

    def __init__(self, stream, errors='strict'):
        self.stream = stream
        self.errors = errors
        self._text = None

    def _all(self):
        if self._text is None:
            self._text = _io.StringIO(decode(self.stream.read(), self._encoding, self.errors))
        return self._text

    def read(self, size=-1, chars=-1, firstline=False):
        return self._all().read(chars if chars >= 0 else size)

    def readline(self, size=None, keepends=True):
        line = self._all().readline(-1 if size is None else size)
        return line if keepends else line.rstrip('\n')

    def readlines(self, sizehint=None, keepends=True):
        return self._all().read().splitlines(keepends)

    def reset(self):
        pass

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if line:
            return line
        raise StopIteration

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.stream.close()


class StreamReaderWriter:
    def __init__(self, stream, Reader, Writer, errors='strict'):
        self.stream = stream
        self.reader = Reader(stream, errors)
        self.writer = Writer(stream, errors)
        self.errors = errors

    def read(self, size=-1):
        return self.reader.read(size)

    def readline(self, size=None):
        return self.reader.readline(size)

    def readlines(self, sizehint=None):
        return self.reader.readlines(sizehint)

    def write(self, data):
        return self.writer.write(data)

    def writelines(self, list):
        return self.writer.writelines(list)

    def __iter__(self):
        return iter(self.reader)

    def __next__(self):
        return next(self.reader)

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.stream.close()


def lookup(encoding):
    if not isinstance(encoding, str):
        raise TypeError('lookup() argument must be str, not ' + type(encoding).__name__)
    key = encoding.lower()
    found = _found.get(key)
    if found is None:
        found = _found[key] = _look_up(encoding)
    return found


def _look_up(encoding):
    name = _NAMES.get(_name(encoding))
    if name is None:
        for search in _searches:
            found = search(encoding.lower().replace('-', '_').replace(' ', '_'))
            if found is not None:
                return found
        try:
            _codecs.encode('', encoding)
        except TypeError:
            pass
        name = encoding.lower()
        return CodecInfo(lambda x, errors='strict': (_codecs.encode(x, name, errors), len(x)), lambda x, errors='strict': (_codecs.decode(x, name, errors), len(x)), name=name)
    facts = {'_encoding': name}
    return CodecInfo(
        *_coded(name), type('StreamReader', (StreamReader,), facts), type('StreamWriter', (StreamWriter,), facts),
        type('IncrementalEncoder', (IncrementalEncoder,), facts), type('IncrementalDecoder', (IncrementalDecoder,), facts), name,
    )


def register(search_function):
    _searches.append(search_function)


def unregister(search_function):
    if search_function in _searches:
        _searches.remove(search_function)
        _found.clear()


def getencoder(encoding):
    return lookup(encoding).encode


def getdecoder(encoding):
    return lookup(encoding).decode


def getreader(encoding):
    return lookup(encoding).streamreader


def getwriter(encoding):
    return lookup(encoding).streamwriter


def getincrementalencoder(encoding):
    return lookup(encoding).incrementalencoder


def getincrementaldecoder(encoding):
    return lookup(encoding).incrementaldecoder


def iterencode(iterator, encoding, errors='strict'):
    for part in iterator:
        yield encode(part, encoding, errors)


def iterdecode(iterator, encoding, errors='strict'):
    decoder = getincrementaldecoder(encoding)(errors)
    for part in iterator:
        text = decoder.decode(part)
        if text:
            yield text
    text = decoder.decode(b'', True)
    if text:
        yield text


def open(filename, mode='r', encoding=None, errors='strict', buffering=-1):
    if encoding is not None and 'b' not in mode:
        mode += 'b'
    file = _io.open(filename, mode)
    if encoding is None:
        return file
    info = lookup(encoding)
    return StreamReaderWriter(file, info.streamreader, info.streamwriter, errors)


def strict_errors(exception):
    raise exception


def ignore_errors(exception):
    return '', exception.end


def replace_errors(exception):
    n = exception.end - exception.start
    return ('?' * n if isinstance(exception, UnicodeEncodeError) else '\ufffd'), exception.end


def xmlcharrefreplace_errors(exception):
    return ''.join(['&#%d;' % ord(c) for c in exception.object[exception.start:exception.end]]), exception.end


def backslashreplace_errors(exception):
    part = exception.object[exception.start:exception.end]
    if isinstance(part, bytes):
        return ''.join(['\\x%02x' % b for b in part]), exception.end
    return part.encode('ascii', 'backslashreplace').decode('ascii'), exception.end


def namereplace_errors(exception):
    return exception.object[exception.start:exception.end].encode('ascii', 'namereplace').decode('ascii'), exception.end


for _f in (strict_errors, ignore_errors, replace_errors, xmlcharrefreplace_errors, backslashreplace_errors, namereplace_errors):
    _handlers[_f.__name__[:-7]] = _f


def register_error(errors, handler):
    """Handlers of the program's are found by `lookup_error`; encoding knows its own ones only."""
    _handlers[errors] = handler


def lookup_error(errors):
    if errors not in _handlers:
        raise LookupError("unknown error handler name '%s'" % errors)
    return _handlers[errors]


def utf_8_decode(data, errors='strict', final=False):
    return bytes(data).decode('utf-8', errors), len(data)


def utf_8_encode(text, errors='strict'):
    return text.encode('utf-8', errors), len(text)


def latin_1_decode(data, errors='strict'):
    return bytes(data).decode('latin-1', errors), len(data)


def latin_1_encode(text, errors='strict'):
    return text.encode('latin-1', errors), len(text)


def ascii_decode(data, errors='strict'):
    return bytes(data).decode('ascii', errors), len(data)


def ascii_encode(text, errors='strict'):
    return text.encode('ascii', errors), len(text)


def utf_16_be_decode(data, errors='strict', final=False):
    return bytes(data).decode('utf-16-be', errors), len(data)


def utf_16_le_decode(data, errors='strict', final=False):
    return bytes(data).decode('utf-16-le', errors), len(data)
