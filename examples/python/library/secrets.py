"""Random numbers that nobody can guess."""

import os as _os
from base64 import urlsafe_b64encode as _encode
from hmac import compare_digest

DEFAULT_ENTROPY = 32


def randbits(k):
    if k < 0:
        raise ValueError('number of bits must be non-negative')
    size = (k + 7) // 8
    return int.from_bytes(_os.urandom(size), 'big') >> (8 * size - k)


def randbelow(exclusive_upper_bound):
    if exclusive_upper_bound <= 0:
        raise ValueError('Upper bound must be positive.')
    k = exclusive_upper_bound.bit_length()
    while True:
        x = randbits(k)
        if x < exclusive_upper_bound:
            return x


def choice(seq):
    if not len(seq):
        raise IndexError('Cannot choose from an empty sequence')
    return seq[randbelow(len(seq))]


def token_bytes(nbytes=None):
    return _os.urandom(DEFAULT_ENTROPY if nbytes is None else nbytes)


def token_hex(nbytes=None):
    return token_bytes(nbytes).hex()


def token_urlsafe(nbytes=None):
    return _encode(token_bytes(nbytes)).rstrip(b'=').decode('ascii')


from random import Random as _Random


class SystemRandom(_Random):
    """The generator of `random`, drawing its bits from the system."""

    def seed(self, *args):
        pass

    def getrandbits(self, k):
        return randbits(k)

    def random(self):
        return randbits(53) / (1 << 53)
