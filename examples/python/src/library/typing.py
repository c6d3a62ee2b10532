"""Names for annotations. They say nothing to the program: what is subscribed remembers its arguments."""

import sys as _sys
import collections as _collections
import collections.abc as _abc
from abc import ABCMeta as _ABCMeta

TYPE_CHECKING = False


def _text(x):
    if type(x) is type(...):
        return '...'
    if isinstance(x, type):
        return x.__qualname__ if x.__module__ == 'builtins' else x.__module__ + '.' + x.__qualname__
    if isinstance(x, (list, tuple)):
        return '[%s]' % ', '.join([_text(a) for a in x])
    return repr(x)


class _Form:
    """A special form: `Any`, `List`, `Callable`."""

    def __init__(self, name, origin=None):
        self._name = name
        self.__origin__ = origin

    def __getitem__(self, args):
        if not isinstance(args, tuple):
            args = (args,)
        if self._name == 'Optional':
            return Union[args[0], None]
        if self._name == 'Union':
            flat = []
            for a in args:
                a = type(None) if a is None else a
                for x in a.__args__ if isinstance(a, _Alias) and a._name == 'Union' else (a,):
                    if x not in flat:
                        flat.append(x)
            if len(flat) == 1:
                return flat[0]
            args = tuple(flat)
        return _Alias(self, tuple([type(None) if a is None and self._name != 'Literal' else a for a in args]))

    def __call__(self, *args, **kwargs):
        if self.__origin__ is None:
            raise TypeError('Cannot instantiate typing.%s' % self._name)
        return self.__origin__(*args, **kwargs)

    def __instancecheck__(self, x):
        if self.__origin__ is None:
            raise TypeError('typing.%s cannot be used with isinstance()' % self._name)
        return isinstance(x, self.__origin__)

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __repr__(self):
        return 'typing.' + self._name

    def __hash__(self):
        return hash(self._name)


class _Alias:
    """A form with arguments: `List[int]`."""

    def __init__(self, form, args):
        self._form = form
        self._name = form._name if isinstance(form, _Form) else form.__name__
        self.__origin__ = form if isinstance(form, type) else form.__origin__ or form
        self.__args__ = args

    @property
    def __parameters__(self):
        return tuple([a for a in self.__args__ if isinstance(a, TypeVar)])

    def __getitem__(self, args):
        args = list(args) if isinstance(args, tuple) else [args]
        given = {}
        for p in self.__parameters__:
            if args:
                given[p] = args.pop(0)
        return _Alias(self._form, tuple([given.get(a, a) if isinstance(a, TypeVar) else a for a in self.__args__]))

    def __call__(self, *args, **kwargs):
        return self.__origin__(*args, **kwargs)

    def __mro_entries__(self, bases):
        return (self.__origin__,)

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return getattr(self.__origin__, name)

    def __instancecheck__(self, x):
        if self._name == 'Union':
            return any(isinstance(x, a) for a in self.__args__)
        raise TypeError('Subscripted generics cannot be used with class and instance checks')

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __eq__(self, other):
        return isinstance(other, _Alias) and self._form is other._form and self.__args__ == other.__args__

    def __hash__(self):
        return hash((self._name, self.__args__))

    def __repr__(self):
        name, args = self._name, self.__args__
        if name == 'Union' and len(args) == 2 and type(None) in args:
            return 'typing.Optional[%s]' % _text(args[0] if args[1] is type(None) else args[1])
        if name == 'Literal':
            return 'typing.Literal[%s]' % ', '.join([repr(a) for a in args])
        head = 'typing.' + name if isinstance(self._form, _Form) else _text(self._form)
        return '%s[%s]' % (head, ', '.join([_text(a) for a in args]))


Any = _Form('Any')
Union = _Form('Union')
Optional = _Form('Optional')
ClassVar = _Form('ClassVar')
Final = _Form('Final')
Literal = _Form('Literal')
NoReturn = _Form('NoReturn')
Never = _Form('Never')
Self = _Form('Self')
LiteralString = _Form('LiteralString')
TypeAlias = _Form('TypeAlias')
Concatenate = _Form('Concatenate')
TypeGuard = _Form('TypeGuard')
Annotated = _Form('Annotated')
Required = _Form('Required')
NotRequired = _Form('NotRequired')
Unpack = _Form('Unpack')
List = _Form('List', list)
Dict = _Form('Dict', dict)
Set = _Form('Set', set)
FrozenSet = _Form('FrozenSet', frozenset)
Tuple = _Form('Tuple', tuple)
Type = _Form('Type', type)
Deque = _Form('Deque', _collections.deque)
DefaultDict = _Form('DefaultDict', _collections.defaultdict)
OrderedDict = _Form('OrderedDict', _collections.OrderedDict)
Counter = _Form('Counter', _collections.Counter)
ChainMap = _Form('ChainMap', _collections.ChainMap)
Callable = _Form('Callable', _abc.Callable)
Iterable = _Form('Iterable', _abc.Iterable)
Iterator = _Form('Iterator', _abc.Iterator)
Generator = _Form('Generator', _abc.Generator)
Sequence = _Form('Sequence', _abc.Sequence)
MutableSequence = _Form('MutableSequence', _abc.MutableSequence)
Mapping = _Form('Mapping', _abc.Mapping)
MutableMapping = _Form('MutableMapping', _abc.MutableMapping)
AbstractSet = _Form('AbstractSet', _abc.Set)
MutableSet = _Form('MutableSet', _abc.MutableSet)
Collection = _Form('Collection', _abc.Collection)
Container = _Form('Container', _abc.Container)
Reversible = _Form('Reversible', _abc.Reversible)
KeysView = _Form('KeysView', _abc.KeysView)
ValuesView = _Form('ValuesView', _abc.ValuesView)
ItemsView = _Form('ItemsView', _abc.ItemsView)
Hashable = _abc.Hashable
Sized = _abc.Sized
Awaitable = _Form('Awaitable', _abc.Awaitable)
Coroutine = _Form('Coroutine')
AsyncIterator = _Form('AsyncIterator')
AsyncIterable = _Form('AsyncIterable')
ContextManager = _Form('ContextManager')
Text = str
Pattern = _Form('Pattern')
Match = _Form('Match')
IO = _Form('IO')
TextIO = _Form('TextIO')
BinaryIO = _Form('BinaryIO')


class TypeVar:
    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False):
        self.__name__ = name
        self.__constraints__ = constraints
        self.__bound__ = bound
        self._sign = '+' if covariant else '-' if contravariant else '~'

    def __repr__(self):
        return self._sign + self.__name__

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]


class ParamSpec(TypeVar):
    @property
    def args(self):
        return self

    kwargs = args


class TypeVarTuple(TypeVar):
    pass


AnyStr = TypeVar('AnyStr', bytes, str)


class Generic:
    """A base of classes with parameters."""

    def __class_getitem__(cls, args):
        return cls if cls is Generic or cls is Protocol else _Alias(cls, args if isinstance(args, tuple) else (args,))


class _ProtocolMeta(_ABCMeta):
    def __instancecheck__(cls, x):
        if cls.__dict__.get('_is_runtime'):
            return all(hasattr(x, n) for n in cls._wanted())
        return _ABCMeta.__instancecheck__(cls, x)

    def __subclasscheck__(cls, c):
        if cls.__dict__.get('_is_runtime'):
            return all(hasattr(c, n) for n in cls._wanted())
        return _ABCMeta.__subclasscheck__(cls, c)

    def _wanted(cls):
        hidden = ('__module__', '__qualname__', '__doc__', '__annotations__', '__abstractmethods__', '__new__', '__dict__', '__parameters__')
        out = []
        for c in cls.__mro__:
            if c is not object and c is not Protocol and c is not Generic:
                out += [n for n in c.__dict__ if n not in hidden and n not in ('_abc_registry', '_abc_known', '_is_runtime')]
                out += list(c.__dict__.get('__annotations__', ()))
        return out


class Protocol(Generic, metaclass=_ProtocolMeta):
    """A base of classes that say what methods there must be."""


def runtime_checkable(cls):
    cls._is_runtime = True
    return cls


class _NamedTupleMeta(type):
    def __new__(meta, name, bases, ns):
        if not bases:
            return type.__new__(meta, name, bases, ns)
        notes = ns.get('__annotations__', {})
        defaults = []
        for n in notes:
            if n in ns:
                defaults.append(ns[n])
            elif defaults:
                raise TypeError('Non-default namedtuple field %s cannot follow default field' % n)
        made = _collections.namedtuple(name, list(notes), defaults=defaults, module=ns.get('__module__'))
        made.__annotations__ = dict(notes)
        for k, v in ns.items():
            if k not in notes and k not in ('__module__', '__qualname__', '__annotations__', '__classcell__', '__slots__'):
                setattr(made, k, v)
        return made


class _NamedTupleBase(metaclass=_NamedTupleMeta):
    pass


class _NamedTuple:
    """`NamedTuple`: a base, and a function that makes such a class."""

    def __call__(self, typename, fields=(), **kwargs):
        fields = list(fields) + list(kwargs.items())
        made = _collections.namedtuple(typename, [n for n, _ in fields])
        made.__annotations__ = dict(fields)
        return made

    def __mro_entries__(self, bases):
        return (_NamedTupleBase,)


NamedTuple = _NamedTuple()


class _TypedDictMeta(type):
    def __new__(meta, name, bases, ns, total=True):
        made = type.__new__(meta, name, (dict,), {k: v for k, v in ns.items()})
        notes = {}
        for b in bases:
            notes.update(getattr(b, '__annotations__', {}))
        notes.update(ns.get('__annotations__', {}))
        made.__annotations__ = notes
        made.__total__ = total
        return made

    def __call__(cls, *args, **kwargs):
        return dict(*args, **kwargs)


class TypedDict(metaclass=_TypedDictMeta):
    pass


def NewType(name, tp):
    def make(x):
        return x
    make.__name__ = make.__qualname__ = name
    make.__supertype__ = tp
    return make


def cast(typ, val):
    return val


def overload(f):
    return f


def final(f):
    return f


def override(f):
    return f


def no_type_check(f):
    return f


def dataclass_transform(**kwargs):
    return lambda f: f


def assert_type(val, typ):
    return val


def assert_never(arg):
    raise AssertionError('Expected code to be unreachable, but got: %r' % (arg,))


def reveal_type(obj):
    return obj


def get_origin(tp):
    return getattr(tp, '__origin__', None) if isinstance(tp, _Alias) else None


def get_args(tp):
    return getattr(tp, '__args__', ()) if isinstance(tp, _Alias) else ()


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    hints = {}
    for c in reversed(obj.__mro__) if isinstance(obj, type) else (obj,):
        hints.update(getattr(c, '__dict__', {}).get('__annotations__', {}) if isinstance(c, type) else getattr(c, '__annotations__', {}))
    if any(isinstance(h, str) for h in hints.values()):
        names = globalns if globalns is not None else getattr(obj, '__globals__', None)
        if names is None:
            names = vars(_sys.modules[obj.__module__]) if getattr(obj, '__module__', None) in _sys.modules else {}
        names = dict(names)
        hints = {k: eval(h, names, localns) if isinstance(h, str) else h for k, h in hints.items()}
    return {k: type(None) if h is None else h for k, h in hints.items()}


class SupportsInt(Protocol):
    pass


class SupportsFloat(Protocol):
    pass


class SupportsIndex(Protocol):
    pass


class SupportsAbs(Protocol):
    pass
