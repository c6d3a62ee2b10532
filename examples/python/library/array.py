"""Arrays of numbers of one type: a list of them, checked when they are stored."""
from _floats import to_bits, from_bits

typecodes = 'bBuhHiIlLqQfd'
_SIZES = {'b': 1, 'B': 1, 'u': 4, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'l': 8, 'L': 8, 'q': 8, 'Q': 8, 'f': 4, 'd': 8}
_RANGES = {c: ((-(1 << 8 * n - 1), (1 << 8 * n - 1) - 1) if c in 'bhilq' else (0, (1 << 8 * n) - 1))
           for c, n in _SIZES.items() if c not in 'ufd'}
_NAMES = {'b': 'signed char', 'B': 'unsigned byte integer', 'h': 'signed short integer', 'H': 'unsigned short',
          'i': 'signed integer', 'I': 'unsigned int'}


def _outside(code, v):
    """The error for an integer that does not fit."""
    negative = v < 0
    if code in 'qQ':
        text = "can't convert negative int to unsigned" if negative and code == 'Q' else 'int too big to convert'
    elif code in 'IL':
        if negative:
            text = "can't convert negative value to unsigned int"
        elif v >= 1 << 64 or code == 'L':
            text = 'Python int too large to convert to C unsigned long'
        else:
            text = 'unsigned int is greater than maximum'
    elif not -1 << 63 <= v < 1 << 63:
        text = 'Python int too large to convert to C long'
    else:
        text = f"{_NAMES[code]} is {'less than minimum' if negative else 'greater than maximum'}"
    return OverflowError(text)


class array:
    def __init__(self, typecode, initializer=()):
        if not isinstance(typecode, str) or len(typecode) != 1:
            raise TypeError(f'array() argument 1 must be a unicode character, not {type(typecode).__name__}')
        if typecode not in _SIZES:
            raise ValueError('bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)')
        self.typecode = typecode
        self.itemsize = _SIZES[typecode]
        self._low, self._high = _RANGES.get(typecode, (0, 0))
        self._items = []
        if isinstance(initializer, (bytes, bytearray)):
            self.frombytes(initializer)
        elif isinstance(initializer, str) and typecode != 'u':
            raise TypeError(f"cannot use a str to initialize an array with typecode '{typecode}'")
        elif isinstance(initializer, array):
            self._items = [self._checked(x) for x in initializer._items]
        else:
            self.extend(initializer)

    def _checked(self, v):
        code = self.typecode
        if code == 'd' or code == 'f':
            if not isinstance(v, (float, int)) and not hasattr(v, '__float__'):
                raise TypeError(f'must be real number, not {type(v).__name__}')
            v = float(v)
            return v if code == 'd' else from_bits(to_bits(v, 4), 4)
        if code == 'u':
            if not isinstance(v, str) or len(v) != 1:
                raise TypeError('array item must be a unicode character, not ' + type(v).__name__)
            return v
        if type(v) is not int:
            if not hasattr(v, '__index__'):
                raise TypeError(f"'{type(v).__name__}' object cannot be interpreted as an integer")
            v = v.__index__()
        if self._low <= v <= self._high:
            return v
        raise _outside(code, v)

    def _like(self, items):
        new = array(self.typecode)
        new._items = items
        return new

    def __repr__(self):
        if not self._items:
            return f"array('{self.typecode}')"
        shown = repr(self.tounicode()) if self.typecode == 'u' else repr(self._items)
        return f"array('{self.typecode}', {shown})"

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __contains__(self, v):
        return v in self._items

    def __reversed__(self):
        return reversed(self._items)

    def __getitem__(self, i):
        if isinstance(i, slice):
            return self._like(self._items[i])
        try:
            return self._items[i]
        except IndexError:
            raise IndexError('array index out of range') from None
        except TypeError:
            raise TypeError('array indices must be integers') from None

    def __setitem__(self, i, v):
        if isinstance(i, slice):
            if not isinstance(v, array):
                raise TypeError(f'can only assign array (not "{type(v).__name__}") to array slice')
            if v.typecode != self.typecode:
                raise TypeError('bad argument type for built-in operation')
            self._items[i] = list(v._items)
            return
        v = self._checked(v)
        try:
            self._items[i] = v
        except IndexError:
            raise IndexError('array assignment index out of range') from None
        except TypeError:
            raise TypeError('array indices must be integers') from None

    def __delitem__(self, i):
        try:
            del self._items[i]
        except IndexError:
            raise IndexError('array assignment index out of range') from None

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

    def __add__(self, other):
        if not isinstance(other, array):
            raise TypeError(f'can only append array (not "{type(other).__name__}") to array')
        if other.typecode != self.typecode:
            raise TypeError('bad argument type for built-in operation')
        return self._like(self._items + other._items)

    def __iadd__(self, other):
        if not isinstance(other, array):
            raise TypeError(f'can only extend with array (not "{type(other).__name__}")')
        self.extend(other)
        return self

    def __mul__(self, n):
        return self._like(self._items * n)

    __rmul__ = __mul__

    def __imul__(self, n):
        self._items *= n
        return self

    def __copy__(self):
        return self._like(list(self._items))

    def __deepcopy__(self, memo):
        return self._like(list(self._items))

    def append(self, v):
        self._items.append(self._checked(v))

    def extend(self, values):
        if isinstance(values, array):
            if values.typecode != self.typecode:
                raise TypeError('can only extend with array of same kind')
            self._items.extend(list(values._items))
            return
        for v in values:
            self._items.append(self._checked(v))

    fromlist = extend

    def insert(self, i, v):
        self._items.insert(i, self._checked(v))

    def pop(self, i=-1):
        if not self._items:
            raise IndexError('pop from empty array')
        if not -len(self._items) <= i < len(self._items):
            raise IndexError('pop index out of range')
        return self._items.pop(i)

    def remove(self, v):
        if v not in self._items:
            raise ValueError('array.remove(x): x not in array')
        self._items.remove(v)

    def index(self, v, start=0, stop=9223372036854775807):
        try:
            return self._items.index(v, start, stop)
        except ValueError:
            raise ValueError('array.index(x): x not in array') from None

    def count(self, v):
        return self._items.count(v)

    def reverse(self):
        self._items.reverse()

    def tolist(self):
        return list(self._items)

    def _numbers(self, values):
        size = self.itemsize
        if self.typecode == 'u':
            return [ord(c) for c in values]
        return [to_bits(x, size) for x in values] if self.typecode in 'fd' else values

    def tobytes(self):
        out = bytearray()
        size = self.itemsize
        signed = self._low < 0
        for x in self._numbers(self._items):
            out += x.to_bytes(size, 'little', signed=signed)
        return bytes(out)

    def frombytes(self, data):
        size = self.itemsize
        code = self.typecode
        if len(data) % size:
            raise ValueError('bytes length not a multiple of item size')
        signed = self._low < 0
        for at in range(0, len(data), size):
            x = int.from_bytes(data[at:at + size], 'little', signed=signed)
            self._items.append(from_bits(x, size) if code in 'fd' else chr(x) if code == 'u' else x)

    def byteswap(self):
        data = self.tobytes()
        size = self.itemsize
        self._items.clear()
        for at in range(0, len(data), size):
            self.frombytes(data[at:at + size][::-1])

    def tounicode(self):
        if self.typecode != 'u':
            raise ValueError("tounicode() may only be called on unicode type arrays")
        return ''.join(self._items)

    def fromunicode(self, text):
        if self.typecode != 'u':
            raise ValueError("fromunicode() may only be called on unicode type arrays")
        self._items.extend(text)


ArrayType = array
