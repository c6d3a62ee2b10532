"""What CPython has no Python code for in functools."""

from _generic import GenericAlias as _GenericAlias
from reprlib import recursive_repr as _recursive_repr

_MISSING = object()


def reduce(function, iterable, initial=_MISSING, /):
    it = iter(iterable)
    if initial is _MISSING:
        try:
            initial = next(it)
        except StopIteration:
            raise TypeError('reduce() of empty iterable with no initial value') from None
    for x in it:
        initial = function(initial, x)
    return initial


class partial:
    """A function with some of its arguments given."""

    __module__ = 'functools'

    def __init__(self, func, /, *args, **keywords):
        if not callable(func):
            raise TypeError('the first argument must be callable')
        if type(func) is partial and not func.__dict__.keys() - {'func', 'args', 'keywords'}:
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self.func = func
        self.args = args
        self.keywords = keywords

    def __call__(self, /, *args, **keywords):
        if self.keywords or keywords:
            return self.func(*self.args, *args, **{**self.keywords, **keywords})
        return self.func(*self.args, *args)

    @_recursive_repr()
    def __repr__(self):
        parts = [repr(self.func)] + [repr(a) for a in self.args]
        parts += ['%s=%r' % (k, v) for k, v in self.keywords.items()]
        cls = type(self)
        return '%s(%s)' % ('functools.partial' if cls is partial else cls.__qualname__ if cls.__module__ == '__main__' else '%s.%s' % (cls.__module__, cls.__qualname__), ', '.join(parts))

    def __reduce__(self):
        own = {k: v for k, v in self.__dict__.items() if k not in ('func', 'args', 'keywords')}
        return type(self), (self.func,), (self.func, self.args, self.keywords, own or None)

    def __setstate__(self, state):
        if not isinstance(state, tuple) or len(state) != 4:
            raise TypeError('invalid partial state')
        func, args, keywords, own = state
        if not callable(func) or not isinstance(args, tuple) or keywords is not None and not isinstance(keywords, dict):
            raise TypeError('invalid partial state')
        self.__dict__.clear()
        self.__dict__.update(own or {})
        self.func, self.args, self.keywords = func, tuple(args), dict(keywords or {})

    __class_getitem__ = classmethod(_GenericAlias)


class _CacheInfo(tuple):
    """What a cache answers of itself."""

    __module__ = 'functools'

    def __new__(cls, hits, misses, maxsize, currsize):
        return tuple.__new__(cls, (hits, misses, maxsize, currsize))

    def __repr__(self):
        return 'CacheInfo(hits=%r, misses=%r, maxsize=%r, currsize=%r)' % tuple(self)

    hits = property(lambda self: self[0])
    misses = property(lambda self: self[1])
    maxsize = property(lambda self: self[2])
    currsize = property(lambda self: self[3])


class _Key(tuple):
    """Arguments with names, and with types: never equal to a plain argument."""


def _key(args, kwargs, typed):
    """What calls with equal arguments have in common. Arguments without names, of which there is no question of the class, are it themselves; so is a
    single integer or string, which therefore is never equal to another number."""
    if not kwargs and not typed:
        if len(args) == 1:
            x = args[0]
            if type(x) is int or type(x) is str:
                return x
        return args
    key = args
    if kwargs:
        key = _Key((args, _MISSING) + tuple(kwargs.items()))
    if typed:
        key = _Key((key, tuple([type(a) for a in args]), tuple([type(v) for v in kwargs.values()])))
    return key


def cached(function, maxsize, typed):
    if not callable(function):
        raise TypeError('the first argument must be callable')
    if maxsize is not None and maxsize < 0:
        maxsize = 0
    known = {}
    hits = misses = 0
    # The entries in order of use, in a ring: the one before, the one after, the key, the result. Beside it stands the oldest.
    root = []
    root[:] = [root, root, None, None]

    def unlimited(*args, **kwargs):
        nonlocal hits, misses
        key = _key(args, kwargs, typed)
        result = known.get(key, _MISSING)
        if result is not _MISSING:
            hits += 1
            return result
        misses += 1
        result = function(*args, **kwargs)
        known[key] = result
        return result

    def uncached(*args, **kwargs):
        nonlocal misses
        misses += 1
        return function(*args, **kwargs)

    def limited(*args, **kwargs):
        nonlocal hits, misses
        link = find(args, kwargs)
        if link is not None:
            hits += 1
            before, after = link[0], link[1]
            before[1], after[0] = after, before
            last = root[0]
            last[1] = root[0] = link
            link[0], link[1] = last, root
            return link[3]
        misses += 1
        return keep(args, kwargs, function(*args, **kwargs))

    def find(args, kwargs):
        return known.get(_key(args, kwargs, typed))

    def keep(args, kwargs, result):
        key = _key(args, kwargs, typed)
        if key in known:
            # The call has come to the same one.
            return result
        if len(known) < maxsize:
            link = known[key] = [None, None, key, result]
        else:
            link = known[key] = root[1]
            del known[link[2]]
            after = link[1]
            root[1], after[0] = after, root
            link[2], link[3] = key, result
        last = root[0]
        last[1] = root[0] = link
        link[0], link[1] = last, root
        return result

    wrapper = unlimited if maxsize is None else limited if maxsize else uncached

    def cache_info():
        return _CacheInfo(hits, misses, maxsize, len(known))

    def cache_clear():
        nonlocal hits, misses
        known.clear()
        root[:] = [root, root, None, None]
        hits = misses = 0

    def cache_parameters():
        return {'maxsize': maxsize, 'typed': typed}

    wrapper.cache_info = cache_info
    wrapper.cache_clear = cache_clear
    wrapper.cache_parameters = cache_parameters
    return wrapper


class KeyWrapper:
    """An object that compares by a function; called, it makes one for another object."""

    __module__ = 'functools'
    __slots__ = ('_compare', 'obj')

    def __init__(self, compare, obj=None):
        self._compare, self.obj = compare, obj

    def __call__(self, obj):
        return KeyWrapper(self._compare, obj)

    def __lt__(self, other):
        return self._compare(self.obj, _wrapped(other)) < 0

    def __gt__(self, other):
        return self._compare(self.obj, _wrapped(other)) > 0

    def __eq__(self, other):
        return self._compare(self.obj, _wrapped(other)) == 0

    def __ne__(self, other):
        return self._compare(self.obj, _wrapped(other)) != 0

    def __le__(self, other):
        return self._compare(self.obj, _wrapped(other)) <= 0

    def __ge__(self, other):
        return self._compare(self.obj, _wrapped(other)) >= 0

    __hash__ = None


def _wrapped(key):
    if type(key) is KeyWrapper:
        return key.obj
    raise TypeError('other argument must be K instance')


def cmp_to_key(mycmp):
    return KeyWrapper(mycmp)
