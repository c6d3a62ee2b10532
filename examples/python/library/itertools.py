"""Iterators made of iterators. They are generators, so a trace of a loop over one goes into it; each kind has a class of its own. Calls of some classes with
built-in containers make built-in iterators instead (`objects/relays.rs`)."""

import _choices
import operator as _operator
from _prelude import generated_by as _generated_by, variables as _variables


_MOST = 2 ** 63 - 1


def _size(n):
    """A number of items, which has to be a machine word."""
    n = _operator.index(n)
    if not -_MOST - 1 <= n <= _MOST:
        raise OverflowError('Python int too large to convert to C ssize_t')
    return n


def _kind(*more, shown=None):
    """Makes of a function the class whose instances are the iterators that the function, or one of `more`, makes."""
    def decorate(f):
        made = type(f.__name__, (), {'__module__': 'itertools', '__doc__': f.__doc__})
        if shown is not None:
            made.__repr__ = shown
        return _generated_by(made, f, *more)
    return decorate


def _count_text(it):
    begun, start, step, following = _variables(it, 3)
    start = following if begun else start
    return 'count(%r)' % (start,) if type(step) is int and step == 1 else 'count(%r, %r)' % (start, step)


def _repeat_text(it):
    begun, object, times = _variables(it, 2)
    return 'repeat(%r)' % (object,) if times is None else 'repeat(%r, %d)' % (object, max(times, 0))


def _count(start, step):
    while True:
        following = start + step
        yield start
        start = following


def _is_number(x):
    kind = type(x)
    return hasattr(kind, '__index__') or hasattr(kind, '__int__') or hasattr(kind, '__float__') or isinstance(x, complex)


@_kind(_count, shown=_count_text)
def count(start=0, step=1):
    if not _is_number(start) or not _is_number(step):
        raise TypeError('a number is required')
    if isinstance(start, int) and type(start) is not int and type(step) is int and step == 1:
        start = int(start)
    return _count(start, step)


def _cycle(iterable):
    saved = []
    for x in iterable:
        yield x
        saved.append(x)
    while saved:
        for x in saved:
            yield x


@_kind(_cycle)
def cycle(iterable, /):
    return _cycle(iter(iterable))


_ENDLESS = _operator


def _repeat(object, times):
    if times is None:
        while True:
            yield object
    while times > 0:
        times -= 1
        yield object


@_kind(_repeat, shown=_repeat_text)
def repeat(object, times=_ENDLESS):
    return _repeat(object, None if times is _ENDLESS else _size(times))


def _accumulate(iterable, func, initial):
    it = iter(iterable)
    total = initial
    if initial is None:
        try:
            total = next(it)
        except StopIteration:
            return
    yield total
    if func is None:
        for x in it:
            total = total + x
            yield total
    else:
        for x in it:
            total = func(total, x)
            yield total


@_kind(_accumulate)
def accumulate(iterable, func=None, *, initial=None):
    return _accumulate(iter(iterable), func, initial)


def _from_iterable(iterables):
    for it in iterables:
        for x in it:
            yield x


@_kind(_from_iterable)
def chain(*iterables):
    for it in iterables:
        for x in iter(it):
            yield x


def from_iterable(iterable, /):
    return _from_iterable(iter(iterable))


chain.from_iterable = staticmethod(from_iterable)
del from_iterable


def _compress(data, selectors):
    for d, s in zip(data, selectors):
        if s:
            yield d


@_kind(_compress)
def compress(data, selectors):
    return _compress(iter(data), iter(selectors))


def _dropwhile(predicate, iterable):
    it = iter(iterable)
    for x in it:
        if not predicate(x):
            yield x
            break
    for x in it:
        yield x


@_kind(_dropwhile)
def dropwhile(predicate, iterable, /):
    return _dropwhile(predicate, iter(iterable))


def _takewhile(predicate, iterable):
    for x in iterable:
        if not predicate(x):
            break
        yield x


@_kind(_takewhile)
def takewhile(predicate, iterable, /):
    return _takewhile(predicate, iter(iterable))


def _filterfalse(predicate, iterable):
    if predicate is None:
        predicate = bool
    for x in iterable:
        if not predicate(x):
            yield x


@_kind(_filterfalse)
def filterfalse(predicate, iterable, /):
    return _filterfalse(predicate, iter(iterable))


def _starmap(function, iterable):
    for args in iterable:
        yield function(*(args if type(args) is tuple else tuple(args)))


@_kind(_starmap)
def starmap(function, iterable, /):
    return _starmap(function, iter(iterable))


def _pairwise(iterable):
    it = iter(iterable)
    for a in it:
        break
    else:
        return
    for b in it:
        yield a, b
        a = b


@_kind(_pairwise)
def pairwise(iterable, /):
    return _pairwise(iter(iterable))


def _islice(it, start, stop, step):
    if stop is None:
        at = 0
        for x in it:
            if at == start:
                yield x
                start += step
            at += 1
        return
    # What comes after the last item wanted is not taken.
    if stop == 0:
        return
    at = 0
    for x in it:
        if at == start:
            yield x
            start += step
        at += 1
        if at >= stop:
            return


def _bound(n, default):
    """A number that tells where to stop or the like; whatever happens while it is asked for makes it -1."""
    if n is None:
        return default
    try:
        n = _operator.index(n)
    except Exception:
        return -1
    return n if -_MOST - 1 <= n <= _MOST else -1


@_kind(_islice)
def islice(iterable, *args):
    start, step = 0, 1
    if len(args) == 1:
        stop = args[0]
    elif len(args) == 2:
        start, stop = args
    elif len(args) == 3:
        start, stop, step = args
    else:
        raise TypeError('islice expected at least 2 arguments, got %d' % (len(args) + 1))
    start, stop = _bound(start, 0), _bound(stop, None)
    if stop == -1:
        raise ValueError('Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.')
    if start < 0 or stop is not None and stop < 0:
        raise ValueError('Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.')
    step = _bound(step, 1)
    if step < 1:
        raise ValueError('Step for islice() must be a positive integer or None.')
    iterable = iter(iterable)
    if stop is not None and stop < start:
        stop = start  # As many are passed over.
    return _islice(iterable, start, stop, step)


_END = object()


def _zip_longest(its, fillvalue):
    if len(its) == 2:
        a, b = its
        while (x := next(a, _END)) is not _END:
            if (y := next(b, _END)) is _END:
                yield x, fillvalue
                while (x := next(a, _END)) is not _END:
                    yield x, fillvalue
                return
            yield x, y
        while (y := next(b, _END)) is not _END:
            yield fillvalue, y
        return
    left = len(its)
    while left > 0:
        values = []
        for i, it in enumerate(its):
            x = fillvalue if it is None else next(it, _END)
            if x is _END:
                # It is not asked again.
                its[i], x = None, fillvalue
                left -= 1
                if left == 0:
                    return
            values.append(x)
        yield tuple(values)


@_kind(_zip_longest)
def zip_longest(*iterables, fillvalue=None):
    return _zip_longest([iter(i) for i in iterables], fillvalue)


def _product(pools):
    n = len(pools)
    if n == 0:
        yield ()
        return
    for p in pools:
        if not p:
            return
    at = [0] * n
    last = pools[n - 1]
    head = tuple([p[0] for p in pools[:n - 1]])
    while True:
        for x in last:
            yield head + (x,)
        i = n - 2
        while i >= 0:
            at[i] += 1
            if at[i] < len(pools[i]):
                break
            at[i] = 0
            i -= 1
        if i < 0:
            return
        head = tuple([pools[j][at[j]] for j in range(n - 1)])


@_kind(_product)
def product(*iterables, repeat=1):
    repeat = _size(repeat)
    if repeat < 0:
        raise ValueError('repeat argument cannot be negative')
    return _product([tuple(i) for i in iterables] * repeat if repeat else [])


@_kind()
def permutations(iterable, r=None):
    pool = tuple(iterable)
    if r is not None and not isinstance(r, int):
        raise TypeError('Expected int as r')
    return _choices.permutations(pool, _chosen(len(pool) if r is None else r))


@_kind()
def combinations(iterable, r):
    r = _size(r)
    return _choices.combinations(tuple(iterable), _chosen(r))


@_kind()
def combinations_with_replacement(iterable, r):
    r = _size(r)
    return _choices.again(tuple(iterable), _chosen(r))


def _chosen(r):
    r = _size(r)
    if r < 0:
        raise ValueError('r must be non-negative')
    return r


_NOTHING = object()


class groupby:
    """Runs of items with the same key."""

    def __init__(self, iterable, key=None):
        self._it = iter(iterable)
        self._key = key
        # The key of the run given out last, the item that is next and its key, and whose turn it is.
        self._target = self._current = _NOTHING
        self._value = self._group = None

    def __iter__(self):
        return self

    def __next__(self):
        self._group = mark = object()
        target, current = self._target, self._current
        while current is _NOTHING or target is not _NOTHING and (target is current or target == current):
            value = next(self._it)
            current = value if self._key is None else self._key(value)
            self._value, self._current = value, current
        self._target = current
        return current, self._items(current, mark)

    def _items(self, target, mark):
        it, key, current = self._it, self._key, self._current
        while self._group is mark and (target is current or target == current):
            yield self._value
            if self._group is not mark:
                return
            for value in it:
                break
            else:
                self._current = _NOTHING
                return
            current = value if key is None else key(value)
            self._value, self._current = value, current


@_kind(groupby._items)
def _grouper(groups, target, mark):
    return groups._items(target, mark)


class _tee:
    __module__ = 'itertools'
    # One of several iterators over the same items: items are linked, and dropped when all have passed.

    def __init__(self, it, link):
        self._it = it
        self._link = link

    def __iter__(self):
        return self

    def __next__(self):
        link = self._link
        if link[1] is None:
            link[0] = next(self._it)
            link[1] = [None, None]
        value, self._link = link
        return value

    def __copy__(self):
        return _tee(self._it, self._link)


def tee(iterable, n=2, /):
    n = _size(n)
    if n < 0:
        raise ValueError('n must be >= 0')
    if n == 0:
        return ()
    it = iter(iterable)
    link = [None, None]
    return tuple([_tee(it, link) for _ in range(n)])
