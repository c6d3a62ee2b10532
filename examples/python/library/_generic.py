"""Classes with parameters: `list[int]`, and unions of classes: `int | str`.

A class with parameters behaves as the class: it can be called, and its attributes are those of the class. What the parameters are is only remembered.
"""

__name__ = 'types'  # Of what is defined here.

NoneType = type(None)
_OWN = frozenset(['__origin__', '__args__', '__parameters__', '__mro_entries__', '__unpacked__', '__typing_unpacked_tuple_args__', '__class__',
                  '__reduce__', '__reduce_ex__', '__copy__', '__deepcopy__', '__class_getitem__', '__dir__'])


def _text(x):
    """A parameter as it is shown."""
    if x is ...:
        return '...'
    if x is NoneType:
        return 'None'
    if isinstance(x, list):
        return '[%s]' % ', '.join([_text(a) for a in x])
    if isinstance(x, type):
        return x.__qualname__ if x.__module__ == 'builtins' else x.__module__ + '.' + x.__qualname__
    return repr(x)


def _collect(args):
    """The type variables in the parameters, each once."""
    found = []
    for a in args:
        if isinstance(a, type):
            continue
        inner = [a] if hasattr(a, '__typing_subst__') else _collect(a) if isinstance(a, (list, tuple)) else getattr(a, '__parameters__', ())
        for p in inner:
            if p not in found:
                found.append(p)
    return tuple(found)


def _substituted(args, given):
    """The parameters with what is given for type variables."""
    out = []
    for a in args:
        if isinstance(a, type):
            out.append(a)
        elif hasattr(a, '__typing_subst__'):
            new = given[a]
            out.extend(new) if hasattr(a, '__typing_is_many__') else out.append(new)
        elif isinstance(a, (list, tuple)):
            out.append(type(a)(_substituted(a, given)))
        elif getattr(a, '__parameters__', ()):
            inner = tuple([x for p in a.__parameters__ for x in (given[p] if hasattr(p, '__typing_is_many__') else (given[p],))])
            out.append(a[inner])
        else:
            out.append(a)
    return tuple(out)


def _given(alias, parameters, items):
    """Which type variable stands for what."""
    items = items if isinstance(items, tuple) else (items,)
    if not parameters:
        raise TypeError('%r is not a generic class' % (alias,))
    many = [i for i, p in enumerate(parameters) if hasattr(p, '__typing_is_many__')]
    if many:
        before, after = many[0], len(parameters) - many[0] - 1
        if len(items) < before + after:
            raise TypeError('Too few arguments for %r; actual %d, expected at least %d' % (alias, len(items), before + after))
        middle = tuple(items[before:len(items) - after])
        items = items[:before] + (middle,) + items[len(items) - after:]
    if len(parameters) == 1 and hasattr(parameters[0], '__typing_is_spec__') and not (len(items) == 1 and (isinstance(items[0], (list, tuple)) or items[0] is ...)):
        items = (list(items),)
    if len(items) != len(parameters):
        raise TypeError('Too %s arguments for %r; actual %d, expected %d' % ('many' if len(items) > len(parameters) else 'few', alias, len(items), len(parameters)))
    return {p: x if hasattr(p, '__typing_is_many__') else p.__typing_subst__(x) for p, x in zip(parameters, items)}


class GenericAlias:
    """A class with parameters."""

    def __init__(self, origin, args):
        args = args if isinstance(args, tuple) else (args,)
        own = self.__dict__
        own['__origin__'], own['__args__'], own['__parameters__'] = origin, args, _collect(args)

    def __call__(self, *args, **kwargs):
        made = self.__origin__(*args, **kwargs)
        try:
            made.__orig_class__ = self
        except (AttributeError, TypeError):
            pass
        return made

    def __getattr__(self, name):
        if name in _OWN or '__origin__' not in self.__dict__ or name.startswith('__typing_'):
            raise AttributeError("'types.GenericAlias' object has no attribute %r" % name)
        return getattr(self.__origin__, name)

    def __getitem__(self, items):
        return type(self)(self.__origin__, _substituted(self.__args__, _given(self, self.__parameters__, items)))

    def __iter__(self):
        from typing import Unpack
        yield Unpack[self]

    def __mro_entries__(self, bases):
        return (self.__origin__,)

    def __instancecheck__(self, x):
        raise TypeError('isinstance() argument 2 cannot be a parameterized generic')

    def __subclasscheck__(self, c):
        raise TypeError('issubclass() argument 2 cannot be a parameterized generic')

    def __eq__(self, other):
        if not isinstance(other, GenericAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__args__ == other.__args__

    def __hash__(self):
        return hash(self.__origin__) ^ hash(self.__args__)

    def __or__(self, other):
        return _union(self, other)

    def __ror__(self, other):
        return _union(other, self)

    def __repr__(self):
        return '%s[%s]' % (_text(self.__origin__), ', '.join([_text(a) for a in self.__args__]) or '()')

    def __reduce__(self):
        return type(self), (self.__origin__, self.__args__)

    def __dir__(self):
        return [*dir(self.__origin__), '__origin__', '__args__', '__parameters__']


class UnionType:
    """`A | B`."""

    def __init__(self, args):
        self.__args__ = args
        self.__parameters__ = _collect(args)

    def __instancecheck__(self, x):
        return any(isinstance(x, a) for a in self._classes('isinstance'))

    def __subclasscheck__(self, c):
        return any(issubclass(c, a) for a in self._classes('issubclass'))

    def _classes(self, what):
        for a in self.__args__:
            if not isinstance(a, type):
                raise TypeError('%s() argument 2 cannot be a parameterized generic' % what)
            yield a

    def __getitem__(self, items):
        made = _substituted(self.__args__, _given(self, self.__parameters__, items))
        out = made[0]
        for a in made[1:]:
            out = out | a
        return out

    def __or__(self, other):
        return _union(self, other)

    def __ror__(self, other):
        return _union(other, self)

    def __eq__(self, other):
        args = getattr(other, '__args__', None) if isinstance(other, UnionType) or getattr(other, '_name', None) in ('Union', 'Optional') else None
        return NotImplemented if args is None else set(self.__args__) == set(args)

    def __hash__(self):
        return hash(frozenset(self.__args__))

    def __reduce__(self):
        return _joined, (self.__args__,)

    def __repr__(self):
        return ' | '.join([_text(a) for a in self.__args__])


def _joined(args):
    return UnionType(args)


def _parts(x):
    if x is None:
        return (NoneType,)
    return x.__args__ if isinstance(x, UnionType) else (x,)


def _fits(x):
    return x is None or isinstance(x, (type, GenericAlias, UnionType))


def _union(a, b):
    if not _fits(a) or not _fits(b):
        return NotImplemented
    out = []
    for x in _parts(a) + _parts(b):
        if x not in out:
            out.append(x)
    return out[0] if len(out) == 1 else UnionType(tuple(out))
