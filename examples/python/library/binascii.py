"""Bytes as text in hexadecimal digits and base 64."""

from _digests import crc32
import base64 as _base64
from operator import index as _index


class Error(ValueError):
    pass


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
    data = _data(data)
    text = data.hex() if sep is None else data.hex(sep, bytes_per_sep)
    return text.encode()


def unhexlify(hexstr, /):
    text = _ascii(hexstr).decode('latin-1')
    if len(text) % 2:
        raise Error('Odd-length string')
    if any(c not in '0123456789abcdefABCDEF' for c in text):
        raise Error('Non-hexadecimal digit found')
    return bytes.fromhex(text)


b2a_hex, a2b_hex = hexlify, unhexlify


def b2a_base64(data, /, *, newline=True):
    return _base64.b64encode(_data(data)) + (b'\n' if newline else b'')


def a2b_base64(data, /, *, strict_mode=False):
    data = _ascii(data)
    try:
        return _base64.b64decode(data)
    except ValueError as e:
        text = str(e)
    raise Error(text)


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
        c = rest[k] if k < len(rest) else 0
        # A line that ends early goes on with blanks.
        if c in (0, 10, 13):
            c = 32
            rest = rest[:k]
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


def crc_hqx(data, crc, /):
    data, crc = _data(data), _index(crc) & 0xFFFF
    for b in data:
        crc ^= b << 8
        for _ in range(8):
            crc = (crc << 1) ^ (0x1021 if crc & 0x8000 else 0)
        crc &= 0xFFFF
    return crc
