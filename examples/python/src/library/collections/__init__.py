"""Containers."""

import operator as _operator
import sys as _sys


class deque:
    """Items in a ring, whose size is a power of two."""

    def __init__(self, iterable=(), maxlen=None):
        if maxlen is not None and maxlen < 0:
            raise ValueError('maxlen must be non-negative')
        self._ring = [None] * 8
        self._first = 0
        self._size = 0
        self.maxlen = maxlen
        for x in iterable:
            self.append(x)

    def _grow(self):
        ring, first = self._ring, self._first
        n = len(ring)
        self._ring = ring[first:] + ring[:first] + [None] * n
        self._first = 0

    def append(self, x):
        n = self._size
        if n == self.maxlen:
            if n == 0:
                return
            self.popleft()
            n -= 1
        if n == len(self._ring):
            self._grow()
        ring = self._ring
        ring[self._first + n & len(ring) - 1] = x
        self._size = n + 1

    def appendleft(self, x):
        n = self._size
        if n == self.maxlen:
            if n == 0:
                return
            self.pop()
            n -= 1
        if n == len(self._ring):
            self._grow()
        ring = self._ring
        first = self._first - 1 & len(ring) - 1
        ring[first] = x
        self._first = first
        self._size = n + 1

    def pop(self):
        n = self._size - 1
        if n < 0:
            raise IndexError('pop from an empty deque')
        ring = self._ring
        i = self._first + n & len(ring) - 1
        x = ring[i]
        ring[i] = None
        self._size = n
        return x

    def popleft(self):
        n = self._size
        if n == 0:
            raise IndexError('pop from an empty deque')
        ring = self._ring
        first = self._first
        x = ring[first]
        ring[first] = None
        self._first = first + 1 & len(ring) - 1
        self._size = n - 1
        return x

    def extend(self, iterable):
        for x in list(iterable) if iterable is self else iterable:
            self.append(x)

    def extendleft(self, iterable):
        for x in list(iterable) if iterable is self else iterable:
            self.appendleft(x)

    def clear(self):
        self._ring = [None] * 8
        self._first = self._size = 0

    def copy(self):
        return type(self)(self, self.maxlen)

    __copy__ = copy

    def __len__(self):
        return self._size

    def __iter__(self):
        n = self._size
        i = 0
        while i < n:
            if self._size != n:
                raise RuntimeError('deque mutated during iteration')
            ring = self._ring
            yield ring[self._first + i & len(ring) - 1]
            i += 1

    def __reversed__(self):
        i = self._size - 1
        while i >= 0:
            ring = self._ring
            yield ring[self._first + i & len(ring) - 1]
            i -= 1

    def _at(self, i):
        n = self._size
        if i < 0:
            i += n
        if not 0 <= i < n:
            raise IndexError('deque index out of range')
        return self._first + i & len(self._ring) - 1

    def __getitem__(self, i):
        if not isinstance(i, int):
            raise TypeError('sequence index must be integer, not %r' % type(i).__name__)
        return self._ring[self._at(i)]

    def __setitem__(self, i, x):
        self._ring[self._at(i)] = x

    def __delitem__(self, i):
        self._at(i)
        items = list(self)
        del items[i]
        self._fill(items)

    def _fill(self, items):
        self.clear()
        for x in items:
            self.append(x)

    def __contains__(self, x):
        for y in self:
            if y is x or y == x:
                return True
        return False

    def count(self, x):
        n = 0
        for y in self:
            if y is x or y == x:
                n += 1
        return n

    def index(self, x, start=0, stop=None):
        items = list(self)
        try:
            return items.index(x, start) if stop is None else items.index(x, start, stop)
        except ValueError:
            raise ValueError('%r is not in deque' % (x,)) from None

    def insert(self, i, x):
        if self._size == self.maxlen:
            raise IndexError('deque already at its maximum size')
        items = list(self)
        items.insert(i, x)
        self._fill(items)

    def remove(self, x):
        items = list(self)
        try:
            items.remove(x)
        except ValueError:
            raise ValueError('%r is not in deque' % (x,)) from None
        self._fill(items)

    def reverse(self):
        items = list(self)
        items.reverse()
        self._fill(items)

    def rotate(self, n=1):
        size = self._size
        if size < 2:
            return
        n %= size
        if n <= size // 2:
            for _ in range(n):
                self.appendleft(self.pop())
        else:
            for _ in range(size - n):
                self.append(self.popleft())

    def __repr__(self):
        text = type(self).__name__ + '([' + ', '.join(['[...]' if x is self else repr(x) for x in self]) + ']'
        return text + (')' if self.maxlen is None else ', maxlen=%d)' % self.maxlen)

    def __eq__(self, other):
        return list(self) == list(other) if isinstance(other, deque) else NotImplemented

    def __lt__(self, other):
        return list(self) < list(other) if isinstance(other, deque) else NotImplemented

    def __le__(self, other):
        return list(self) <= list(other) if isinstance(other, deque) else NotImplemented

    def __gt__(self, other):
        return list(self) > list(other) if isinstance(other, deque) else NotImplemented

    def __ge__(self, other):
        return list(self) >= list(other) if isinstance(other, deque) else NotImplemented

    __hash__ = None

    def __add__(self, other):
        if not isinstance(other, deque):
            return NotImplemented
        d = self.copy()
        d.extend(other)
        return d

    def __iadd__(self, other):
        self.extend(other)
        return self

    def __mul__(self, n):
        return type(self)(list(self) * n, self.maxlen)

    __rmul__ = __mul__


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


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    """A class of tuples with names for their items."""
    if isinstance(field_names, str):
        field_names = field_names.replace(',', ' ').split()
    names = [str(n) for n in field_names]
    seen = set()
    if rename:
        for i, n in enumerate(names):
            if not n.isidentifier() or n in _KEYWORDS or n.startswith('_') or n in seen:
                names[i] = '_%d' % i
            seen.add(n)
        seen = set()
    for n in [typename] + names:
        if not n.isidentifier():
            raise ValueError('Type names and field names must be valid identifiers: %r' % n)
        if n in _KEYWORDS:
            raise ValueError('Type names and field names cannot be a keyword: %r' % n)
    for n in names:
        if n.startswith('_') and not rename:
            raise ValueError('Field names cannot start with an underscore: %r' % n)
        if n in seen:
            raise ValueError('Encountered duplicate field name: %r' % n)
        seen.add(n)
    defaults = () if defaults is None else tuple(defaults)
    if len(defaults) > len(names):
        raise TypeError('Got more default values than field names')
    given = dict(zip(names[len(names) - len(defaults):], defaults))
    fields = tuple(names)
    params = [n + '=_defaults[%r]' % n if n in given else n for n in names]
    source = ['class %s:' % typename, '    def __new__(_cls%s):' % ''.join([', ' + p for p in params]),
              '        return _new(_cls, (%s))' % ''.join([n + ', ' for n in names])]
    for i, n in enumerate(names):
        source.append('def _get_%s(self): return self[%d]' % (n, i))
    ns = {'__name__': module or '__main__', '_defaults': given, '_new': tuple.__new__}
    exec('\n'.join(source), ns)

    @classmethod
    def _make(cls, iterable):
        items = tuple(iterable)
        if len(items) != len(fields):
            raise TypeError('Expected %d arguments, got %d' % (len(fields), len(items)))
        return tuple.__new__(cls, items)

    def _replace(self, /, **kwds):
        items = [kwds.pop(n, v) for n, v in zip(fields, self)]
        if kwds:
            raise ValueError('Got unexpected field names: %r' % list(kwds))
        return tuple.__new__(type(self), tuple(items))

    def __repr__(self):
        return '%s(%s)' % (type(self).__name__, ', '.join(['%s=%r' % nv for nv in zip(fields, self)]))

    def _asdict(self):
        return dict(zip(fields, self))

    def __getnewargs__(self):
        return tuple(self)

    body = {
        '__slots__': (),
        '__doc__': '%s(%s)' % (typename, ', '.join(names)),
        '_fields': fields,
        '_field_defaults': given,
        '__match_args__': fields,
        '__new__': _plain(ns[typename].__dict__['__new__']),
        '_make': _make,
        '_replace': _replace,
        '__repr__': __repr__,
        '_asdict': _asdict,
        '__getnewargs__': __getnewargs__,
        '__module__': module or '__main__',
    }
    for n in names:
        body[n] = property(ns['_get_' + n])
    return type(typename, (tuple,), body)


def _plain(f):
    return f.__func__ if isinstance(f, staticmethod) else f


_KEYWORDS = frozenset('''False None True and as assert async await break class continue def del elif else except finally for
    from global if import in is lambda nonlocal not or pass raise return try while with yield'''.split())


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


class UserDict:
    """A dictionary in `data`, to derive from."""

    def __init__(self, dict=None, /, **kwargs):
        self.data = {}
        if dict is not None:
            self.update(dict)
        if kwargs:
            self.update(kwargs)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, key):
        if key in self.data:
            return self.data[key]
        if hasattr(type(self), '__missing__'):
            return self.__missing__(key)
        raise KeyError(key)

    def __setitem__(self, key, item):
        self.data[key] = item

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, key):
        return key in self.data

    def __repr__(self):
        return repr(self.data)

    def __eq__(self, other):
        return self.data == (other.data if isinstance(other, UserDict) else other)

    def keys(self):
        return self.data.keys()

    def values(self):
        return [self[k] for k in self]

    def items(self):
        return dict([(k, self[k]) for k in self]).items()

    def get(self, key, default=None):
        return self[key] if key in self else default

    def update(self, other=(), /, **kwds):
        for k, v in dict(other).items() if not isinstance(other, UserDict) else other.items():
            self[k] = v
        for k, v in kwds.items():
            self[k] = v

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def pop(self, key, *default):
        if key in self:
            value = self[key]
            del self[key]
            return value
        if default:
            return default[0]
        raise KeyError(key)

    def popitem(self):
        for key in self:
            return key, self.pop(key)
        raise KeyError

    def clear(self):
        for key in list(self):
            del self[key]

    def copy(self):
        return type(self)(self.data)

    @classmethod
    def fromkeys(cls, iterable, value=None):
        made = cls()
        for key in iterable:
            made[key] = value
        return made


class UserList:
    """A list in `data`, to derive from."""

    def __init__(self, initlist=None):
        self.data = [] if initlist is None else list(_data(initlist))

    def __repr__(self):
        return repr(self.data)

    def __eq__(self, other):
        return self.data == _data(other)

    def __lt__(self, other):
        return self.data < _data(other)

    def __le__(self, other):
        return self.data <= _data(other)

    def __gt__(self, other):
        return self.data > _data(other)

    def __ge__(self, other):
        return self.data >= _data(other)

    def __contains__(self, item):
        return item in self.data

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        return type(self)(self.data[i]) if isinstance(i, slice) else self.data[i]

    def __setitem__(self, i, item):
        self.data[i] = item

    def __delitem__(self, i):
        del self.data[i]

    def __iter__(self):
        return iter(self.data)

    def __add__(self, other):
        return type(self)(self.data + list(_data(other)))

    def __radd__(self, other):
        return type(self)(list(_data(other)) + self.data)

    def __iadd__(self, other):
        self.data += list(_data(other))
        return self

    def __mul__(self, n):
        return type(self)(self.data * n)

    __rmul__ = __mul__

    def append(self, item):
        self.data.append(item)

    def insert(self, i, item):
        self.data.insert(i, item)

    def pop(self, i=-1):
        return self.data.pop(i)

    def remove(self, item):
        self.data.remove(item)

    def clear(self):
        self.data.clear()

    def copy(self):
        return type(self)(self)

    def count(self, item):
        return self.data.count(item)

    def index(self, item, *args):
        return self.data.index(item, *args)

    def reverse(self):
        self.data.reverse()

    def sort(self, /, *args, **kwds):
        self.data.sort(*args, **kwds)

    def extend(self, other):
        self.data.extend(_data(other))


class UserString:
    """A string in `data`, to derive from."""

    def __init__(self, seq):
        self.data = str(seq)

    def __str__(self):
        return self.data

    def __repr__(self):
        return repr(self.data)

    def __hash__(self):
        return hash(self.data)

    def __eq__(self, other):
        return self.data == _data(other)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        return type(self)(self.data[i])

    def __contains__(self, part):
        return _data(part) in self.data

    def __add__(self, other):
        return type(self)(self.data + str(other))

    def __mod__(self, args):
        return type(self)(self.data % args)

    def __getattr__(self, name):
        found = getattr(self.data, name)
        if not callable(found):
            return found

        def method(*args, **kwargs):
            return found(*[_data(a) for a in args], **kwargs)

        return method


def _data(x):
    return x.data if isinstance(x, (UserList, UserString)) else x


def __getattr__(name):
    # Imported when first asked for: it takes its names from here.
    if name != 'abc':
        raise AttributeError("module 'collections' has no attribute %r" % name)
    import collections.abc
    return collections.abc
