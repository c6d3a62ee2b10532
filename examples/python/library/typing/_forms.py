"""Special forms, what they make when they are given parameters, and type variables."""

import collections as _collections
import collections.abc as _abc
import contextlib as _contextlib
import re as _re
import sys as _sys
from _generic import GenericAlias as _GenericAlias, UnionType as _UnionType, _collect, _given, _substituted

__name__ = 'typing'  # Of what is defined here.

_NoneType = type(None)


def _text(x):
    """A parameter as it is shown."""
    if x is ...:
        return '...'
    if isinstance(x, type) and not isinstance(x, _GenericAlias):
        return x.__qualname__ if x.__module__ == 'builtins' else x.__module__ + '.' + x.__qualname__
    if isinstance(x, (list, tuple)):
        return '[%s]' % ', '.join([_text(a) for a in x])
    return repr(x)


class ForwardRef:
    """A type given by its text, looked up when somebody asks."""

    def __init__(self, arg, is_argument=True, module=None, *, is_class=False):
        if not isinstance(arg, str):
            raise TypeError('Forward reference must be a string -- got %r' % (arg,))
        try:
            compile(arg, '<string>', 'eval')
        except SyntaxError:
            raise SyntaxError('Forward reference must be an expression -- got %r' % (arg,)) from None
        self.__forward_arg__, self.__forward_module__ = arg, module

    def _evaluate(self, globalns, localns, recursive_guard=frozenset()):
        return eval(self.__forward_arg__, globalns if globalns is not None else {}, localns)

    def __eq__(self, other):
        return self.__forward_arg__ == other.__forward_arg__ if isinstance(other, ForwardRef) else NotImplemented

    def __hash__(self):
        return hash(self.__forward_arg__)

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __repr__(self):
        return 'ForwardRef(%r)' % self.__forward_arg__


def _checked(x, message='Parameters to generic types must be types.'):
    """A parameter as it is kept."""
    if x is None:
        return _NoneType
    if isinstance(x, str):
        return ForwardRef(x)
    if type(x) is tuple and x:
        raise TypeError('%s Got %.100r.' % (message, x))
    return x


_MOST_KNOWN = 512


class _Known(dict):
    """What a form with parameters was, by these: the same parameters give the same object, as long as there are not too many."""

    def of(self, args):
        try:
            return self.get(args)
        except TypeError:
            return None  # Parameters without a hash.

    def keep(self, args, made):
        try:
            if len(self) == _MOST_KNOWN:
                self.clear()
            self[args] = made
        except TypeError:
            pass
        return made


class _Form:
    """A special form: `Any`, `Union`, and generic names of classes, `List`."""

    def __init__(self, name, origin=None, count=None):
        self._name, self._count = name, count
        self._known = _Known()
        if origin is not None:
            self.__origin__ = origin

    @property
    def _origin(self):
        return self.__dict__.get('__origin__')

    def __getitem__(self, args):
        made = self._known.of(args)
        if made is not None:
            return made
        special = _SUBSCRIBED.get(self._name)
        if special is not None:
            made = special(self, args)
            # Of literals and metadata, 1 and True are two.
            return made if self._name in ('Literal', 'Annotated') else self._known.keep(args, made)
        if self._origin is None:
            raise TypeError('%r is not subscriptable' % self if self._name in ('Any', 'NoReturn', 'Never', 'Self', 'LiteralString', 'TypeAlias') else 'Plain %r is not valid' % self)
        given = args
        args = tuple([_checked(a) for a in (args if isinstance(args, tuple) else (args,))])
        if self._count is not None and len(args) != self._count:
            raise TypeError('Too %s arguments for %r; actual %d, expected %d' % ('many' if len(args) > self._count else 'few', self, len(args), self._count))
        return self._known.keep(given, _Alias(self, args))

    def __call__(self, *args, **kwargs):
        if self._origin is None:
            raise TypeError('Cannot instantiate %r' % self)
        if self._origin.__module__ in ('builtins', 'collections.abc', 'contextlib', 're'):
            raise TypeError('Type %s cannot be instantiated; use %s() instead' % (self._name, self._origin.__name__))
        return self._origin(*args, **kwargs)

    def __getattr__(self, name):
        if name.startswith('__') and name.endswith('__') or self._origin is None:
            raise AttributeError(name)
        return getattr(self._origin, name)

    def __mro_entries__(self, bases):
        if self._origin is None:
            raise TypeError('Cannot subclass %r' % self)
        return _entries(self, bases)

    def __instancecheck__(self, x):
        if self._origin is None:
            raise TypeError('%r cannot be used with isinstance()' % self)
        return isinstance(x, self._origin)

    def __subclasscheck__(self, c):
        if self._origin is None:
            raise TypeError('%r cannot be used with issubclass()' % self)
        return issubclass(c._origin if isinstance(c, _Form) else c, self._origin)

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __reduce__(self):
        return self._name

    def __repr__(self):
        return 'typing.' + self._name

    def __hash__(self):
        return hash(self._name)


_Form.__module__ = 'typing'


def _entries(alias, bases):
    """What stands for an alias among the bases of a class."""
    from typing._classes import Generic
    origin = alias.__origin__
    after = bases[bases.index(alias) + 1:]
    if origin is Generic or any([isinstance(b, _Alias) or isinstance(b, type) and issubclass(b, Generic) for b in after]) or \
            not getattr(alias, '__parameters__', ()) and not isinstance(alias, _Form):
        return (origin,)
    return (origin, Generic) if Generic not in bases else (origin,)


class _Alias:
    """A form, or a class, with parameters."""

    def __init__(self, form, args, metadata=None):
        own = self.__dict__
        own['_form'], own['__args__'] = form, args
        own['_name'] = form._name if isinstance(form, _Form) else form.__name__
        own['__origin__'] = form if isinstance(form, type) else form._origin or form
        own['__parameters__'] = _collect(args)
        if metadata is not None:
            own['__metadata__'], own['__origin__'] = metadata, args[0]

    def _again(self, args):
        if '__metadata__' in self.__dict__:
            return _Alias(self._form, args, self.__metadata__)
        return Union[args] if self._form is Union or self._form is Optional else _Alias(self._form, args)

    def __getitem__(self, items):
        if self._form is Literal or not self.__parameters__:
            raise TypeError('%r is not a generic class' % (self,))
        items = tuple([_checked(a) for a in (items if isinstance(items, tuple) else (items,))])
        return self._again(_substituted(self.__args__, _given(self, self.__parameters__, items)))

    def __call__(self, *args, **kwargs):
        if isinstance(self.__origin__, _Form):
            raise TypeError('Cannot instantiate %r' % self)
        if isinstance(self._form, _Form):
            return self._form(*args, **kwargs)
        made = self.__origin__(*args, **kwargs)
        try:
            made.__orig_class__ = self
        except (AttributeError, TypeError):
            pass
        return made

    def __mro_entries__(self, bases):
        if isinstance(self.__origin__, _Form):
            raise TypeError('Cannot subclass %r' % self)
        return _entries(self, bases)

    def __getattr__(self, name):
        if name.startswith('__') and name.endswith('__') or '__origin__' not in self.__dict__:
            raise AttributeError(name)
        return getattr(self.__origin__, name)

    def __setattr__(self, name, value):
        if name in ('_name', '_form', '__origin__', '__args__', '__parameters__'):
            self.__dict__[name] = value
        else:
            setattr(self.__origin__, name, value)

    def __instancecheck__(self, x):
        if self._form is Union:
            return any([isinstance(x, a) for a in self.__args__])
        raise TypeError('Subscripted generics cannot be used with class and instance checks')

    def __subclasscheck__(self, c):
        if self._form is Union:
            return any([issubclass(c, a) for a in self.__args__])
        raise TypeError('Subscripted generics cannot be used with class and instance checks')

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __eq__(self, other):
        if self._form is Union and isinstance(other, (_Alias, _UnionType)) and getattr(other, '_form', Union) is Union:
            return set(self.__args__) == set(other.__args__)
        if not isinstance(other, _Alias) or self._form is not other._form:
            return NotImplemented
        if self._form is Literal:
            return {(a, type(a)) for a in self.__args__} == {(a, type(a)) for a in other.__args__}
        return self.__args__ == other.__args__ and self.__dict__.get('__metadata__') == other.__dict__.get('__metadata__')

    def __hash__(self):
        if self._form is Union:
            return hash(frozenset(self.__args__))
        if self._form is Literal:
            return hash(frozenset([(a, type(a)) for a in self.__args__]))
        args = tuple([tuple(a) if isinstance(a, list) else a for a in self.__args__])
        return hash((self._name, args))

    def __iter__(self):
        yield Unpack[self]

    def __reduce__(self):
        import operator
        args = self.__args__
        if '__metadata__' in self.__dict__:
            args = (*args, *self.__metadata__)
        elif self._name == 'Callable':
            args = (list(args[:-1]) if args[0] is not ... else ..., args[-1])
        return operator.getitem, (self._form, args if len(args) != 1 else args[0])

    def __repr__(self):
        name, args = self._name, self.__args__
        if self._form is Union and len(args) == 2 and _NoneType in args:
            return 'typing.Optional[%s]' % _text(args[0] if args[1] is _NoneType else args[1])
        if name == 'Literal':
            return 'typing.Literal[%s]' % ', '.join([repr(a) for a in args])
        if '__metadata__' in self.__dict__:
            return 'typing.Annotated[%s, %s]' % (_text(args[0]), ', '.join([repr(a) for a in self.__metadata__]))
        if name == 'Callable' and len(args) > 1 and args[0] is not ... and not hasattr(args[0], '__typing_is_spec__'):
            return 'typing.Callable[[%s], %s]' % (', '.join([_text(a) for a in args[:-1]]), _text(args[-1]))
        if name == 'Unpack':
            return '*' + _text(args[0])
        head = 'typing.' + name if isinstance(self._form, _Form) else _text(self._form)
        return '%s[%s]' % (head, ', '.join([_text(a) for a in args]) or '()')


def _union(form, args):
    if args == ():
        raise TypeError('Cannot take a Union of no types.')
    flat = []
    for a in args if isinstance(args, tuple) else (args,):
        a = _checked(a, 'Union[arg, ...]: each arg must be a type.')
        inner = a.__args__ if isinstance(a, _UnionType) or isinstance(a, _Alias) and a._form is Union else (a,)
        for x in inner:
            if x not in flat:
                flat.append(x)
    return flat[0] if len(flat) == 1 else _Alias(Union, tuple(flat))


def _literal(form, args):
    flat = []
    for a in args if isinstance(args, tuple) else (args,):
        for x in a.__args__ if isinstance(a, _Alias) and a._form is Literal else (a,):
            if not any([x == y and type(x) is type(y) for y in flat]):
                flat.append(x)
    return _Alias(Literal, tuple(flat))


def _callable(form, args):
    if not isinstance(args, tuple) or len(args) != 2:
        raise TypeError('Callable must be used as Callable[[arg, ...], result].')
    given, result = args
    result = _checked(result, 'Callable[args, result]: result must be a type.')
    if isinstance(given, (list, tuple)):
        return _Alias(form, (*[_checked(a) for a in given], result))
    if given is ... or hasattr(given, '__typing_is_spec__') or isinstance(given, _Alias) and given._name == 'Concatenate':
        return _Alias(form, (given, result))
    raise TypeError('Callable[args, result]: args must be a list. Got %r' % (given,))


def _annotated(form, args):
    if not isinstance(args, tuple) or len(args) < 2:
        raise TypeError('Annotated[...] should be used with at least two arguments (a type and an annotation).')
    inner, more = _checked(args[0]), args[1:]
    if isinstance(inner, _Alias) and '__metadata__' in inner.__dict__:
        inner, more = inner.__origin__, inner.__metadata__ + more
    return _Alias(form, (inner,), more)


def _one(form, args):
    if isinstance(args, tuple):
        raise TypeError('%r accepts only single type. Got %.100r.' % (form, args))
    return _Alias(form, (_checked(args, '%r accepts only single type.' % form),))


def _optional(form, args):
    if isinstance(args, tuple):
        raise TypeError('typing.Optional requires a single type. Got %.100r.' % (args,))
    return Union[args, None]


def _tuple(form, args):
    args = args if isinstance(args, tuple) else (args,)
    return _Alias(form, tuple([_checked(a) for a in args]))


_SUBSCRIBED = {'Union': _union, 'Optional': _optional, 'Literal': _literal, 'Callable': _callable, 'Annotated': _annotated, 'Tuple': _tuple,
               'Concatenate': _tuple, **dict.fromkeys(['ClassVar', 'Final', 'TypeGuard', 'Required', 'NotRequired', 'Unpack'], _one)}

for _name in ('Union', 'Optional', 'ClassVar', 'Final', 'Literal', 'NoReturn', 'Never', 'Self', 'LiteralString', 'TypeAlias', 'Concatenate', 'TypeGuard',
              'Annotated', 'Required', 'NotRequired', 'Unpack'):
    globals()[_name] = _Form(_name)


class _AnyMeta(type):
    def __instancecheck__(cls, x):
        if cls is Any:
            raise TypeError('typing.Any cannot be used with isinstance()')
        return super().__instancecheck__(x)

    def __repr__(cls):
        return 'typing.Any' if cls is Any else super().__repr__()


class Any(metaclass=_AnyMeta):
    """Any type."""

    def __new__(cls, *args, **kwargs):
        if cls is Any:
            raise TypeError('Any cannot be instantiated')
        return super().__new__(cls)


# Name, class, number of parameters.
for _name, _class, _count in (
        ('List', list, 1), ('Dict', dict, 2), ('Set', set, 1), ('FrozenSet', frozenset, 1), ('Tuple', tuple, None), ('Type', type, 1),
        ('Deque', _collections.deque, 1), ('DefaultDict', _collections.defaultdict, 2), ('OrderedDict', _collections.OrderedDict, 2),
        ('Counter', _collections.Counter, 1), ('ChainMap', _collections.ChainMap, 2), ('Callable', _abc.Callable, 2), ('Generator', _abc.Generator, 3),
        ('Hashable', _abc.Hashable, 0), ('Sized', _abc.Sized, 0), ('Mapping', _abc.Mapping, 2), ('MutableMapping', _abc.MutableMapping, 2),
        ('ItemsView', _abc.ItemsView, 2), ('ContextManager', _contextlib.AbstractContextManager, 1), ('AbstractSet', _abc.Set, 1),
        ('Pattern', _re.Pattern, 1), ('Match', _re.Match, 1)):
    globals()[_name] = _Form(_name, _class, _count)
for _name in ('Iterable', 'Iterator', 'Sequence', 'MutableSequence', 'MutableSet', 'Collection', 'Container', 'Reversible', 'KeysView', 'ValuesView',
              'MappingView', 'Awaitable', 'Coroutine', 'AsyncIterator', 'AsyncIterable', 'AsyncGenerator', 'ByteString'):
    globals()[_name] = _Form(_name, getattr(_abc, _name, None), {'Coroutine': 3, 'AsyncGenerator': 2, 'ByteString': 0}.get(_name, 1))
AsyncContextManager = _Form('AsyncContextManager')
Text = str


def _caller():
    return '__main__'


class TypeVar:
    """A type to be filled in."""

    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False):
        if covariant and contravariant:
            raise ValueError('Bivariant types are not supported.')
        if constraints and bound is not None:
            raise TypeError('Constraints cannot be combined with bound=...')
        if len(constraints) == 1:
            raise TypeError('A single constraint is not allowed')
        self.__name__ = name
        self.__constraints__ = tuple([_checked(c, 'TypeVar(name, constraint, ...): constraints must be types.') for c in constraints])
        self.__bound__ = None if bound is None else _checked(bound, 'Bound must be a type.')
        self.__covariant__, self.__contravariant__ = covariant, contravariant
        self.__module__ = _caller()

    def __typing_subst__(self, arg):
        return _checked(arg)

    def __mro_entries__(self, bases):
        raise TypeError('Cannot subclass an instance of %s' % type(self).__name__)

    def __repr__(self):
        return ('+' if self.__covariant__ else '-' if self.__contravariant__ else '~') + self.__name__

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __reduce__(self):
        return self.__name__


class _SpecPart:
    def __init__(self, origin, part):
        self.__origin__, self._part = origin, part

    def __repr__(self):
        return '%s.%s' % (self.__origin__.__name__, self._part)

    def __eq__(self, other):
        return isinstance(other, _SpecPart) and self.__origin__ == other.__origin__ and self._part == other._part

    def __hash__(self):
        return hash((self.__origin__, self._part))


class ParamSpec(TypeVar):
    """Parameters to be filled in."""

    __typing_is_spec__ = True

    def __init__(self, name, *, bound=None, covariant=False, contravariant=False):
        super().__init__(name, bound=bound, covariant=covariant, contravariant=contravariant)

    args = property(lambda self: _SpecPart(self, 'args'))
    kwargs = property(lambda self: _SpecPart(self, 'kwargs'))

    def __typing_subst__(self, arg):
        return tuple([_checked(a) for a in arg]) if isinstance(arg, (list, tuple)) else _checked(arg)


class TypeVarTuple(TypeVar):
    """Any number of types to be filled in."""

    __typing_is_many__ = True

    def __init__(self, name):
        super().__init__(name)

    def __iter__(self):
        yield Unpack[self]

    def __repr__(self):
        return self.__name__


AnyStr = TypeVar('AnyStr', bytes, str)
AnyStr.__module__ = 'typing'
