"""Cryptographic hashes. What is hashed is kept until a digest is asked for."""

import _digests

_ROUNDS = []
_OFFSETS = []


def _tables():
    """Round constants and rotations of the sponge function Keccak, from their definitions."""
    x, y = 1, 0
    shift = {(0, 0): 0}
    for t in range(24):
        shift[x, y] = (t + 1) * (t + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    _OFFSETS.extend([[shift[x, y] for y in range(5)] for x in range(5)])
    state = 1
    for _ in range(24):
        constant = 0
        for j in range(7):
            if state & 1:
                constant |= 1 << 2 ** j - 1
            state = state << 1 ^ (0x171 if state & 0x80 else 0)
        _ROUNDS.append(constant)


def _turn(v, n):
    return (v << n | v >> 64 - n) & 0xFFFFFFFFFFFFFFFF if n else v


def _mixed(a):
    for constant in _ROUNDS:
        c = [a[x][0] ^ a[x][1] ^ a[x][2] ^ a[x][3] ^ a[x][4] for x in range(5)]
        for x in range(5):
            d = c[x - 1] ^ _turn(c[(x + 1) % 5], 1)
            a[x] = [v ^ d for v in a[x]]
        b = [[0] * 5 for _ in range(5)]
        for x in range(5):
            for y in range(5):
                b[y][(2 * x + 3 * y) % 5] = _turn(a[x][y], _OFFSETS[x][y])
        a = [[b[x][y] ^ ~b[(x + 1) % 5][y] & b[(x + 2) % 5][y] for y in range(5)] for x in range(5)]
        a[0][0] ^= constant
    return a


def _sponge(data, rate, suffix, size):
    if not _ROUNDS:
        _tables()
    data = bytes(data) + bytes([suffix])
    data = bytearray(data + bytes(-len(data) % rate))
    data[-1] |= 0x80
    a = [[0] * 5 for _ in range(5)]
    for start in range(0, len(data), rate):
        for i in range(rate // 8):
            a[i % 5][i // 5] ^= int.from_bytes(data[start + 8 * i:start + 8 * i + 8], 'little')
        a = _mixed(a)
    out = bytearray()
    while len(out) < size:
        for i in range(rate // 8):
            out += a[i % 5][i // 5].to_bytes(8, 'little')
        a = _mixed(a)
    return bytes(out[:size])


# Name: bytes of the digest, bytes of a block.
_sizes = {'md5': (16, 64), 'sha1': (20, 64), 'sha224': (28, 64), 'sha256': (32, 64), 'sha384': (48, 128), 'sha512': (64, 128),
          'sha3_224': (28, 144), 'sha3_256': (32, 136), 'sha3_384': (48, 104), 'sha3_512': (64, 72)}
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
        if self.name[:5] == 'sha3_':
            return _sponge(self._data, self.block_size, 6, self.digest_size)
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


def sha3_224(string=b'', *, usedforsecurity=True):
    return _Hash('sha3_224', string)


def sha3_256(string=b'', *, usedforsecurity=True):
    return _Hash('sha3_256', string)


def sha3_384(string=b'', *, usedforsecurity=True):
    return _Hash('sha3_384', string)


def sha3_512(string=b'', *, usedforsecurity=True):
    return _Hash('sha3_512', string)


_FIRST = (0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1, 0x510E527FADE682D1, 0x9B05688C2B3E6C1F,
          0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179)
_ORDERS = [[int(c, 16) for c in line] for line in (
    '0123456789abcdef', 'ea489fd61c02b753', 'b8c052fdae367194', '7931dcbe265a40f8', '905724afe1bc683d', '2c6a0b834d75fe19', 'c51fed4a0763928b',
    'db7ec13950f4862a', '6fe9b308c2d714a5', 'a2847615fb9e3cd0',
)]


class _Blake:
    """BLAKE2, of words of 64 or 32 bits."""

    def __init__(self, name, bits, data, digest_size, key, salt, person):
        most = bits
        if not 1 <= digest_size <= most:
            raise ValueError('digest_size must be between 1 and %d bytes' % most)
        self.name, self.digest_size, self.block_size = name, digest_size, 2 * bits
        self._bits, self._key, self._salt, self._person = bits, bytes(key), bytes(salt), bytes(person)
        self._data = bytearray(self._key + bytes(2 * bits - len(key)) if key else b'')
        self.update(data)

    def update(self, data):
        if isinstance(data, str):
            raise TypeError('Strings must be encoded before hashing')
        self._data += data

    def copy(self):
        new = _Blake(self.name, self._bits, b'', self.digest_size, self._key, self._salt, self._person)
        new._data = self._data[:]
        return new

    def hexdigest(self):
        return self.digest().hex()

    def digest(self):
        bits = self._bits
        size = bits // 8
        mask = (1 << bits) - 1
        first = [x >> 64 - bits for x in _FIRST]
        facts = bytes([self.digest_size, len(self._key), 1, 1]) + bytes(4 * size - 4)
        facts += self._salt.ljust(2 * size, b'\0') + self._person.ljust(2 * size, b'\0')
        h = [x ^ int.from_bytes(facts[size * i:size * i + size], 'little') for i, x in enumerate(first)]
        data = self._data
        whole = max(1, (len(data) + 2 * bits - 1) // (2 * bits))
        for block in range(whole):
            part = data[block * 2 * bits:(block + 1) * 2 * bits]
            done = block * 2 * bits + len(part)
            words = bytes(part) + bytes(2 * bits - len(part))
            m = [int.from_bytes(words[size * i:size * i + size], 'little') for i in range(16)]
            v = h + first
            v[12] ^= done & mask
            v[13] ^= done >> bits
            if block == whole - 1:
                v[14] ^= mask
            for turn in range(12 if bits == 64 else 10):
                order = _ORDERS[turn % 10]
                for i, (a, b, c, d) in enumerate(((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))):
                    for k, (one, two) in enumerate(((32, 24), (16, 63)) if bits == 64 else ((16, 12), (8, 7))):
                        v[a] = v[a] + v[b] + m[order[2 * i + k]] & mask
                        x = v[d] ^ v[a]
                        v[d] = (x >> one | x << bits - one) & mask
                        v[c] = v[c] + v[d] & mask
                        x = v[b] ^ v[c]
                        v[b] = (x >> two | x << bits - two) & mask
            h = [h[i] ^ v[i] ^ v[i + 8] for i in range(8)]
        return b''.join([x.to_bytes(size, 'little') for x in h])[:self.digest_size]


def blake2b(data=b'', /, *, digest_size=64, key=b'', salt=b'', person=b'', **others):
    return _Blake('blake2b', 64, data, digest_size, key, salt, person)


def blake2s(data=b'', /, *, digest_size=32, key=b'', salt=b'', person=b'', **others):
    return _Blake('blake2s', 32, data, digest_size, key, salt, person)


class _Shake:
    """A hash of any length."""

    def __init__(self, name, rate, data):
        self.name = name
        self.block_size = rate
        self.digest_size = 0
        self._data = bytearray(data)

    def update(self, data):
        self._data += data

    def digest(self, length):
        return _sponge(self._data, self.block_size, 0x1F, length)

    def hexdigest(self, length):
        return self.digest(length).hex()

    def copy(self):
        return _Shake(self.name, self.block_size, self._data)


def shake_128(string=b'', *, usedforsecurity=True):
    return _Shake('shake_128', 168, string)


def shake_256(string=b'', *, usedforsecurity=True):
    return _Shake('shake_256', 136, string)


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
