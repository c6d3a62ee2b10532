"""Classes that are mostly fields. Their methods are made as source text, so that traces go through them as through written ones."""


import inspect as _inspect
import keyword as _keyword
import reprlib as _reprlib
import sys as _sys
from _generic import GenericAlias as _GenericAlias
from types import MappingProxyType as _Proxy


class _MISSING_TYPE:
    pass


MISSING = _MISSING_TYPE()


class _FactoryMark:
    def __repr__(self):
        return '<factory>'


_FACTORY = _FactoryMark()


class _KW_ONLY_TYPE:
    pass


KW_ONLY = _KW_ONLY_TYPE()


class FrozenInstanceError(AttributeError):
    pass


class InitVar:
    """A parameter that is no field."""

    __slots__ = ('type',)

    def __init__(self, type):
        self.type = type

    def __repr__(self):
        plain = isinstance(self.type, type) and not isinstance(self.type, _GenericAlias)
        return 'dataclasses.InitVar[%s]' % (self.type.__name__ if plain else _repr(self.type))

    def __class_getitem__(cls, type):
        return InitVar(type)


class Field:
    """A field of a class."""

    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = _Proxy({} if metadata is None else metadata)
        self.kw_only = kw_only
        self._kind = 'field'

    @_reprlib.recursive_repr()
    def __repr__(self):
        return ('Field(name=%r,type=%r,default=%r,default_factory=%r,init=%r,repr=%r,hash=%r,compare=%r,metadata=%r,kw_only=%r,_field_type=%s)' % (
            self.name, self.type, self.default, self.default_factory, self.init, self.repr, self.hash, self.compare, self.metadata, self.kw_only,
            None if self.name is None else {'field': '_FIELD', 'init': '_FIELD_INITVAR', 'class': '_FIELD_CLASSVAR'}[self._kind]))

    def __set_name__(self, owner, name):
        hook = getattr(type(self.default), '__set_name__', None)
        if hook is not None:
            hook(self.default, owner, name)

    __class_getitem__ = classmethod(_GenericAlias)


class _Params:
    """What `dataclass` was told."""

    def __init__(self, **params):
        self.__dict__.update(params)

    def __repr__(self):
        return '_DataclassParams(%s)' % ','.join(['%s=%r' % kv for kv in self.__dict__.items()])


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None, kw_only=MISSING):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError('cannot specify both default and default_factory')
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False, match_args=True,
              kw_only=False, slots=False, weakref_slot=False):
    def decorate(cls):
        return _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot)
    return decorate if cls is None else decorate(cls)


def _named(note, cls):
    """What the beginning of an annotation that is text names, where the class is defined."""
    head, last, dotted = '', '', False
    for c in note.lstrip():
        if c == '_' or c.isalnum():
            if last.endswith(' '):
                break
            last += c
        elif c == '.' and not dotted:
            head, last, dotted = last.rstrip(), '', True
        elif c == ' ' and (last or dotted):
            last = last and last.rstrip() + ' '
        else:
            break
    names = getattr(_sys.modules.get(cls.__module__), '__dict__', {})
    last = last.rstrip()
    if not dotted:
        return names.get(last)
    module = names.get(head)
    return getattr(module, last, None) if isinstance(module, type(_sys)) else None


def _kind(note, cls):
    """What an annotation says: a plain field, or a class variable, or a parameter."""
    if isinstance(note, str):
        named = _named(note, cls)
        typing = _sys.modules.get('typing')
        if typing is not None and named is typing.ClassVar:
            return 'class'
        return 'init' if named is InitVar else 'mark' if named is KW_ONLY else 'field'
    if note is KW_ONLY:
        return 'mark'
    if note is InitVar or isinstance(note, InitVar):
        return 'init'
    name = getattr(note, '_name', None) or getattr(getattr(note, '__origin__', None), '_name', None)
    return 'class' if name == 'ClassVar' else 'field'


def _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot):
    fields = {}
    any_frozen = plain_base = False
    for b in cls.__mro__[:0:-1]:
        known = b.__dict__.get('__dataclass_fields__')
        if known is not None:
            for f in known.values():
                fields[f.name] = f
            if b.__dataclass_params__.frozen:
                any_frozen = True
            else:
                plain_base = True
    if any_frozen and not frozen:
        raise TypeError('cannot inherit non-frozen dataclass from a frozen one')
    if plain_base and frozen:
        raise TypeError('cannot inherit frozen dataclass from a non-frozen one')
    only_named, marked = kw_only, False
    for name, note in cls.__dict__.get('__annotations__', {}).items():
        kind = _kind(note, cls)
        if kind == 'mark':
            if marked:
                raise TypeError('%r is KW_ONLY, but KW_ONLY has already been specified' % name)
            only_named = marked = True
            continue
        default = getattr(cls, name, MISSING)
        if isinstance(default, Field):
            f = default
            if f.default is MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, f.default)
        else:
            f = Field(default, MISSING, True, True, None, True, None, MISSING)
        f.name, f.type, f._kind = name, note, kind
        if kind != 'field' and f.default_factory is not MISSING:
            raise TypeError('field %s cannot have a default factory' % name)
        if kind == 'class' and f.kw_only is not MISSING:
            raise TypeError('field %s is a ClassVar but specifies kw_only' % name)
        if f.kw_only is MISSING:
            f.kw_only = only_named
        if kind == 'field' and type(f.default).__hash__ is None:
            raise ValueError('mutable default %s for field %s is not allowed: use default_factory' % (type(f.default), name))
        fields[name] = f
    for name, value in list(cls.__dict__.items()):
        if isinstance(value, Field) and name not in cls.__dict__.get('__annotations__', {}):
            raise TypeError('%r is a field but has no type annotation' % name)
    cls.__dataclass_fields__ = fields
    cls.__dataclass_params__ = _Params(init=init, repr=repr, eq=eq, order=order, unsafe_hash=unsafe_hash, frozen=frozen)
    own = cls.__dict__
    plain = [f for f in fields.values() if f._kind == 'field']
    # Names with two underscores are for what fields may not be called.
    ns = {'__cls__': cls, '__factory__': _FACTORY, '__set__': object.__setattr__, '__error__': FrozenInstanceError, '__type__': type, '__id__': id,
          '__super__': super, '__hash_of__': hash}
    source = []
    if init:
        source += _init(fields, frozen, hasattr(cls, '__post_init__'), slots, ns)
    shown = [f.name for f in plain if f.repr]
    if repr and '__repr__' not in own:
        parts = ', '.join(['%s={self.%s!r}' % (n, n) for n in shown])
        ns['__showing__'] = set()
        source += ['def __repr__(self):', '    if __id__(self) in __showing__: return "..."', '    __showing__.add(__id__(self))', '    try:',
                   '        return f"{self.__class__.__qualname__}(%s)"' % parts, '    finally:', '        __showing__.discard(__id__(self))']
    compared = [f.name for f in plain if f.compare]

    def parts(who):
        return '(%s)' % ''.join(['%s.%s, ' % (who, n) for n in compared])
    if eq and '__eq__' not in own:
        source += ['def __eq__(self, other):', '    if other.__class__ is self.__class__:',
                   '        return %s == %s' % (parts('self'), parts('other')), '    return NotImplemented']
    if order:
        if not eq:
            raise ValueError('eq must be true if order is true')
        for name, op in (('__lt__', '<'), ('__le__', '<='), ('__gt__', '>'), ('__ge__', '>=')):
            if name in own:
                raise TypeError('Cannot overwrite attribute %s in class %s. Consider using functools.total_ordering' % (name, cls.__name__))
            source += ['def %s(self, other):' % name, '    if other.__class__ is self.__class__:',
                       '        return %s %s %s' % (parts('self'), op, parts('other')), '    return NotImplemented']
    if frozen:
        names = tuple([f.name for f in plain])
        for name in ('__setattr__', '__delattr__'):
            if name in own:
                raise TypeError('Cannot overwrite attribute %s in class %s' % (name, cls.__name__))
        for name, params, verb in (('__setattr__', 'name, value', 'assign to'), ('__delattr__', 'name', 'delete')):
            source += ['def %s(self, %s):' % (name, params), '    if __type__(self) is __cls__ or name in %r:' % (names,),
                       '        raise __error__(f"cannot %s field {name!r}")' % verb,
                       '    __super__(__cls__, self).%s(%s)' % (name, params)]
    has_hash = '__hash__' in own and not (own['__hash__'] is None and '__eq__' in own)
    if unsafe_hash and has_hash:
        raise TypeError('Cannot overwrite attribute __hash__ in class %s' % cls.__name__)
    if unsafe_hash or eq and frozen and not has_hash:
        hashed = [f.name for f in plain if (f.compare if f.hash is None else f.hash)]
        source += ['def __hash__(self):', '    return __hash_of__((%s))' % ''.join(['self.%s, ' % n for n in hashed])]
    exec('\n'.join(source) + '\n', ns)
    for name in ('__init__', '__repr__', '__eq__', '__lt__', '__le__', '__gt__', '__ge__', '__setattr__', '__delattr__', '__hash__'):
        if name in ns and not (name == '__init__' and name in own):
            f = ns[name]
            f.__qualname__, f.__module__ = cls.__qualname__ + '.' + name, cls.__module__
            if name == '__init__':
                f.__annotations__ = {f.name: f.type for f in fields.values() if f.init and f._kind != 'class'} | {'return': None}
            setattr(cls, name, f)
    if '__hash__' not in ns and eq and not has_hash:
        cls.__hash__ = None
    if match_args and '__match_args__' not in own:
        cls.__match_args__ = tuple([f.name for f in fields.values() if f.init and not f.kw_only and f._kind != 'class'])
    if '__doc__' not in own or own['__doc__'] is None:
        try:
            text = str(_inspect.signature(cls)).replace(' -> None', '')
        except (TypeError, ValueError):
            text = ''
        cls.__doc__ = cls.__name__ + text
    if weakref_slot and not slots:
        raise TypeError('weakref_slot is True but slots is False')
    if slots:
        cls = _with_slots(cls, [f.name for f in plain], frozen, weakref_slot)
    if hasattr(cls, '__abstractmethods__'):
        import abc
        abc.update_abstractmethods(cls)
    return cls


def _with_slots(cls, names, frozen, weakref_slot):
    """The class again, with slots for the fields."""
    if '__slots__' in cls.__dict__:
        raise TypeError('%s already specifies __slots__' % cls.__name__)
    body = dict(cls.__dict__)
    inherited = set()
    for b in cls.__mro__[1:-1]:
        listed = b.__dict__.get('__slots__', ())
        if hasattr(listed, '__next__'):
            raise TypeError('Slots of %r cannot be determined' % b.__name__)
        inherited.update([listed] if isinstance(listed, str) else listed)
    body['__slots__'] = tuple([n for n in names + ['__weakref__'] * weakref_slot if n not in inherited])
    for n in names:
        body.pop(n, None)
    body.pop('__dict__', None)
    body.pop('__weakref__', None)
    made = type(cls)(cls.__name__, cls.__bases__, body)
    made.__qualname__ = cls.__qualname__
    if frozen:
        if '__getstate__' not in body:
            made.__getstate__ = _field_values
        if '__setstate__' not in body:
            made.__setstate__ = _set_field_values
    return made


def _field_values(self):
    return [getattr(self, f.name) for f in fields(self)]


def _set_field_values(self, state):
    for f, v in zip(fields(self), state):
        object.__setattr__(self, f.name, v)


_repr = repr


def _init(fields, frozen, post, slots, ns):
    """The source of `__init__`."""
    params, named, body = [], [], []
    had_default = None
    me = '__dataclass_self__' if 'self' in fields else 'self'
    for f in fields.values():
        if f._kind == 'class':
            continue
        has_default = f.default is not MISSING or f.default_factory is not MISSING
        value = f.name
        if f.default_factory is not MISSING:
            ns['__make_%s__' % f.name] = f.default_factory
            value = '__make_%s__() if %s is __factory__ else %s' % (f.name, f.name, f.name) if f.init else '__make_%s__()' % f.name
        elif f.default is not MISSING:
            ns['__default_%s__' % f.name] = f.default
            if not f.init:
                # The class has it, if it may.
                value = '__default_%s__' % f.name if slots else None
        elif not f.init:
            value = None
        if f.init:
            param = f.name
            if f.default_factory is not MISSING:
                param += '=__factory__'
            elif has_default:
                param += '=__default_%s__' % f.name
            if f.kw_only:
                named.append(param)
            else:
                if has_default:
                    had_default = True
                elif had_default:
                    raise TypeError('non-default argument %r follows default argument' % f.name)
                params.append(param)
        if f._kind == 'field' and value is not None:
            body.append('    __set__(%s, %r, %s)' % (me, f.name, value) if frozen else '    %s.%s = %s' % (me, f.name, value))
    if post:
        body.append('    ' + me + '.__post_init__(%s)' % ', '.join([f.name for f in fields.values() if f._kind == 'init']))
    head = [me] + params + (['*'] + named if named else [])
    return ['def __init__(%s):' % ', '.join(head)] + (body or ['    pass'])


def is_dataclass(obj):
    cls = obj if isinstance(obj, type) else type(obj)
    return hasattr(cls, '__dataclass_fields__')


def fields(class_or_instance):
    known = getattr(class_or_instance, '__dataclass_fields__', None)
    if known is None:
        raise TypeError('must be called with a dataclass type or instance')
    return tuple([f for f in known.values() if f._kind == 'field'])


def _is_instance(obj):
    return not isinstance(obj, type) and hasattr(type(obj), '__dataclass_fields__')


def asdict(obj, *, dict_factory=dict):
    if not _is_instance(obj):
        raise TypeError('asdict() should be called on dataclass instances')
    return _inner(obj, lambda o, walk: dict_factory([(f.name, walk(getattr(o, f.name))) for f in fields(o)]))


def astuple(obj, *, tuple_factory=tuple):
    if not _is_instance(obj):
        raise TypeError('astuple() should be called on dataclass instances')
    return _inner(obj, lambda o, walk: tuple_factory([walk(getattr(o, f.name)) for f in fields(o)]))


def _inner(obj, make):
    def walk(x):
        if _is_instance(x):
            return make(x, walk)
        if isinstance(x, tuple):
            items = [walk(v) for v in x]
            return type(x)(*items) if hasattr(x, '_fields') else type(x)(items)
        if isinstance(x, list):
            return type(x)([walk(v) for v in x])
        if isinstance(x, dict):
            return type(x)([(walk(k), walk(v)) for k, v in x.items()])
        import copy
        return copy.deepcopy(x)
    return walk(obj)


def replace(obj, /, **changes):
    if not _is_instance(obj):
        raise TypeError('replace() should be called on dataclass instances')
    for f in obj.__dataclass_fields__.values():
        if f._kind == 'class':
            continue
        if not f.init:
            if f.name in changes:
                raise ValueError('field %s is declared with init=False, it cannot be specified with replace()' % f.name)
            continue
        if f.name not in changes:
            if f._kind == 'init' and f.default is MISSING:
                raise ValueError('InitVar %r must be specified with replace()' % f.name)
            if f._kind == 'field':
                changes[f.name] = getattr(obj, f.name)
    return type(obj)(**changes)


def make_dataclass(cls_name, fields, *, bases=(), namespace=None, **options):
    ns = dict(namespace or {})
    notes = {}
    for f in fields:
        if isinstance(f, str):
            name, note = f, 'typing.Any'
        elif len(f) == 2:
            name, note = f
        elif len(f) == 3:
            name, note, ns[f[0]] = f
        else:
            raise TypeError('Invalid field: %r' % (f,))
        if not isinstance(name, str) or not name.isidentifier():
            raise TypeError('Field names must be valid identifiers: %r' % (name,))
        if _keyword.iskeyword(name):
            raise TypeError('Field names must not be keywords: %r' % name)
        if name in notes:
            raise TypeError('Field name duplicated: %r' % name)
        notes[name] = note

    def fill(body):
        body.update(ns)
        body['__annotations__'] = notes
    import types
    return dataclass(types.new_class(cls_name, bases, {}, fill), **options)
