"""The flags and traps of contexts as mappings."""

from collections.abc import MutableMapping as _MutableMapping
from _decimal import _flag, _signals

__name__ = 'decimal'  # Of what is defined here.


class SignalDict(_MutableMapping):
    """Shows what a context has, and changes it. `_decimal` reads both slots."""

    __slots__ = ('_context', '_name')

    def __init__(self, context, name):
        self._context, self._name = context, name

    def __getitem__(self, signal):
        return _flag(self._context, self._name, signal)

    def __setitem__(self, signal, value):
        _flag(self._context, self._name, signal, value)

    def __delitem__(self, signal):
        raise ValueError('signal keys cannot be deleted')

    def __iter__(self):
        return iter(_signals())

    def __len__(self):
        return len(_signals())

    def __repr__(self):
        return '{%s}' % ', '.join(['%r:%r' % item for item in self.items()])

    def __eq__(self, other):
        if isinstance(other, dict) and set(other) != set(self):
            raise ValueError('invalid signal dict')
        return _MutableMapping.__eq__(self, other)

    __hash__ = None

    def copy(self):
        return dict(self)
