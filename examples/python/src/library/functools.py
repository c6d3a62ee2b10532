"""Functions of functions."""

WRAPPER_ASSIGNMENTS = ('__module__', '__name__', '__qualname__', '__doc__', '__annotations__')
WRAPPER_UPDATES = ('__dict__',)
_MISSING = object()


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    for name in assigned:
        value = getattr(wrapped, name, _MISSING)
        if value is not _MISSING:
            setattr(wrapper, name, value)
    for name in updated:
        for k, v in list(getattr(wrapped, name, {}).items()):
            if k not in assigned:
                setattr(wrapper, k, v)
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    def decorate(wrapper):
        return update_wrapper(wrapper, wrapped, assigned, updated)
    return decorate


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

    def __init__(self, func, /, *args, **keywords):
        if not callable(func):
            raise TypeError('the first argument must be callable')
        if isinstance(func, partial):
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

    def __repr__(self):
        parts = [repr(self.func)] + [repr(a) for a in self.args]
        parts += ['%s=%r' % (k, v) for k, v in self.keywords.items()]
        return 'functools.partial(%s)' % ', '.join(parts)


class partialmethod:
    """The same for methods."""

    def __init__(self, func, /, *args, **keywords):
        self.func = func
        self.args = args
        self.keywords = keywords

    def __get__(self, obj, cls=None):
        func, args, keywords = self.func, self.args, self.keywords

        def method(this, /, *more, **kw):
            return func(this, *args, *more, **{**keywords, **kw})
        return method if obj is None else method.__get__(obj) if hasattr(method, '__get__') else partial(method, obj)


class _Info(tuple):
    def __repr__(self):
        return 'CacheInfo(hits=%r, misses=%r, maxsize=%r, currsize=%r)' % tuple(self)

    hits = property(lambda self: self[0])
    misses = property(lambda self: self[1])
    maxsize = property(lambda self: self[2])
    currsize = property(lambda self: self[3])


class _Key(tuple):
    """Arguments with names, and with types: never equal to a plain argument."""


def lru_cache(maxsize=128, typed=False):
    if callable(maxsize):
        return _cached(maxsize, 128, False)
    if maxsize is not None and not isinstance(maxsize, int):
        raise TypeError('Expected first argument to be an integer, a callable, or None')

    def decorate(function):
        return _cached(function, maxsize, typed)
    return decorate


def cache(function, /):
    return _cached(function, None, False)


def _cached(function, maxsize, typed):
    if maxsize is not None and maxsize < 0:
        maxsize = 0
    known = {}
    hits = misses = 0

    def wrapper(*args, **kwargs):
        nonlocal hits, misses
        if kwargs:
            key = _Key((args, _MISSING) + tuple(kwargs.items()))
        else:
            key = args
        if typed:
            key = (key, tuple([type(a) for a in args]), tuple([type(v) for v in kwargs.values()]))
        result = known.get(key, _MISSING)
        if result is not _MISSING:
            hits += 1
            if maxsize is not None:
                # The entries are in order of use.
                del known[key]
                known[key] = result
            return result
        misses += 1
        result = function(*args, **kwargs)
        if maxsize is None:
            known[key] = result
        elif maxsize > 0 and key not in known:
            if len(known) >= maxsize:
                for oldest in known:
                    break
                del known[oldest]
            known[key] = result
        return result

    def cache_info():
        return _Info((hits, misses, maxsize, len(known)))

    def cache_clear():
        nonlocal hits, misses
        known.clear()
        hits = misses = 0

    def cache_parameters():
        return {'maxsize': maxsize, 'typed': typed}

    update_wrapper(wrapper, function)
    wrapper.cache_info = cache_info
    wrapper.cache_clear = cache_clear
    wrapper.cache_parameters = cache_parameters
    return wrapper


class cached_property:
    """A property computed once, whose value is then an attribute of the instance."""

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


def cmp_to_key(mycmp):
    class K:
        __slots__ = ('obj',)

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


def _not(op):
    def method(self, other):
        r = getattr(type(self), op)(self, other)
        return r if r is NotImplemented else not r
    return method


def _or_equal(op):
    def method(self, other):
        r = getattr(type(self), op)(self, other)
        return r if r is NotImplemented else r or self == other
    return method


def _and_unequal(op):
    def method(self, other):
        r = getattr(type(self), op)(self, other)
        return r if r is NotImplemented else r and self != other
    return method


def _neither(op):
    def method(self, other):
        r = getattr(type(self), op)(self, other)
        return r if r is NotImplemented else not r and self != other
    return method


def _not_or_equal(op):
    def method(self, other):
        r = getattr(type(self), op)(self, other)
        return r if r is NotImplemented else not r or self == other
    return method


_ORDER = {
    '__lt__': (('__gt__', _neither), ('__le__', _or_equal), ('__ge__', _not)),
    '__le__': (('__ge__', _not_or_equal), ('__lt__', _and_unequal), ('__gt__', _not)),
    '__gt__': (('__lt__', _neither), ('__ge__', _or_equal), ('__le__', _not)),
    '__ge__': (('__le__', _not_or_equal), ('__gt__', _and_unequal), ('__lt__', _not)),
}


def total_ordering(cls):
    defined = [op for op in ('__lt__', '__le__', '__gt__', '__ge__') if any(op in c.__dict__ for c in cls.__mro__[:-1])]
    if not defined:
        raise ValueError('must define at least one ordering operation: < > <= >=')
    for name, make in _ORDER[defined[0]]:
        if name not in defined:
            method = make(defined[0])
            method.__name__ = name
            setattr(cls, name, method)
    return cls


def singledispatch(func):
    registry = {object: func}

    def dispatch(cls):
        for c in cls.__mro__:
            if c in registry:
                return registry[c]
        for c in registry:
            if c is not object and issubclass(cls, c):
                return registry[c]
        return func

    def register(cls, f=None):
        if f is None:
            if isinstance(cls, type):
                return lambda f: register(cls, f)
            notes = getattr(cls, '__annotations__', {})
            types = [v for k, v in notes.items() if k != 'return']
            if not types:
                raise TypeError('Invalid first argument to `register()`: %r. Use either `@register(some_class)` '
                                'or plain `@register` on an annotated function.' % (cls,))
            f, cls = cls, types[0]
        registry[cls] = f
        return f

    def wrapper(*args, **kw):
        if not args:
            raise TypeError('%s requires at least 1 positional argument' % func.__name__)
        return dispatch(type(args[0]))(*args, **kw)

    update_wrapper(wrapper, func)
    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = registry
    return wrapper


class singledispatchmethod:
    """The same for methods, by the class of the first argument."""

    def __init__(self, func):
        self.func = func
        self.dispatcher = singledispatch(func)

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, method)

    def __get__(self, obj, cls=None):
        def method(*args, **kwargs):
            f = self.dispatcher.dispatch(type(args[0]))
            return f(obj, *args, **kwargs)
        return method
