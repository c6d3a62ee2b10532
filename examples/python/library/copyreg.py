"""How objects are taken apart and put together again: what `copy` and `pickle` go by, and `object.__reduce_ex__`."""

from _prelude import iterator_of as _iterator_of, parts_of_iterator as _parts_of_iterator

dispatch_table = {}
_WRAPPER = type((0).__add__)
_CHANGELESS = (int, float, complex, str, bytes, tuple)


def pickle(ob_type, pickle_function, constructor_ob=None):
    """Says how objects of a class are taken apart."""
    if not callable(pickle_function):
        raise TypeError('reduction functions must be callable')
    dispatch_table[ob_type] = pickle_function
    if constructor_ob is not None:
        constructor(constructor_ob)


def constructor(object):
    if not callable(object):
        raise TypeError('constructors must be callable')


def __newobj__(cls, *args):
    return cls.__new__(cls, *args)


def __newobj_ex__(cls, args, kwargs):
    return cls.__new__(cls, *args, **kwargs)


def _reconstructor(cls, base, state):
    if base is object:
        return object.__new__(cls)
    made = base.__new__(cls, state)
    if base.__init__ is not object.__init__:
        base.__init__(made, state)
    return made


def _slotnames(cls):
    """The names in `__slots__` of a class and its bases, as attributes are called."""
    known = cls.__dict__.get('__slotnames__')
    if known is not None:
        return known
    names = []
    for c in cls.__mro__:
        slots = c.__dict__.get('__slots__', ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name in ('__dict__', '__weakref__'):
                continue
            if name.startswith('__') and not name.endswith('__'):
                plain = c.__name__.lstrip('_')
                name = '_%s%s' % (plain, name) if plain else name
            names.append(name)
    return names


def _getstate(x):
    """`object.__getstate__`: the attributes; with slots, a pair of them and those in slots."""
    state = getattr(x, '__dict__', None)
    state = dict(state) if state is not None else None
    if not state:
        state = None
    names = _slotnames(type(x))
    slots = names and {n: getattr(x, n) for n in names if hasattr(x, n)}
    return (state, slots) if slots else state


def _base_of(cls):
    """The built-in class whose values are inside instances of a class, or `object`."""
    for base in cls.__mro__:
        if base.__module__ == 'builtins' and base is not object:
            return base
    return object


_REDUCE, _GETSTATE = object.__reduce__, object.__getstate__


def is_plain(cls):
    """Whether instances of a class are known to be taken apart into `__newobj__`, the class and their attributes. Their `__reduce_ex__` is `object`'s."""
    return ('__slotnames__' in cls.__dict__ and cls.__reduce__ is _REDUCE and cls.__getstate__ is _GETSTATE
            and not hasattr(cls, '__getnewargs_ex__') and not hasattr(cls, '__getnewargs__'))


def _reduce(x):
    """`object.__reduce__`."""
    return _reduce_ex(x, 0)


def _reduce_ex(x, protocol):
    """`object.__reduce_ex__`: what is to be called with what, attributes, items."""
    cls = type(x)
    if cls.__reduce__ is not object.__reduce__:
        return x.__reduce__()
    base = _base_of(cls)
    if isinstance(x, BaseException):
        state = _getstate(x)
        return (cls, x.args) if state is None else (cls, x.args, state)
    if base in (set, frozenset, bytearray):
        return cls, (bytes(x) if base is bytearray else list(x),), _getstate(x)
    if cls is _WRAPPER:
        return getattr, (x.__self__, x.__name__)
    parts = _parts_of_iterator(x)
    if parts is not None:
        return _iterator_of, parts
    if base is not object and base is not list and base is not dict and not issubclass(base, _CHANGELESS):
        raise TypeError('cannot pickle %r object' % cls.__name__)
    if protocol < 2:
        if _slotnames(cls) and cls.__getstate__ is object.__getstate__:
            raise TypeError('a class that defines __slots__ without defining __getstate__ cannot be pickled with protocol %d' % protocol)
        args = (cls, base, None if base is object else base(x))
        state = x.__getstate__()
        return (_reconstructor, args, state) if state else (_reconstructor, args)
    if hasattr(cls, '__getnewargs_ex__'):
        given = x.__getnewargs_ex__()
        if not isinstance(given, tuple):
            raise TypeError('__getnewargs_ex__ should return a tuple, not %r' % type(given).__name__)
        if len(given) != 2:
            raise ValueError('__getnewargs_ex__ should return a tuple of length 2, not %d' % len(given))
        args, kwargs = given
        if not isinstance(args, tuple):
            raise TypeError('first item of the tuple returned by __getnewargs_ex__ must be a tuple, not %r' % type(args).__name__)
        if not isinstance(kwargs, dict):
            raise TypeError('second item of the tuple returned by __getnewargs_ex__ must be a dict, not %r' % type(kwargs).__name__)
        make = (__newobj_ex__, (cls, args, kwargs)) if kwargs else (__newobj__, (cls, *args))
    else:
        if hasattr(cls, '__getnewargs__'):
            args = x.__getnewargs__()
            if not isinstance(args, tuple):
                raise TypeError('__getnewargs__ should return a tuple, not %r' % type(args).__name__)
        else:
            args = (base(x),) if issubclass(base, _CHANGELESS) else ()
        make = __newobj__, (cls, *args)
    if base is object and '__slotnames__' not in cls.__dict__:
        # What `is_plain` goes by; CPython leaves it, too.
        try:
            cls.__slotnames__ = _slotnames(cls)
        except Exception:
            pass
    items = iter(list.__iter__(x)) if isinstance(x, list) else None
    return (*make, x.__getstate__(), items, iter(dict.items(x)) if isinstance(x, dict) else None)
