"""The queue with two ends.

Its items lie in a ring, whose size is a power of two: `_size` of them from place `_first` on, of which the low bits count. What changes which items there are
also adds `_CHANGE` to `_first`, about: by that iterators see it."""

from _generic import GenericAlias as _GenericAlias
from _prelude import generated_by as _generated_by, variables as _variables
from operator import index as _index
from reprlib import recursive_repr as _recursive_repr

__name__ = 'collections'  # Of what is defined here.

# No ring has so many places.
_CHANGE = 2 ** 32
_WORD = 2 ** 62 - 1


def _is_word(n):
    return -2 ** 63 <= n < 2 ** 63


def _mutated():
    return RuntimeError('deque mutated during iteration')


def _forward(queue):
    first = queue._first
    left = queue._size
    while True:
        if queue._first != first:
            raise _mutated()
        if left == 0:
            return
        left -= 1
        ring = queue._ring
        yield ring[first + queue._size - left - 1 & len(ring) - 1]


def _backward(queue):
    first = queue._first
    left = queue._size
    while left > 0:
        if queue._first != first:
            raise _mutated()
        left -= 1
        ring = queue._ring
        yield ring[first + left & len(ring) - 1]


def _kind(f, name):
    """Makes the class of the iterators that a generator function, or a built-in iterator in its place (`objects/relays.rs`), makes."""
    left = lambda it: _variables(it, 3)[3]
    return _generated_by(type(name, (), {'__module__': '_collections', '__length_hint__': left}), f)


_deque_iterator = _kind(_forward, '_deque_iterator')
_deque_reverse_iterator = _kind(_backward, '_deque_reverse_iterator')


class deque:
    __slots__ = ('_ring', '_first', '_size', '_most', '__weakref__')

    def __init__(self, iterable=(), maxlen=None):
        if maxlen is not None:
            if not isinstance(maxlen, int):
                raise TypeError('an integer is required')
            if maxlen < 0:
                raise ValueError('maxlen must be non-negative')
            if maxlen > 2 ** 63 - 1:
                raise OverflowError('Python int too large to convert to C ssize_t')
            maxlen = int(maxlen)
        self._ring = [None] * 8
        self._first = 0
        self._size = 0
        self._most = maxlen
        deque.extend(self, iterable)

    maxlen = property(lambda self: self._most)

    def _grow(self):
        ring = self._ring
        n = len(ring)
        first = self._first & n - 1
        self._ring = ring[first:] + ring[:first] + [None] * n
        self._first = self._first + _CHANGE & _WORD & -_CHANGE

    # Where the length is limited, the item at the other end goes.
    def append(self, x, /):
        n = self._size
        ring = self._ring
        first = self._first
        if n == self._most:
            if n > 0:
                ring[first & len(ring) - 1] = None
                first = first + (_CHANGE + 1) & _WORD
                ring[first + n - 1 & len(ring) - 1] = x
                self._first = first
            return
        if n == len(ring):
            self._grow()
            ring = self._ring
            first = self._first
        ring[first + n & len(ring) - 1] = x
        self._first = first + _CHANGE & _WORD
        self._size = n + 1

    def appendleft(self, x, /):
        n = self._size
        ring = self._ring
        first = self._first
        if n == self._most:
            if n > 0:
                ring[first + n - 1 & len(ring) - 1] = None
                first = first + (_CHANGE - 1) & _WORD
                ring[first & len(ring) - 1] = x
                self._first = first
            return
        if n == len(ring):
            self._grow()
            ring = self._ring
            first = self._first
        first = first + (_CHANGE - 1) & _WORD
        ring[first & len(ring) - 1] = x
        self._first = first
        self._size = n + 1

    def pop(self):
        n = self._size - 1
        if n < 0:
            raise IndexError('pop from an empty deque')
        ring = self._ring
        first = self._first
        i = first + n & len(ring) - 1
        x = ring[i]
        ring[i] = None
        self._first = first + _CHANGE & _WORD
        self._size = n
        return x

    def popleft(self):
        n = self._size
        if n == 0:
            raise IndexError('pop from an empty deque')
        ring = self._ring
        first = self._first
        i = first & len(ring) - 1
        x = ring[i]
        ring[i] = None
        self._first = first + (_CHANGE + 1) & _WORD
        self._size = n - 1
        return x

    def extend(self, iterable, /):
        for x in self._items() if iterable is self else iterable:
            deque.append(self, x)

    def extendleft(self, iterable, /):
        for x in self._items() if iterable is self else iterable:
            deque.appendleft(self, x)

    def clear(self):
        self._ring = [None] * 8
        self._first = self._first + _CHANGE & _WORD & -_CHANGE
        self._size = 0

    def copy(self):
        return type(self)(self) if self._most is None else type(self)(self, self._most)

    __copy__ = copy

    def __reduce__(self):
        return type(self), () if self._most is None else ((), self._most), getattr(self, '__dict__', None) or None, iter(self)

    def __len__(self):
        return self._size

    def __iter__(self):
        return _forward(self)

    def __reversed__(self):
        return _backward(self)

    def _at(self, i):
        n = self._size
        at = i + n if i < 0 else i
        if not 0 <= at < n:
            raise IndexError('deque index out of range' if _is_word(i) else "cannot fit 'int' into an index-sized integer")
        return self._first + at & len(self._ring) - 1

    def __getitem__(self, i, /):
        return self._ring[self._at(i if type(i) is int else _index(i))]

    def __setitem__(self, i, x, /):
        self._ring[self._at(i if type(i) is int else _index(i))] = x

    def __delitem__(self, i, /):
        i = _index(i)
        self._at(i)
        items = self._items()
        del items[i]
        self._fill(items)

    def _items(self):
        return list(_forward(self))

    def _fill(self, items):
        deque.clear(self)
        deque.extend(self, items)

    def __contains__(self, x, /):
        for y in _forward(self):
            if y is x or y == x:
                return True
        return False

    def count(self, x, /):
        n = 0
        for y in _forward(self):
            if y is x or y == x:
                n += 1
        return n

    def index(self, x, start=0, stop=2 ** 63 - 1, /):
        if start is None or stop is None:
            raise TypeError('slice indices must be integers or have an __index__ method')
        items = self._items()
        first = self._first
        for i in range(*slice(start, stop).indices(len(items))):
            if items[i] is x or items[i] == x:
                return i
            if self._first != first:
                raise _mutated()
        raise ValueError('%r is not in deque' % (x,))

    def insert(self, i, x, /):
        i = _index(i)
        if not _is_word(i):
            raise OverflowError('Python int too large to convert to C ssize_t')
        if self._size == self._most:
            raise IndexError('deque already at its maximum size')
        items = self._items()
        items.insert(i, x)
        self._fill(items)

    def remove(self, x, /):
        items = self._items()
        first = self._first
        for i, y in enumerate(items):
            is_it = y is x or y == x
            if self._first != first:
                raise IndexError('deque mutated during iteration')
            if is_it:
                del items[i]
                return self._fill(items)
        raise ValueError('%r is not in deque' % (x,))

    def reverse(self):
        for i, x in enumerate(self._items()[::-1]):
            deque.__setitem__(self, i, x)

    def rotate(self, n=1, /):
        n = _index(n)
        if not _is_word(n):
            raise OverflowError('Python int too large to convert to C ssize_t')
        size = self._size
        if size < 2:
            return
        self._first = self._first + _CHANGE & _WORD
        n %= size
        if n <= size // 2:
            for _ in range(n):
                deque.appendleft(self, deque.pop(self))
        else:
            for _ in range(size - n):
                deque.append(self, deque.popleft(self))

    @_recursive_repr('[...]')
    def __repr__(self):
        text = '%s(%r' % (type(self).__name__, list(self))
        return text + (')' if self._most is None else ', maxlen=%d)' % self._most)

    def __eq__(self, other, /):
        return list(self) == list(other) if isinstance(other, deque) else NotImplemented

    def __lt__(self, other, /):
        return list(self) < list(other) if isinstance(other, deque) else NotImplemented

    def __le__(self, other, /):
        return list(self) <= list(other) if isinstance(other, deque) else NotImplemented

    def __gt__(self, other, /):
        return list(self) > list(other) if isinstance(other, deque) else NotImplemented

    def __ge__(self, other, /):
        return list(self) >= list(other) if isinstance(other, deque) else NotImplemented

    __hash__ = None

    def __add__(self, other, /):
        if not isinstance(other, deque):
            raise TypeError('can only concatenate deque (not "%s") to deque' % type(other).__name__)
        d = self.copy()
        d.extend(other)
        return d

    def __iadd__(self, other, /):
        deque.extend(self, other)
        return self

    def __mul__(self, n, /):
        items = self._items() * n
        return type(self)(items) if self._most is None else type(self)(items, self._most)

    __rmul__ = __mul__

    def __imul__(self, n, /):
        items = self._items() * n
        if n != 1:
            self._fill(items)
        return self

    __class_getitem__ = classmethod(_GenericAlias)
