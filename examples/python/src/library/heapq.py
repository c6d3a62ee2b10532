# heapq: lists as heaps, the smallest first.

def _up(heap, start, at):
    x = heap[at]
    while at > start:
        parent = (at - 1) >> 1
        above = heap[parent]
        if not x < above:
            break
        heap[at] = above
        at = parent
    heap[at] = x


def _down(heap, at):
    # The hole goes down to a leaf along the smaller children, then the element comes up: fewer comparisons than stopping early.
    end, start, x = len(heap), at, heap[at]
    child = 2 * at + 1
    while child < end:
        right = child + 1
        if right < end and not heap[child] < heap[right]:
            child = right
        heap[at] = heap[child]
        at = child
        child = 2 * at + 1
    heap[at] = x
    _up(heap, start, at)


def heappush(heap, item):
    heap.append(item)
    _up(heap, 0, len(heap) - 1)


def heappop(heap):
    last = heap.pop()
    if heap:
        first = heap[0]
        heap[0] = last
        _down(heap, 0)
        return first
    return last


def heapreplace(heap, item):
    first = heap[0]
    heap[0] = item
    _down(heap, 0)
    return first


def heappushpop(heap, item):
    if heap and heap[0] < item:
        item, heap[0] = heap[0], item
        _down(heap, 0)
    return item


def heapify(x):
    for i in range(len(x) // 2 - 1, -1, -1):
        _down(x, i)


def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:max(n, 0)]


def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:max(n, 0)]


def merge(*iterables, key=None, reverse=False):
    rows = []
    for order, it in enumerate(map(iter, iterables)):
        for x in it:
            rows.append([x if key is None else key(x), order, x, it])
            break
    while rows:
        best = rows[0]
        for row in rows:
            if (best[0] < row[0]) if reverse else (row[0] < best[0]):
                best = row
        yield best[2]
        for x in best[3]:
            best[0], best[2] = x if key is None else key(x), x
            break
        else:
            rows.remove(best)
