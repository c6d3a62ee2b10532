"""Values as bytes, by a format."""

import _files


class error(Exception):
    pass


_SIZES = {'x': 1, 'c': 1, 'b': 1, 'B': 1, '?': 1, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'l': 4, 'L': 4, 'q': 8, 'Q': 8, 'f': 4, 'd': 8, 's': 1, 'p': 1}
_NATIVE = dict(_SIZES, l=8, L=8, n=8, N=8, P=8)
_KNOWN = {}


def _parse(fmt):
    """Order, parts (code, count, size, place), size of all."""
    known = _KNOWN.get(fmt)
    if known is not None:
        return known
    text = fmt.decode() if isinstance(fmt, bytes) else fmt
    order, sizes, align = 'little', _NATIVE, True
    if text[:1] in ('@', '=', '<', '>', '!') and text:
        align = text[0] == '@'
        sizes = _NATIVE if align else _SIZES
        order = 'big' if text[0] in '>!' else 'little'
        text = text[1:]
    parts, at, i = [], 0, 0
    while i < len(text):
        c = text[i]
        if c in ' \t\n\r':
            i += 1
            continue
        j = i
        while j < len(text) and text[j].isdigit():
            j += 1
        if j >= len(text):
            raise error('repeat count given without format specifier')
        count = int(text[i:j]) if j > i else 1
        c = text[j]
        i = j + 1
        if c not in sizes:
            raise error('bad char in struct format')
        size = sizes[c]
        if align:
            at += -at % size
        parts.append((c, count, size, at))
        at += count * size
    if len(_KNOWN) > 100:
        _KNOWN.clear()
    _KNOWN[fmt] = order, parts, at
    return order, parts, at


def calcsize(fmt):
    return _parse(fmt)[2]


def pack(fmt, *values):
    order, parts, total = _parse(fmt)
    wanted = sum([1 if c in 'sp' else 0 if c == 'x' else count for c, count, _, _ in parts])
    if len(values) != wanted:
        raise error('pack expected %d items for packing (got %d)' % (wanted, len(values)))
    out = bytearray()
    k = 0
    for c, count, size, at in parts:
        out.extend(bytes(at - len(out)))
        if c == 'x':
            out.extend(bytes(count))
        elif c == 's':
            v = values[k]
            k += 1
            if not isinstance(v, (bytes, bytearray)):
                raise error("argument for 's' must be a bytes object")
            out.extend(bytes(v[:count]) + bytes(max(count - len(v), 0)))
        elif c == 'p':
            v = bytes(values[k][:min(count - 1, 255)])
            k += 1
            out.extend(bytes([len(v)]) + v + bytes(count - 1 - len(v)))
        else:
            for _ in range(count):
                out.extend(_one(c, size, order, values[k]))
                k += 1
    return bytes(out)


def _one(c, size, order, v):
    if c == '?':
        return b'\1' if v else b'\0'
    if c == 'c':
        if not isinstance(v, bytes) or len(v) != 1:
            raise error('char format requires a bytes object of length 1')
        return v
    if c in 'fd':
        if not isinstance(v, (int, float)):
            raise error('required argument is not a float')
        b = _files.float_bytes(v, size)
        return b if order == 'little' else b[::-1]
    if not isinstance(v, int):
        if not hasattr(type(v), '__index__'):
            raise error('required argument is not an integer')
        v = v.__index__()
    signed = c in 'bhilqn'
    low, high = (-(1 << 8 * size - 1), (1 << 8 * size - 1) - 1) if signed else (0, (1 << 8 * size) - 1)
    if not low <= v <= high:
        if c in 'bB':
            raise error('%s format requires %d <= number <= %d' % ('byte' if signed else 'ubyte', low, high))
        if c in 'hH':
            raise error('%s format requires %d <= number <= %d' % ('short' if signed else 'ushort', low, high))
        if size == 8:
            raise error('int too large to convert' if v > 0 or signed else 'argument out of range')
        raise error("'%s' format requires %d <= number <= %d" % (c, low, high))
    return v.to_bytes(size, order, signed=signed)


def unpack_from(fmt, buffer, offset=0):
    order, parts, total = _parse(fmt)
    data = bytes(buffer)
    if offset < 0:
        offset += len(data)
    if len(data) - offset < total:
        raise error('unpack_from requires a buffer of at least %d bytes for unpacking %d bytes at offset %d (actual buffer size is %d)'
                    % (total + offset, total, offset, len(data)))
    out = []
    for c, count, size, at in parts:
        at += offset
        if c == 'x':
            continue
        if c == 's':
            out.append(data[at:at + count])
        elif c == 'p':
            out.append(data[at + 1:at + 1 + min(data[at], count - 1)])
        else:
            signed = c in 'bhilqn'
            for i in range(count):
                b = data[at:at + size]
                at += size
                if c == '?':
                    out.append(b != b'\0')
                elif c == 'c':
                    out.append(b)
                elif c in 'fd':
                    out.append(_files.bytes_float(b if order == 'little' else b[::-1]))
                else:
                    out.append(int.from_bytes(b, order, signed=signed))
    return tuple(out)


def unpack(fmt, buffer):
    total = _parse(fmt)[2]
    if len(buffer) != total:
        raise error('unpack requires a buffer of %d bytes' % total)
    return unpack_from(fmt, buffer)


def iter_unpack(fmt, buffer):
    total = _parse(fmt)[2]
    if total == 0 or len(buffer) % total:
        raise error('iterative unpacking requires a buffer of a multiple of %d bytes' % total)
    for at in range(0, len(buffer), total):
        yield unpack_from(fmt, buffer, at)


def pack_into(fmt, buffer, offset, *values):
    data = pack(fmt, *values)
    if len(buffer) - offset < len(data):
        raise error('pack_into requires a buffer of at least %d bytes for packing %d bytes at offset %d (actual buffer size is %d)'
                    % (offset + len(data), len(data), offset, len(buffer)))
    buffer[offset:offset + len(data)] = data


class Struct:
    """A format, parsed."""

    def __init__(self, format):
        self.format = format
        self.size = calcsize(format)

    def pack(self, *values):
        return pack(self.format, *values)

    def unpack(self, buffer):
        return unpack(self.format, buffer)

    def unpack_from(self, buffer, offset=0):
        return unpack_from(self.format, buffer, offset)

    def pack_into(self, buffer, offset, *values):
        pack_into(self.format, buffer, offset, *values)

    def iter_unpack(self, buffer):
        return iter_unpack(self.format, buffer)
