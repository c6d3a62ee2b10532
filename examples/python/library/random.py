"""Random numbers by the Mersenne Twister (MT19937), with CPython's sequences for a seed."""

from math import log as _log, exp as _exp, sqrt as _sqrt, cos as _cos, sin as _sin, pi as _pi, e as _e
from math import floor as _floor, ceil as _ceil, acos as _acos
import time as _time
import _files
from _twister import twist as _twist

_N = 624

__all__ = [
    'Random', 'SystemRandom', 'betavariate', 'choice', 'choices', 'expovariate', 'gammavariate', 'gauss', 'getrandbits', 'getstate',
    'lognormvariate', 'normalvariate', 'paretovariate', 'randbytes', 'randint', 'random', 'randrange', 'sample', 'seed', 'setstate',
    'shuffle', 'triangular', 'uniform', 'vonmisesvariate', 'weibullvariate',
]

BPF = 53  # bits of a float
RECIP_BPF = 2 ** -BPF
_RECIPROCAL = 2 ** BPF
TWOPI = 2.0 * _pi
NV_MAGICCONST = 4 * _exp(-0.5) / _sqrt(2.0)
LOG4 = _log(4.0)
_INFINITE = float('inf')
SG_MAGICCONST = 1.0 + _log(4.5)


def _roots(count):
    """The first 64 bits behind the point of the cube roots of the first primes."""
    out = []
    n = 2
    while len(out) < count:
        if all(n % d for d in range(2, int(n ** 0.5) + 1)):
            out.append(_root(n << 192, 3) & 0xFFFFFFFFFFFFFFFF)
        n += 1
    return out


def _root(n, k):
    low, high = 0, 1 << (n.bit_length() // k + 1)
    while low < high - 1:
        mid = (low + high) // 2
        if mid ** k <= n:
            low = mid
        else:
            high = mid
    return low


def _sha512(data):
    """The SHA-512 digest, which seeds of text and bytes need."""
    mask = 0xFFFFFFFFFFFFFFFF
    ks = _roots(80)
    h = [_root(p << 128, 2) & mask for p in (2, 3, 5, 7, 11, 13, 17, 19)]

    def turn(x, n):
        return (x >> n | x << (64 - n)) & mask

    text = bytes(data) + b'\x80'
    text += b'\0' * (-(len(text) + 16) % 128) + (8 * len(data)).to_bytes(16, 'big')
    for at in range(0, len(text), 128):
        w = [int.from_bytes(text[at + 8 * i:at + 8 * i + 8], 'big') for i in range(16)]
        for i in range(16, 80):
            x, y = w[i - 15], w[i - 2]
            s0 = turn(x, 1) ^ turn(x, 8) ^ x >> 7
            s1 = turn(y, 19) ^ turn(y, 61) ^ y >> 6
            w.append((w[i - 16] + s0 + w[i - 7] + s1) & mask)
        a, b, c, d, e, f, g, k = h
        for i in range(80):
            s1 = turn(e, 14) ^ turn(e, 18) ^ turn(e, 41)
            t1 = k + s1 + (e & f ^ (mask ^ e) & g) + ks[i] + w[i]
            s0 = turn(a, 28) ^ turn(a, 34) ^ turn(a, 39)
            t2 = s0 + (a & b ^ a & c ^ b & c)
            a, b, c, d, e, f, g, k = (t1 + t2) & mask, a, b, c, (d + t1) & mask, e, f, g
        h = [(x + y) & mask for x, y in zip(h, (a, b, c, d, e, f, g, k))]
    return b''.join(x.to_bytes(8, 'big') for x in h)


class Random:
    """A generator of its own."""

    VERSION = 3

    def __init__(self, x=None):
        self._state = [0] * _N
        self._index = _N
        self.gauss_next = None
        self.seed(x)

    def seed(self, a=None, version=2):
        self.gauss_next = None
        if a is None:
            a = int.from_bytes(_files.urandom(32), 'little')
        elif isinstance(a, (str, bytes, bytearray)):
            if isinstance(a, str):
                a = a.encode()
            a = int.from_bytes(bytes(a) + _sha512(a), 'big')
        elif isinstance(a, float):
            a = hash(a) & 0xFFFFFFFFFFFFFFFF
        elif isinstance(a, int):
            a = abs(a)
        else:
            raise TypeError('The only supported seed types are: None,\nint, float, str, bytes, and bytearray.')
        key = []
        while a:
            key.append(a & 0xFFFFFFFF)
            a >>= 32
        self._by_array(key or [0])

    def _by_array(self, key):
        mt = [0] * _N
        x = 19650218
        mt[0] = x
        for i in range(1, _N):
            # A product of 32 by 31 bits.
            x ^= x >> 30
            x = (1812433253 * (x & 0xFFFF) + ((1812433253 * (x >> 16) & 0xFFFF) << 16) + i) & 0xFFFFFFFF
            mt[i] = x
        i, j, n = 1, 0, len(key)
        for _ in range(max(_N, n)):
            p = mt[i - 1]
            p ^= p >> 30
            p = 1664525 * p & 0xFFFFFFFF
            mt[i] = ((mt[i] ^ p) + key[j] + j) & 0xFFFFFFFF
            i += 1
            j += 1
            if i >= _N:
                mt[0] = mt[_N - 1]
                i = 1
            if j >= n:
                j = 0
        for _ in range(_N - 1):
            p = mt[i - 1]
            p ^= p >> 30
            p = 1566083941 * p & 0xFFFFFFFF
            mt[i] = ((mt[i] ^ p) - i) & 0xFFFFFFFF
            i += 1
            if i >= _N:
                mt[0] = mt[_N - 1]
                i = 1
        mt[0] = 0x80000000
        self._state = mt
        self._index = _N

    def _word(self):
        """The next 32 bits."""
        i = self._index
        if i >= _N:
            _twist(self._state)
            i = 0
        y = self._state[i]
        self._index = i + 1
        y ^= y >> 11
        y ^= y << 7 & 0x9D2C5680
        y ^= y << 15 & 0xEFC60000
        return y ^ y >> 18

    def random(self):
        a = self._word() >> 5
        b = self._word() >> 6
        return (a * 67108864.0 + b) * (1.0 / 9007199254740992.0)

    def getrandbits(self, k):
        if k < 0:
            raise ValueError('number of bits must be non-negative')
        if k == 0:
            return 0
        if k <= 32:
            return self._word() >> (32 - k)
        out = 0
        shift = 0
        while k > 0:
            w = self._word()
            if k < 32:
                w >>= 32 - k
            out |= w << shift
            shift += 32
            k -= 32
        return out

    def randbytes(self, n):
        return self.getrandbits(n * 8).to_bytes(n, 'little')

    def getstate(self):
        return 3, tuple(self._state) + (self._index,), self.gauss_next

    def setstate(self, state):
        if state[0] != 3:
            if state[0] != 2:
                raise ValueError('state with version %s passed to Random.setstate() of version 3' % (state[0],))
            # Made on machines of which some had signed words.
            state = state[0], tuple([x % 2 ** 32 for x in state[1]]) if isinstance(state[1], tuple) else state[1], state[2]
        if not isinstance(state[1], tuple):
            raise TypeError('state vector must be a tuple')
        if len(state[1]) != _N + 1:
            raise ValueError('state vector is the wrong size')
        if not all([isinstance(x, int) for x in state[1]]):
            raise TypeError('state vector must be of integers')
        if not 0 <= state[1][_N] <= _N:
            raise ValueError('invalid state')
        if min(state[1]) < 0:
            raise OverflowError("can't convert negative value to unsigned int")
        self._state = [x & 0xFFFFFFFF for x in state[1][:_N]]
        self._index = state[1][_N]
        self.gauss_next = state[2]

    def _below(self, n):
        """An integer of `range(n)`."""
        if n <= 0:
            return 0
        k = n.bit_length()
        r = self.getrandbits(k)
        while r >= n:
            r = self.getrandbits(k)
        return r

    _randbelow = _below

    def _below_by_random(self, n):
        """The same for generators that have a `random` of their own, and no `getrandbits`."""
        random = self.random
        if n >= _RECIPROCAL:
            from warnings import warn
            warn('Underlying random() generator does not supply \nenough bits to choose from a population range this large.\n'
                 'To remove the range limitation, add a getrandbits() method.')
            return _floor(random() * n)
        limit = (_RECIPROCAL - _RECIPROCAL % n) / _RECIPROCAL
        r = random()
        while r >= limit:
            r = random()
        return _floor(r * _RECIPROCAL) % n

    def __init_subclass__(cls, /, **kwargs):
        for c in cls.__mro__:
            if '_randbelow' in c.__dict__:
                cls._below = c.__dict__['_randbelow']
                break
            if 'getrandbits' in c.__dict__:
                cls._below = cls._randbelow = Random.__dict__['_below']
                break
            if 'random' in c.__dict__:
                cls._below = cls._randbelow = Random.__dict__['_below_by_random']
                break

    def randrange(self, start, stop=None, step=1):
        istart = _integer(start)
        if stop is None:
            if step != 1:
                raise TypeError('Missing a non-None stop argument')
            if istart > 0:
                return self._below(istart)
            raise ValueError('empty range for randrange()')
        istop = _integer(stop)
        istep = _integer(step)
        width = istop - istart
        if istep == 1:
            if width > 0:
                return istart + self._below(width)
            raise ValueError('empty range for randrange() (%d, %d, %d)' % (istart, istop, width))
        if istep > 0:
            n = (width + istep - 1) // istep
        elif istep < 0:
            n = (width + istep + 1) // istep
        else:
            raise ValueError('zero step for randrange()')
        if n <= 0:
            raise ValueError('empty range for randrange()')
        return istart + istep * self._below(n)

    def randint(self, a, b):
        return self.randrange(a, b + 1)

    def choice(self, seq):
        n = len(seq)
        if n == 0:
            raise IndexError('Cannot choose from an empty sequence')
        return seq[self._below(n)]

    def shuffle(self, x):
        for i in range(len(x) - 1, 0, -1):
            j = self._below(i + 1)
            x[i], x[j] = x[j], x[i]

    def sample(self, population, k, *, counts=None):
        if isinstance(population, (set, frozenset, dict)):
            raise TypeError('Population must be a sequence.  For dicts or sets, use sorted(d).')
        n = len(population)
        if counts is not None:
            sums = []
            total = 0
            for c in counts:
                total += c
                sums.append(total)
            if len(sums) != n:
                raise ValueError('The number of counts does not match the population')
            if total <= 0:
                raise ValueError('Total of counts must be greater than zero')
            return [population[_bisect(sums, s, 0, len(sums))] for s in self.sample(range(total), k=k)]
        if not 0 <= k <= n:
            raise ValueError('Sample larger than population or is negative')
        result = [None] * k
        size = 21
        if k > 5:
            size += 4 ** _ceil(_log(k * 3) / _log(4))
        if n <= size:
            pool = list(population)
            for i in range(k):
                j = self._below(n - i)
                result[i] = pool[j]
                pool[j] = pool[n - i - 1]
        else:
            taken = set()
            for i in range(k):
                j = self._below(n)
                while j in taken:
                    j = self._below(n)
                taken.add(j)
                result[i] = population[j]
        return result

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        n = len(population)
        if cum_weights is None:
            if weights is None:
                n += 0.0
                return [population[_floor(self.random() * n)] for _ in range(k)]
            cum_weights = []
            total = 0
            for i, w in enumerate(weights):
                total = w if i == 0 else total + w
                cum_weights.append(total)
        elif weights is not None:
            raise TypeError('Cannot specify both weights and cumulative weights')
        if len(cum_weights) != n:
            raise ValueError('The number of weights does not match the population')
        total = cum_weights[-1] + 0.0
        if total <= 0.0:
            raise ValueError('Total of weights must be greater than zero')
        if total in (_INFINITE, -_INFINITE) or total != total:
            raise ValueError('Total of weights must be finite')
        return [population[_bisect(cum_weights, self.random() * total, 0, n - 1)] for _ in range(k)]

    def uniform(self, a, b):
        return a + (b - a) * self.random()

    def triangular(self, low=0.0, high=1.0, mode=None):
        u = self.random()
        if high == low:
            return low
        c = 0.5 if mode is None else (mode - low) / (high - low)
        if u > c:
            u = 1.0 - u
            c = 1.0 - c
            low, high = high, low
        return low + (high - low) * _sqrt(u * c)

    def normalvariate(self, mu=0.0, sigma=1.0):
        while True:
            u1 = self.random()
            u2 = 1.0 - self.random()
            z = NV_MAGICCONST * (u1 - 0.5) / u2
            if z * z / 4.0 <= -_log(u2):
                return mu + z * sigma

    def gauss(self, mu=0.0, sigma=1.0):
        z = self.gauss_next
        self.gauss_next = None
        if z is None:
            x = self.random() * TWOPI
            g = _sqrt(-2.0 * _log(1.0 - self.random()))
            z = _cos(x) * g
            self.gauss_next = _sin(x) * g
        return mu + z * sigma

    def lognormvariate(self, mu, sigma):
        return _exp(self.normalvariate(mu, sigma))

    def expovariate(self, lambd):
        return -_log(1.0 - self.random()) / lambd

    def paretovariate(self, alpha):
        return (1.0 - self.random()) ** (-1.0 / alpha)

    def weibullvariate(self, alpha, beta):
        return alpha * (-_log(1.0 - self.random())) ** (1.0 / beta)

    def gammavariate(self, alpha, beta):
        if alpha <= 0.0 or beta <= 0.0:
            raise ValueError('gammavariate: alpha and beta must be > 0.0')
        if alpha > 1.0:
            # By rejection (Cheng 1977).
            a = _sqrt(2.0 * alpha - 1.0)
            b = alpha - LOG4
            c = alpha + a
            while True:
                u1 = self.random()
                if not 1e-7 < u1 < 0.9999999:
                    continue
                u2 = 1.0 - self.random()
                v = _log(u1 / (1.0 - u1)) / a
                x = alpha * _exp(v)
                z = u1 * u1 * u2
                r = b + c * v - x
                if r + SG_MAGICCONST - 4.5 * z >= 0.0 or r >= _log(z):
                    return x * beta
        if alpha == 1.0:
            return -_log(1.0 - self.random()) * beta
        # By rejection (Ahrens and Dieter 1974).
        while True:
            b = (_e + alpha) / _e
            p = b * self.random()
            x = p ** (1.0 / alpha) if p <= 1.0 else -_log((b - p) / alpha)
            u = self.random()
            if p > 1.0:
                if u <= x ** (alpha - 1.0):
                    return x * beta
            elif u <= _exp(-x):
                return x * beta

    def vonmisesvariate(self, mu, kappa):
        if kappa <= 1e-6:
            return TWOPI * self.random()
        # By rejection (Best and Fisher 1979).
        s = 0.5 / kappa
        r = s + _sqrt(1.0 + s * s)
        while True:
            z = _cos(_pi * self.random())
            d = z / (r + z)
            u = self.random()
            if u < 1.0 - d * d or u <= (1.0 - d) * _exp(d):
                break
        q = 1.0 / r
        f = (q + z) / (1.0 + q * z)
        theta = _acos(f)
        return (mu + theta if self.random() > 0.5 else mu - theta) % TWOPI

    def betavariate(self, alpha, beta):
        y = self.gammavariate(alpha, 1.0)
        return y / (y + self.gammavariate(beta, 1.0)) if y else 0.0


class SystemRandom(Random):
    """The same from the system's source."""

    def seed(self, *args, **kwds):
        self.gauss_next = self._state = None

    def _word(self):
        return int.from_bytes(_files.urandom(4), 'little')

    def getstate(self, *args, **kwds):
        raise NotImplementedError('System entropy source does not have state.')

    setstate = getstate


def _integer(x):
    if isinstance(x, int):
        return x
    if isinstance(x, float):
        if x == int(x):
            return int(x)
        raise ValueError('non-integer arg 1 for randrange()')
    return x.__index__()


def _bisect(a, x, lo, hi):
    while lo < hi:
        mid = (lo + hi) // 2
        if x < a[mid]:
            hi = mid
        else:
            lo = mid + 1
    return lo


_inst = Random()
seed = _inst.seed
random = _inst.random
uniform = _inst.uniform
triangular = _inst.triangular
randint = _inst.randint
choice = _inst.choice
randrange = _inst.randrange
sample = _inst.sample
shuffle = _inst.shuffle
choices = _inst.choices
normalvariate = _inst.normalvariate
lognormvariate = _inst.lognormvariate
expovariate = _inst.expovariate
gammavariate = _inst.gammavariate
gauss = _inst.gauss
betavariate = _inst.betavariate
paretovariate = _inst.paretovariate
weibullvariate = _inst.weibullvariate
vonmisesvariate = _inst.vonmisesvariate
getstate = _inst.getstate
setstate = _inst.setstate
getrandbits = _inst.getrandbits
randbytes = _inst.randbytes
