"""Classes that are mostly fields. Their methods are made as source text, so that traces go through them as through written ones."""


class _Missing:
    def __repr__(self):
        return '<dataclasses._MISSING_TYPE object>'


MISSING = _Missing()


class _FactoryMark:
    def __repr__(self):
        return '<factory>'


_FACTORY = _FactoryMark()


class KW_ONLY:
    pass


class FrozenInstanceError(AttributeError):
    pass


class InitVar:
    def __init__(self, type):
        self.type = type

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
        self.metadata = {} if metadata is None else metadata
        self.kw_only = kw_only
        self._kind = 'field'

    def __repr__(self):
        return ('Field(name=%r,type=%r,default=%r,default_factory=%r,init=%r,repr=%r,hash=%r,compare=%r,metadata=mappingproxy(%r),'
                'kw_only=%r,_field_type=_FIELD)' % (self.name, self.type, self.default, self.default_factory, self.init, self.repr,
                                                    self.hash, self.compare, self.metadata, self.kw_only))


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None, kw_only=MISSING):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError('cannot specify both default and default_factory')
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False, match_args=True,
              kw_only=False, slots=False, weakref_slot=False):
    def decorate(cls):
        return _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots)
    return decorate if cls is None else decorate(cls)


def _kind(note):
    """What an annotation says: a plain field, or a class variable, or a parameter."""
    if isinstance(note, str):
        text = note.strip().split('[')[0].split('.')[-1]
        return {'ClassVar': 'class', 'InitVar': 'init', 'KW_ONLY': 'mark'}.get(text, 'field')
    if note is KW_ONLY:
        return 'mark'
    if note is InitVar or isinstance(note, InitVar):
        return 'init'
    name = getattr(note, '_name', None) or getattr(getattr(note, '__origin__', None), '_name', None)
    return 'class' if name == 'ClassVar' else 'field'


def _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots):
    fields = {}
    any_frozen = plain_base = False
    for b in cls.__mro__[:0:-1]:
        known = b.__dict__.get('__dataclass_fields__')
        if known is not None:
            for f in known.values():
                fields[f.name] = f
            if b.__dataclass_params__['frozen']:
                any_frozen = True
            else:
                plain_base = True
    if any_frozen and not frozen:
        raise TypeError('cannot inherit non-frozen dataclass from a frozen one')
    if plain_base and frozen:
        raise TypeError('cannot inherit frozen dataclass from a non-frozen one')
    only_named = kw_only
    for name, note in cls.__dict__.get('__annotations__', {}).items():
        kind = _kind(note)
        if kind == 'mark':
            only_named = True
            continue
        default = cls.__dict__.get(name, MISSING)
        if isinstance(default, Field):
            f = default
            if f.default is MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, f.default)
        else:
            if type(default).__name__ == 'member_descriptor':
                default = MISSING
            f = Field(default, MISSING, True, True, None, True, None, MISSING)
        f.name, f.type, f._kind = name, note, kind
        if f.kw_only is MISSING:
            f.kw_only = only_named
        if kind == 'field' and type(f.default) in (list, dict, set):
            raise ValueError('mutable default %s for field %s is not allowed: use default_factory' % (type(f.default), name))
        fields[name] = f
    for name, value in list(cls.__dict__.items()):
        if isinstance(value, Field) and name not in cls.__dict__.get('__annotations__', {}):
            raise TypeError('%r is a field but has no type annotation' % name)
    cls.__dataclass_fields__ = fields
    cls.__dataclass_params__ = {'frozen': frozen, 'eq': eq, 'order': order}
    own = cls.__dict__
    plain = [f for f in fields.values() if f._kind == 'field']
    ns = {'_cls': cls, '_FACTORY': _FACTORY, '_set': object.__setattr__, '_Error': FrozenInstanceError, '_type': type, '_repr': _repr}
    source = []
    if init:
        source += _init(fields, frozen, hasattr(cls, '__post_init__'), ns)
    shown = [f.name for f in plain if f.repr]
    if repr and '__repr__' not in own:
        parts = ', '.join(['%s={self.%s!r}' % (n, n) for n in shown])
        ns['_showing'] = set()
        source += ['def __repr__(self):', '    if id(self) in _showing: return "..."', '    _showing.add(id(self))', '    try:',
                   '        return f"{self.__class__.__qualname__}(%s)"' % parts, '    finally:', '        _showing.discard(id(self))']
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
            source += ['def %s(self, %s):' % (name, params), '    if _type(self) is _cls or name in %r:' % (names,),
                       '        raise _Error(f"cannot %s field {name!r}")' % verb,
                       '    super(_cls, self).%s(%s)' % (name, params)]
    has_hash = '__hash__' in own and not (own['__hash__'] is None and '__eq__' in own)
    if unsafe_hash and has_hash:
        raise TypeError('Cannot overwrite attribute __hash__ in class %s' % cls.__name__)
    if unsafe_hash or eq and frozen and not has_hash:
        hashed = [f.name for f in plain if (f.compare if f.hash is None else f.hash)]
        source += ['def __hash__(self):', '    return hash((%s))' % ''.join(['self.%s, ' % n for n in hashed])]
    exec('\n'.join(source) + '\n', ns)
    for name in ('__init__', '__repr__', '__eq__', '__lt__', '__le__', '__gt__', '__ge__', '__setattr__', '__delattr__', '__hash__'):
        if name in ns:
            f = ns[name]
            f.__qualname__ = cls.__qualname__ + '.' + name
            setattr(cls, name, f)
    if '__hash__' not in ns and eq and not has_hash:
        cls.__hash__ = None
    if match_args and '__match_args__' not in own:
        cls.__match_args__ = tuple([f.name for f in fields.values() if f.init and not f.kw_only and f._kind != 'class'])
    if slots:
        if '__slots__' in own:
            raise TypeError('%s already specifies __slots__' % cls.__name__)
        inherited = [n for b in cls.__mro__[1:] for n in b.__dict__.get('__slots__', ())]
        cls.__slots__ = tuple([f.name for f in plain if f.name not in inherited])
    return cls


_repr = repr


def _init(fields, frozen, post, ns):
    """The source of `__init__`."""
    params, named, body = [], [], []
    had_default = None
    for f in fields.values():
        if f._kind == 'class':
            continue
        has_default = f.default is not MISSING or f.default_factory is not MISSING
        value = f.name
        if f.default_factory is not MISSING:
            ns['_make_' + f.name] = f.default_factory
            value = '_make_%s() if %s is _FACTORY else %s' % (f.name, f.name, f.name) if f.init else '_make_%s()' % f.name
        elif f.default is not MISSING:
            ns['_default_' + f.name] = f.default
            if not f.init:
                value = None
        elif not f.init:
            value = None
        if f.init:
            param = f.name
            if f.default_factory is not MISSING:
                param += '=_FACTORY'
            elif has_default:
                param += '=_default_' + f.name
            if f.kw_only:
                named.append(param)
            else:
                if has_default:
                    had_default = True
                elif had_default:
                    raise TypeError('non-default argument %r follows default argument' % f.name)
                params.append(param)
        if f._kind == 'field' and value is not None:
            body.append('    _set(self, %r, %s)' % (f.name, value) if frozen else '    self.%s = %s' % (f.name, value))
    if post:
        body.append('    self.__post_init__(%s)' % ', '.join([f.name for f in fields.values() if f._kind == 'init']))
    head = ['self'] + params + (['*'] + named if named else [])
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
            notes[f] = 'typing.Any'
        else:
            notes[f[0]] = f[1]
            if len(f) == 3:
                ns[f[0]] = f[2]
    ns['__annotations__'] = notes
    return dataclass(type(cls_name, bases, ns), **options)
