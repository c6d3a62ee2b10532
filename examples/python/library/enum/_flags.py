"""Enumerations whose members are sets of bits."""

from enum._classes import Enum, ReprEnum, StrEnum
from _prelude import hash_of_name as _hash_of_name

__name__ = 'enum'  # Of what is defined here.


class FlagBoundary(StrEnum):
    """What becomes of bits that no member has."""

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()

    STRICT = 'strict'
    CONFORM = 'conform'
    EJECT = 'eject'
    KEEP = 'keep'


STRICT, CONFORM, EJECT, KEEP = FlagBoundary


def _iter_bits_lsb(n):
    """The bits of a number, as numbers, the lowest first."""
    n = n._value_ if isinstance(n, Enum) else n
    if n < 0:
        raise ValueError('%r is not a positive integer' % n)
    while n:
        bit = n & -n
        yield bit
        n ^= bit


def bin(num, max_bits=None):
    """The bits of a number, after the sign's."""
    ceiling = 2 ** num.bit_length()
    s = format(num + ceiling, 'b') if num >= 0 else format(~num ^ (ceiling - 1) + ceiling, 'b')
    digits = s[1:]
    if max_bits is not None and len(digits) < max_bits:
        digits = (('0' if num >= 0 else '1') * max_bits + digits)[-max_bits:]
    return '0b%d %s' % (num < 0, digits)


def show_flag_values(value):
    return list(_iter_bits_lsb(value))


class Flag(Enum):
    """A set of bits."""

    _numeric_repr_ = repr

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start if start is not None else 1
        last = max(last_values)
        try:
            return 2 ** last.bit_length()
        except Exception:
            raise TypeError('invalid flag value %r' % (last,)) from None

    @staticmethod
    def _prepare_flags(body, values, boundary, first):
        if values:
            mask = 0
            for v in values:
                v = v[0] if isinstance(v, tuple) and v and first._member_type_ is not tuple else v
                mask |= v if isinstance(v, int) else 0
            body['_flag_mask_'], body['_all_bits_'] = mask, 2 ** mask.bit_length() - 1
        body['_boundary_'] = boundary or first._boundary_
        body['_inverted_'] = None

    @classmethod
    def _counts(cls, value):
        return isinstance(value, int) and value > 0 and value & (value - 1) == 0

    @classmethod
    def _sort_members(cls):
        names = cls._member_names_
        if all([isinstance(cls._member_map_[n]._value_, int) for n in names]):
            values = [cls._member_map_[n]._value_ for n in names]
            cls._in_order_ = values == sorted(values)

    @classmethod
    def _iter_member_by_value_(cls, value):
        for bit in _iter_bits_lsb(value & cls._flag_mask_):
            m = cls._value2member_map_.get(bit)
            if m is not None:
                yield m

    @classmethod
    def _iter_member_(cls, value):
        if cls._in_order_:
            return cls._iter_member_by_value_(value)
        return iter(sorted(cls._iter_member_by_value_(value), key=lambda m: m._sort_order_))

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError('%r is not a valid %s' % (value, cls.__qualname__))
        mask, all_bits = cls._flag_mask_, cls._all_bits_
        given = None
        if not ~all_bits <= value <= all_bits or value & (all_bits ^ mask):
            if cls._boundary_ is STRICT:
                n = max(value.bit_length(), mask.bit_length())
                raise ValueError('%r invalid value %r\n    given %s\n  allowed %s' % (cls, value, bin(value, n), bin(mask, n)))
            if cls._boundary_ is CONFORM:
                value = value & mask
            elif cls._boundary_ is EJECT:
                return value
            elif value < 0:
                value = max(all_bits + 1, 2 ** value.bit_length()) + value
        if value < 0:
            given = value
            value = all_bits + 1 + value
        made = cls._value2member_map_.get(value)
        if made is None:
            made = object.__new__(cls) if cls._member_type_ is object else cls._member_type_.__new__(cls, value)
            if not hasattr(made, '_value_'):
                made._value_ = value
            members = list(cls._iter_member_(value))
            covered = 0
            for m in members:
                covered |= m._value_
            rest = value & ~covered
            made._name_ = '|'.join([m._name_ for m in members] + ([cls._numeric_repr_(rest)] if rest else [])) if members else None
            cls._value2member_map_[value] = made
        if given is not None:
            cls._value2member_map_[given] = made
        return made

    def _other(self, other):
        """The bits of the other operand, or `None`."""
        if isinstance(other, type(self)):
            return other._value_
        if self._member_type_ is not object and isinstance(other, self._member_type_):
            return other._value_ if isinstance(other, Enum) else other
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
        if self._inverted_ is None:
            if self._boundary_ is KEEP or self._boundary_ is EJECT:
                self._inverted_ = type(self)(~self._value_)
            else:
                self._inverted_ = type(self)(self._flag_mask_ & ~self._value_)
            if isinstance(self._inverted_, type(self)):
                self._inverted_._inverted_ = self
        return self._inverted_

    def __contains__(self, other):
        if not isinstance(other, type(self)):
            raise TypeError("unsupported operand type(s) for 'in': %r and %r" % (type(other).__qualname__, type(self).__qualname__))
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        return self._iter_member_(self._value_)

    def __len__(self):
        return self._value_.bit_count()

    def __bool__(self):
        return bool(self._value_)

    __hash__ = _hash_of_name

    def __repr__(self):
        shown = self._value_repr_(self._value_)
        if self._name_ is None:
            return '<%s: %s>' % (type(self).__name__, shown)
        return '<%s.%s: %s>' % (type(self).__name__, self._name_, shown)

    def __str__(self):
        if self._name_ is None:
            return '%s(%r)' % (type(self).__name__, self._value_)
        return '%s.%s' % (type(self).__name__, self._name_)


Flag._flag_mask_, Flag._all_bits_, Flag._boundary_, Flag._inverted_, Flag._in_order_ = 0, 0, STRICT, None, True


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    """A set of bits that is an integer."""

    # Those of `int` would come first.
    __or__, __and__, __xor__ = Flag.__or__, Flag.__and__, Flag.__xor__
    __ror__, __rand__, __rxor__ = Flag.__ror__, Flag.__rand__, Flag.__rxor__
    __invert__, __contains__, __iter__, __len__ = Flag.__invert__, Flag.__contains__, Flag.__iter__, Flag.__len__
    __repr__, __bool__, __hash__ = Flag.__repr__, Flag.__bool__, Flag.__hash__


class EnumCheck(StrEnum):
    """What `verify` looks at."""

    CONTINUOUS = 'no skipped integer values'
    NAMED_FLAGS = 'multi-flag aliases may not contain unnamed flags'
    UNIQUE = 'one name per value'


CONTINUOUS, NAMED_FLAGS, UNIQUE = EnumCheck


class verify:
    """Checks an enumeration."""

    def __init__(self, *checks):
        self.checks = checks

    def __call__(self, enumeration):
        cls, name = enumeration, enumeration.__name__
        for check in self.checks:
            if check is UNIQUE:
                aliases = [(n, m._name_) for n, m in cls.__members__.items() if n != m._name_]
                if aliases:
                    raise ValueError('aliases found in %r: %s' % (cls, ', '.join(['%s -> %s' % a for a in aliases])))
            elif check is CONTINUOUS:
                values = set([m._value_ for m in cls])
                if len(values) < 2:
                    continue
                low, high = min(values), max(values)
                if issubclass(cls, Flag):
                    missing = [1 << i for i in range(low.bit_length(), high.bit_length() - 1) if 1 << i not in values]
                elif issubclass(cls, Enum):
                    missing = [i for i in range(low + 1, high) if i not in values]
                if missing:
                    raise ValueError('invalid %s %r: missing values %s' % ('flag' if issubclass(cls, Flag) else 'enum', name, ', '.join([str(m) for m in missing]))[:256])
            elif check is NAMED_FLAGS:
                named = [m._value_ for m in cls]
                bad, total = [], 0
                for n, m in cls._member_map_.items():
                    if n in cls._member_names_ or m._value_ < 0:
                        continue
                    rest = [bit for bit in _iter_bits_lsb(m._value_) if bit not in named]
                    if rest:
                        bad.append(n)
                        for bit in rest:
                            total |= bit
                if bad:
                    what = 'alias %s is missing' % bad[0] if len(bad) == 1 else 'aliases %s and %s are missing' % (', '.join(bad[:-1]), bad[-1])
                    values = 'value 0x%x' % total if total & (total - 1) == 0 else 'combined values of 0x%x' % total
                    raise ValueError('invalid Flag %r: %s %s [use enum.show_flag_values(value) for details]' % (name, what, values))
        return enumeration
