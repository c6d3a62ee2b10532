"""Names of types."""

import sys as _sys
from _generic import GenericAlias, UnionType
from reprlib import recursive_repr as _recursive_repr


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
WrapperDescriptorType = type(int.__add__)
MethodDescriptorType = type(str.join)
ClassMethodDescriptorType = type(len)
MethodWrapperType = type((0).__add__)
CellType = type((lambda x: lambda: x)(0).__closure__[0])
try:
    raise ValueError
except ValueError as _e:
    TracebackType = type(_e.__traceback__)


class SimpleNamespace:
    """An object with the attributes given."""

    def __init__(self, /, **kwargs):
        self.__dict__.update(kwargs)

    @_recursive_repr('namespace(...)')
    def __repr__(self):
        name = 'namespace' if type(self) is SimpleNamespace else type(self).__name__
        return '%s(%s)' % (name, ', '.join(['%s=%r' % kv for kv in self.__dict__.items()]))

    def __eq__(self, other):
        if isinstance(self, SimpleNamespace) and isinstance(other, SimpleNamespace):
            return self.__dict__ == other.__dict__
        return NotImplemented

    def __reduce__(self):
        return type(self), (), self.__dict__


class MappingProxyType:
    """A mapping that is only read."""

    __slots__ = ('_mapping',)
    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, mapping):
        if not hasattr(mapping, '__getitem__') or isinstance(mapping, (str, list, tuple, bytes)):
            raise TypeError('mappingproxy() argument must be a mapping, not %s' % type(mapping).__name__)
        self._mapping = mapping

    def __getitem__(self, k):
        return self._mapping[k]

    def __len__(self):
        return len(self._mapping)

    def __iter__(self):
        return iter(self._mapping)

    def __reversed__(self):
        return reversed(self._mapping)

    def __contains__(self, k):
        return k in self._mapping

    def __eq__(self, other):
        return self._mapping == _mapping_of(other)

    def __hash__(self):
        return hash(self._mapping)

    def __or__(self, other):
        return self._mapping | _mapping_of(other)

    def __ror__(self, other):
        return _mapping_of(other) | self._mapping

    def __ior__(self, other):
        raise TypeError("'|=' is not supported by mappingproxy; use '|' instead")

    def __str__(self):
        return str(self._mapping)

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


def _mapping_of(x):
    return x._mapping if isinstance(x, MappingProxyType) else x


def new_class(name, bases=(), kwds=None, exec_body=None):
    """A class as a `class` statement would make it, with `exec_body` in place of the statement's body."""
    resolved = resolve_bases(bases)
    meta, ns, kwds = prepare_class(name, resolved, kwds)
    if exec_body is not None:
        exec_body(ns)
    if resolved is not bases:
        ns['__orig_bases__'] = bases
    return meta(name, resolved, ns, **kwds)


def resolve_bases(bases):
    """The bases, with what stands for others replaced by these."""
    out = []
    for b in bases:
        if not isinstance(b, type) and hasattr(b, '__mro_entries__'):
            new = b.__mro_entries__(bases)
            if not isinstance(new, tuple):
                raise TypeError('__mro_entries__ must return a tuple')
            out.extend(new)
        else:
            out.append(b)
    return bases if all([a is b for a, b in zip(out, bases)]) and len(out) == len(bases) else tuple(out)


def prepare_class(name, bases=(), kwds=None):
    """Metaclass, namespace, and what is left of the keywords."""
    kwds = dict(kwds or {})
    meta = kwds.pop('metaclass', None) or (type(bases[0]) if bases else type)
    if isinstance(meta, type):
        for b in bases:
            if issubclass(type(b), meta):
                meta = type(b)
            elif not issubclass(meta, type(b)):
                raise TypeError('metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases')
    return meta, meta.__prepare__(name, bases, **kwds) if hasattr(meta, '__prepare__') else {}, kwds


def get_original_bases(cls, /):
    return cls.__dict__.get('__orig_bases__', cls.__bases__)


class DynamicClassAttribute:
    """A property of instances; of the class, the attribute is looked for with the metaclass's `__getattr__`."""

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget, self.fset, self.fdel = fget, fset, fdel
        self.__doc__ = doc or getattr(fget, '__doc__', None)
        self.overwrite_doc = doc is None
        self.__isabstractmethod__ = bool(getattr(fget, '__isabstractmethod__', False))

    def __get__(self, instance, ownerclass=None):
        if instance is None:
            if self.__isabstractmethod__:
                return self
            raise AttributeError()
        if self.fget is None:
            raise AttributeError('unreadable attribute')
        return self.fget(instance)

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError("can't set attribute")
        self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError("can't delete attribute")
        self.fdel(instance)

    def getter(self, fget):
        made = type(self)(fget, self.fset, self.fdel, (fget.__doc__ if self.overwrite_doc else None) or self.__doc__)
        made.overwrite_doc = self.overwrite_doc
        return made

    def setter(self, fset):
        made = type(self)(self.fget, fset, self.fdel, self.__doc__)
        made.overwrite_doc = self.overwrite_doc
        return made

    def deleter(self, fdel):
        made = type(self)(self.fget, self.fset, fdel, self.__doc__)
        made.overwrite_doc = self.overwrite_doc
        return made


def coroutine(func):
    """Marks a generator function as one whose generators are awaited; nothing else is done."""
    if not callable(func):
        raise TypeError('types.coroutine() expects a callable')
    return func


class _Absent:
    """Of what there are no values."""


CoroutineType = _Absent
AsyncGeneratorType = _Absent
FrameType = _Absent
GetSetDescriptorType = property
MemberDescriptorType = property
