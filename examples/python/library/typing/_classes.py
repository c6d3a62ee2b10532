"""Classes that say something about types: generic ones, protocols, tuples and dictionaries with named items."""

import collections as _collections
import sys as _sys
from abc import ABCMeta as _ABCMeta, abstractmethod as _abstractmethod
from typing._forms import Annotated, ClassVar, Final, NotRequired, Required, TypeVar, _Alias, _checked, _collect

__name__ = 'typing'  # Of what is defined here.


class Generic:
    """A base of classes with parameters."""

    __slots__ = ()

    def __class_getitem__(cls, args):
        args = args if isinstance(args, tuple) else (args,)
        if cls is Generic or cls is Protocol:
            if not args:
                raise TypeError('Parameter list to %s[...] cannot be empty' % cls.__qualname__)
            if not all([hasattr(a, '__typing_subst__') or isinstance(a, _Alias) and a._name == 'Unpack' for a in args]):
                raise TypeError('Parameters to %s[...] must all be type variables or parameter specification variables.' % cls.__name__)
            if len(set(args)) != len(args):
                raise TypeError('Parameters to %s[...] must all be unique' % cls.__name__)
            return _Alias(cls, args)
        wanted = cls.__dict__.get('__parameters__', ())
        if not wanted:
            raise TypeError('%r is not a generic class' % (cls,))
        special = any([hasattr(p, '__typing_is_many__') or hasattr(p, '__typing_is_spec__') for p in wanted])
        if not special and len(args) != len(wanted):
            raise TypeError('Too %s arguments for %r; actual %d, expected %d' % ('many' if len(args) > len(wanted) else 'few', cls, len(args), len(wanted)))
        return _Alias(cls, tuple([_checked(a) for a in args]))

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        listed = cls.__dict__.get('__orig_bases__', ())
        if Generic in (listed or cls.__bases__) and cls.__name__ != 'Protocol':
            raise TypeError('Cannot inherit from plain Generic')
        found = _collect([b for b in listed])
        for b in listed:
            if isinstance(b, _Alias) and b.__origin__ is Generic:
                missing = [p for p in found if p not in b.__parameters__]
                if missing:
                    raise TypeError('Some type variables (%s) are not listed in Generic[%s]' % (
                        ', '.join([str(p) for p in missing]), ', '.join([str(p) for p in b.__parameters__])))
                found = b.__parameters__
        cls.__parameters__ = tuple(found)


_NO_MEMBERS = frozenset(['__module__', '__qualname__', '__doc__', '__annotations__', '__abstractmethods__', '__new__', '__dict__', '__parameters__', '__slots__',
                         '__weakref__', '__orig_bases__', '__init__', '__subclasshook__', '_abc_registry', '_abc_known', '_abc_new', '_is_protocol',
                         '_is_runtime', '__class_getitem__', '__match_args__', '__hash__'])


class _ProtocolMeta(_ABCMeta):
    def __instancecheck__(cls, x):
        if cls.__dict__.get('_is_protocol') and not cls.__dict__.get('_is_runtime'):
            raise TypeError('Instance and class checks can only be used with @runtime_checkable protocols')
        if cls.__dict__.get('_is_runtime'):
            return all([hasattr(x, n) and (getattr(x, n) is not None or not callable(getattr(cls, n, None))) for n in cls._wanted()])
        return super().__instancecheck__(x)

    def __subclasscheck__(cls, c):
        if cls.__dict__.get('_is_protocol') and cls is not Protocol:
            if not isinstance(c, type):
                raise TypeError('issubclass() arg 1 must be a class')
            if cls in c.__mro__:
                return True
            if not cls.__dict__.get('_is_runtime'):
                raise TypeError('Instance and class checks can only be used with @runtime_checkable protocols')
            wanted = cls._wanted()
            if not all([callable(getattr(cls, n, None)) for n in wanted]):
                raise TypeError("Protocols with non-method members don't support issubclass()")
            return all([any([k.__dict__.get(n) is not None or n in k.__dict__.get('__annotations__', ()) for k in c.__mro__]) for n in wanted])
        return super().__subclasscheck__(c)

    def _wanted(cls):
        out = []
        for c in cls.__mro__:
            if c is not object and c is not Protocol and c is not Generic:
                out += [n for n in c.__dict__ if n not in _NO_MEMBERS]
                out += list(c.__dict__.get('__annotations__', ()))
        return out


class Protocol(Generic, metaclass=_ProtocolMeta):
    """A base of classes that say what methods there must be."""

    __slots__ = ()
    _is_protocol = True

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        cls._is_protocol = Protocol in cls.__bases__
        if cls._is_protocol:
            for b in cls.__bases__:
                if not (b in (object, Generic) or b.__dict__.get('_is_protocol') or b.__module__ in ('collections.abc', 'contextlib')):
                    raise TypeError('Protocols can only inherit from other protocols, got %r' % (b,))
            if cls.__init__ is Protocol.__init__ or '__init__' not in cls.__dict__:
                cls.__init__ = _refuse

    def __class_getitem__(cls, args):
        return Generic.__class_getitem__.__func__(cls, args)


def _refuse(self, *args, **kwargs):
    """Of protocols, unless a class derived from one has or inherits another."""
    cls = type(self)
    if cls.__dict__.get('_is_protocol'):
        raise TypeError('Protocols cannot be instantiated')
    for c in cls.__mro__:
        own = c.__dict__.get('__init__')
        if own is not None and own is not _refuse:
            own(self, *args, **kwargs)
            return


def runtime_checkable(cls):
    if not cls.__dict__.get('_is_protocol'):
        raise TypeError('@runtime_checkable can be only applied to protocol classes, got %r' % (cls,))
    cls._is_runtime = True
    return cls


def _supports(name, method):
    cls = type(Protocol)(name, (Protocol,), {method: _abstractmethod(lambda self: None), '__module__': 'typing'})
    return runtime_checkable(cls)


for _name, _method in (('Int', 'int'), ('Float', 'float'), ('Complex', 'complex'), ('Bytes', 'bytes'), ('Index', 'index'), ('Abs', 'abs'), ('Round', 'round')):
    globals()['Supports' + _name] = _supports('Supports' + _name, '__%s__' % _method)


class _NamedTupleMeta(type):
    def __new__(meta, name, bases, ns):
        if not bases:
            return type.__new__(meta, name, bases, ns)
        for b in bases:
            if b is not _NamedTupleBase and b is not Generic:
                raise TypeError('can only inherit from a NamedTuple type and Generic')
        notes = ns.get('__annotations__', {})
        defaults = []
        for n in notes:
            if n in ns:
                defaults.append(ns[n])
            elif defaults:
                raise TypeError('Non-default namedtuple field %s cannot follow default field' % n)
        made = _collections.namedtuple(name, list(notes), defaults=defaults, module=ns.get('__module__'))
        if Generic in bases:
            made = type(name, (made, Generic), {'__module__': ns.get('__module__'), '__orig_bases__': ns['__orig_bases__'], '__slots__': ()})
        made.__annotations__ = {k: _checked(v) for k, v in notes.items()}
        for k, v in ns.items():
            if k in ('__new__', '__init__', '__slots__', '__getnewargs__', '_fields', '_field_defaults', '_field_types', '_make', '_replace', '_asdict', '_source') and k != '__slots__':
                raise AttributeError('Cannot overwrite NamedTuple attribute ' + k)
            if k not in notes and k not in ('__module__', '__qualname__', '__annotations__', '__classcell__', '__slots__', '__orig_bases__'):
                setattr(made, k, v)
        made.__orig_bases__ = ns.get('__orig_bases__', (NamedTuple,))
        return made


class _NamedTupleBase(metaclass=_NamedTupleMeta):
    pass


class _NamedTuple:
    """`NamedTuple`: a base, and a function that makes such a class."""

    def __call__(self, typename, fields=None, /, **kwargs):
        if fields is not None and kwargs:
            raise TypeError('Either list of fields or keywords can be provided to NamedTuple, not both')
        fields = list(kwargs.items()) if fields is None else list(fields)
        made = _collections.namedtuple(typename, [n for n, _ in fields], module='__main__')
        made.__annotations__ = {n: _checked(t) for n, t in fields}
        made.__orig_bases__ = (self,)
        return made

    def __mro_entries__(self, bases):
        return (_NamedTupleBase,)

    def __repr__(self):
        return '<function NamedTuple at %#x>' % id(self)


NamedTuple = _NamedTuple()


class _TypedDictMeta(type):
    def __new__(meta, name, bases, ns, total=True):
        for b in bases:
            if type(b) is not _TypedDictMeta and b is not Generic:
                raise TypeError('cannot inherit from both a TypedDict type and a non-TypedDict base class')
        made = type.__new__(meta, name, (Generic, dict) if Generic in bases else (dict,), dict(ns))
        notes, required, optional = {}, set(), set()
        for b in bases:
            notes.update(b.__dict__.get('__annotations__', {}))
            required.update(b.__dict__.get('__required_keys__', ()))
            optional.update(b.__dict__.get('__optional_keys__', ()))
        own = {k: _checked(v) for k, v in ns.get('__annotations__', {}).items()}
        for k, v in own.items():
            while isinstance(v, _Alias) and v._form is Annotated:
                v = v.__origin__
            form = getattr(v, '_form', None)
            (required if form is Required or form is not NotRequired and total else optional).add(k)
        notes.update(own)
        made.__annotations__, made.__total__ = notes, total
        made.__required_keys__, made.__optional_keys__ = frozenset(required), frozenset(optional)
        return made

    def __call__(cls, *args, **kwargs):
        if cls is TypedDict:
            return _typed_dict(*args, **kwargs)
        return dict(*args, **kwargs)

    def __instancecheck__(cls, x):
        raise TypeError('TypedDict does not support instance and class checks')

    __subclasscheck__ = __instancecheck__

    def __or__(cls, other):
        from typing import Union
        return Union[cls, other]


class TypedDict(metaclass=_TypedDictMeta):
    """A dictionary with these keys."""


def _typed_dict(typename, fields=None, /, *, total=True, **kwargs):
    fields = kwargs if fields is None else fields
    return _TypedDictMeta(typename, (), {'__annotations__': dict(fields), '__module__': '__main__'}, total=total)


def is_typeddict(tp):
    return isinstance(tp, _TypedDictMeta) and tp is not TypedDict


class NewType:
    """A name for a type."""

    def __init__(self, name, tp):
        self.__qualname__ = name
        self.__name__ = name.rpartition('.')[-1]
        self.__supertype__, self.__module__ = tp, '__main__'

    def __call__(self, x):
        return x

    def __mro_entries__(self, bases):
        raise TypeError('Cannot subclass an instance of NewType. Perhaps you were looking for: `%s = NewType(%r, %s)`' % ('Name', 'Name', self.__name__))

    def __repr__(self):
        return '%s.%s' % (self.__module__, self.__qualname__)

    def __or__(self, other):
        from typing import Union
        return Union[self, other]

    def __ror__(self, other):
        from typing import Union
        return Union[other, self]

    def __reduce__(self):
        return self.__qualname__


class IO(Generic[TypeVar('AnyStr', bytes, str)]):
    """A file."""

    __slots__ = ()


class TextIO(IO[str]):
    __slots__ = ()


class BinaryIO(IO[bytes]):
    __slots__ = ()
