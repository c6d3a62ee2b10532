"""Dictionaries with something added, and several of them looked up as one."""

import operator as _operator

__name__ = 'collections'  # Of what is defined here.


class defaultdict(dict):
    """A dictionary that makes missing values."""

    def __init__(self, default_factory=None, /, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError('first argument must be callable or None')
        self.default_factory = default_factory
        if args or kwargs:
            self.update(*args, **kwargs)

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        self[key] = value = self.default_factory()
        return value

    def __repr__(self):
        return 'defaultdict(%r, %s)' % (self.default_factory, dict.__repr__(self))

    def copy(self):
        return type(self)(self.default_factory, self)

    __copy__ = copy


class OrderedDict(dict):
    """A dictionary whose order counts and can be changed."""

    def __init__(self, other=(), /, **kwds):
        self.update(other, **kwds)

    def popitem(self, last=True):
        if not self:
            raise KeyError('dictionary is empty')
        if last:
            return dict.popitem(self)
        for key in self:
            break
        return key, self.pop(key)

    def move_to_end(self, key, last=True):
        value = self[key]
        if last:
            del self[key]
            self[key] = value
        else:
            items = [(k, v) for k, v in self.items() if k != key]
            dict.clear(self)
            self[key] = value
            for k, v in items:
                self[k] = v

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
        return not self == other

    __hash__ = None

    def __repr__(self):
        if not self:
            return type(self).__name__ + '()'
        return '%s([%s])' % (type(self).__name__, ', '.join([repr(kv) for kv in self.items()]))


class Counter(dict):
    """Numbers of occurrences."""

    def __init__(self, iterable=None, /, **kwds):
        self.update(iterable, **kwds)

    def __missing__(self, key):
        return 0

    def update(self, iterable=None, /, **kwds):
        if iterable is not None:
            if isinstance(iterable, dict):
                for k, n in iterable.items():
                    self[k] = self.get(k, 0) + n
            else:
                for k in iterable:
                    self[k] = self.get(k, 0) + 1
        for k, n in kwds.items():
            self[k] = self.get(k, 0) + n

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
        items = sorted(self.items(), key=_operator.itemgetter(1), reverse=True)
        return items if n is None else items[:max(n, 0)]

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

    def __delitem__(self, key):
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
        return self <= other and self != other

    def __ge__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[k] >= other[k] for c in (self, other) for k in c)

    def __gt__(self, other):
        return self >= other and self != other

    def _kept(self, pairs):
        result = Counter()
        for k, n in pairs:
            if n > 0:
                result[k] = n
        return result

    def __add__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        pairs = [(k, n + other[k]) for k, n in self.items()]
        return self._kept(pairs + [(k, n) for k, n in other.items() if k not in self])

    def __sub__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        pairs = [(k, n - other[k]) for k, n in self.items()]
        return self._kept(pairs + [(k, -n) for k, n in other.items() if k not in self])

    def __or__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        pairs = [(k, max(n, other[k])) for k, n in self.items()]
        return self._kept(pairs + [(k, n) for k, n in other.items() if k not in self])

    def __and__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self._kept([(k, min(n, other[k])) for k, n in self.items()])

    def __pos__(self):
        return self._kept(list(self.items()))

    def __neg__(self):
        return self._kept([(k, -n) for k, n in self.items()])

    def _changed(self, new):
        dict.clear(self)
        for k, n in new.items():
            self[k] = n
        return self

    def __iadd__(self, other):
        return self._changed(self + other)

    def __isub__(self, other):
        return self._changed(self - other)

    def __ior__(self, other):
        return self._changed(self | other)

    def __iand__(self, other):
        return self._changed(self & other)


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
        else:
            m.update(kwargs)
        return type(self)(m, *self.maps)

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
