"""Arrays of numbers of one type."""

import struct as _struct

_SIZES = {'b': 1, 'B': 1, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'l': 8, 'L': 8, 'q': 8, 'Q': 8, 'f': 4, 'd': 8, 'u': 4}
_RANGES = {c: (0, (1 << 8 * n) - 1) if c.isupper() else (-(1 << 8 * n - 1), (1 << 8 * n - 1) - 1) for c, n in _SIZES.items() if c not in 'fdu'}
_WORDS = {'b': 'signed char', 'B': 'unsigned byte integer', 'h': 'signed short integer', 'H': 'unsigned short', 'i': 'signed integer',
          'I': 'unsigned int', 'l': 'signed integer', 'L': 'unsigned int', 'q': 'signed integer', 'Q': 'unsigned int'}
typecodes = 'bBuhHiIlLqQfd'


class array:
    """The items are in a list; what goes in is checked."""

    def __init__(self, typecode, initializer=()):
        if typecode not in _SIZES:
            raise ValueError('bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)')
        self.typecode = typecode
        self.itemsize = _SIZES[typecode]
        self._low, self._high = _RANGES.get(typecode, (0, 0))
        self._items = []
        if isinstance(initializer, (bytes, bytearray)):
            self.frombytes(initializer)
        else:
            self.extend(initializer)

    def _fit(self, x):
        c = self.typecode
        if c == 'd':
            if type(x) is float:
                return x
            if isinstance(x, (int, float)):
                return float(x)
            raise TypeError('must be real number, not ' + type(x).__name__)
        if c == 'f':
            if not isinstance(x, (int, float)):
                raise TypeError('must be real number, not ' + type(x).__name__)
            return _struct.unpack('<f', _struct.pack('<f', x))[0]
        if c == 'u':
            if not isinstance(x, str) or len(x) != 1:
                raise TypeError('array item must be a unicode character, not ' + type(x).__name__)
            return x
        if not isinstance(x, int):
            raise TypeError("'%s' object cannot be interpreted as an integer" % type(x).__name__)
        if x < self._low:
            raise OverflowError(_WORDS[c] + ' is less than minimum')
        if x > self._high:
            raise OverflowError(_WORDS[c] + ' is greater than maximum')
        return x

    def append(self, x):
        self._items.append(self._fit(x))

    def extend(self, items):
        if isinstance(items, array) and items.typecode != self.typecode:
            raise TypeError('can only extend with array of same kind')
        for x in list(items) if items is self else items:
            self._items.append(self._fit(x))

    fromlist = extend

    def insert(self, i, x):
        self._items.insert(i, self._fit(x))

    def pop(self, i=-1):
        if not self._items:
            raise IndexError('pop from empty array')
        return self._items.pop(i)

    def remove(self, x):
        if x not in self._items:
            raise ValueError('array.remove(x): x not in array')
        self._items.remove(x)

    def reverse(self):
        self._items.reverse()

    def index(self, x, *args):
        if x not in self._items:
            raise ValueError('array.index(x): x not in array')
        return self._items.index(x, *args)

    def count(self, x):
        return self._items.count(x)

    def tolist(self):
        return list(self._items)

    def tounicode(self):
        return ''.join(self._items)

    def tobytes(self):
        if self.typecode == 'u':
            return b''.join([ord(x).to_bytes(4, 'little') for x in self._items])
        return _struct.pack('<%d%s' % (len(self._items), self._code()), *self._items)

    def _code(self):
        return {'l': 'q', 'L': 'Q'}.get(self.typecode, self.typecode)

    def frombytes(self, data):
        data = bytes(data)
        n = self.itemsize
        if len(data) % n:
            raise ValueError('bytes length not a multiple of item size')
        if self.typecode == 'u':
            self._items += [chr(int.from_bytes(data[i:i + 4], 'little')) for i in range(0, len(data), 4)]
        else:
            self._items += list(_struct.unpack('<%d%s' % (len(data) // n, self._code()), data))

    def tofile(self, f):
        f.write(self.tobytes())

    def fromfile(self, f, n):
        data = f.read(n * self.itemsize)
        self.frombytes(data)
        if len(data) < n * self.itemsize:
            raise EOFError('read() didn\'t return enough bytes')

    def byteswap(self):
        n = self.itemsize
        data = self.tobytes()
        self._items = []
        self.frombytes(b''.join([data[i:i + n][::-1] for i in range(0, len(data), n)]))

    def buffer_info(self):
        return id(self._items), len(self._items)

    def _made(self, items):
        made = array(self.typecode)
        made._items = items
        return made

    def __copy__(self):
        return self._made(list(self._items))

    def __deepcopy__(self, memo):
        return self._made(list(self._items))

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __getitem__(self, i):
        if isinstance(i, slice):
            return self._made(self._items[i])
        try:
            return self._items[i]
        except IndexError:
            raise IndexError('array index out of range') from None

    def __setitem__(self, i, x):
        if isinstance(i, slice):
            if not isinstance(x, array):
                raise TypeError('can only assign array (not "%s") to array slice' % type(x).__name__)
            self._items[i] = x._items
            return
        x = self._fit(x)
        try:
            self._items[i] = x
        except IndexError:
            raise IndexError('array assignment index out of range') from None

    def __delitem__(self, i):
        del self._items[i]

    def __contains__(self, x):
        return x in self._items

    def __add__(self, other):
        if not isinstance(other, array) or other.typecode != self.typecode:
            raise TypeError('can only append array (not "%s") to array' % type(other).__name__)
        return self._made(self._items + other._items)

    def __iadd__(self, other):
        if not isinstance(other, array):
            raise TypeError('can only extend with array (not "%s")' % type(other).__name__)
        self.extend(other)
        return self

    def __mul__(self, n):
        return self._made(self._items * n)

    __rmul__ = __mul__

    def __eq__(self, other):
        return self._items == other._items if isinstance(other, array) else NotImplemented

    def __ne__(self, other):
        return self._items != other._items if isinstance(other, array) else NotImplemented

    def __lt__(self, other):
        return self._items < other._items if isinstance(other, array) else NotImplemented

    def __le__(self, other):
        return self._items <= other._items if isinstance(other, array) else NotImplemented

    def __gt__(self, other):
        return self._items > other._items if isinstance(other, array) else NotImplemented

    def __ge__(self, other):
        return self._items >= other._items if isinstance(other, array) else NotImplemented

    __hash__ = None

    def __repr__(self):
        if not self._items:
            return 'array(%r)' % self.typecode
        return 'array(%r, %r)' % (self.typecode, self.tounicode() if self.typecode == 'u' else self._items)


ArrayType = array
