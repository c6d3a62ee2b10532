# collections: named tuples, queues with two ends, counters and kinds of dictionaries.

from operator import index as _index, itemgetter as _itemgetter


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    names = []
    for i, name in enumerate(field_names):
        if not name.isidentifier() or name.startswith("_") or name in names:
            if not rename:
                if name in names:
                    raise ValueError(f"Encountered duplicate field name: {name!r}")
                if name.startswith("_"):
                    raise ValueError(f"Field names cannot start with an underscore: {name!r}")
                raise ValueError(f"Type names and field names must be valid identifiers: {name!r}")
            name = f"_{i}"
        names.append(name)
    fields = tuple(names)
    count = len(fields)
    values = {}
    if defaults is not None:
        defaults = tuple(defaults)
        if len(defaults) > count:
            raise TypeError("Got more default values than field names")
        values = dict(zip(fields[count - len(defaults):], defaults))

    def __new__(cls, *args, **kwargs):
        if len(args) == count and not kwargs:
            return tuple.__new__(cls, args)
        if len(args) > count:
            raise TypeError(f"{typename}.__new__() takes {count + 1} positional arguments but {len(args) + 1} were given")
        row = list(args)
        missing = []
        for name in fields[len(args):]:
            if name in kwargs:
                row.append(kwargs.pop(name))
            elif name in values:
                row.append(values[name])
            else:
                missing.append(repr(name))
        for name in kwargs:
            what = "multiple values for argument" if name in fields else "an unexpected keyword argument"
            raise TypeError(f"{typename}.__new__() got {what} {name!r}")
        if missing:
            plural = "" if len(missing) == 1 else "s"
            text = missing[0] if len(missing) == 1 else ", ".join(missing[:-1]) + ("," if len(missing) > 2 else "") + " and " + missing[-1]
            raise TypeError(f"{typename}.__new__() missing {len(missing)} required positional argument{plural}: {text}")
        return tuple.__new__(cls, row)

    def __repr__(self):
        parts = [f"{name}={value!r}" for name, value in zip(fields, self)]
        return type(self).__name__ + "(" + ", ".join(parts) + ")"

    def _make(cls, iterable):
        row = tuple(iterable)
        if len(row) != count:
            raise TypeError(f"Expected {count} arguments, got {len(row)}")
        return tuple.__new__(cls, row)

    def _replace(self, /, **kwargs):
        row = [kwargs.pop(name, value) for name, value in zip(fields, self)]
        if kwargs:
            raise ValueError(f"Got unexpected field names: {list(kwargs)!r}")
        return tuple.__new__(type(self), row)

    def _asdict(self):
        return dict(zip(self._fields, self))

    space = {
        "__new__": __new__, "__repr__": __repr__, "_make": classmethod(_make), "_replace": _replace, "_asdict": _asdict,
        "_fields": fields, "_field_defaults": values, "__match_args__": fields, "__slots__": (),
    }
    for i, name in enumerate(fields):
        space[name] = property(_itemgetter(i))
    return type(typename, (tuple,), space)


class deque:
    # A list with free places in front: `_head` is the first element.
    def __init__(self, iterable=(), maxlen=None):
        self._list = []
        self._head = 0
        self.maxlen = maxlen
        self.extend(iterable)

    def append(self, x):
        self._list.append(x)
        if self.maxlen is not None and len(self._list) - self._head > self.maxlen:
            self.popleft()

    def appendleft(self, x):
        if self._head == 0:
            room = len(self._list) + 4
            self._list[:0] = [None] * room
            self._head = room
        self._head -= 1
        self._list[self._head] = x
        if self.maxlen is not None and len(self._list) - self._head > self.maxlen:
            self._list.pop()

    def pop(self):
        if len(self._list) == self._head:
            raise IndexError("pop from an empty deque")
        return self._list.pop()

    def popleft(self):
        items, head = self._list, self._head
        if len(items) == head:
            raise IndexError("pop from an empty deque")
        x = items[head]
        items[head] = None
        head += 1
        if head > 16 and head * 2 > len(items):
            del items[:head]
            head = 0
        self._head = head
        return x

    def extend(self, iterable):
        for x in list(iterable) if iterable is self else iterable:
            self.append(x)

    def extendleft(self, iterable):
        for x in list(iterable) if iterable is self else iterable:
            self.appendleft(x)

    def clear(self):
        self._list = []
        self._head = 0

    def copy(self):
        return type(self)(self, self.maxlen)

    __copy__ = copy

    def count(self, x):
        n = 0
        for y in self:
            if y is x or y == x:
                n += 1
        return n

    def index(self, x, start=0, stop=None):
        for i, y in enumerate(self._list[self._head:][start:stop]):
            if y is x or y == x:
                return i + start
        raise ValueError(f"{x!r} is not in deque")

    def insert(self, i, x):
        if self.maxlen is not None and len(self) >= self.maxlen:
            raise IndexError("deque already at its maximum size")
        items = self._list[self._head:]
        items.insert(i, x)
        self._list, self._head = items, 0

    def remove(self, x):
        for i in range(self._head, len(self._list)):
            y = self._list[i]
            if y is x or y == x:
                del self._list[i]
                return
        raise ValueError("deque.remove(x): x not in deque")

    def reverse(self):
        self._list = self._list[self._head:][::-1]
        self._head = 0

    def rotate(self, n=1):
        items = self._list[self._head:]
        if items:
            n %= len(items)
            self._list, self._head = items[len(items) - n:] + items[:len(items) - n], 0

    def _place(self, i):
        n = len(self)
        i = _index(i)
        if i < 0:
            i += n
        if not 0 <= i < n:
            raise IndexError("deque index out of range")
        return self._head + i

    def __getitem__(self, i):
        if isinstance(i, slice):
            raise TypeError("sequence index must be integer, not 'slice'")
        return self._list[self._place(i)]

    def __setitem__(self, i, x):
        self._list[self._place(i)] = x

    def __delitem__(self, i):
        del self._list[self._place(i)]

    def __len__(self):
        return len(self._list) - self._head

    def __bool__(self):
        return len(self._list) > self._head

    def __iter__(self):
        size = len(self)
        for i in range(size):
            if len(self) != size:
                raise RuntimeError("deque mutated during iteration")
            yield self._list[self._head + i]

    def __reversed__(self):
        return iter(self._list[self._head:][::-1])

    def __contains__(self, x):
        return x in self._list[self._head:]

    def __add__(self, other):
        if not isinstance(other, deque):
            raise TypeError(f"can only concatenate deque (not \"{type(other).__name__}\") to deque")
        made = self.copy()
        made.extend(other)
        return made

    def __iadd__(self, other):
        self.extend(other)
        return self

    def __mul__(self, n):
        return deque(self._list[self._head:] * n, self.maxlen)

    def __eq__(self, other):
        if not isinstance(other, deque):
            return NotImplemented
        return list(self) == list(other)

    def __lt__(self, other):
        if not isinstance(other, deque):
            return NotImplemented
        return list(self) < list(other)

    __hash__ = None

    def __repr__(self):
        tail = "" if self.maxlen is None else f", maxlen={self.maxlen}"
        return f"deque({self._list[self._head:]!r}{tail})"


class defaultdict(dict):
    def __init__(self, default_factory=None, /, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        self.default_factory = default_factory
        dict.__init__(self, *args, **kwargs)

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self.default_factory()
        self[key] = value
        return value

    def __repr__(self):
        return f"defaultdict({self.default_factory!r}, {dict(self)!r})"

    def copy(self):
        return type(self)(self.default_factory, self)

    __copy__ = copy


class OrderedDict(dict):
    def __init__(self, *args, **kwargs):
        dict.__init__(self, *args, **kwargs)

    def popitem(self, last=True):
        if not self:
            raise KeyError("dictionary is empty")
        if last:
            for key in reversed(list(self)):
                break
        else:
            for key in self:
                break
        return key, self.pop(key)

    def move_to_end(self, key, last=True):
        value = self.pop(key)
        if last:
            self[key] = value
            return
        rest = list(self.items())
        self.clear()
        self[key] = value
        for k, v in rest:
            self[k] = v

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return list(self.items()) == list(other.items())
        return dict(self) == other

    def __repr__(self):
        if not self:
            return type(self).__name__ + "()"
        return f"{type(self).__name__}({list(self.items())!r})"

    def copy(self):
        return type(self)(self)


class Counter(dict):
    def __init__(self, iterable=None, /, **kwargs):
        dict.__init__(self)
        self.update(iterable, **kwargs)

    def __missing__(self, key):
        return 0

    def most_common(self, n=None):
        rows = sorted(self.items(), key=_itemgetter(1), reverse=True)
        return rows if n is None else rows[:n]

    def elements(self):
        for key, n in self.items():
            for _ in range(n):
                yield key

    def total(self):
        return sum(self.values())

    def update(self, iterable=None, /, **kwargs):
        if iterable is not None:
            if hasattr(iterable, "items"):
                for key, n in iterable.items():
                    self[key] = self.get(key, 0) + n
            else:
                get = self.get
                for key in iterable:
                    self[key] = get(key, 0) + 1
        for key, n in kwargs.items():
            self[key] = self.get(key, 0) + n

    def subtract(self, iterable=None, /, **kwargs):
        if iterable is not None:
            if hasattr(iterable, "items"):
                for key, n in iterable.items():
                    self[key] = self.get(key, 0) - n
            else:
                for key in iterable:
                    self[key] = self.get(key, 0) - 1
        for key, n in kwargs.items():
            self[key] = self.get(key, 0) - n

    def copy(self):
        return type(self)(self)

    def __delitem__(self, key):
        if key in self:
            dict.__delitem__(self, key)

    def _kept(self, rows):
        made = Counter()
        for key, n in rows:
            if n > 0:
                made[key] = n
        return made

    def __add__(self, other):
        rows = [(k, n + other[k]) for k, n in self.items()]
        rows += [(k, n) for k, n in other.items() if k not in self]
        return self._kept(rows)

    def __sub__(self, other):
        rows = [(k, n - other[k]) for k, n in self.items()]
        rows += [(k, -n) for k, n in other.items() if k not in self]
        return self._kept(rows)

    def __or__(self, other):
        rows = [(k, max(n, other[k])) for k, n in self.items()]
        rows += [(k, n) for k, n in other.items() if k not in self]
        return self._kept(rows)

    def __and__(self, other):
        return self._kept([(k, min(n, other[k])) for k, n in self.items()])

    def __pos__(self):
        return self._kept(self.items())

    def __neg__(self):
        return self._kept([(k, -n) for k, n in self.items()])

    def __eq__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all([self[k] == other[k] for k in [*self, *other]])

    def __repr__(self):
        if not self:
            return type(self).__name__ + "()"
        return f"{type(self).__name__}({dict(self.most_common())!r})"


class ChainMap:
    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __getitem__(self, key):
        for m in self.maps:
            if key in m:
                return m[key]
        raise KeyError(key)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def _merged(self):
        made = {}
        for m in reversed(self.maps):
            made.update(m)
        return made

    def __len__(self):
        return len(self._merged())

    def __iter__(self):
        return iter(self._merged())

    def keys(self):
        return self._merged().keys()

    def values(self):
        return [self[k] for k in self]

    def items(self):
        return [(k, self[k]) for k in self]

    def __contains__(self, key):
        return any([key in m for m in self.maps])

    def __bool__(self):
        return any([len(m) > 0 for m in self.maps])

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        if key not in self.maps[0]:
            raise KeyError(f"Key not found in the first mapping: {key!r}")
        del self.maps[0][key]

    def new_child(self, m=None, **kwargs):
        m = kwargs if m is None else m
        return type(self)(m, *self.maps)

    @property
    def parents(self):
        return type(self)(*self.maps[1:])

    def __repr__(self):
        return f"ChainMap({', '.join(map(repr, self.maps))})"
