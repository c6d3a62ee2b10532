"""Bytes as text in hexadecimal digits and base 64."""

import _coded
import _digests
import base64 as _base64
from operator import index as _index


Error = _base64._Error


class Incomplete(Exception):
    pass


def _ascii(s):
    """Bytes, or text of ASCII."""
    if isinstance(s, str):
        if not s.isascii():
            raise ValueError('string argument should contain only ASCII characters')
        return s.encode('ascii')
    if not isinstance(s, (bytes, bytearray, memoryview)):
        raise TypeError("argument should be bytes, buffer or ASCII string, not '%s'" % type(s).__name__)
    return bytes(s)


def _data(s):
    """What is to be encoded."""
    if not isinstance(s, (bytes, bytearray, memoryview)):
        raise TypeError("a bytes-like object is required, not '%s'" % type(s).__name__)
    return bytes(s)


def hexlify(data, sep=None, bytes_per_sep=1):
    data, bytes_per_sep = _data(data), _index(bytes_per_sep)
    if isinstance(sep, str) and len(sep) == 1 and '\x7f' < sep < '\u0100':
        # Text of the first 256 characters will do, too.
        return data.hex(':', bytes_per_sep).encode().replace(b':', sep.encode('latin-1'))
    text = data.hex() if sep is None else data.hex(sep, bytes_per_sep)
    return text.encode()


def unhexlify(hexstr, /):
    data = _ascii(hexstr)
    made = _coded.unhex(data)
    if made is None:
        raise Error('Odd-length string' if len(data) % 2 else 'Non-hexadecimal digit found')
    return made


b2a_hex, a2b_hex = hexlify, unhexlify


def b2a_base64(data, /, *, newline=True):
    return _base64.b64encode(_data(data)) + (b'\n' if newline else b'')


def a2b_base64(data, /, *, strict_mode=False):
    data = _ascii(data)
    return _base64.b64decode(data, validate=strict_mode)


def b2a_uu(data, /, *, backtick=False):
    data = _data(data)
    if len(data) > 45:
        raise Error('At most 45 bytes at once')
    zero = 96 if backtick else 32
    out = bytearray([zero if not data else 32 + len(data)])
    for i in range(0, len(data), 3):
        n = int.from_bytes((data[i:i + 3] + b'\0\0')[:3], 'big')
        out += bytes([32 + d if d else zero for d in (n >> 18, n >> 12 & 63, n >> 6 & 63, n & 63)])
    return bytes(out + b'\n')


def a2b_uu(data, /):
    data = _ascii(data)
    size = (data[0] - 32) % 64 if data else 32
    out, n, bits = bytearray(), 0, 0
    rest = data[1:] if data else b''
    for k in range((size * 8 + 5) // 6):
        c = rest[k] if k < len(rest) else 32
        if c in b'\n\r':  # Blanks at the end of a line may be lost.
            c = 32
        if not 32 <= c <= 96:
            raise Error('Illegal char')
        n, bits = n << 6 | c - 32 & 63, bits + 6
        if bits >= 8:
            bits -= 8
            out.append(n >> bits & 255)
    for c in rest[(size * 8 + 5) // 6:]:
        if c not in (32, 96, 10, 13):
            raise Error('Trailing garbage')
    return bytes(out[:size])


_LINE = 76


def b2a_qp(data, quotetabs=False, istext=True, header=False):
    """Bytes as text for mail, with what is not plain as hexadecimal digits after `=`."""
    data = _data(data)
    quotetabs, istext, header = _index(quotetabs), _index(istext), _index(header)
    newline = b'\r\n' if data[:data.find(b'\n')].endswith(b'\r') else b'\n'
    out, used, i = bytearray(), 0, 0

    def put(part):
        nonlocal used
        last = i + 1 >= len(data) or data[i + 1] == 10
        if used + len(part) >= _LINE and not (len(part) == 1 and last):
            out.extend(b'=' + newline)
            used = 0
        out.extend(part)
        used += len(part)

    while i < len(data):
        c, following = data[i], data[i + 1:i + 2]
        if istext and (c == 10 or c == 13 and following == b'\n'):
            if out and out[-1] in b' \t':
                out[-1:] = b'=%02X' % out[-1]
            out += newline
            used = 0
            i += 1 + (c == 13)
            continue
        if c > 126 or c in (b'=_' if header else b'=') or c < 33 and c not in (b'\r\n' if quotetabs else b'\r\n\t ') or not istext and c in b'\r\n' \
                or c in b'\t ' and not following or c == 46 and used == 0 and following in (b'', b'\n', b'\r', b'\0'):
            put(b'=%02X' % c)
        else:
            put(b'_' if header and c == 32 else data[i:i + 1])
        i += 1
    return bytes(out)


def a2b_qp(data, header=False):
    """What text for mail stands for."""
    data, header = _ascii(data), _index(header)
    out, i = bytearray(), 0
    while i < len(data):
        c, two = data[i], data[i + 1:i + 3]
        i += 1
        if c != 61:
            out.append(32 if header and c == 95 else c)
        elif not two:
            break
        elif two[0] in b'\r\n':  # A line that goes on.
            i = data.find(b'\n', i) + 1 or len(data)
        elif two[0] == 61:
            out.append(61)
            i += 1
        elif len(two) == 2 and all(d in b'0123456789abcdefABCDEF' for d in two):
            out.append(int(two, 16))
            i += 2
        else:
            out.append(61)
    return bytes(out)


def crc32(data, crc=0, /):
    return _digests.crc32(data, crc)


def crc_hqx(data, crc, /):
    data, crc = _data(data), _index(crc) & 0xFFFF
    for b in data:
        crc ^= b << 8
        for _ in range(8):
            crc = (crc << 1) ^ (0x1021 if crc & 0x8000 else 0)
        crc &= 0xFFFF
    return crc
