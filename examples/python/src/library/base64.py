"""Bytes as text of 64, 32 or 16 characters."""

_std = b'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
_url = _std[:62] + b'-_'
_b32 = b'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'


class _Error(ValueError):
    pass


_Error.__name__ = _Error.__qualname__ = 'Error'
_Error.__module__ = 'binascii'


def _bytes(s):
    if isinstance(s, str):
        try:
            return s.encode('ascii')
        except UnicodeEncodeError:
            raise ValueError('string argument should contain only ASCII characters') from None
    if isinstance(s, (bytes, bytearray, memoryview)):
        return bytes(s)
    raise TypeError('argument should be a bytes-like object or ASCII string, not %r' % type(s).__name__)


def _encode(s, table):
    if not isinstance(s, (bytes, bytearray, memoryview)):
        raise TypeError("a bytes-like object is required, not %r" % type(s).__name__)
    s = bytes(s)
    out = bytearray()
    for i in range(0, len(s), 3):
        part = s[i:i + 3]
        n = int.from_bytes(part + b'\0' * (3 - len(part)), 'big')
        four = [table[n >> 18], table[n >> 12 & 63], table[n >> 6 & 63], table[n & 63]]
        out += bytes(four[:len(part) + 1]) + b'=' * (3 - len(part))
    return bytes(out)


def b64encode(s, altchars=None):
    return _encode(s, _std if altchars is None else _std[:62] + altchars)


def standard_b64encode(s):
    return _encode(s, _std)


def urlsafe_b64encode(s):
    return _encode(s, _url)


def _decode(s, table, validate):
    values = {c: i for i, c in enumerate(table)}
    out, n, count, pads = bytearray(), 0, 0, 0
    for c in s:
        if c == 61:
            pads += 1
            if count % 4 >= 2 and count % 4 + pads >= 4:
                break
            continue
        if c not in values:
            if validate:
                raise _Error('Only base64 data is allowed')
            continue
        pads = 0
        n = n << 6 | values[c]
        count += 1
        if count % 4 == 0:
            out += n.to_bytes(3, 'big')
            n = 0
    rest = count % 4
    if rest == 1:
        raise _Error('Invalid base64-encoded string: number of data characters (%d) cannot be 1 more than a multiple of 4' % count)
    if rest and rest + pads < 4:
        raise _Error('Incorrect padding')
    if rest == 2:
        out += (n >> 4).to_bytes(1, 'big')
    elif rest == 3:
        out += (n >> 2).to_bytes(2, 'big')
    return bytes(out)


def b64decode(s, altchars=None, validate=False):
    return _decode(_bytes(s), _std if altchars is None else _std[:62] + _bytes(altchars), validate)


def standard_b64decode(s):
    return b64decode(s)


def urlsafe_b64decode(s):
    return _decode(_bytes(s).replace(b'+', b'').replace(b'/', b''), _url, False)


def b32encode(s):
    s = bytes(s)
    out = bytearray()
    for i in range(0, len(s), 5):
        part = s[i:i + 5]
        n = int.from_bytes(part + b'\0' * (5 - len(part)), 'big')
        used = (len(part) * 8 + 4) // 5
        out += bytes([_b32[n >> 35 - 5 * k & 31] for k in range(used)]) + b'=' * (8 - used)
    return bytes(out)


def b32decode(s, casefold=False, map01=None):
    s = _bytes(s)
    if len(s) % 8:
        raise _Error('Incorrect padding')
    if casefold:
        s = s.upper()
    data = s.rstrip(b'=')
    n = 0
    for c in data:
        if c not in _b32:
            raise _Error('Non-base32 digit found')
        n = n << 5 | _b32.index(c)
    size = len(data) * 5 // 8
    return (n >> len(data) * 5 - size * 8).to_bytes(size, 'big')


def b16encode(s):
    return bytes(s).hex().upper().encode()


def b16decode(s, casefold=False):
    s = _bytes(s)
    if casefold:
        s = s.upper()
    if len(s) % 2 or any(c not in b'0123456789ABCDEF' for c in s):
        raise _Error('Non-base16 digit found')
    return bytes.fromhex(s.decode())


def encodebytes(s):
    return b''.join([_encode(s[i:i + 57], _std) + b'\n' for i in range(0, len(s), 57)])


def decodebytes(s):
    return b64decode(s)
