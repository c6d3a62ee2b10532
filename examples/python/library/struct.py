"""Values as bytes: formats of C structures. Sizes and alignment without a prefix are those of 64-bit machines."""
from _floats import to_bits, from_bits

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
    if isinstance(text, (bytes, bytearray)):
        text = text.decode('ascii')
    elif not isinstance(text, str):
        raise TypeError(f'Struct() argument 1 must be a str or bytes object, not {type(text).__name__}')
    prefix = text[0] if text and text[0] in '@=<>!' else ''
    native = prefix in ('', '@')
    sizes = _NATIVE if native else _STANDARD
    order = 'big' if prefix in ('>', '!') else 'little'
    fields = []
    offset = values = 0
    i = len(prefix)
    while i < len(text):
        c = text[i]
        if c.isspace():
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
            raise error('embedded null character' if c == '\0' else 'bad char in struct format')
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
        try:
            v = v.__index__()
        except AttributeError:
            raise error('required argument is not an integer') from None
    bits = 8 * size
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if c in 'bhilqn' else (0, (1 << bits) - 1)
    if low <= v <= high:
        return v.to_bytes(size, order, signed=low < 0)
    if c in _NAMED and -1 << 63 <= v < 1 << 63:
        raise error(f'{_NAMED[c]} format requires {low} <= number <= {high}')
    if c == 'i' and -1 << 63 <= v < 1 << 63:
        raise error(f"'i' format requires {low} <= number <= {high}")
    raise error('argument out of range')


def _float(c, size, order, native, v):
    if not isinstance(v, (float, int)) and not hasattr(v, '__float__'):
        raise error('required argument is not a float')
    try:
        v = float(v)
    except OverflowError:
        raise error('required argument is not a float') from None
    bits = to_bits(v, size)
    # Infinity made of a finite number.
    infinite = {2: 0x7c00, 4: 0x7f800000}.get(size)
    if infinite and v - v == 0 and bits & infinite == infinite and not (native and size == 4):
        raise OverflowError(f'float too large to pack with {c} format')
    return bits.to_bytes(size, order)


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
    def __init__(self, format):
        self._order, self._native, self.size, self._count, self._fields = _compile(format)
        self.format = format if isinstance(format, str) else format.decode('ascii')

    def _packed(self, name, values):
        if len(values) != self._count:
            raise error(f'{name} expected {self._count} items for packing (got {len(values)})')
        out = bytearray(self.size)
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
            if offset + have < 0:
                raise error(f'offset {offset} out of range for {have}-byte buffer')
            if offset + self.size > 0:
                raise error(short.format(self.size, offset))
            offset += have
        if have - offset < self.size:
            raise error(f'{name} requires a buffer of at least {self.size + offset} bytes for {verb} {self.size} bytes '
                        f'at offset {offset} (actual buffer size is {have})')
        return offset

    def pack(self, *values):
        return bytes(self._packed('pack', values))

    def pack_into(self, buffer, offset, *values):
        data = self._packed('pack_into', values)
        if not isinstance(buffer, (bytearray, memoryview)) and not _is_array(buffer) or isinstance(buffer, memoryview) and buffer.readonly:
            raise TypeError(f'argument must be read-write bytes-like object, not {type(buffer).__name__}')
        whole = bytearray(buffer.tobytes()) if _is_array(buffer) else buffer
        at = self._place(whole, offset, 'packing', 'pack_into', 'no space to pack {} bytes at offset {}')
        whole[at:at + self.size] = data
        if whole is not buffer:
            buffer[:] = type(buffer)(buffer.typecode, bytes(whole))

    def unpack(self, buffer):
        buffer = _readable(buffer)
        if len(buffer) != self.size:
            raise error(f'unpack requires a buffer of {self.size} bytes')
        return self._values(buffer, 0)

    def unpack_from(self, buffer, offset=0):
        buffer = _readable(buffer)
        at = self._place(buffer, offset, 'unpacking', 'unpack_from', 'not enough data to unpack {} bytes at offset {}')
        return self._values(buffer, at)

    def iter_unpack(self, buffer):
        buffer = _readable(buffer)
        if self.size == 0:
            raise error('cannot iteratively unpack with a struct of length 0')
        if len(buffer) % self.size:
            raise error(f'iterative unpacking requires a buffer of a multiple of {self.size} bytes')
        return (self._values(buffer, at) for at in range(0, len(buffer), self.size))


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


def calcsize(format):
    return _struct(format).size


def pack(format, *values):
    return _struct(format).pack(*values)


def pack_into(format, buffer, offset, *values):
    _struct(format).pack_into(buffer, offset, *values)


def unpack(format, buffer):
    return _struct(format).unpack(buffer)


def unpack_from(format, buffer, offset=0):
    return _struct(format).unpack_from(buffer, offset)


def iter_unpack(format, buffer):
    return _struct(format).iter_unpack(buffer)
