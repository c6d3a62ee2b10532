"""Dictionaries with something added, and several of them looked up as one."""

import operator as _operator

from _prelude import move_to_end as _move_to_end, pop_end as _pop_end
from reprlib import recursive_repr as _recursive_repr

__name__ = 'collections'  # Of what is defined here.


class defaultdict(dict):
    """A dictionary that makes missing values."""

    def __init__(self, default_factory=None, /, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError('first argument must be callable or None')
        self.default_factory = default_factory
        if args or kwargs:
            self.update(*args, **kwargs)

    def __missing__(self, key, /):
        if self.default_factory is None:
            raise KeyError(key)
        self[key] = value = self.default_factory()
        return value

    @_recursive_repr('...')
    def _factory_text(self):
        return repr(self.default_factory)

    @_recursive_repr('{...}')
    def _items_text(self):
        return dict.__repr__(self)

    def __repr__(self):
        return '%s(%s, %s)' % (type(self).__name__, self._factory_text(), self._items_text())

    def copy(self):
        return type(self)(self.default_factory, self)

    __copy__ = copy

    def __reduce__(self):
        return type(self), () if self.default_factory is None else (self.default_factory,), None, None, iter(self.items())

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = self.copy()
        made.update(other)
        return made

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = type(self)(self.default_factory, other)
        made.update(self)
        return made


_NOTHING = object()


class OrderedDict(dict):
    """A dictionary whose order counts and can be changed."""

    def __init__(self, other=(), /, **kwds):
        self.update(other, **kwds)

    def update(self, other=(), /, **kwds):
        if isinstance(other, dict):
            for k, v in other.items():
                self[k] = v
        elif hasattr(other, 'keys'):
            for k in other.keys():
                self[k] = other[k]
        else:
            for pair in other:
                parts = list(pair)
                if len(parts) != 2:
                    few = len(parts) == 1
                    raise ValueError('need more than %d value%s to unpack' % (len(parts), '' if few else 's') if len(parts) < 2 else
                                     'too many values to unpack (expected 2)')
                self[parts[0]] = parts[1]
        for k, v in kwds.items():
            self[k] = v

    def __or__(self, other):
        if not isinstance(other, dict) or not isinstance(self, OrderedDict):
            return NotImplemented
        made = type(self)(self)
        made.update(other)
        return made

    def __ror__(self, other):
        if not isinstance(other, dict) or not isinstance(self, OrderedDict):
            return NotImplemented
        made = type(self)(other)
        made.update(self)
        return made

    def __ior__(self, other):
        self.update(other)
        return self

    def popitem(self, last=True):
        return _pop_end(self, last)

    def pop(self, key, default=_NOTHING):
        hash(key)  # Also where there is nothing to look for.
        return dict.pop(self, key) if default is _NOTHING else dict.pop(self, key, default)

    def setdefault(self, key, default=None):
        return dict.setdefault(self, key, default)

    def move_to_end(self, key, last=True):
        if not _move_to_end(self, key, last):
            raise KeyError(*(key if isinstance(key, tuple) else () if key is None else (key,)))

    def copy(self):
        return type(self)(self)

    __copy__ = copy

    @classmethod
    def fromkeys(cls, iterable, value=None):
        self = cls()
        for k in iterable:
            self[k] = value
        return self

    def __reversed__(self):
        return iter(list(self)[::-1])

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return list(self.items()) == list(other.items())
        return dict.__eq__(self, other)

    def __ne__(self, other):
        same = self.__eq__(other)
        return same if same is NotImplemented else not same

    __hash__ = None

    def __repr__(self):
        if not self:
            return type(self).__name__ + '()'
        return '%s([%s])' % (type(self).__name__, ', '.join([repr(kv) for kv in self.items()]))


def _kept(pairs):
    """A counter of those that occur."""
    result = Counter()
    for k, n in pairs:
        if n > 0:
            result[k] = n
    return result


def _count_elements(mapping, iterable):
    """Counts what comes."""
    for k in iterable:
        mapping[k] = mapping.get(k, 0) + 1


class Counter(dict):
    """Numbers of occurrences."""

    def __init__(self, iterable=None, /, **kwds):
        self.update(iterable, **kwds)

    def __missing__(self, key):
        return 0

    def update(self, iterable=None, /, **kwds):
        if iterable is not None:
            if isinstance(iterable, dict):
                if not self:
                    super().update(iterable)
                else:
                    for k, n in iterable.items():
                        self[k] = n + self.get(k, 0)
            else:
                _count_elements(self, iterable)
        if kwds:
            self.update(kwds)

    def subtract(self, iterable=None, /, **kwds):
        if iterable is not None:
            if isinstance(iterable, dict):
                for k, n in iterable.items():
                    self[k] = self.get(k, 0) - n
            else:
                for k in iterable:
                    self[k] = self.get(k, 0) - 1
        for k, n in kwds.items():
            self[k] = self.get(k, 0) - n

    def most_common(self, n=None):
        if n == 1:
            return [max(self.items(), key=_operator.itemgetter(1))] if self else []
        items = sorted(self.items(), key=_operator.itemgetter(1), reverse=True)
        return items if n is None else items[:max(_operator.index(n), 0)]

    def elements(self):
        for k, n in self.items():
            for _ in range(n):
                yield k

    def total(self):
        return sum(self.values())

    def copy(self):
        return type(self)(self)

    __copy__ = copy

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError('Counter.fromkeys() is undefined.  Use Counter(iterable) instead.')

    def __delitem__(self, key, /):
        if key in self:
            dict.__delitem__(self, key)

    def __repr__(self):
        if not self:
            return type(self).__name__ + '()'
        try:
            items = self.most_common()
        except TypeError:
            items = list(self.items())
        return '%s({%s})' % (type(self).__name__, ', '.join(['%r: %r' % kv for kv in items]))

    def __eq__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[k] == other[k] for c in (self, other) for k in c)

    def __ne__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return not self == other

    __hash__ = None

    def __le__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[k] <= other[k] for c in (self, other) for k in c)

    def __lt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self <= other and self != other

    def __ge__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[k] >= other[k] for c in (self, other) for k in c)

    def __gt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self >= other and self != other

    def __add__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        pairs = [(k, n + other[k]) for k, n in self.items()]
        return _kept(pairs + [(k, n) for k, n in other.items() if k not in self])

    def __sub__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        pairs = [(k, n - other[k]) for k, n in self.items()]
        return _kept(pairs + [(k, -n) for k, n in other.items() if k not in self])

    def __or__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        pairs = [(k, max(n, other[k])) for k, n in self.items()]
        return _kept(pairs + [(k, n) for k, n in other.items() if k not in self])

    def __and__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return _kept([(k, min(n, other[k])) for k, n in self.items()])

    def __pos__(self):
        return _kept(list(self.items()))

    def __neg__(self):
        return _kept([(k, -n) for k, n in self.items()])

    def _keep_positive(self):
        for k in [k for k, n in self.items() if not n > 0]:
            del self[k]
        return self

    def __iadd__(self, other):
        for k, n in other.items():
            self[k] += n
        return self._keep_positive()

    def __isub__(self, other):
        for k, n in other.items():
            self[k] -= n
        return self._keep_positive()

    def __ior__(self, other):
        for k, n in other.items():
            if n > self[k]:
                self[k] = n
        return self._keep_positive()

    def __iand__(self, other):
        for k, n in self.items():
            m = other[k]
            if m < n:
                self[k] = m
        return self._keep_positive()


class ChainMap:
    """Mappings looked up one after the other; what is set goes to the first."""

    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __missing__(self, key):
        raise KeyError(key)

    def __getitem__(self, key):
        for m in self.maps:
            if key in m:
                return m[key]
        return self.__missing__(key)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def __len__(self):
        return len(set().union(*self.maps))

    def __iter__(self):
        d = {}
        for m in reversed(self.maps):
            for k in m:
                d[k] = None
        return iter(d)

    def keys(self):
        return dict.fromkeys(self).keys()

    def values(self):
        return [self[k] for k in self]

    def items(self):
        return dict([(k, self[k]) for k in self]).items()

    def __contains__(self, key):
        return any(key in m for m in self.maps)

    def __bool__(self):
        return any(self.maps)

    def __eq__(self, other):
        return dict(self.items()) == dict(other.items())

    def __repr__(self):
        return 'ChainMap(%s)' % ', '.join([repr(m) for m in self.maps])

    def copy(self):
        return type(self)(self.maps[0].copy(), *self.maps[1:])

    def new_child(self, m=None, **kwargs):
        if m is None:
            m = kwargs
        elif kwargs:
            m.update(kwargs)
        return type(self)(m, *self.maps)

    @classmethod
    def fromkeys(cls, iterable, *args):
        return cls(dict.fromkeys(iterable, *args))

    def popitem(self):
        try:
            return self.maps[0].popitem()
        except KeyError:
            raise KeyError('No keys found in the first mapping.')

    def __or__(self, other):
        if not hasattr(type(other), 'keys'):
            return NotImplemented
        made = self.copy()
        made.maps[0].update(other)
        return made

    def __ror__(self, other):
        if not hasattr(type(other), 'keys'):
            return NotImplemented
        made = dict(other)
        for m in reversed(self.maps):
            made.update(m)
        return type(self)(made)

    def __ior__(self, other):
        self.maps[0].update(other)
        return self

    @property
    def parents(self):
        return type(self)(*self.maps[1:])

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        try:
            del self.maps[0][key]
        except KeyError:
            raise KeyError('Key not found in the first mapping: %r' % (key,)) from None

    def pop(self, key, *args):
        try:
            return self.maps[0].pop(key, *args)
        except KeyError:
            raise KeyError('Key not found in the first mapping: %r' % (key,)) from None

    def clear(self):
        self.maps[0].clear()

    def update(self, *args, **kwds):
        self.maps[0].update(*args, **kwds)

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]
