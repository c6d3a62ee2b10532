"""Hashes of data with a key."""

import hashlib as _hashlib

_outer = bytes(i ^ 0x5C for i in range(256))
_inner = bytes(i ^ 0x36 for i in range(256))


class HMAC:
    def __init__(self, key, msg=None, digestmod=''):
        if not isinstance(key, (bytes, bytearray)):
            raise TypeError('key: expected bytes or bytearray, but got %r' % type(key).__name__)
        if not digestmod:
            raise TypeError("Missing required argument 'digestmod'.")
        make = (lambda: _hashlib.new(digestmod)) if isinstance(digestmod, str) else digestmod
        self._inside, self._outside = make(), make()
        self.digest_size, self.block_size = self._inside.digest_size, self._inside.block_size
        if len(key) > self.block_size:
            whole = make()
            whole.update(key)
            key = whole.digest()
        key = bytes(key).ljust(self.block_size, b'\0')
        self._inside.update(key.translate(_inner))
        self._outside.update(key.translate(_outer))
        self.name = 'hmac-' + self._inside.name
        if msg is not None:
            self.update(msg)

    def update(self, msg):
        self._inside.update(msg)

    def digest(self):
        h = self._outside.copy()
        h.update(self._inside.digest())
        return h.digest()

    def hexdigest(self):
        return self.digest().hex()

    def copy(self):
        other = object.__new__(HMAC)
        other.__dict__.update(self.__dict__)
        other._inside = self._inside.copy()
        return other


def new(key, msg=None, digestmod=''):
    return HMAC(key, msg, digestmod)


def digest(key, msg, digest):
    return HMAC(key, msg, digest).digest()


def compare_digest(a, b):
    if isinstance(a, str) and isinstance(b, str):
        a, b = a.encode(), b.encode()
    if len(a) != len(b):
        return False
    different = 0
    for x, y in zip(a, b):
        different |= x ^ y
    return different == 0
