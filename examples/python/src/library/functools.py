# functools: functions of functions.

_initial = object()

WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__")
WRAPPER_UPDATES = ("__dict__",)


def reduce(function, iterable, initial=_initial):
    it = iter(iterable)
    value = initial
    if initial is _initial:
        for value in it:
            break
        else:
            raise TypeError("reduce() of empty iterable with no initial value")
    for x in it:
        value = function(value, x)
    return value


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    for name in assigned:
        try:
            value = getattr(wrapped, name)
        except AttributeError:
            continue
        try:
            setattr(wrapper, name, value)
        except (AttributeError, TypeError):
            pass
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    def decorate(wrapper):
        return update_wrapper(wrapper, wrapped, assigned, updated)
    return decorate


class partial:
    def __init__(self, func, /, *args, **keywords):
        if isinstance(func, partial):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self.func, self.args, self.keywords = func, args, keywords

    def __call__(self, /, *args, **keywords):
        if self.keywords or keywords:
            return self.func(*self.args, *args, **{**self.keywords, **keywords})
        return self.func(*self.args, *args)

    def __repr__(self):
        parts = [repr(self.func)]
        parts.extend([repr(a) for a in self.args])
        parts.extend([f"{k}={v!r}" for k, v in self.keywords.items()])
        return "functools.partial(" + ", ".join(parts) + ")"


class partialmethod:
    def __init__(self, func, /, *args, **keywords):
        self.func, self.args, self.keywords = func, args, keywords

    def __get__(self, obj, cls=None):
        func = self.func
        if obj is None:
            return partial(func, *self.args, **self.keywords)
        return partial(func, obj, *self.args, **self.keywords)


def cmp_to_key(mycmp):
    class K:
        def __init__(self, obj):
            self.obj = obj

        def __lt__(self, other):
            return mycmp(self.obj, other.obj) < 0

        def __gt__(self, other):
            return mycmp(self.obj, other.obj) > 0

        def __eq__(self, other):
            return mycmp(self.obj, other.obj) == 0

        def __le__(self, other):
            return mycmp(self.obj, other.obj) <= 0

        def __ge__(self, other):
            return mycmp(self.obj, other.obj) >= 0

        __hash__ = None
    return K


class _CacheInfo(tuple):
    hits = property(lambda self: self[0])
    misses = property(lambda self: self[1])
    maxsize = property(lambda self: self[2])
    currsize = property(lambda self: self[3])

    def __repr__(self):
        return f"CacheInfo(hits={self[0]}, misses={self[1]}, maxsize={self[2]}, currsize={self[3]})"


class _lru_cache_wrapper:
    def __init__(self, func, maxsize, typed):
        self._func, self._maxsize, self._typed = func, maxsize, typed
        self._cache = {}
        self._hits = self._misses = 0

    def _key(self, args, kwargs):
        key = args
        if kwargs:
            key = (args, _initial, tuple(kwargs.items()))
        if self._typed:
            key = (key, tuple([type(a) for a in args]), tuple([type(v) for v in kwargs.values()]))
        return key

    def __call__(self, *args, **kwargs):
        cache = self._cache
        if not kwargs and not self._typed and len(args) == 1:
            key = args[0]
            # A tuple might be the arguments of another call.
            if isinstance(key, tuple):
                key = args
        else:
            key = self._key(args, kwargs)
        value = cache.get(key, _initial)
        maxsize = self._maxsize
        if value is not _initial:
            self._hits += 1
            if maxsize is not None:
                del cache[key]
                cache[key] = value
            return value
        self._misses += 1
        value = self._func(*args, **kwargs)
        if maxsize is None:
            cache[key] = value
        elif maxsize > 0:
            if key not in cache and len(cache) >= maxsize:
                for oldest in cache:
                    break
                del cache[oldest]
            cache[key] = value
        return value

    def __get__(self, obj, cls=None):
        if obj is None:
            return self
        return partial(self, obj)

    def cache_info(self):
        return _CacheInfo((self._hits, self._misses, self._maxsize, len(self._cache)))

    def cache_clear(self):
        self._cache.clear()
        self._hits = self._misses = 0

    def cache_parameters(self):
        return {"maxsize": self._maxsize, "typed": self._typed}


def lru_cache(maxsize=128, typed=False):
    if callable(maxsize) and isinstance(typed, bool):
        return update_wrapper(_lru_cache_wrapper(maxsize, 128, False), maxsize)
    if maxsize is not None and maxsize < 0:
        maxsize = 0

    def decorate(func):
        return update_wrapper(_lru_cache_wrapper(func, maxsize, typed), func)
    return decorate


def cache(func):
    return lru_cache(maxsize=None)(func)


class cached_property:
    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__

    def __set_name__(self, owner, name):
        self.attrname = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        value = self.func(instance)
        setattr(instance, self.attrname, value)
        return value


def _from_lt(cls):
    def __gt__(self, other): return not (self < other or self == other)
    def __le__(self, other): return self < other or self == other
    def __ge__(self, other): return not self < other
    return {"__gt__": __gt__, "__le__": __le__, "__ge__": __ge__}


def _from_le(cls):
    def __lt__(self, other): return self <= other and not self == other
    def __gt__(self, other): return not self <= other
    def __ge__(self, other): return not self <= other or self == other
    return {"__lt__": __lt__, "__gt__": __gt__, "__ge__": __ge__}


def _from_gt(cls):
    def __lt__(self, other): return not (self > other or self == other)
    def __ge__(self, other): return self > other or self == other
    def __le__(self, other): return not self > other
    return {"__lt__": __lt__, "__ge__": __ge__, "__le__": __le__}


def _from_ge(cls):
    def __le__(self, other): return not self >= other or self == other
    def __gt__(self, other): return self >= other and not self == other
    def __lt__(self, other): return not self >= other
    return {"__le__": __le__, "__gt__": __gt__, "__lt__": __lt__}


def total_ordering(cls):
    for root, made in (("__lt__", _from_lt), ("__le__", _from_le), ("__gt__", _from_gt), ("__ge__", _from_ge)):
        if any([root in c.__dict__ for c in cls.__mro__ if c is not object]):
            for name, function in made(cls).items():
                if not any([name in c.__dict__ for c in cls.__mro__ if c is not object]):
                    setattr(cls, name, function)
            return cls
    raise ValueError("must define at least one ordering operation: < > <= >=")


class _single:
    def __init__(self, func):
        self._func = func
        self.registry = {object: func}

    def register(self, cls, func=None):
        if func is None:
            if isinstance(cls, type):
                return lambda f: self.register(cls, f)
            raise TypeError("register() needs the class: annotations are not kept")
        self.registry[cls] = func
        return func

    def dispatch(self, cls):
        for c in cls.__mro__:
            if c in self.registry:
                return self.registry[c]
        return self._func

    def __call__(self, first, *args, **kwargs):
        return self.dispatch(type(first))(first, *args, **kwargs)


def singledispatch(func):
    return update_wrapper(_single(func), func)
