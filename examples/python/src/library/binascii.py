"""Bytes as text in hexadecimal digits and base 64."""

from _digests import crc32
import base64 as _base64


class Error(ValueError):
    pass


class Incomplete(Exception):
    pass


def hexlify(data, sep=None, bytes_per_sep=1):
    data = bytes(data)
    text = data.hex() if sep is None else data.hex(sep, bytes_per_sep)
    return text.encode()


def unhexlify(hexstr):
    text = hexstr if isinstance(hexstr, str) else bytes(hexstr).decode('latin-1')
    if len(text) % 2:
        raise Error('Odd-length string')
    if any(c not in '0123456789abcdefABCDEF' for c in text):
        raise Error('Non-hexadecimal digit found')
    return bytes.fromhex(text)


b2a_hex, a2b_hex = hexlify, unhexlify


def b2a_base64(data, *, newline=True):
    return _base64.b64encode(bytes(data)) + (b'\n' if newline else b'')


def a2b_base64(data, /, *, strict_mode=False):
    if isinstance(data, str):
        data = data.encode('ascii')
    try:
        return _base64.b64decode(data)
    except ValueError as e:
        raise Error(str(e)) from None


def crc_hqx(data, crc):
    for b in data:
        crc ^= b << 8
        for _ in range(8):
            crc = (crc << 1) ^ (0x1021 if crc & 0x8000 else 0)
        crc &= 0xFFFF
    return crc
