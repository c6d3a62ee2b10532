"""Enumerations."""

from types import MappingProxyType as _Proxy


class auto:
    """A value to be chosen."""

    value = None


class nonmember:
    def __init__(self, value):
        self.value = value


class member:
    def __init__(self, value):
        self.value = value


def _is_member(name, value):
    if name.startswith('_') and name.endswith('_') or isinstance(value, (nonmember, property, staticmethod, classmethod)):
        return False
    return isinstance(value, member) or not (hasattr(value, '__get__') or type(value) is type(_is_member))


_DATA = (int, float, str, bytes, tuple, complex)


class EnumType(type):
    """The class of enumerations."""

    def __new__(meta, name, bases, namespace, **kwds):
        members, body = {}, {}
        for k, v in namespace.items():
            if _is_member(k, v):
                members[k] = v.value if isinstance(v, member) else v
            else:
                body[k] = v.value if isinstance(v, nonmember) else v
        for b in bases:
            if getattr(b, '_member_map_', None):
                raise TypeError('<enum %r> cannot extend <enum %r>' % (name, b.__name__))
        notes = body.pop('_ignore_', ())
        for k in (notes.replace(',', ' ').split() if isinstance(notes, str) else notes):
            members.pop(k, None)
        body.pop('_order_', None)
        cls = type.__new__(meta, name, bases, body)
        cls._member_map_ = {}
        cls._member_names_ = []
        cls._value2member_map_ = {}
        cls._unhashable_ = []
        base = None
        for c in cls.__mro__:
            if c in _DATA:
                base = c
                break
        cls._member_type_ = base or object
        if not members:
            return cls
        made_by = None
        for c in cls.__mro__:
            if '__new__' in c.__dict__ and c is not Enum and c is not object and c not in _DATA:
                made_by = c.__dict__['__new__']
                made_by = made_by.__func__ if isinstance(made_by, staticmethod) else made_by
                break
        values = []
        for k, v in members.items():
            if isinstance(v, auto):
                v = cls._generate_next_value_(k, 1, len(values), list(values))
            elif isinstance(v, tuple) and any(isinstance(x, auto) for x in v):
                v = tuple([cls._generate_next_value_(k, 1, len(values), list(values)) if isinstance(x, auto) else x for x in v])
            args = v if isinstance(v, tuple) else (v,)
            if base is tuple:
                args = (v,)
            if made_by is not None:
                m = made_by(cls, *args)
                if not hasattr(m, '_value_'):
                    m._value_ = v if base is None else base(*args)
            elif base is not None:
                m = base.__new__(cls, *args)
                m._value_ = v if not isinstance(v, tuple) or base is tuple else base(*args)
            else:
                m = object.__new__(cls)
                m._value_ = v
            m._name_ = k
            m.__objclass__ = cls
            if cls.__init__ is not Enum.__init__ and type(cls.__init__) is type(_is_member):
                m.__init__(*args)
            cls._add(k, m)
            values.append(m._value_)
        return cls

    def _add(cls, name, m):
        value = m._value_
        try:
            known = cls._value2member_map_.get(value)
        except TypeError:
            known = None
            for x in cls._unhashable_:
                if x._value_ == value:
                    known = x
            if known is None:
                cls._unhashable_.append(m)
        else:
            if known is None:
                cls._value2member_map_[value] = m
        if known is None:
            known = m
            if cls._listed_(m):
                cls._member_names_.append(name)
        cls._member_map_[name] = known
        type.__setattr__(cls, name, known)

    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1):
        if names is None:
            return cls._lookup(value)
        if isinstance(names, str):
            names = names.replace(',', ' ').split()
        body = {}
        if isinstance(names, dict):
            names = list(names.items())
        last = []
        for i, n in enumerate(names):
            if isinstance(n, str):
                v = cls._generate_next_value_(n, start, i, list(last))
            else:
                n, v = n
            last.append(v)
            body[n] = v
        body['__module__'] = module or '__main__'
        return EnumType(value, (cls,) if type is None else (type, cls), body)

    def _lookup(cls, value):
        if type(value) is cls:
            return value
        try:
            m = cls._value2member_map_.get(value)
            if m is not None:
                return m
        except TypeError:
            for m in cls._unhashable_:
                if m._value_ == value:
                    return m
        m = cls._missing_(value)
        if isinstance(m, cls):
            return m
        if m is None:
            raise ValueError('%r is not a valid %s' % (value, cls.__qualname__))
        raise TypeError('error in %s._missing_: returned %r instead of None or a valid member' % (cls.__name__, m))

    def __contains__(cls, m):
        if not isinstance(m, Enum):
            raise TypeError("unsupported operand type(s) for 'in': '%s' and '%s'" % (type(m).__qualname__, cls.__class__.__qualname__))
        return isinstance(m, cls) and m._name_ in cls._member_map_

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __iter__(cls):
        return iter([cls._member_map_[n] for n in cls._member_names_])

    def __reversed__(cls):
        return iter([cls._member_map_[n] for n in reversed(cls._member_names_)])

    def __len__(cls):
        return len(cls._member_names_)

    def __bool__(cls):
        return True

    @property
    def __members__(cls):
        return _Proxy(cls._member_map_)

    def __repr__(cls):
        return '<flag %r>' % cls.__name__ if Flag is not None and issubclass(cls, Flag) else '<enum %r>' % cls.__name__


EnumMeta = EnumType
Flag = None


class Enum(metaclass=EnumType):
    """A class whose instances are all named in its body."""

    @property
    def name(self):
        return self._name_

    @property
    def value(self):
        return self._value_

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        try:
            return max(last_values) + 1
        except TypeError:
            for v in reversed(last_values):
                try:
                    return v + 1
                except TypeError:
                    pass
            return start

    @classmethod
    def _missing_(cls, value):
        return None

    @classmethod
    def _listed_(cls, m):
        return True

    def __repr__(self):
        return '<%s.%s: %r>' % (type(self).__name__, self._name_, self._value_)

    def __str__(self):
        return '%s.%s' % (type(self).__name__, self._name_)

    def __format__(self, spec):
        return format(str(self), spec)

    def __hash__(self):
        return hash(self._name_)

    def __reduce_ex__(self, protocol):
        return type(self), (self._value_,)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


class ReprEnum(Enum):
    """Members print as the values they derive from."""


class IntEnum(int, ReprEnum):
    def __str__(self):
        return int.__repr__(self._value_)

    def __format__(self, spec):
        return format(self._value_, spec)


class StrEnum(str, ReprEnum):
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()

    def __str__(self):
        return self._value_

    def __format__(self, spec):
        return format(self._value_, spec)


class Flag(Enum):
    """Members are sets of bits."""

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        return 1 << max(last_values).bit_length()

    @classmethod
    def _listed_(cls, m):
        v = m._value_
        return v > 0 and v & (v - 1) == 0

    @classmethod
    def _mask(cls):
        mask = 0
        for m in cls._member_map_.values():
            mask |= m._value_
        return mask

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError('%r is not a valid %s' % (value, cls.__qualname__))
        mask = cls._mask()
        if value < 0:
            value = mask & value
        if value & ~mask and not issubclass(cls, int):
            n = max(mask, value).bit_length()
            def bits(v):
                return '0b%d %s' % (v < 0, format(v, '0%db' % n))
            raise ValueError('%r invalid value %r\n    given %s\n  allowed %s' % (cls, value, bits(value), bits(mask)))
        if issubclass(cls, int):
            m = int.__new__(cls, value)
        else:
            m = object.__new__(cls)
        m._value_ = value
        names = [x._name_ for x in cls if x._value_ & value]
        rest = value & ~mask
        if rest:
            names.append(str(rest))
        m._name_ = '|'.join(names) if value and (names and not (rest and len(names) == 1)) else None
        cls._value2member_map_[value] = m
        return m

    def _other(self, other):
        if isinstance(other, type(self)):
            return other._value_
        if isinstance(self, int) and isinstance(other, int):
            return int(other)
        return None

    def __or__(self, other):
        v = self._other(other)
        return NotImplemented if v is None else type(self)(self._value_ | v)

    def __and__(self, other):
        v = self._other(other)
        return NotImplemented if v is None else type(self)(self._value_ & v)

    def __xor__(self, other):
        v = self._other(other)
        return NotImplemented if v is None else type(self)(self._value_ ^ v)

    __ror__ = __or__
    __rand__ = __and__
    __rxor__ = __xor__

    def __invert__(self):
        return type(self)(type(self)._mask() & ~self._value_)

    def __contains__(self, other):
        if not isinstance(other, type(self)):
            raise TypeError("unsupported operand type(s) for 'in': %r and %r" % (type(other).__qualname__, type(self).__qualname__))
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        return iter([m for m in type(self) if m._value_ & self._value_])

    def __len__(self):
        return bin(self._value_).count('1')

    def __bool__(self):
        return bool(self._value_)

    def __hash__(self):
        return hash(self._value_)

    def __repr__(self):
        if self._name_ is None:
            return '<%s: %r>' % (type(self).__name__, self._value_)
        return '<%s.%s: %r>' % (type(self).__name__, self._name_, self._value_)

    def __str__(self):
        if self._name_ is None:
            return '%s(%r)' % (type(self).__name__, self._value_)
        return '%s.%s' % (type(self).__name__, self._name_)


class IntFlag(int, Flag):
    # Those of `int` would come first.
    __or__, __and__, __xor__ = Flag.__or__, Flag.__and__, Flag.__xor__
    __ror__, __rand__, __rxor__ = Flag.__ror__, Flag.__rand__, Flag.__rxor__
    __invert__ = Flag.__invert__

    def __str__(self):
        return int.__repr__(self._value_)

    def __format__(self, spec):
        return format(self._value_, spec)


def unique(enumeration):
    aliases = [(n, m._name_) for n, m in enumeration._member_map_.items() if n != m._name_]
    if aliases:
        raise ValueError('duplicate values found in %r: %s' % (enumeration, ', '.join(['%s -> %s' % a for a in aliases])))
    return enumeration
