"""Universally unique identifiers."""

import hashlib as _hashlib
import os as _os
import time as _time

RESERVED_NCS, RFC_4122, RESERVED_MICROSOFT, RESERVED_FUTURE = (
    'reserved for NCS compatibility',
    'specified in RFC 4122',
    'reserved for Microsoft compatibility',
    'reserved for future definition',
)


class UUID:
    __slots__ = ('int', '__weakref__')

    def __reduce__(self):
        return type(self), (None, None, None, None, self.int)

    def __init__(self, hex=None, bytes=None, bytes_le=None, fields=None, int=None, version=None):
        given = [hex, bytes, bytes_le, fields, int]
        if given.count(None) != 4:
            raise TypeError('one of the hex, bytes, bytes_le, fields, or int arguments must be given')
        if hex is not None:
            digits = hex.replace('urn:', '').replace('uuid:', '').strip('{}').replace('-', '')
            if len(digits) != 32:
                raise ValueError('badly formed hexadecimal UUID string')
            n = _int(digits, 16)
        if bytes_le is not None:
            if len(bytes_le) != 16:
                raise ValueError('bytes_le is not a 16-char string')
            bytes = bytes_le[3::-1] + bytes_le[5:3:-1] + bytes_le[7:5:-1] + bytes_le[8:]
        if bytes is not None:
            if len(bytes) != 16:
                raise ValueError('bytes is not a 16-char string')
            n = _int.from_bytes(bytes, 'big')
        if fields is not None:
            if len(fields) != 6:
                raise ValueError('fields is not a 6-tuple')
            n = 0
            for value, bits in zip(fields, (32, 16, 16, 8, 8, 48)):
                if not 0 <= value < 1 << bits:
                    raise ValueError('field out of range')
                n = n << bits | value
        if int is not None:
            n = int
            if not 0 <= n < 1 << 128:
                raise ValueError('int is out of range (need a 128-bit value)')
        if version is not None:
            if not 1 <= version <= 5:
                raise ValueError('illegal version number')
            n = n & ~(0xC000 << 48) | 0x8000 << 48
            n = n & ~(0xF000 << 64) | version << 76
        object.__setattr__(self, 'int', n)

    def __setattr__(self, name, value):
        raise TypeError('UUID objects are immutable')

    def __eq__(self, other):
        return self.int == other.int if isinstance(other, UUID) else NotImplemented

    def __lt__(self, other):
        return self.int < other.int if isinstance(other, UUID) else NotImplemented

    def __gt__(self, other):
        return self.int > other.int if isinstance(other, UUID) else NotImplemented

    def __le__(self, other):
        return self.int <= other.int if isinstance(other, UUID) else NotImplemented

    def __ge__(self, other):
        return self.int >= other.int if isinstance(other, UUID) else NotImplemented

    def __hash__(self):
        return hash(self.int)

    def __int__(self):
        return self.int

    def __repr__(self):
        return f'UUID({str(self)!r})'

    def __str__(self):
        h = self.hex
        return f'{h[:8]}-{h[8:12]}-{h[12:16]}-{h[16:20]}-{h[20:]}'

    def _part(self, shift, bits):
        return self.int >> shift & (1 << bits) - 1

    @property
    def hex(self):
        return '%032x' % self.int

    @property
    def bytes(self):
        return self.int.to_bytes(16, 'big')

    @property
    def bytes_le(self):
        b = self.bytes
        return b[3::-1] + b[5:3:-1] + b[7:5:-1] + b[8:]

    @property
    def fields(self):
        low, middle, high = self._part(96, 32), self._part(80, 16), self._part(64, 16)
        return low, middle, high, self._part(56, 8), self._part(48, 8), self.node

    time_low = property(lambda self: self._part(96, 32))
    time_mid = property(lambda self: self._part(80, 16))
    time_hi_version = property(lambda self: self._part(64, 16))
    clock_seq_hi_variant = property(lambda self: self._part(56, 8))
    clock_seq_low = property(lambda self: self._part(48, 8))
    clock_seq = property(lambda self: self._part(48, 14))
    node = property(lambda self: self._part(0, 48))
    urn = property(lambda self: 'urn:uuid:' + str(self))

    @property
    def time(self):
        return (self._part(64, 12) << 48) | (self._part(80, 16) << 32) | self._part(96, 32)

    @property
    def variant(self):
        top = self._part(61, 3)
        return RESERVED_NCS if top < 4 else RFC_4122 if top < 6 else RESERVED_MICROSOFT if top == 6 else RESERVED_FUTURE

    @property
    def version(self):
        return self._part(76, 4) if self.variant == RFC_4122 else None


_int = int
_node = None


def getnode():
    global _node
    if _node is None:
        # A random one has this bit.
        _node = _int.from_bytes(_os.urandom(6), 'big') | 1 << 40
    return _node


def uuid1(node=None, clock_seq=None):
    t = _time.time_ns() // 100 + 0x01B21DD213814000
    seq = _int.from_bytes(_os.urandom(2), 'big') & 0x3FFF if clock_seq is None else clock_seq
    parts = t & 0xFFFFFFFF, t >> 32 & 0xFFFF, t >> 48 & 0x0FFF, seq >> 8 & 0x3F, seq & 0xFF
    return UUID(fields=parts + (getnode() if node is None else node,), version=1)


def uuid3(namespace, name):
    return UUID(bytes=_hashlib.md5(namespace.bytes + name.encode()).digest(), version=3)


def uuid4():
    return UUID(bytes=_os.urandom(16), version=4)


def uuid5(namespace, name):
    return UUID(bytes=_hashlib.sha1(namespace.bytes + name.encode()).digest()[:16], version=5)


NAMESPACE_DNS = UUID('6ba7b810-9dad-11d1-80b4-00c04fd430c8')
NAMESPACE_URL = UUID('6ba7b811-9dad-11d1-80b4-00c04fd430c8')
NAMESPACE_OID = UUID('6ba7b812-9dad-11d1-80b4-00c04fd430c8')
NAMESPACE_X500 = UUID('6ba7b814-9dad-11d1-80b4-00c04fd430c8')
