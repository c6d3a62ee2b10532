"""Bytes as text of 64, 32 or 16 characters."""

import _coded
from operator import index as _index
from struct import error as _pack_error, pack as _pack

_std = b'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
_url = _std[:62] + b'-_'
_b32 = b'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
_b32hex = b'0123456789ABCDEFGHIJKLMNOPQRSTUV'
_a85 = bytes(range(33, 118))
_b85 = b'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~'


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
    return _coded.encode64(bytes(s), table)


def b64encode(s, altchars=None):
    coded = _encode(s, _std)
    if altchars is None:
        return coded
    if len(altchars) != 2:
        raise AssertionError(repr(altchars))
    return coded.translate(bytes.maketrans(b'+/', altchars))


def standard_b64encode(s):
    return _encode(s, _std)


def urlsafe_b64encode(s):
    return _encode(s, _url)


def _decode(s, table, strict):
    if not strict:
        decoded = _coded.decode64(s)
        if decoded is not None:
            return decoded
    values = {c: i for i, c in enumerate(table)}
    out, n, count, pads = bytearray(), 0, 0, 0
    if strict and s[:1] == b'=':
        raise _Error('Leading padding not allowed')
    padded = False
    for i, c in enumerate(s):
        if c == 61:
            padded = True
            if count % 4 >= 2:
                pads += 1
                if count % 4 + pads >= 4:
                    if strict and i + 1 < len(s):
                        raise _Error('Excess data after padding')
                    break
            continue
        if c not in values:
            if strict:
                raise _Error('Only base64 data is allowed')
            continue
        if strict and padded:
            raise _Error('Discontinuous padding not allowed')
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
    s = _bytes(s)
    if altchars is not None:
        altchars = altchars if isinstance(altchars, bytearray) else _bytes(altchars)
        if len(altchars) != 2:
            raise AssertionError(repr(altchars))
        s = s.translate(bytes.maketrans(altchars, b'+/'))
    return _decode(s, _std, _index(validate))


def standard_b64decode(s):
    return b64decode(s)


def urlsafe_b64decode(s):
    return _decode(_bytes(s).translate(bytes.maketrans(b'-_', b'+/')), _std, False)


def _data(s):
    """What is to be encoded."""
    return s if isinstance(s, bytes) else bytes(memoryview(s))


def _encode32(s, table):
    s = _data(s)
    out = bytearray()
    for i in range(0, len(s), 5):
        part = s[i:i + 5]
        n = int.from_bytes(part + b'\0' * (5 - len(part)), 'big')
        used = (len(part) * 8 + 4) // 5
        out += bytes([table[n >> 35 - 5 * k & 31] for k in range(used)]) + b'=' * (8 - used)
    return bytes(out)


def _decode32(s, table, casefold, map01):
    s = _bytes(s)
    if len(s) % 8:
        raise _Error('Incorrect padding')
    if map01 is not None:
        map01 = _bytes(map01)
        if len(map01) != 1:
            raise AssertionError(repr(map01))
        s = s.translate(bytes.maketrans(b'01', b'O' + map01))
    if casefold:
        s = s.upper()
    data = s.rstrip(b'=')
    pads = len(s) - len(data)
    n = 0
    values = {c: i for i, c in enumerate(table)}
    for c in data:
        try:
            n = n << 5 | values[c]
        except KeyError:
            raise _Error('Non-base32 digit found') from None
    if pads not in (0, 1, 3, 4, 6):
        raise _Error('Incorrect padding')
    size = len(data) * 5 // 8
    return (n >> len(data) * 5 - size * 8).to_bytes(size, 'big')


def b32encode(s):
    return _encode32(s, _b32)


def b32decode(s, casefold=False, map01=None):
    return _decode32(s, _b32, casefold, map01)


def b32hexencode(s):
    return _encode32(s, _b32hex)


def b32hexdecode(s, casefold=False):
    return _decode32(s, _b32hex, casefold, None)


def _encode85(s, table, zeros=b'', pad=False):
    """Each four bytes as five digits; `zeros` stands for four bytes of zero."""
    s = _data(s)
    missing = -len(s) % 4
    s += bytes(missing)
    out = bytearray()
    for i in range(0, len(s), 4):
        n = int.from_bytes(s[i:i + 4], 'big')
        last = i + 4 == len(s)
        if not n and zeros and not (last and missing and not pad):
            out += zeros
            continue
        five = bytes([table[n // 85 ** k % 85] for k in (4, 3, 2, 1, 0)])
        out += five[:5 - missing] if last and not pad else five
    return bytes(out)


def a85encode(b, *, foldspaces=False, wrapcol=0, pad=False, adobe=False):
    out = _encode85(b, _a85, b'z', pad)
    if foldspaces:
        out = b''.join([b'y' if b[i:i + 4] == b'    ' else _encode85(b[i:i + 4], _a85, b'z', pad) for i in range(0, len(b), 4)])
    if adobe:
        out = b'<~' + out
    if wrapcol:
        wrapcol = max(2 if adobe else 1, wrapcol)
        parts = [out[i:i + wrapcol] for i in range(0, len(out), wrapcol)]
        if adobe and len(parts[-1]) + 2 > wrapcol:
            parts.append(b'')
        out = b'\n'.join(parts)
    return out + b'~>' if adobe else out


def b85encode(b, pad=False):
    return _encode85(b, _b85, b'', pad)


def _four(n, problem, *where):
    """The bytes of five digits, or an error."""
    try:
        return _pack('!I', n)
    except _pack_error:
        raise ValueError(problem % where) from None


def a85decode(b, *, foldspaces=False, adobe=False, ignorechars=b' \t\n\r\v'):
    b = _bytes(b)
    if adobe:
        if not b.endswith(b'~>'):
            raise ValueError("Ascii85 encoded byte sequences must end with b'~>'")
        b = b[2:-2] if b.startswith(b'<~') else b[:-2]
    out, digits = bytearray(), []
    for c in b + b'uuuu':
        if 33 <= c <= 117:
            digits.append(c - 33)
            if len(digits) == 5:
                n = 0
                for d in digits:
                    n = n * 85 + d
                out += _four(n, 'Ascii85 overflow')
                digits = []
        elif c == 122:
            if digits:
                raise ValueError('z inside Ascii85 5-tuple')
            out += bytes(4)
        elif foldspaces and c == 121:
            if digits:
                raise ValueError('y inside Ascii85 5-tuple')
            out += b'    '
        elif c not in ignorechars:
            raise ValueError('Non-Ascii85 digit found: %c' % c)
    extra = 4 - len(digits)
    return bytes(out[:-extra] if extra else out)


def b85decode(b):
    b = _bytes(b)
    missing = -len(b) % 5
    b += b'~' * missing
    values = {c: i for i, c in enumerate(_b85)}
    out = bytearray()
    for i in range(0, len(b), 5):
        n = 0
        for k, c in enumerate(b[i:i + 5]):
            try:
                n = n * 85 + values.get(c)
            except TypeError:
                raise ValueError('bad base85 character at position %d' % (i + k)) from None
        out += _four(n, 'base85 overflow in hunk starting at byte %d', i)
    return bytes(out[:-missing] if missing else out)


def b16encode(s):
    return _data(s).hex().upper().encode()


def b16decode(s, casefold=False):
    s = _bytes(s)
    if casefold:
        s = s.upper()
    if any(c not in b'0123456789ABCDEF' for c in s):
        raise _Error('Non-base16 digit found')
    if len(s) % 2:
        raise _Error('Odd-length string')
    return bytes.fromhex(s.decode())


def _legacy(s):
    try:
        m = memoryview(s)
    except TypeError as e:
        raise TypeError('expected bytes-like object, not %s' % type(s).__name__) from e
    return bytes(m)


def encodebytes(s):
    s = _legacy(s)
    return b''.join([_encode(s[i:i + 57], _std) + b'\n' for i in range(0, len(s), 57)])


def decodebytes(s):
    return b64decode(_legacy(s))
