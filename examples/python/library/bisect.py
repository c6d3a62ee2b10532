"""Places in sorted lists."""

from operator import index as _index



def _bounds(lo, hi):
    """Where to look, as machine words; an end of -1 is that of the list, as without one."""
    lo = _word(_index(lo))
    if hi is None:
        return lo, -1
    hi = _index(hi)
    if not -2 ** 63 <= hi < 2 ** 63:
        raise OverflowError("cannot fit 'int' into an index-sized integer")
    return lo, hi


def _word(n):
    if not -2 ** 63 <= n < 2 ** 63:
        raise OverflowError('Python int too large to convert to C ssize_t')
    return n


def _checked(a, lo, hi):
    """Where to look in what is a sequence."""
    if lo < 0:
        raise ValueError('lo must be non-negative')
    if type(a) is dict and (hi == -1 or lo < hi):
        raise TypeError('%s is not a sequence' % type(a).__name__)
    return lo, len(a) if hi == -1 else hi


def _plain(a, lo, hi):
    """Whether all of a list is meant, which needs no checks."""
    return type(a) is list and hi is None and type(lo) is int and lo == 0


def _right(a, x, lo, hi, key):
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


def _left(a, x, lo, hi, key):
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


def bisect_right(a, x, lo=0, hi=None, *, key=None):
    lo, hi = (0, len(a)) if _plain(a, lo, hi) else _checked(a, *_bounds(lo, hi))
    return _right(a, x, lo, hi, key)


def bisect_left(a, x, lo=0, hi=None, *, key=None):
    lo, hi = (0, len(a)) if _plain(a, lo, hi) else _checked(a, *_bounds(lo, hi))
    return _left(a, x, lo, hi, key)


def insort_right(a, x, lo=0, hi=None, *, key=None):
    _insort(a, x, lo, hi, key, _right)


def insort_left(a, x, lo=0, hi=None, *, key=None):
    _insort(a, x, lo, hi, key, _left)


def _insort(a, x, lo, hi, key, find):
    lo, hi = _bounds(lo, hi)
    k = x if key is None else key(x)
    lo, hi = _checked(a, lo, hi)
    at = find(a, k, lo, hi, key)
    a.insert(at, x)


bisect = bisect_right
insort = insort_right
