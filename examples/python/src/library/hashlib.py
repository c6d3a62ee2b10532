"""Cryptographic hashes. What is hashed is kept until a digest is asked for."""

import _digests

# Name: bytes of the digest, bytes of a block.
_sizes = {'md5': (16, 64), 'sha1': (20, 64), 'sha224': (28, 64), 'sha256': (32, 64), 'sha384': (48, 128), 'sha512': (64, 128)}
algorithms_guaranteed = algorithms_available = set(_sizes)


class _Hash:
    def __init__(self, name, data=b''):
        self.name = name
        self.digest_size, self.block_size = _sizes[name]
        self._data = bytearray()
        self.update(data)

    def update(self, data):
        if isinstance(data, str):
            raise TypeError('Strings must be encoded before hashing')
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError('object supporting the buffer API required')
        self._data += data

    def digest(self):
        return _digests.digest(self.name, self._data)

    def hexdigest(self):
        return self.digest().hex()

    def copy(self):
        return _Hash(self.name, self._data)

    def __repr__(self):
        return f'<{self.name} _hashlib.HASH object @ {id(self):#x}>'


def new(name, data=b'', **kwargs):
    if name.lower() not in _sizes:
        raise ValueError('unsupported hash type ' + name)
    return _Hash(name.lower(), data)


def md5(string=b'', *, usedforsecurity=True):
    return _Hash('md5', string)


def sha1(string=b'', *, usedforsecurity=True):
    return _Hash('sha1', string)


def sha224(string=b'', *, usedforsecurity=True):
    return _Hash('sha224', string)


def sha256(string=b'', *, usedforsecurity=True):
    return _Hash('sha256', string)


def sha384(string=b'', *, usedforsecurity=True):
    return _Hash('sha384', string)


def sha512(string=b'', *, usedforsecurity=True):
    return _Hash('sha512', string)


def file_digest(fileobj, digest, /):
    h = new(digest) if isinstance(digest, str) else digest()
    h.update(fileobj.read())
    return h


def pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None):
    import hmac

    wanted = dklen or _sizes[hash_name][0]
    out = b''
    block = 0
    while len(out) < wanted:
        block += 1
        u = hmac.digest(password, salt + block.to_bytes(4, 'big'), hash_name)
        total = int.from_bytes(u, 'big')
        for _ in range(iterations - 1):
            u = hmac.digest(password, u, hash_name)
            total ^= int.from_bytes(u, 'big')
        out += total.to_bytes(len(u), 'big')
    return out[:wanted]
