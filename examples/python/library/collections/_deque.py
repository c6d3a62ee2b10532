"""The queue with two ends."""

from operator import index as _index

__name__ = 'collections'  # Of what is defined here.


def _is_word(n):
    return -2 ** 63 <= n < 2 ** 63


class deque:
    """Items in a ring, whose size is a power of two."""

    def __init__(self, iterable=(), maxlen=None):
        if maxlen is not None and not isinstance(maxlen, int):
            raise TypeError('an integer is required')
        if maxlen is not None and maxlen < 0:
            raise ValueError('maxlen must be non-negative')
        if maxlen is not None and maxlen > 2 ** 63 - 1:
            raise OverflowError('Python int too large to convert to C ssize_t')
        self._ring = [None] * 8
        self._first = 0
        self._size = 0
        self.maxlen = maxlen
        deque.extend(self, iterable)

    def _grow(self):
        ring, first = self._ring, self._first
        n = len(ring)
        self._ring = ring[first:] + ring[:first] + [None] * n
        self._first = 0

    def append(self, x, /):
        n = self._size
        if n == self.maxlen:
            if n == 0:
                return
            self.popleft()
            n -= 1
        if n == len(self._ring):
            self._grow()
        ring = self._ring
        ring[self._first + n & len(ring) - 1] = x
        self._size = n + 1

    def appendleft(self, x, /):
        n = self._size
        if n == self.maxlen:
            if n == 0:
                return
            self.pop()
            n -= 1
        if n == len(self._ring):
            self._grow()
        ring = self._ring
        first = self._first - 1 & len(ring) - 1
        ring[first] = x
        self._first = first
        self._size = n + 1

    def pop(self):
        n = self._size - 1
        if n < 0:
            raise IndexError('pop from an empty deque')
        ring = self._ring
        i = self._first + n & len(ring) - 1
        x = ring[i]
        ring[i] = None
        self._size = n
        return x

    def popleft(self):
        n = self._size
        if n == 0:
            raise IndexError('pop from an empty deque')
        ring = self._ring
        first = self._first
        x = ring[first]
        ring[first] = None
        self._first = first + 1 & len(ring) - 1
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
        self._first = self._size = 0

    def copy(self):
        return type(self)(self, self.maxlen)

    __copy__ = copy

    def __len__(self):
        return self._size

    def __iter__(self):
        n = self._size
        i = 0
        while i < n:
            if self._size != n:
                raise RuntimeError('deque mutated during iteration')
            ring = self._ring
            yield ring[self._first + i & len(ring) - 1]
            i += 1

    def __reversed__(self):
        i = self._size - 1
        while i >= 0:
            ring = self._ring
            yield ring[self._first + i & len(ring) - 1]
            i -= 1

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
        return list(self)

    def _fill(self, items):
        deque.clear(self)
        deque.extend(self, items)

    def __contains__(self, x, /):
        for y in self:
            if y is x or y == x:
                return True
        return False

    def count(self, x, /):
        n = 0
        for y in self:
            if y is x or y == x:
                n += 1
        return n

    def index(self, x, start=0, stop=2 ** 63 - 1, /):
        if start is None or stop is None:
            raise TypeError('slice indices must be integers or have an __index__ method')
        items = self._items()
        for i in range(*slice(start, stop).indices(len(items))):
            if items[i] is x or items[i] == x:
                return i
        raise ValueError('%r is not in deque' % (x,))

    def insert(self, i, x, /):
        i = _index(i)
        if not _is_word(i):
            raise OverflowError('Python int too large to convert to C ssize_t')
        if self._size == self.maxlen:
            raise IndexError('deque already at its maximum size')
        items = self._items()
        items.insert(i, x)
        self._fill(items)

    def remove(self, x, /):
        items = self._items()
        for i, y in enumerate(items):
            if y is x or y == x:
                del items[i]
                return self._fill(items)
        raise ValueError('%r is not in deque' % (x,))

    def reverse(self):
        items = self._items()
        items.reverse()
        self._fill(items)

    def rotate(self, n=1, /):
        n = _index(n)
        if not _is_word(n):
            raise OverflowError('Python int too large to convert to C ssize_t')
        size = self._size
        if size < 2:
            return
        n %= size
        if n <= size // 2:
            for _ in range(n):
                self.appendleft(self.pop())
        else:
            for _ in range(size - n):
                self.append(self.popleft())

    def __repr__(self):
        text = type(self).__name__ + '([' + ', '.join(['[...]' if x is self else repr(x) for x in self]) + ']'
        return text + (')' if self.maxlen is None else ', maxlen=%d)' % self.maxlen)

    def __eq__(self, other, /):
        return self._items() == other._items() if isinstance(other, deque) else NotImplemented

    def __lt__(self, other, /):
        return self._items() < other._items() if isinstance(other, deque) else NotImplemented

    def __le__(self, other, /):
        return self._items() <= other._items() if isinstance(other, deque) else NotImplemented

    def __gt__(self, other, /):
        return self._items() > other._items() if isinstance(other, deque) else NotImplemented

    def __ge__(self, other, /):
        return self._items() >= other._items() if isinstance(other, deque) else NotImplemented

    __hash__ = None

    def __add__(self, other, /):
        if not isinstance(other, deque):
            raise TypeError('can only concatenate deque (not "%s") to deque' % type(other).__name__)
        d = self.copy()
        d.extend(other)
        return d

    def __iadd__(self, other, /):
        self.extend(other)
        return self

    def __mul__(self, n, /):
        return type(self)(self._items() * n, self.maxlen)

    __rmul__ = __mul__

    def __imul__(self, n, /):
        self._fill(self._items() * n)
        return self
