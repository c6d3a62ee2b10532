"""Heaps in lists: the smallest item is at the front."""

__all__ = ['heappush', 'heappop', 'heapify', 'heapreplace', 'merge', 'nlargest', 'nsmallest', 'heappushpop']


def heappush(heap, item, /):
    if not isinstance(heap, list):
        raise TypeError('heappush() argument 1 must be list, not ' + type(heap).__name__)
    heap.append(item)
    _rise(heap, 0, len(heap) - 1)


def heappop(heap, /):
    if not isinstance(heap, list):
        raise TypeError('heappop() argument must be list, not ' + type(heap).__name__)
    if not heap:
        raise IndexError('index out of range')
    last = heap.pop()
    if heap:
        first = heap[0]
        heap[0] = last
        _sink(heap, 0)
        return first
    return last


def heapreplace(heap, item, /):
    if not isinstance(heap, list):
        raise TypeError('heapreplace() argument 1 must be list, not ' + type(heap).__name__)
    if not heap:
        raise IndexError('index out of range')
    first = heap[0]
    heap[0] = item
    _sink(heap, 0)
    return first


def heappushpop(heap, item, /):
    if not isinstance(heap, list):
        raise TypeError('heappushpop() argument 1 must be list, not ' + type(heap).__name__)
    if heap and heap[0] < item:
        item, heap[0] = heap[0], item
        _sink(heap, 0)
    return item


def heapify(x, /):
    if not isinstance(x, list):
        raise TypeError('heapify() argument must be list, not ' + type(x).__name__)
    for i in range(len(x) // 2 - 1, -1, -1):
        _sink(x, i)


def _rise(heap, start, at):
    item, size = heap[at], len(heap)
    while at > start:
        up = at - 1 >> 1
        parent = heap[up]
        less = item < parent
        if len(heap) != size:
            raise RuntimeError('list changed size during iteration')
        if not less:
            break
        heap[at] = parent
        at = up
    heap[at] = item


def _sink(heap, at):
    # Down to a leaf along the smaller children, then up: fewer comparisons than stopping on the way.
    end = len(heap)
    start = at
    item = heap[at]
    child = 2 * at + 1
    while child < end:
        right = child + 1
        if right < end:
            less = heap[child] < heap[right]
            if len(heap) != end:
                raise RuntimeError('list changed size during iteration')
            if not less:
                child = right
        heap[at] = heap[child]
        at = child
        child = 2 * at + 1
    heap[at] = item
    _rise(heap, start, at)


# The same with the greatest item at the front.
def _heapify_max(x):
    for i in range(len(x) // 2 - 1, -1, -1):
        _sink_max(x, i)


def _heappop_max(heap):
    last = heap.pop()
    return _heapreplace_max(heap, last) if heap else last


def _heapreplace_max(heap, item):
    first = heap[0]
    heap[0] = item
    _sink_max(heap, 0)
    return first


def _sink_max(heap, at):
    end = len(heap)
    item = heap[at]
    child = 2 * at + 1
    while child < end:
        right = child + 1
        if right < end and heap[child] < heap[right]:
            child = right
        if not item < heap[child]:
            break
        heap[at] = heap[child]
        at = child
        child = 2 * at + 1
    heap[at] = item


def nlargest(n, iterable, key=None):
    return _best(n, iterable, key, True)


def nsmallest(n, iterable, key=None):
    return _best(n, iterable, key, False)


def _best(n, iterable, key, largest):
    """The `n` first items in order. How much is taken of what is iterated over shows, and so does which comparisons are made."""
    if n == 1:
        nothing = object()
        best = (max if largest else min)(iter(iterable), default=nothing, key=key)
        return [] if best is nothing else [best]
    try:
        size = len(iterable)
    except (TypeError, AttributeError):
        pass
    else:
        if n >= size:
            return sorted(iterable, key=key, reverse=largest)[:n]
    it = iter(iterable)
    kept = [_Entry(x if key is None else key(x), -i if largest else i, x, None, not largest) for i, x in zip(range(n), it)]
    if not kept:
        return []
    heapify(kept)
    order = n
    for x in it:
        k = x if key is None else key(x)
        worst = kept[0].key
        if worst < k if largest else k < worst:
            heapreplace(kept, _Entry(k, -order if largest else order, x, None, not largest))
            order += 1
    kept.sort(reverse=True)
    return [e.item for e in kept]


def merge(*iterables, key=None, reverse=False):
    heap, reverse = [], bool(reverse)
    for order, it in enumerate(iterables):
        it = iter(it)
        for x in it:
            k = x if key is None else key(x)
            heap.append(_Entry(k, order if not reverse else -order, x, it, reverse))
            break
    heapify(heap)
    while heap:
        e = heap[0]
        yield e.item
        for x in e.rest:
            e.item = x
            e.key = x if key is None else key(x)
            _sink(heap, 0)
            break
        else:
            heappop(heap)


class _Entry:
    def __init__(self, key, order, item, rest, reverse):
        self.key = key
        self.order = order
        self.item = item
        self.rest = rest
        self.reverse = reverse

    def __lt__(self, other):
        a, b = (other, self) if self.reverse else (self, other)
        if a.key < b.key:
            return True
        if b.key < a.key:
            return False
        return a.order < b.order
