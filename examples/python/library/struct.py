"""Values as bytes: formats of C structures. Sizes and alignment without a prefix are those of 64-bit machines."""
from _floats import to_bits, from_bits
from operator import index as _index
import _structs

__all__ = ['calcsize', 'pack', 'pack_into', 'unpack', 'unpack_from', 'iter_unpack', 'Struct', 'error']


class error(Exception):
    pass


_STANDARD = {'x': 1, 'c': 1, 'b': 1, 'B': 1, '?': 1, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'l': 4, 'L': 4,
             'q': 8, 'Q': 8, 'e': 2, 'f': 4, 'd': 8, 's': 1, 'p': 1}
_NATIVE = {**_STANDARD, 'l': 8, 'L': 8, 'n': 8, 'N': 8, 'P': 8}
_MOST = (1 << 63) - 1
_NAMED = {'b': 'byte', 'B': 'ubyte', 'h': 'short', 'H': 'ushort'}


def _compile(text):
    """The order of bytes, the size, the number of values and the list of (code, count or length, offset, size of one)."""
    if isinstance(text, str):
        text.encode('ascii')
    elif isinstance(text, bytes):
        text = text.decode('latin-1')
    else:
        raise TypeError(f'Struct() argument 1 must be a str or bytes object, not {type(text).__name__}')
    if '\0' in text:
        raise error('embedded null character')
    prefix = text[0] if text and text[0] in '@=<>!' else ''
    native = prefix in ('', '@')
    sizes = _NATIVE if native else _STANDARD
    order = 'big' if prefix in ('>', '!') else 'little'
    fields = []
    offset = values = 0
    i = len(prefix)
    while i < len(text):
        c = text[i]
        if c in ' \t\n\r\f\v':
            i += 1
            continue
        count = 1
        if '0' <= c <= '9':
            start = i
            while i < len(text) and '0' <= text[i] <= '9':
                i += 1
            if i == len(text):
                raise error('repeat count given without format specifier')
            count = int(text[start:i])
            c = text[i]
        i += 1
        size = sizes.get(c)
        if size is None:
            raise error('bad char in struct format')
        if native:
            offset = (offset + size - 1) // size * size
        if c in 'sp':
            fields.append((c, count, offset, count))
            values += 1
        elif c != 'x' and count:
            fields.append((c, count, offset, size))
            values += count
        offset += size * count
        if offset > _MOST:
            raise error('total struct size too long')
    return order, native, offset, values, fields


def _integer(c, size, order, v):
    if not isinstance(v, int):
        if not hasattr(type(v), '__index__'):
            raise error('required argument is not an integer')
        v = _index(v)
    bits = 8 * size
    signed = c in 'bhilqn'
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    if low <= v <= high:
        return v.to_bytes(size, order, signed=signed)
    if c == 'P':
        if -1 << 63 <= v < 0:
            return (v + (1 << 64)).to_bytes(size, order)
        raise error('int too large to convert')
    # Shorts of the machine's order are of kinds of their own. What is no word of the machine is refused before the format's limits are looked at.
    word = -1 << 63 <= v < 1 << 63 if signed or c in 'bB' or order == 'little' and c == 'H' else 0 <= v < 1 << 64
    if not word or size == 8:
        raise error('int too large to convert' if size == 8 and order == 'big' else 'argument out of range')
    what = _NAMED.get(c) if order == 'little' or size == 1 else None
    raise error(f'{what or repr(c)} format requires {low} <= number <= {high}')


def _float(c, size, order, native, v):
    if type(v) is not float:
        v = _real(v)
        if v is None:
            raise error('required argument is not a float')
    bits = to_bits(v, size)
    # Infinity made of a finite number.
    infinite = {2: 0x7c00, 4: 0x7f800000}.get(size)
    if infinite and v - v == 0 and bits & infinite == infinite and not (native and size == 4):
        raise OverflowError(f'float too large to pack with {c} format')
    return bits.to_bytes(size, order)


def _real(v):
    """A number as a float, or `None` whatever the reason is."""
    if isinstance(v, (str, bytes, bytearray, memoryview)):
        return None
    try:
        return float(v)
    except Exception:
        return None


def _bytes(c, length, v):
    if not isinstance(v, (bytes, bytearray)):
        raise error(f"argument for '{c}' must be a bytes object")
    if c == 'p':
        kept = v[:max(0, length - 1)]
        v = bytes([min(len(kept), 255)]) + kept if length else b''
    return v[:length].ljust(length, b'\0')


def _value(c, size, order, data):
    if c in 'efd':
        return from_bits(int.from_bytes(data, order), size)
    if c == 'c' or c == 's':
        return bytes(data)
    if c == '?':
        return data[0] != 0
    if c == 'p':
        return bytes(data[1:1 + data[0]]) if data else b''
    return int.from_bytes(data, order, signed=c in 'bhilqn')


class Struct:
    __module__ = '_struct'
    __slots__ = '_format', '_order', '_native', '_size', '_count', '_fields'

    def __init__(self, format):
        self._order, self._native, self._size, self._count, self._fields = _compile(format)
        self._format = format if isinstance(format, str) else format.decode('latin-1')

    @property
    def size(self):
        return self._size

    @property
    def format(self):
        return self._format

    def _check(self, name, values):
        if len(values) != self._count:
            raise error(f'{name} expected {self._count} items for packing (got {len(values)})')

    def _packed(self, name, values):
        self._check(name, values)
        packed = _structs.pack(self._fields, self._order, self._size, values)
        if packed is not None:
            return packed
        out = bytearray(self._size)
        order = self._order
        n = 0
        for c, count, offset, size in self._fields:
            if c in 'sp':
                out[offset:offset + size] = _bytes(c, size, values[n])
                n += 1
                continue
            for _ in range(count):
                v = values[n]
                if c in 'efd':
                    data = _float(c, size, order, self._native, v)
                elif c == '?':
                    data = b'\1' if v else b'\0'
                elif c == 'c':
                    if not isinstance(v, (bytes, bytearray)) or len(v) != 1:
                        raise error('char format requires a bytes object of length 1')
                    data = v
                else:
                    data = _integer(c, size, order, v)
                out[offset:offset + size] = data
                offset += size
                n += 1
        return out

    def _values(self, data, base):
        order = self._order
        values = _structs.unpack(self._fields, order, self._size, data, base)
        if values is not None:
            return values
        out = []
        for c, count, offset, size in self._fields:
            offset += base
            for _ in range(1 if c in 'sp' else count):
                out.append(_value(c, size, order, data[offset:offset + size]))
                offset += size
        return tuple(out)

    def _place(self, data, offset, verb, name, short):
        have = len(data)
        if offset < 0:
            if offset + self._size > 0:
                raise error(short.format(self._size, offset))
            if offset + have < 0:
                raise error(f'offset {offset} out of range for {have}-byte buffer')
            offset += have
        if have - offset < self._size:
            raise error(f'{name} requires a buffer of at least {self._size + offset} bytes for {verb} {self._size} bytes '
                        f'at offset {offset} (actual buffer size is {have})')
        return offset

    def pack(self, /, *values):
        return bytes(self._packed('pack', values))

    def pack_into(self, /, *args):
        if len(args) < 2:
            raise error('pack_into expected %s argument' % ('offset' if args else 'buffer'))
        buffer, offset, *values = args
        values = tuple(values)
        self._check('pack_into', values)
        if not isinstance(buffer, (bytearray, memoryview)) and not _is_array(buffer) or isinstance(buffer, memoryview) and buffer.readonly:
            raise TypeError(f'argument must be read-write bytes-like object, not {type(buffer).__name__}')
        offset = _offset(offset)
        whole = bytearray(buffer.tobytes()) if _is_array(buffer) else buffer
        at = self._place(whole, offset, 'packing', 'pack_into', 'no space to pack {} bytes at offset {}')
        whole[at:at + self._size] = self._packed('pack_into', values)
        if whole is not buffer:
            buffer[:] = type(buffer)(buffer.typecode, bytes(whole))

    def unpack(self, buffer, /):
        values = _structs.unpack(self._fields, self._order, self._size, buffer, -1)
        if values is not None:
            return values
        buffer = _readable(buffer)
        if len(buffer) != self._size:
            raise error(f'unpack requires a buffer of {self._size} bytes')
        return self._values(buffer, 0)

    def unpack_from(self, buffer, offset=0):
        buffer = _readable(buffer)
        at = self._place(buffer, _offset(offset), 'unpacking', 'unpack_from', 'not enough data to unpack {} bytes at offset {}')
        return self._values(buffer, at)

    def iter_unpack(self, buffer, /):
        if self._size == 0:
            raise error('cannot iteratively unpack with a struct of length 0')
        buffer = _readable(buffer)
        if len(buffer) % self._size:
            raise error(f'iterative unpacking requires a buffer of a multiple of {self._size} bytes')
        made = object.__new__(unpack_iterator)
        made._struct, made._buffer, made._at = self, buffer, 0
        return made


class unpack_iterator:
    """The values of one structure after the other."""
    __module__ = '_struct'
    __slots__ = '_struct', '_buffer', '_at'

    def __new__(cls, /, *args, **named):
        raise TypeError("cannot create '_struct.unpack_iterator' instances")

    def __iter__(self):
        return self

    def __next__(self):
        at = self._at
        if at >= len(self._buffer):
            raise StopIteration
        self._at = at + self._struct._size
        return self._struct._values(self._buffer, at)

    def __length_hint__(self):
        return (len(self._buffer) - self._at) // self._struct._size


def _offset(n):
    n = _index(n)
    if not -_MOST - 1 <= n <= _MOST:
        raise IndexError("cannot fit 'int' into an index-sized integer")
    return n


def _is_array(v):
    return hasattr(v, 'typecode') and hasattr(v, 'tobytes')


def _readable(buffer):
    if isinstance(buffer, (bytes, bytearray, memoryview)):
        return buffer
    if _is_array(buffer):
        return buffer.tobytes()
    raise TypeError(f"a bytes-like object is required, not '{type(buffer).__name__}'")


_known = {}


def _struct(format):
    s = _known.get(format)
    if s is None:
        if len(_known) >= 100:
            _known.clear()
        s = _known[format] = Struct(format)
    return s


def calcsize(format, /):
    return _struct(format)._size


def pack(format, /, *values):
    s = _known.get(format)
    packed = None if s is None else _structs.pack(s._fields, s._order, s._size, values)
    return _struct(format).pack(*values) if packed is None else packed


def pack_into(format, /, *args):
    _struct(format).pack_into(*args)


def unpack(format, buffer, /):
    s = _known.get(format)
    values = None if s is None else _structs.unpack(s._fields, s._order, s._size, buffer, -1)
    return _struct(format).unpack(buffer) if values is None else values


def unpack_from(format, /, buffer, offset=0):
    return _struct(format).unpack_from(buffer, offset)


def iter_unpack(format, buffer, /):
    return _struct(format).iter_unpack(buffer)
