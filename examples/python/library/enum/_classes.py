"""The class of enumerations, `Enum`, and those whose members are values of another class too."""

import builtins as _builtins
import sys as _sys
from _prelude import hash_of_name as _hash_of_name
from types import MappingProxyType as _MappingProxy
from enum._bodies import Body, property

__name__ = 'enum'  # Of what is defined here.
_Plain = _builtins.property


class _Proto:
    """What is to be a member once there is the class."""

    def __init__(self, value):
        self.value = value

    def __set_name__(self, cls, name):
        type.__delattr__(cls, name)
        value, kind = self.value, cls._member_type_
        args = value if isinstance(value, tuple) else (value,)
        if kind is tuple:
            args = (args,)
        m = cls._new_member_(cls, *args) if cls._use_args_ else cls._new_member_(cls)
        if not hasattr(m, '_value_'):
            if kind is object:
                m._value_ = value
            else:
                try:
                    m._value_ = kind(*args)
                except Exception as e:
                    raise TypeError('_value_ not set in __new__, unable to create it') from e
        m._name_ = name
        m.__objclass__ = cls
        m.__init__(*args)
        m._sort_order_ = len(cls._member_names_)
        known = cls._known(m._value_)
        if known is None:
            known = m
            if cls._counts(m._value_):
                cls._member_names_.append(name)
            try:
                cls._value2member_map_.setdefault(m._value_, m)
            except TypeError:
                cls._unhashable_.append(m)
        cls._member_map_[name] = known
        for b in cls.__mro__[1:]:
            inherited = b.__dict__.get(name)
            if isinstance(inherited, _Plain) or isinstance(inherited, property):
                # Of members it is what it was, of the class the member.
                found, known = known, property(inherited.fget, inherited.fset, inherited.fdel)
                known.name, known.clsname = name, cls.__name__
                break
        type.__setattr__(cls, name, known)


class EnumType(type):
    """The class of enumerations."""

    @classmethod
    def __prepare__(metacls, cls, bases, **kwds):
        body = Body(cls)
        if bases:
            _check_bases(cls, bases)
            first = _first_enum(cls, bases)
            if first is not None:
                body.generate = first._generate_next_value_
        return body

    def __new__(metacls, cls, bases, classdict, *, boundary=None, _simple=False, **kwds):
        if not isinstance(classdict, Body):
            plain, classdict = classdict, metacls.__prepare__(cls, bases)
            classdict.update(plain)
        names = list(classdict.names)
        body = {k: v for k, v in dict.items(classdict) if k not in classdict.ignored and k != '_ignore_' and k != '_order_'}
        bad = [n for n in names if n in ('mro', '')]
        if bad:
            raise ValueError('invalid enum member name(s) %s' % ','.join([repr(n) for n in bad]))
        kind, first = _data_type(cls, bases), _first_enum(cls, bases)
        new, use_args = _new_of(body, kind, first)
        for n in names:
            if n in body:
                body[n] = _Proto(body[n])
        names = [n for n in names if n in body]
        body.update(_member_names_=[], _member_map_={}, _value2member_map_={}, _unhashable_=[], _member_type_=kind, _new_member_=new, _use_args_=use_args)
        if '_generate_next_value_' in body and not isinstance(body['_generate_next_value_'], staticmethod):
            body['_generate_next_value_'] = staticmethod(body['_generate_next_value_'])
        if first is not None and kind is not object:
            if ReprEnum is not None and ReprEnum in bases:
                body.setdefault('__format__', _formatted(kind))
                body.setdefault('__str__', _as_value(kind.__repr__ if kind.__str__ is object.__str__ and not issubclass(kind, str) else kind.__str__))
            if '__hash__' not in body and '__eq__' not in body and kind.__hash__ is not None:
                body['__hash__'] = kind.__hash__
            shown = _value_repr(bases)
            if shown is not None:
                body['_value_repr_'] = staticmethod(shown)
        if first is not None:
            first._prepare_flags(body, [p.value for p in body.values() if isinstance(p, _Proto)], boundary, first)
        try:
            made = super().__new__(metacls, cls, bases, body, **kwds)
        except RuntimeError as e:
            # What making a member raises.
            if e.__cause__ is None:
                raise
            raise e.__cause__
        if first is not None:
            order = classdict.get('_order_')
            if order is not None:
                order = order.replace(',', ' ').split() if isinstance(order, str) else list(order)
                order = [n for n in order if n not in made._member_map_ or made._counts(made._member_map_[n]._value_) and made._member_map_[n]._name_ == n]
                if order != made._member_names_:
                    raise TypeError('member order does not match _order_:\n  %r\n  %r' % (made._member_names_, order))
            made._sort_members()
        # Pickles of members go by the name of the class, whatever made them.
        if first is not None and '__new__' in classdict:
            made.__new_member__ = new
        if first is not None:
            for n in ('__repr__', '__str__', '__format__', '__reduce_ex__'):
                if n not in body and getattr(made, n) in (getattr(kind, n), getattr(object, n)):
                    setattr(made, n, getattr(first, n))
            made.__new__ = Enum.__new__ if Enum is not None else object.__new__
        return made

    def _known(cls, value):
        """The member of a value, or `None`."""
        try:
            return cls._value2member_map_.get(value)
        except TypeError:
            for m in cls._unhashable_:
                if m._value_ == value:
                    return m

    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None):
        if names is None:
            m = cls._known(value)
            return m if m is not None else cls.__new__(cls, value)
        return cls._create_(value, names, module=module, qualname=qualname, type=type, start=start, boundary=boundary)

    def _create_(cls, class_name, names, *, module=None, qualname=None, type=None, start=1, boundary=None):
        """A new enumeration with these names."""
        bases = (cls,) if type is None else (type, cls)
        meta = cls.__class__
        body = meta.__prepare__(class_name, bases)
        if isinstance(names, str):
            names = names.replace(',', ' ').split()
        if isinstance(names, (tuple, list)) and names and isinstance(names[0], str):
            values = []
            for i, n in enumerate(names):
                values.append(cls._generate_next_value_(n, start, i, values[:]))
            names = list(zip(names, values))
        for item in names:
            n, v = (item, names[item]) if isinstance(item, str) else item
            body[n] = v
        body['__module__'] = module if module is not None else '__main__'
        if qualname is not None:
            body['__qualname__'] = qualname
        return meta.__new__(meta, class_name, bases, body, boundary=boundary)

    def __contains__(cls, m):
        if not isinstance(m, Enum):
            raise TypeError("unsupported operand type(s) for 'in': '%s' and '%s'" % (type(m).__qualname__, cls.__class__.__qualname__))
        return isinstance(m, cls) and m._name_ in cls._member_map_

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __iter__(cls):
        return (cls._member_map_[n] for n in cls._member_names_)

    def __reversed__(cls):
        return (cls._member_map_[n] for n in reversed(cls._member_names_))

    def __len__(cls):
        return len(cls._member_names_)

    def __bool__(cls):
        return True

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get('_member_map_', ()):
            raise AttributeError('cannot reassign member %r' % (name,))
        super().__setattr__(name, value)

    def __delattr__(cls, name):
        if name in cls.__dict__.get('_member_map_', ()):
            raise AttributeError('%r: cannot delete member %r.' % (cls.__name__, name))
        super().__delattr__(name)

    def __dir__(cls):
        names = {'__class__', '__contains__', '__doc__', '__getitem__', '__init_subclass__', '__iter__', '__len__', '__members__', '__module__',
                 '__name__', '__qualname__'}
        if cls._new_member_ is not object.__new__:
            names.add('__new__')
        if cls.__init_subclass__ is not object.__init_subclass__:
            names.add('__init_subclass__')
        return sorted(names | set(cls._member_names_) | ({*dir(cls._member_type_)} if cls._member_type_ is not object else set()))

    @_Plain
    def __members__(cls):
        return _MappingProxy(cls._member_map_)

    def __repr__(cls):
        return '<%s %r>' % ('flag' if hasattr(cls, '_flag_mask_') else 'enum', cls.__name__)


EnumMeta = EnumType
Enum = ReprEnum = None


def _as_value(f):
    """A method of the values' class, as one of the program's: methods of built-in classes do not go before those of `Enum`."""
    return lambda self, *args: f(self, *args)


def _formatted(kind):
    return lambda self, spec: kind.__format__(self, spec) if spec else str(self)


def _value_repr(bases):
    """How values are shown, if a class among the bases says so."""
    for chain in bases:
        for b in chain.__mro__:
            if isinstance(b, EnumType):
                return None
            if b is not object and '__repr__' in b.__dict__:
                if '__dataclass_fields__' in b.__dict__ and b.__dict__['__dataclass_params__'].repr:
                    return _fields_repr
                return b.__dict__['__repr__']
    return None


def _fields_repr(value):
    return ', '.join(['%s=%r' % (k, getattr(value, k)) for k in value.__dataclass_fields__ if value.__dataclass_fields__[k].repr]).join(
        ['%s(' % type(value).__qualname__, ')'])


def _check_bases(cls, bases):
    for chain in bases:
        for b in chain.__mro__:
            if isinstance(b, EnumType) and b._member_names_:
                raise TypeError('<enum %r> cannot extend %r' % (cls, b))


def _first_enum(cls, bases):
    """The enumeration that a new one derives from, which comes last."""
    if not bases or Enum is None:
        return None
    if not isinstance(bases[-1], EnumType):
        raise TypeError('new enumerations should be created as `EnumName([mixin_type, ...] [data_type,] enum_type)`')
    _check_bases(cls, bases)
    return bases[-1]


def _data_type(cls, bases):
    """The class that members are values of, too, or `object`."""
    found = []
    for chain in bases:
        candidate = None
        for b in chain.__mro__:
            if b is object:
                continue
            if isinstance(b, EnumType):
                if b._member_type_ is not object:
                    found.append(b._member_type_)
                    break
            elif '__new__' in b.__dict__ or '%new' in b.__dict__ or b.__module__ == 'builtins' or '__dataclass_fields__' in b.__dict__:
                found.append(candidate or b)
                break
            else:
                candidate = candidate or b
    found = list(dict.fromkeys(found))
    if len(found) > 1:
        raise TypeError('too many data types for %r: %r' % (cls, set(found)))
    return found[0] if found else object


def _new_of(body, kind, first):
    """What makes a member, and whether it is given the value."""
    new = body.get('__new__')
    if isinstance(new, staticmethod):
        new = new.__func__
    if new is None and first is not None:
        for source in (kind, first):
            for name in ('__new_member__', '__new__'):
                f = getattr(source, name, None)
                if f is not None and f is not object.__new__ and (Enum is None or f is not Enum.__new__) and new is None:
                    new = f
    if new is None:
        return (object.__new__, False) if kind is object else (kind.__new__, True)
    return new, True


class Enum(metaclass=EnumType):
    """A class whose instances are all named in its body."""

    @_Plain
    def name(self):
        return self._name_

    @_Plain
    def value(self):
        return self._value_

    def __new__(cls, value):
        """What is done for a value that no member has."""
        if type(value) is cls:
            return value
        m = cls._known(value)
        if m is not None:
            return m
        if not cls._member_map_:
            raise TypeError('%r has no members' % (cls,))
        refused = ValueError('%r is not a valid %s' % (value, cls.__qualname__))
        try:
            m = cls._missing_(value)
        except Exception as e:
            if e.__context__ is None and not isinstance(e, ValueError):
                e.__context__ = refused
            raise
        if isinstance(m, cls) or m is not None and getattr(cls, '_boundary_', None) == 'eject' and isinstance(m, int):
            return m
        if m is None:
            raise refused
        e = TypeError('error in %s._missing_: returned %r instead of None or a valid member' % (cls.__name__, m))
        e.__context__ = refused
        raise e

    def __init__(self, *args, **kwds):
        pass

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        try:
            return max(last_values) + 1
        except TypeError:
            pass
        for v in reversed(last_values):
            try:
                return v + 1
            except TypeError:
                pass
        return start

    @classmethod
    def _missing_(cls, value):
        return None

    @staticmethod
    def _prepare_flags(body, values, boundary, first):
        """Of sets of bits only."""

    @classmethod
    def _counts(cls, value):
        """Whether the member of a value is more than another name."""
        return True

    @classmethod
    def _sort_members(cls):
        """Of sets of bits only."""

    def __repr__(self):
        return '<%s.%s: %s>' % (type(self).__name__, self._name_, self._value_repr_(self._value_))

    def __str__(self):
        return '%s.%s' % (type(self).__name__, self._name_)

    def __dir__(self):
        names = {'__class__', '__doc__', '__eq__', '__hash__', '__module__', 'name', 'value'}
        for c in type(self).__mro__:
            names.update([n for n in c.__dict__ if n[0] != '_' and n not in c.__dict__.get('_member_map_', ())])
        names.update([n for n in self.__dict__ if n[0] != '_'])
        return sorted(names)

    def __format__(self, spec):
        return str.__format__(str(self), spec)

    __hash__ = _hash_of_name

    def __reduce_ex__(self, protocol):
        return type(self), (self._value_,)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


Enum._value_repr_ = staticmethod(repr)


class ReprEnum(Enum):
    """Members print as the values they are."""


class IntEnum(int, ReprEnum):
    """Members are integers."""


class StrEnum(str, ReprEnum):
    """Members are strings."""

    def __new__(cls, *values):
        if len(values) > 3:
            raise TypeError('too many arguments for str(): %r' % (values,))
        if len(values) == 1 and not isinstance(values[0], str):
            raise TypeError('%r is not a string' % (values[0],))
        for x, what in zip(values[1:], ('encoding', 'errors')):
            if not isinstance(x, str):
                raise TypeError('%s must be a string, not %r' % (what, x))
        m = str.__new__(cls, str(*values))
        m._value_ = str(*values)
        return m

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()


def unique(enumeration):
    aliases = [(n, m._name_) for n, m in enumeration.__members__.items() if n != m._name_]
    if aliases:
        raise ValueError('duplicate values found in %r: %s' % (enumeration, ', '.join(['%s -> %s' % a for a in aliases])))
    return enumeration


def global_enum_repr(self):
    return '%s.%s' % (type(self).__module__.split('.')[-1], self._name_)


def global_flag_repr(self):
    module = type(self).__module__.split('.')[-1]
    if self._name_ is None:
        return '%s.%s(%r)' % (module, type(self).__name__, self._value_)
    return '|'.join([n if n[0].isdigit() else '%s.%s' % (module, n) for n in self._name_.split('|')])


def global_str(self):
    return '%s(%r)' % (type(self).__name__, self._value_) if self._name_ is None else self._name_


def global_enum(cls, update_str=False):
    """Members are the module's too, and are shown so."""
    flag = hasattr(cls, '_flag_mask_')
    cls.__repr__ = global_flag_repr if flag else global_enum_repr
    if update_str or not issubclass(cls, ReprEnum):
        cls.__str__ = global_str
    vars(_sys.modules[cls.__module__]).update(cls.__members__)
    return cls
