"""Ranges whose numbers or whose length do not fit 64 bits, and parts of ranges."""

_small = range
_too_long = 'Python int too large to convert to C ssize_t'


def count_of(start, stop, step):
    span = stop - start if step > 0 else start - stop
    return (span - 1) // abs(step) + 1 if span > 0 else 0


def part(r, cut):
    """`r[cut]`, of any range."""
    n = count_of(r.start, r.stop, r.step)
    step = 1 if cut.step is None else _index(cut.step)
    if step == 0:
        raise ValueError('slice step cannot be zero')
    low, high = (0, n) if step > 0 else (-1, n - 1)

    def bound(i, default):
        if i is None:
            return default
        i = _index(i)
        return min(max(i + n if i < 0 else i, low), high)

    start = bound(cut.start, low if step > 0 else high)
    stop = bound(cut.stop, high if step > 0 else low)
    return _small(r.start + start * r.step, r.start + stop * r.step, r.step * step)


def _index(i, wrong='slice indices must be integers or None or have an __index__ method'):
    if isinstance(i, int):
        return int(i)
    if not hasattr(type(i), '__index__'):
        raise TypeError(wrong)
    return i.__index__()


def _steps(at, n, step):
    while n > 0:
        yield at
        at += step
        n -= 1


class range(_small):
    __slots__ = ('start', 'stop', 'step', '_count')

    def __init__(self, start, stop, step):
        self.start = start
        self.stop = stop
        self.step = step
        self._count = count_of(start, stop, step)

    def __len__(self):
        if self._count >= 2**63:
            raise OverflowError(_too_long)
        return self._count

    def __bool__(self):
        return self._count > 0

    def __iter__(self):
        return _steps(self.start, self._count, self.step)

    def __reversed__(self):
        return _steps(self.start + (self._count - 1) * self.step, self._count, -self.step)

    def __getitem__(self, i):
        if isinstance(i, slice):
            return part(self, i)
        i = _index(i, f'range indices must be integers or slices, not {type(i).__name__}')
        if i < 0:
            i += self._count
        if not 0 <= i < self._count:
            raise IndexError('range object index out of range')
        return self.start + i * self.step

    def __contains__(self, x):
        if type(x) is int or type(x) is bool:
            i, rest = divmod(x - self.start, self.step)
            return rest == 0 and 0 <= i < self._count
        return any(x == y for y in self)

    def index(self, x):
        if type(x) is int or type(x) is bool:
            if x in self:
                return (x - self.start) // self.step
        else:
            for i, y in enumerate(self):
                if x == y:
                    return i
        raise ValueError(f'{x!r} is not in range')

    def count(self, x):
        if type(x) is int or type(x) is bool:
            return int(x in self)
        return sum(1 for y in self if x == y)

    def __eq__(self, other):
        if not isinstance(other, _small):
            return NotImplemented
        return _shape(self) == _shape(other)

    def __hash__(self):
        return hash(_shape(self))

    def __repr__(self):
        step = '' if self.step == 1 else f', {self.step}'
        return f'range({self.start}, {self.stop}{step})'

    def __reduce__(self):
        return _small, (self.start, self.stop, self.step)


def _shape(r):
    """What equal ranges have in common."""
    n = count_of(r.start, r.stop, r.step)
    return n, r.start if n > 0 else None, r.step if n > 1 else None
