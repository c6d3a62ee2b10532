# itertools: iterators over iterators. Most are generator functions, so a loop over one has it inlined in its trace.

import operator as _operator


def count(start=0, step=1):
    n = start
    while True:
        yield n
        n += step


def cycle(iterable):
    saved = []
    for x in iterable:
        yield x
        saved.append(x)
    while saved:
        for x in saved:
            yield x


def repeat(object, times=None):
    if times is None:
        while True:
            yield object
    for _ in range(times):
        yield object


def accumulate(iterable, func=None, *, initial=None):
    it = iter(iterable)
    total = initial
    if initial is None:
        for total in it:
            break
        else:
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


class chain:
    def __init__(self, *iterables):
        self._it = _chained(iterables)

    def __iter__(self):
        return self._it

    def __next__(self):
        return next(self._it)

    @classmethod
    def from_iterable(cls, iterables):
        made = cls()
        made._it = _chained(iterables)
        return made


def _chained(iterables):
    for it in iterables:
        for x in it:
            yield x


def compress(data, selectors):
    for x, wanted in zip(data, selectors):
        if wanted:
            yield x


def dropwhile(predicate, iterable):
    it = iter(iterable)
    for x in it:
        if not predicate(x):
            yield x
            break
    for x in it:
        yield x


def takewhile(predicate, iterable):
    for x in iterable:
        if not predicate(x):
            return
        yield x


def filterfalse(predicate, iterable):
    for x in iterable:
        if not (x if predicate is None else predicate(x)):
            yield x


class groupby:
    def __init__(self, iterable, key=None):
        self._it = iter(iterable)
        self._key = key
        self._end = False
        self._have = False
        self._value = self._current = self._target = None
        self._first = True
        self._turn = 0

    def __iter__(self):
        return self

    def _advance(self):
        for value in self._it:
            self._value = value
            self._current = value if self._key is None else self._key(value)
            return True
        self._end = True
        return False

    def __next__(self):
        self._turn += 1
        if self._first:
            self._first = False
            self._advance()
        else:
            while not self._end and self._current == self._target:
                self._advance()
        if self._end:
            raise StopIteration
        self._target = self._current
        return self._current, self._group(self._target, self._turn)

    def _group(self, target, turn):
        while self._turn == turn and not self._end and self._current == target:
            yield self._value
            if self._turn != turn or not self._advance():
                return


def islice(iterable, *args):
    s = slice(*args)
    start, stop, step = s.start or 0, s.stop, 1 if s.step is None else s.step
    for n in (start, 0 if stop is None else stop):
        if not isinstance(n, int) or n < 0:
            raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    if not isinstance(step, int) or step < 1:
        raise ValueError("Step for islice() must be a positive integer or None.")
    return _sliced(iter(iterable), start, stop, step)


def _sliced(it, start, stop, step):
    if stop is not None and start >= stop:
        for _ in range(stop):
            for _x in it:
                break
        return
    at = 0
    wanted = start
    for x in it:
        if at == wanted:
            yield x
            wanted += step
        at += 1
        if stop is not None and at >= stop:
            return


def pairwise(iterable):
    it = iter(iterable)
    for a in it:
        break
    else:
        return
    for b in it:
        yield a, b
        a = b


def starmap(function, iterable):
    for args in iterable:
        yield function(*args)


def tee(iterable, n=2):
    if n < 0:
        raise ValueError("n must be >= 0")
    it = iter(iterable)
    # Each link is [value, next link]; a link without a value has not been reached by anybody.
    head = [None, None]
    return tuple([_tee(it, head) for _ in range(n)])


def _tee(it, link):
    while True:
        if link[1] is None:
            for link[0] in it:
                break
            else:
                return
            link[1] = [None, None]
        value, link = link
        yield value


def zip_longest(*iterables, fillvalue=None):
    its = [iter(it) for it in iterables]
    open_ = [True] * len(its)
    left = len(its)
    while left:
        row = []
        for i, it in enumerate(its):
            x = fillvalue
            if open_[i]:
                for x in it:
                    break
                else:
                    open_[i] = False
                    left -= 1
                    if left == 0:
                        return
                    x = fillvalue
            row.append(x)
        yield tuple(row)


def product(*iterables, repeat=1):
    pools = [tuple(it) for it in iterables] * repeat
    return _product(pools)


def _product(pools):
    n = len(pools)
    if not all([len(p) > 0 for p in pools]):
        return
    at = [0] * n
    row = [p[0] for p in pools]
    while True:
        yield tuple(row)
        i = n - 1
        while i >= 0:
            pool = pools[i]
            at[i] += 1
            if at[i] < len(pool):
                row[i] = pool[at[i]]
                break
            at[i] = 0
            row[i] = pool[0]
            i -= 1
        if i < 0:
            return


def permutations(iterable, r=None):
    pool = tuple(iterable)
    n = len(pool)
    return _permutations(pool, n, n if r is None else r)


def _permutations(pool, n, r):
    if r > n:
        return
    indices = list(range(n))
    cycles = list(range(n, n - r, -1))
    yield tuple([pool[i] for i in indices[:r]])
    while n:
        i = r - 1
        while i >= 0:
            cycles[i] -= 1
            if cycles[i] == 0:
                first = indices[i]
                for k in range(i, n - 1):
                    indices[k] = indices[k + 1]
                indices[n - 1] = first
                cycles[i] = n - i
                i -= 1
            else:
                j = n - cycles[i]
                indices[i], indices[j] = indices[j], indices[i]
                yield tuple([pool[k] for k in indices[:r]])
                break
        if i < 0:
            return


def combinations(iterable, r):
    pool = tuple(iterable)
    if r < 0:
        raise ValueError("r must be non-negative")
    return _combinations(pool, len(pool), r)


def _combinations(pool, n, r):
    if r > n:
        return
    at = list(range(r))
    while True:
        yield tuple([pool[i] for i in at])
        i = r - 1
        while i >= 0 and at[i] == i + n - r:
            i -= 1
        if i < 0:
            return
        at[i] += 1
        for j in range(i + 1, r):
            at[j] = at[j - 1] + 1


def combinations_with_replacement(iterable, r):
    pool = tuple(iterable)
    n = len(pool)
    if r < 0:
        raise ValueError("r must be non-negative")
    return _replaced(pool, n, r)


def _replaced(pool, n, r):
    if n == 0 and r > 0:
        return
    at = [0] * r
    while True:
        yield tuple([pool[i] for i in at])
        i = r - 1
        while i >= 0 and at[i] == n - 1:
            i -= 1
        if i < 0:
            return
        v = at[i] + 1
        for j in range(i, r):
            at[j] = v
