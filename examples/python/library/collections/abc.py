"""What containers can do, as classes: by their methods, and to derive from."""

import collections as _collections
from abc import ABCMeta as _ABCMeta, abstractmethod as _abstract


def _has(c, names):
    for n in names:
        for k in c.__mro__:
            if n in k.__dict__:
                if k.__dict__[n] is None:
                    return False
                break
        else:
            return _BUILT_IN.get(c, ()) == 'all' or n in _known(c)
    return True


_BUILT_IN = {}


def _known(c):
    """Special methods that built-in types have without listing them."""
    for k in c.__mro__:
        if k in _BUILT_IN:
            return _BUILT_IN[k]
    return ()


_SIZED = ('__len__', '__iter__', '__contains__', '__getitem__', '__reversed__')
for _t in (str, bytes, tuple, range):
    _BUILT_IN[_t] = _SIZED + ('__hash__',)
_BUILT_IN[list] = _BUILT_IN[bytearray] = _SIZED
_BUILT_IN[dict] = _SIZED
_BUILT_IN[set] = _SIZED[:3]
_BUILT_IN[frozenset] = _SIZED[:3] + ('__hash__',)
for _t in (int, float, bool, complex, type(None)):
    _BUILT_IN[_t] = ('__hash__',)
for _t in (type(len), type(str.join), type(int.__add__), type((0).__add__), type(lambda: 0), type):
    _BUILT_IN[_t] = ('__call__', '__hash__')
_BUILT_IN[type((x for x in ()))] = ('__iter__', '__next__', 'send', 'throw', 'close', '__hash__')
for _t in (type(iter([])), type(iter(())), type(iter({})), type(iter('')), type(zip()), type(map(int, ())), type(enumerate(()))):
    _BUILT_IN.setdefault(_t, ('__iter__', '__next__', '__hash__'))
for _t in (type({}.keys()), type({}.items())):
    _BUILT_IN[_t] = _SIZED[:3]
_BUILT_IN[type({}.values())] = _SIZED[:3]
_UNHASHABLE = (list, dict, set, bytearray, type({}.keys()), type({}.items()))


class Hashable(metaclass=_ABCMeta):
    @_abstract
    def __hash__(self):
        return 0

    @classmethod
    def __subclasshook__(cls, c):
        if cls is not Hashable:
            return NotImplemented
        for k in c.__mro__:
            if k in _UNHASHABLE or '__hash__' in k.__dict__ and k.__dict__['__hash__'] is None:
                return False
            if k is not object and '__hash__' in k.__dict__:
                return True
        return True


def _one(name, *names):
    """A class whose instances are all that have these methods."""
    def hook(cls, c):
        return _has(c, names) or NotImplemented if cls.__dict__.get('_names') is names else NotImplemented

    def method(self, *args):
        raise NotImplementedError
    ns = {'_names': names, '__subclasshook__': classmethod(hook), '__module__': 'collections.abc'}
    for n in names:
        ns[n] = _abstract(_copy(method))
    return _ABCMeta(name, (), ns)


def _copy(f):
    def method(self, *args):
        return f(self, *args)
    return method


Iterable = _one('Iterable', '__iter__')
Sized = _one('Sized', '__len__')
Container = _one('Container', '__contains__')
Callable = _one('Callable', '__call__')
Awaitable = _one('Awaitable', '__await__')


class Iterator(Iterable):
    @_abstract
    def __next__(self):
        raise StopIteration

    def __iter__(self):
        return self

    @classmethod
    def __subclasshook__(cls, c):
        if cls is Iterator:
            return _has(c, ('__iter__', '__next__')) or NotImplemented
        return NotImplemented


class Awaitable(metaclass=_ABCMeta):
    """Asynchronous functions are not supported: for annotations, and classes that say they are one."""

    @classmethod
    def __subclasshook__(cls, c):
        if cls is Awaitable:
            return _has(c, ('__await__',)) or NotImplemented
        return NotImplemented


class Coroutine(Awaitable):
    """Asynchronous functions are not supported: for annotations, and classes that say they are one."""

    @classmethod
    def __subclasshook__(cls, c):
        if cls is Coroutine:
            return _has(c, ('__await__', 'send', 'throw', 'close')) or NotImplemented
        return NotImplemented


class AsyncIterable(metaclass=_ABCMeta):
    """Asynchronous functions are not supported: for annotations, and classes that say they are one."""

    @classmethod
    def __subclasshook__(cls, c):
        if cls is AsyncIterable:
            return _has(c, ('__aiter__',)) or NotImplemented
        return NotImplemented


class AsyncIterator(AsyncIterable):
    """Asynchronous functions are not supported: for annotations, and classes that say they are one."""

    @classmethod
    def __subclasshook__(cls, c):
        if cls is AsyncIterator:
            return _has(c, ('__anext__', '__aiter__')) or NotImplemented
        return NotImplemented


class AsyncGenerator(AsyncIterator):
    """Asynchronous functions are not supported: for annotations, and classes that say they are one."""

    @classmethod
    def __subclasshook__(cls, c):
        if cls is AsyncGenerator:
            return _has(c, ('__aiter__', '__anext__', 'asend', 'athrow', 'aclose')) or NotImplemented
        return NotImplemented


class Generator(Iterator):
    @_abstract
    def send(self, value):
        raise StopIteration

    @_abstract
    def throw(self, kind, value=None, traceback=None):
        raise kind

    def __next__(self):
        return self.send(None)

    def close(self):
        try:
            self.throw(GeneratorExit)
        except (GeneratorExit, StopIteration):
            pass

    @classmethod
    def __subclasshook__(cls, c):
        if cls is Generator:
            return _has(c, ('__iter__', '__next__', 'send', 'throw', 'close')) or NotImplemented
        return NotImplemented


class Reversible(Iterable):
    @_abstract
    def __reversed__(self):
        yield None

    @classmethod
    def __subclasshook__(cls, c):
        if cls is Reversible:
            return _has(c, ('__reversed__', '__iter__')) or NotImplemented
        return NotImplemented


class Collection(Sized, Iterable, Container):
    @classmethod
    def __subclasshook__(cls, c):
        if cls is Collection:
            return _has(c, ('__len__', '__iter__', '__contains__')) or NotImplemented
        return NotImplemented


class Sequence(Reversible, Collection):
    @_abstract
    def __getitem__(self, index):
        raise IndexError

    def __iter__(self):
        i = 0
        try:
            while True:
                yield self[i]
                i += 1
        except IndexError:
            return

    def __contains__(self, value):
        for v in self:
            if v is value or v == value:
                return True
        return False

    def __reversed__(self):
        for i in reversed(range(len(self))):
            yield self[i]

    def index(self, value, start=0, stop=None):
        n = len(self)
        start = max(n + start, 0) if start < 0 else start
        stop = n if stop is None else stop + n if stop < 0 else stop
        for i in range(start, min(stop, n)):
            if self[i] is value or self[i] == value:
                return i
        raise ValueError

    def count(self, value):
        return sum(1 for v in self if v is value or v == value)

    @classmethod
    def __subclasshook__(cls, c):
        return NotImplemented


class MutableSequence(Sequence):
    @_abstract
    def __setitem__(self, index, value):
        raise IndexError

    @_abstract
    def __delitem__(self, index):
        raise IndexError

    @_abstract
    def insert(self, index, value):
        raise IndexError

    def append(self, value):
        self.insert(len(self), value)

    def clear(self):
        while len(self):
            self.pop()

    def reverse(self):
        n = len(self)
        for i in range(n // 2):
            self[i], self[n - i - 1] = self[n - i - 1], self[i]

    def extend(self, values):
        for v in list(values) if values is self else values:
            self.append(v)

    def pop(self, index=-1):
        v = self[index]
        del self[index]
        return v

    def remove(self, value):
        del self[self.index(value)]

    def __iadd__(self, values):
        self.extend(values)
        return self


class ByteString(Sequence):
    pass


class Set(Collection):
    @classmethod
    def _from_iterable(cls, it):
        return cls(it)

    def __le__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) <= len(other) and all(x in other for x in self)

    def __lt__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) < len(other) and self <= other

    def __ge__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) >= len(other) and all(x in self for x in other)

    def __gt__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) > len(other) and self >= other

    def __eq__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) == len(other) and self <= other

    def __and__(self, other):
        return self._from_iterable([x for x in other if x in self])

    __rand__ = __and__

    def isdisjoint(self, other):
        return not any(x in self for x in other)

    def __or__(self, other):
        return self._from_iterable([x for s in (self, other) for x in s])

    __ror__ = __or__

    def __sub__(self, other):
        other = other if isinstance(other, Set) else set(other)
        return self._from_iterable([x for x in self if x not in other])

    def __rsub__(self, other):
        return self._from_iterable([x for x in other if x not in self])

    def __xor__(self, other):
        other = other if isinstance(other, Set) else self._from_iterable(other)
        return (self - other) | (other - self)

    __rxor__ = __xor__

    @classmethod
    def __subclasshook__(cls, c):
        return NotImplemented


class MutableSet(Set):
    @_abstract
    def add(self, value):
        raise NotImplementedError

    @_abstract
    def discard(self, value):
        raise NotImplementedError

    def remove(self, value):
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def pop(self):
        for v in self:
            self.discard(v)
            return v
        raise KeyError

    def clear(self):
        for v in list(self):
            self.discard(v)

    def __ior__(self, other):
        for v in other:
            self.add(v)
        return self

    def __isub__(self, other):
        for v in list(other):
            self.discard(v)
        return self

    def __iand__(self, other):
        for v in list(self):
            if v not in other:
                self.discard(v)
        return self


class Mapping(Collection):
    @_abstract
    def __getitem__(self, key):
        raise KeyError

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return KeysView(self)

    def items(self):
        return ItemsView(self)

    def values(self):
        return ValuesView(self)

    def __eq__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        return dict(self.items()) == dict(other.items())

    __hash__ = None

    @classmethod
    def __subclasshook__(cls, c):
        return NotImplemented


class MappingView(Sized):
    def __init__(self, mapping):
        self._mapping = mapping

    def __len__(self):
        return len(self._mapping)

    def __repr__(self):
        return '%s(%r)' % (type(self).__name__, self._mapping)

    @classmethod
    def __subclasshook__(cls, c):
        return NotImplemented


class KeysView(MappingView, Set):
    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        return iter(self._mapping)


class ItemsView(MappingView, Set):
    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, item):
        k, v = item
        return k in self._mapping and self._mapping[k] == v

    def __iter__(self):
        for k in self._mapping:
            yield k, self._mapping[k]


class ValuesView(MappingView, Collection):
    def __contains__(self, value):
        return any(v is value or v == value for v in self)

    def __iter__(self):
        for k in self._mapping:
            yield self._mapping[k]


_NOTHING = object()


class MutableMapping(Mapping):
    @_abstract
    def __setitem__(self, key, value):
        raise KeyError

    @_abstract
    def __delitem__(self, key):
        raise KeyError

    def pop(self, key, default=_NOTHING):
        try:
            v = self[key]
        except KeyError:
            if default is _NOTHING:
                raise
            return default
        del self[key]
        return v

    def popitem(self):
        for key in self:
            v = self[key]
            del self[key]
            return key, v
        raise KeyError

    def clear(self):
        for key in list(self):
            del self[key]

    def update(self, other=(), /, **kwds):
        if hasattr(other, 'keys'):
            for k in other.keys():
                self[k] = other[k]
        else:
            for k, v in other:
                self[k] = v
        for k, v in kwds.items():
            self[k] = v

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]


for _t in (tuple, str, range, bytes, memoryview):
    Sequence.register(_t)
for _t in (list, bytearray):
    MutableSequence.register(_t)
    Sequence.register(_t)
for _t in (bytes, bytearray):
    ByteString.register(_t)
for _t in (set, frozenset, type({}.keys()), type({}.items())):
    Set.register(_t)
for _t in (_collections.deque, _collections.UserList):
    MutableSequence.register(_t)
    Sequence.register(_t)
for _t in (_collections.UserDict, _collections.ChainMap):
    MutableMapping.register(_t)
    Mapping.register(_t)
MutableSet.register(set)
MutableMapping.register(dict)
Mapping.register(dict)
