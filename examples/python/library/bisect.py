"""Places in sorted lists."""

from operator import index as _index


def _bounds(a, lo, hi):
    """Where to look, as machine words."""
    lo, hi = _index(lo), None if hi is None else _index(hi)
    if not -2 ** 63 <= lo < 2 ** 63:
        raise OverflowError('Python int too large to convert to C ssize_t')
    if hi is not None and not -2 ** 63 <= hi < 2 ** 63:
        raise OverflowError("cannot fit 'int' into an index-sized integer")
    if lo < 0:
        raise ValueError('lo must be non-negative')
    if hi is None:
        hi = len(a)
    if isinstance(a, (dict, set, frozenset)) and lo < hi:
        raise TypeError("'%s' object does not support indexing" % type(a).__name__)
    return lo, hi


def bisect_right(a, x, lo=0, hi=None, *, key=None):
    if type(a) is not list or lo != 0 or hi is not None:
        lo, hi = _bounds(a, lo, hi)
    else:
        hi = len(a)
    if key is None:
        while lo < hi:
            mid = (lo + hi) // 2
            if x < a[mid]:
                hi = mid
            else:
                lo = mid + 1
    else:
        while lo < hi:
            mid = (lo + hi) // 2
            if x < key(a[mid]):
                hi = mid
            else:
                lo = mid + 1
    return lo


def bisect_left(a, x, lo=0, hi=None, *, key=None):
    if type(a) is not list or lo != 0 or hi is not None:
        lo, hi = _bounds(a, lo, hi)
    else:
        hi = len(a)
    if key is None:
        while lo < hi:
            mid = (lo + hi) // 2
            if a[mid] < x:
                lo = mid + 1
            else:
                hi = mid
    else:
        while lo < hi:
            mid = (lo + hi) // 2
            if key(a[mid]) < x:
                lo = mid + 1
            else:
                hi = mid
    return lo


def insort_right(a, x, lo=0, hi=None, *, key=None):
    at = bisect_right(a, x if key is None else key(x), lo, hi, key=key)
    a.insert(at, x)


def insort_left(a, x, lo=0, hi=None, *, key=None):
    at = bisect_left(a, x if key is None else key(x), lo, hi, key=key)
    a.insert(at, x)


bisect = bisect_right
insort = insort_right
