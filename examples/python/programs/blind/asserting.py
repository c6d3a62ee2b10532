"""Containers that check their own invariants with assertions.

Contains a dense grid, a ring buffer, a sorted list, an interval set and a
binary heap; a driver exercises them and also provokes failing assertions.
"""

import sys
import time
from bisect import bisect_left, bisect_right, insort


class Grid:
    """Rectangular table of integers addressed by (row, column)."""

    def __init__(self, rows, cols, fill=0):
        assert rows > 0 and cols > 0, "grid must not be empty"
        self._rows = rows
        self._cols = cols
        self._cells = [fill] * (rows * cols)

    @property
    def rows(self):
        return self._rows

    @property
    def cols(self):
        return self._cols

    @property
    def shape(self):
        return self._rows, self._cols

    def _offset(self, key):
        assert isinstance(key, tuple) and len(key) == 2, "need a (row, col) pair"
        row, col = key
        assert 0 <= row < self._rows, f"row {row} out of range"
        assert 0 <= col < self._cols, f"column {col} out of range"
        return row * self._cols + col

    def __getitem__(self, key):
        return self._cells[self._offset(key)]

    def __setitem__(self, key, value):
        assert isinstance(value, int)
        self._cells[self._offset(key)] = value

    def __len__(self):
        return len(self._cells)

    def __iter__(self):
        return iter(self._cells)

    def __contains__(self, value):
        return value in self._cells

    def transposed(self):
        result = Grid(self._cols, self._rows)
        for row in range(self._rows):
            for col in range(self._cols):
                result[col, row] = self[row, col]
        assert len(result) == len(self)
        return result

    def multiply(self, other):
        assert self.cols == other.rows, "shapes do not fit"
        result = Grid(self.rows, other.cols)
        for i in range(self.rows):
            for j in range(other.cols):
                acc = 0
                for k in range(self.cols):
                    acc += self[i, k] * other[k, j]
                result[i, j] = acc
        return result


class RingBuffer:
    """Fixed-capacity queue which overwrites its oldest items."""

    def __init__(self, capacity):
        assert capacity >= 1
        self._items = [None] * capacity
        self._start = 0
        self._count = 0
        self.dropped = 0

    @property
    def capacity(self):
        return len(self._items)

    @property
    def is_full(self):
        return self._count == self.capacity

    def _check(self):
        assert 0 <= self._count <= self.capacity
        assert 0 <= self._start < self.capacity

    def push(self, item):
        assert item is not None, "None is reserved"
        slot = (self._start + self._count) % self.capacity
        self._items[slot] = item
        if self.is_full:
            self._start = (self._start + 1) % self.capacity
            self.dropped += 1
        else:
            self._count += 1
        self._check()

    def pop(self):
        assert self._count > 0, "pop from empty ring buffer"
        item = self._items[self._start]
        assert item is not None
        self._items[self._start] = None
        self._start = (self._start + 1) % self.capacity
        self._count -= 1
        self._check()
        return item

    def __len__(self):
        return self._count

    def __getitem__(self, index):
        if index < 0:
            index += self._count
        if not 0 <= index < self._count:
            raise IndexError(index)
        return self._items[(self._start + index) % self.capacity]

    def __contains__(self, item):
        for mine in self:
            if mine == item:
                return True
        return False


class SortedList:
    def __init__(self, items=()):
        self._data = sorted(items)
        self._version = 0

    def _check_around(self, index):
        data = self._data
        if index > 0:
            assert data[index - 1] <= data[index]
        if index + 1 < len(data):
            assert data[index] <= data[index + 1]

    @property
    def median(self):
        assert self._data, "no median of nothing"
        size = len(self._data)
        middle = size // 2
        if size % 2:
            return self._data[middle]
        return (self._data[middle - 1] + self._data[middle]) // 2

    def add(self, value):
        index = bisect_right(self._data, value)
        insort(self._data, value)
        assert self._data[index] == value
        self._check_around(index)
        self._version += 1

    def discard(self, value):
        index = bisect_left(self._data, value)
        if index < len(self._data) and self._data[index] == value:
            before = len(self._data)
            del self._data[index]
            assert len(self._data) == before - 1
            self._version += 1
            return True
        return False

    def __len__(self):
        return len(self._data)

    def __getitem__(self, index):
        return self._data[index]

    def __iter__(self):
        version = self._version
        for item in self._data:
            assert version == self._version, "changed during iteration"
            yield item

    def __contains__(self, value):
        index = bisect_left(self._data, value)
        return index != len(self._data) and self._data[index] == value


class IntervalSet:
    """Disjoint half-open integer intervals in increasing order."""

    def __init__(self):
        self._spans = []

    def _check(self):
        previous = None
        for low, high in self._spans:
            assert low < high
            assert previous is None or previous < low
            previous = high

    def add(self, low, high):
        assert low < high, "empty interval"
        kept = []
        for start, stop in self._spans:
            if stop < low or start > high:
                kept.append((start, stop))
            else:
                low = min(low, start)
                high = max(high, stop)
        kept.append((low, high))
        kept.sort()
        self._spans = kept
        self._check()

    def __contains__(self, point):
        return any(low <= point < high for low, high in self._spans)

    def __len__(self):
        return sum(high - low for low, high in self._spans)

    def __iter__(self):
        for low, high in self._spans:
            yield from range(low, high)


class Heap:
    def __init__(self):
        self._a = []

    def push(self, value):
        a = self._a
        a.append(value)
        i = len(a) - 1
        while i > 0 and a[i] < a[(i - 1) // 2]:
            parent = (i - 1) // 2
            a[i], a[parent] = a[parent], a[i]
            i = parent
        assert i == 0 or a[(i - 1) // 2] <= a[i]

    def pop(self):
        a = self._a
        assert a, "pop from empty heap"
        top = a[0]
        last = a.pop()
        if a:
            a[0] = last
            i = 0
            while True:
                child = 2 * i + 1
                if child >= len(a):
                    break
                if child + 1 < len(a) and a[child + 1] < a[child]:
                    child += 1
                if a[i] <= a[child]:
                    break
                a[i], a[child] = a[child], a[i]
                i = child
        assert all(top <= value for value in a[:3])
        return top

    def __bool__(self):
        return bool(self._a)

    def __len__(self):
        return len(self._a)


def failing_operations():
    return [
        ("empty grid", lambda: Grid(0, 3)),
        ("row", lambda: Grid(2, 2)[2, 0]),
        ("pair", lambda: Grid(2, 2)[1]),
        ("pop ring", lambda: RingBuffer(3).pop()),
        ("none", lambda: RingBuffer(3).push(None)),
        ("shape", lambda: Grid(2, 3).multiply(Grid(2, 3))),
        ("median", lambda: SortedList().median),
        ("interval", lambda: IntervalSet().add(4, 4)),
        ("heap", lambda: Heap().pop()),
        ("fine", lambda: Grid(1, 1)[0, 0]),
    ]


def provoke():
    failures = 0
    for name, operation in failing_operations():
        try:
            operation()
        except AssertionError as error:
            failures += len(name) + len(str(error))
    return failures


def exercise(seed):
    def rand(bound):
        nonlocal seed
        seed = (seed * 1664525 + 1013904223) % 4294967296
        return (seed >> 10) % bound

    grid = Grid(5, 6)
    for row in range(grid.rows):
        for col in range(grid.cols):
            grid[row, col] = rand(10)
    product = grid.multiply(grid.transposed())
    for i in range(product.rows):
        for j in range(i):
            assert product[i, j] == product[j, i]
    total = sum(product) + (7 in grid)

    ring = RingBuffer(12)
    ordered = SortedList()
    heap = Heap()
    spans = IntervalSet()
    for _ in range(70):
        value = rand(200)
        ring.push(value)
        ordered.add(value)
        heap.push(value)
        if rand(4) == 0:
            total += ring.pop()
        if rand(3) == 0 and ordered.discard(rand(200)):
            total += 1
        if rand(5) == 0:
            spans.add(value, value + 1 + rand(9))
    assert list(ordered) == sorted(ordered)
    total += ordered.median + len(ordered) + ring.dropped * 3
    total += sum(i * item for i, item in enumerate(ring)) + ring[-1]
    total += sum(1 for v in range(200) if v in spans) == len(spans)
    total += sum(spans)
    position = 1
    while heap:
        total += position * heap.pop()
        position += 1
    total += sum(1 for v in range(0, 200, 9) if v in ordered or v in ring)
    return total


def run(n):
    checksum = 0
    for i in range(n):
        checksum = (checksum * 37 + exercise(i + 1)) % 1000000007
        checksum += provoke()
    return checksum


n = int(sys.argv[1]) if len(sys.argv) > 1 else 45
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = run(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
