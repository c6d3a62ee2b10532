"""Names of types."""

import sys as _sys


def _f():
    yield


class _C:
    def m(self):
        pass


FunctionType = LambdaType = type(_f)
GeneratorType = type(_f())
MethodType = type(_C().m)
BuiltinFunctionType = BuiltinMethodType = type(len)
ModuleType = type(_sys)
NoneType = type(None)
EllipsisType = type(...)
NotImplementedType = type(NotImplemented)
CodeType = type(_f.__code__)
CellType = type((lambda x: lambda: x)(0).__closure__[0])
try:
    raise ValueError
except ValueError as _e:
    TracebackType = type(_e.__traceback__)


class SimpleNamespace:
    """An object with the attributes given."""

    def __init__(self, /, **kwargs):
        for k, v in kwargs.items():
            setattr(self, k, v)

    def __repr__(self):
        return 'namespace(%s)' % ', '.join(['%s=%r' % kv for kv in self.__dict__.items()])

    def __eq__(self, other):
        if isinstance(other, SimpleNamespace):
            return self.__dict__ == other.__dict__
        return NotImplemented


class MappingProxyType:
    """A mapping that is only read."""

    def __init__(self, mapping):
        self._mapping = mapping

    def __getitem__(self, k):
        return self._mapping[k]

    def __len__(self):
        return len(self._mapping)

    def __iter__(self):
        return iter(self._mapping)

    def __contains__(self, k):
        return k in self._mapping

    def __eq__(self, other):
        return self._mapping == (other._mapping if isinstance(other, MappingProxyType) else other)

    def __repr__(self):
        return 'mappingproxy(%r)' % (self._mapping,)

    def get(self, k, default=None):
        return self._mapping.get(k, default)

    def keys(self):
        return self._mapping.keys()

    def values(self):
        return self._mapping.values()

    def items(self):
        return self._mapping.items()

    def copy(self):
        return self._mapping.copy()


def new_class(name, bases=(), kwds=None, exec_body=None):
    ns = {}
    if exec_body is not None:
        exec_body(ns)
    kwds = dict(kwds or {})
    meta = kwds.pop('metaclass', None) or (type(bases[0]) if bases else type)
    return meta(name, bases, ns, **kwds)


class UnionType:
    """`A | B`."""

    def __init__(self, args):
        self.__args__ = args

    def __instancecheck__(self, x):
        return isinstance(x, self.__args__)

    def __subclasscheck__(self, c):
        return issubclass(c, self.__args__)

    def __or__(self, other):
        return UnionType(self.__args__ + _parts(other))

    def __ror__(self, other):
        return UnionType(_parts(other) + self.__args__)

    def __eq__(self, other):
        return isinstance(other, UnionType) and set(self.__args__) == set(other.__args__)

    def __hash__(self):
        return hash(frozenset(self.__args__))

    def __repr__(self):
        return ' | '.join(['None' if a is NoneType else a.__qualname__ if a.__module__ == 'builtins' else repr(a) if not isinstance(a, type) else a.__module__ + '.' + a.__qualname__ for a in self.__args__])


def _parts(x):
    if x is None:
        return (NoneType,)
    if isinstance(x, UnionType):
        return x.__args__
    return (x,)


def _union(a, b):
    out = []
    for x in _parts(a) + _parts(b):
        if x not in out:
            out.append(x)
    return out[0] if len(out) == 1 else UnionType(tuple(out))


class GenericAlias:
    """A class with arguments in brackets."""

    def __init__(self, origin, args):
        self.__origin__ = origin
        self.__args__ = args if isinstance(args, tuple) else (args,)
        self.__parameters__ = ()

    def __call__(self, *args, **kwargs):
        return self.__origin__(*args, **kwargs)

    def __mro_entries__(self, bases):
        return (self.__origin__,)

    def __getattr__(self, name):
        return getattr(self.__dict__['__origin__'], name)

    def __getitem__(self, args):
        return GenericAlias(self.__origin__, args)

    def __eq__(self, other):
        return isinstance(other, GenericAlias) and (self.__origin__, self.__args__) == (other.__origin__, other.__args__)

    def __hash__(self):
        return hash((self.__origin__, self.__args__))

    def __or__(self, other):
        return _union(self, other)

    def __ror__(self, other):
        return _union(other, self)

    def __repr__(self):
        def text(a):
            if a is ...:
                return '...'
            if isinstance(a, type):
                return a.__qualname__ if a.__module__ == 'builtins' else a.__module__ + '.' + a.__qualname__
            return repr(a)
        return '%s[%s]' % (text(self.__origin__), ', '.join([text(a) for a in self.__args__]))


def resolve_bases(bases):
    out = []
    for b in bases:
        entries = getattr(b, '__mro_entries__', None)
        out.extend(entries(bases) if entries and not isinstance(b, type) else (b,))
    return tuple(out)


def coroutine(func):
    return func


class _Absent:
    """Of what there are no values."""


CoroutineType = AsyncGeneratorType = FrameType = _Absent
WrapperDescriptorType = MethodWrapperType = MethodDescriptorType = ClassMethodDescriptorType = BuiltinFunctionType
GetSetDescriptorType = MemberDescriptorType = property


class DynamicClassAttribute(property):
    """An attribute that only instances have."""
