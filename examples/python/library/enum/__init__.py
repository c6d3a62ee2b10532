"""Enumerations: classes whose instances are all named in their bodies.

Not here: `_simple_enum` and its like; a member cannot be called `name` or `value`.
"""

from enum._bodies import auto, member, nonmember, property
from enum._classes import (
    Enum, EnumMeta, EnumType, IntEnum, ReprEnum, StrEnum, global_enum, global_enum_repr, global_flag_repr, global_str, unique)
from enum._flags import (
    CONFORM, CONTINUOUS, EJECT, KEEP, NAMED_FLAGS, STRICT, UNIQUE, EnumCheck, Flag, FlagBoundary, IntFlag, _iter_bits_lsb, bin, show_flag_values,
    verify)

__all__ = ['EnumType', 'EnumMeta', 'Enum', 'IntEnum', 'StrEnum', 'Flag', 'IntFlag', 'ReprEnum', 'auto', 'unique', 'property', 'verify', 'member', 'nonmember',
           'FlagBoundary', 'STRICT', 'CONFORM', 'EJECT', 'KEEP', 'global_flag_repr', 'global_enum_repr', 'global_str', 'global_enum', 'EnumCheck',
           'CONTINUOUS', 'NAMED_FLAGS', 'UNIQUE']
