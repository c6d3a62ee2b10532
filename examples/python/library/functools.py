"""Functions of functions."""

from _functools import cached as _cached, cmp_to_key, partial, reduce
from _generic import GenericAlias as _GenericAlias
from reprlib import recursive_repr as _recursive_repr

WRAPPER_ASSIGNMENTS = ('__module__', '__name__', '__qualname__', '__doc__', '__annotations__')
WRAPPER_UPDATES = ('__dict__',)
_MISSING = object()


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    for name in assigned:
        value = getattr(wrapped, name, _MISSING)
        if value is not _MISSING:
            setattr(wrapper, name, value)
    for name in updated:
        if name != '__dict__':
            getattr(wrapper, name).update(getattr(wrapped, name, {}))
            continue
        for k, v in list(getattr(wrapped, name, {}).items()):
            if k not in assigned:
                setattr(wrapper, k, v)
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    def decorate(wrapper):
        return update_wrapper(wrapper, wrapped, assigned, updated)
    return decorate


class partialmethod:
    """The same for methods."""

    def __init__(self, func, /, *args, **keywords):
        if not callable(func) and not hasattr(func, '__get__'):
            raise TypeError('%r is not callable or a descriptor' % (func,))
        if isinstance(func, partialmethod):
            args, keywords, func = func.args + args, {**func.keywords, **keywords}, func.func
        self.func = func
        self.args = args
        self.keywords = keywords

    def __repr__(self):
        args, keywords = ', '.join(map(repr, self.args)), ', '.join(['%s=%r' % kv for kv in self.keywords.items()])
        return f'{type(self).__module__}.{type(self).__qualname__}({self.func}, {args}, {keywords})'

    def _method(self):
        func, args, keywords = self.func, self.args, self.keywords

        def method(this, /, *more, **kw):
            return func(this, *args, *more, **{**keywords, **kw})
        method.__isabstractmethod__ = self.__isabstractmethod__
        method._partialmethod = self
        return method

    def __get__(self, obj, cls=None):
        get = getattr(self.func, '__get__', None)
        if get is not None:
            # What is bound already, as class methods are, has its object.
            bound = get(obj, cls)
            if bound is not self.func:
                made = partial(bound, *self.args, **self.keywords)
                if hasattr(bound, '__self__'):
                    made.__self__ = bound.__self__
                return made
        return self._method().__get__(obj, cls)

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, '__isabstractmethod__', False)

    __class_getitem__ = classmethod(_GenericAlias)


def lru_cache(maxsize=128, typed=False):
    if not isinstance(maxsize, int):
        if callable(maxsize) and isinstance(typed, bool):
            return update_wrapper(_cached(maxsize, 128, typed), maxsize)
        if maxsize is not None:
            raise TypeError('Expected first argument to be an integer, a callable, or None')

    def decorating_function(function):
        return update_wrapper(_cached(function, maxsize, typed), function)
    return decorating_function


def cache(function, /):
    return update_wrapper(_cached(function, None, False), function)


class cached_property:
    """A property computed once, whose value is then an attribute of the instance."""

    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = getattr(func, '__doc__', None)

    def __set_name__(self, owner, name):
        if self.attrname is None:
            self.attrname = name
        elif name != self.attrname:
            raise TypeError('Cannot assign the same cached_property to two different names (%r and %r).' % (self.attrname, name))

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        name = self.attrname
        if name is None:
            raise TypeError('Cannot use cached_property instance without calling __set_name__ on it.')
        try:
            own = instance.__dict__
        except AttributeError:
            raise TypeError("No '__dict__' attribute on %r instance to cache %r property." % (type(instance).__name__, name)) from None
        # What another call has found in the meantime stays.
        value = own.get(name, _MISSING)
        if value is _MISSING:
            value = self.func(instance)
            try:
                own[name] = value
            except TypeError:
                raise TypeError("The '__dict__' attribute on %r instance does not support item assignment for caching %r property." % (
                    type(instance).__name__, name)) from None
        return value

    __class_getitem__ = classmethod(_GenericAlias)


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
    # What is no class has them all.
    known = [c.__dict__ for c in cls.__mro__[:-1]] if isinstance(cls, type) else [_ORDER]
    defined = [op for op in ('__lt__', '__le__', '__gt__', '__ge__') if any(op in names for names in known)]
    if not defined:
        raise ValueError('must define at least one ordering operation: < > <= >=')
    for name, make in _ORDER[defined[0]]:
        if name not in defined:
            method = make(defined[0])
            method.__name__, method.__qualname__, method.__module__ = name, '%s.%s' % (cls.__qualname__, name), cls.__module__
            setattr(cls, name, method)
    return cls


def singledispatch(func):
    """A function that is another one for other classes of the first argument."""
    import types
    registry, known = {object: func}, {}

    def dispatch(cls):
        found = known.get(cls)
        if found is None:
            found = known[cls] = _implementation(cls, registry)
        return found

    def is_class(x):
        return isinstance(x, type) and not isinstance(x, _GenericAlias) or isinstance(x, types.UnionType) or getattr(x, '_name', None) == 'Union'

    def register(cls, f=None):
        if is_class(cls):
            if f is None:
                return lambda f: register(cls, f)
        else:
            if f is not None:
                raise TypeError('Invalid first argument to `register()`. %r is not a class or union type.' % (cls,))
            notes = getattr(cls, '__annotations__', {})
            if not notes:
                raise TypeError('Invalid first argument to `register()`: %r. Use either `@register(some_class)` '
                                'or plain `@register` on an annotated function.' % (cls,))
            f = cls
            from typing import get_type_hints
            name, cls = next(iter(get_type_hints(f).items()))
            if not is_class(cls):
                raise TypeError('Invalid annotation for %r. %r is not a class.' % (name, cls))
        for c in getattr(cls, '__args__', (cls,)):
            if not isinstance(c, type):
                raise TypeError('Invalid first argument to `register()`. %r not all arguments are classes.' % (cls,))
            registry[c] = f
        known.clear()
        return f

    def wrapper(*args, **kw):
        if not args:
            raise TypeError('%s requires at least 1 positional argument' % name)
        return dispatch(args[0].__class__)(*args, **kw)

    name = getattr(func, '__name__', 'singledispatch function')
    update_wrapper(wrapper, func)
    wrapper.register, wrapper.dispatch = register, dispatch
    wrapper.registry, wrapper._clear_cache = types.MappingProxyType(registry), known.clear
    return wrapper


def _implementation(cls, registry):
    """The function for a class: that of the nearest class it derives from, or is registered with."""
    mro = list(cls.__mro__)
    fitting = [c for c in registry if c not in mro and _is_subclass(cls, c)]
    # Abstract classes go where the first class of the order that is none of them any more begins.
    order = []
    for i, c in enumerate(mro):
        own = [a for a in fitting if _is_subclass(c, a) and not any([_is_subclass(b, a) for b in mro[i + 1:]])]
        order.append([c])
        least = [a for a in own if not any([b is not a and issubclass(b, a) for b in own])]
        order.append(least)
        order.append([a for a in own if a not in least])
    for group in order:
        found = [c for c in group if c in registry]
        if len(found) > 1:
            raise RuntimeError('Ambiguous dispatch: %r or %r' % tuple(found[:2]))
        if found:
            return registry[found[0]]
    return registry[object]


def _is_subclass(cls, c):
    try:
        return issubclass(cls, c)
    except TypeError:
        return False


class singledispatchmethod:
    """The same for methods, by the class of the first argument."""

    def __init__(self, func):
        if not callable(func) and not hasattr(func, '__get__'):
            raise TypeError('%r is not callable or a descriptor' % (func,))
        self.func = func
        self.dispatcher = singledispatch(func)

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, method)

    def __get__(self, obj, cls=None):
        def method(*args, **kwargs):
            f = self.dispatcher.dispatch(args[0].__class__)
            return f.__get__(obj, cls)(*args, **kwargs)
        method.__isabstractmethod__ = self.__isabstractmethod__
        method.register = self.register
        update_wrapper(method, self.func)
        return method

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, '__isabstractmethod__', False)
