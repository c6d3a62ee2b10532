"""References that do not keep their objects alive.

An object is gone when a collection has found that nothing refers to it: sooner or later, or by `gc.collect()`. Callbacks come after that, when
a weak reference is used or made, or by `gc.collect()`.
"""

import _weak
import atexit as _atexit
import types as _types
from collections.abc import MutableMapping as _MutableMapping, MutableSet as _MutableSet

_watched = []


def _call_back():
    """Calls what waits for objects that are gone."""
    global _watched
    gone = [r for r in _watched if r() is None]
    if gone:
        # Not those that have gone since: their turn comes.
        told = {id(r) for r in gone}
        _watched = [r for r in _watched if id(r) not in told]
        for r in gone:
            callback, r.__callback__ = r.__callback__, None
            callback(r)


class ref:
    __slots__ = ('_number', '_class', '_hash', '__callback__', '__weakref__')

    def __init__(self, object, callback=None):
        self._hash = None
        # Classes are for ever.
        self._class = object if isinstance(object, type) else None
        self._number = -1 if self._class else _weak.note(object)
        self.__callback__ = callback
        if _watched:
            _call_back()
        if callback is not None:
            _watched.append(self)

    def __call__(self):
        return self._class or _weak.find(self._number)

    def __eq__(self, other):
        if not isinstance(other, ref):
            return NotImplemented
        a, b = self(), other()
        return self is other if a is None or b is None else a == b

    def __hash__(self):
        if self._hash is None:
            x = self()
            if x is None:
                raise TypeError('weak object has gone away')
            self._hash = hash(x)
        return self._hash

    def __repr__(self):
        x = self()
        if x is None:
            return f'<weakref at {id(self):#x}; dead>'
        return f'<weakref at {id(self):#x}; to {type(x).__name__!r} at {id(x):#x}>'


ReferenceType = ref


class WeakMethod(ref):
    __slots__ = ('_function',)

    def __init__(self, method, callback=None):
        if not hasattr(method, '__self__'):
            raise TypeError(f'argument should be a bound method, not {type(method)}')
        self._function = ref(method.__func__)
        ref.__init__(self, method.__self__, callback)

    def __call__(self):
        x, f = ref.__call__(self), self._function()
        return None if x is None or f is None else _types.MethodType(f, x)

    __hash__ = ref.__hash__


def getweakrefcount(x):
    return sum(1 for r in _watched if r() is x)


class _Proxy:
    __slots__ = ('_to',)

    def __init__(self, r):
        object.__setattr__(self, '_to', r)


def _behind(p):
    x = object.__getattribute__(p, '_to')()
    if x is None:
        raise ReferenceError('weakly-referenced object no longer exists')
    return x


def _forward(name):
    def method(self, *args):
        return getattr(_behind(self), name)(*args)

    return method


_operators = 'add sub mul truediv floordiv mod pow lshift rshift and or xor radd rsub rmul eq ne lt le gt ge'
_methods = 'str call len getitem setitem delitem contains iter next bool enter exit neg pos abs int float index'
for _name in (_operators + ' ' + _methods).split():
    setattr(_Proxy, f'__{_name}__', _forward(f'__{_name}__'))


def _bool(self):
    return bool(_behind(self))


_Proxy.__bool__ = _bool
_Proxy.__hash__ = None
_Proxy.__getattr__ = lambda self, name: getattr(_behind(self), name)
_Proxy.__setattr__ = lambda self, name, x: setattr(_behind(self), name, x)
_Proxy.__delattr__ = lambda self, name: delattr(_behind(self), name)
_Proxy.__repr__ = lambda self: f'<weakproxy at {id(self):#x} to {type(_behind(self)).__name__}>'
ProxyType = CallableProxyType = _Proxy


def proxy(object, callback=None):
    return _Proxy(ref(object, callback))


class WeakValueDictionary(_MutableMapping):
    def __init__(self, other=(), /, **more):
        self._refs = {}
        self.update(other, **more)

    def __getitem__(self, key):
        x = self._refs[key]()
        if x is None:
            del self._refs[key]
            raise KeyError(key)
        return x

    def __setitem__(self, key, value):
        self._refs[key] = ref(value)

    def __delitem__(self, key):
        self[key]
        del self._refs[key]

    def __contains__(self, key):
        r = self._refs.get(key)
        return r is not None and r() is not None

    def __iter__(self):
        for key, r in list(self._refs.items()):
            if r() is not None:
                yield key
            elif self._refs.get(key) is r:
                del self._refs[key]

    def __len__(self):
        return sum(1 for _ in self)

    def __repr__(self):
        return f'<WeakValueDictionary at {id(self):#x}>'

    def copy(self):
        return type(self)(self)

    def valuerefs(self):
        return list(self._refs.values())


class WeakKeyDictionary(_MutableMapping):
    def __init__(self, other=(), /):
        self._data = {}
        self.update(other)

    def __getitem__(self, key):
        return self._data[ref(key)]

    def __setitem__(self, key, value):
        self._data[ref(key)] = value

    def __delitem__(self, key):
        del self._data[ref(key)]

    def __contains__(self, key):
        try:
            return ref(key) in self._data
        except TypeError:
            return False

    def __iter__(self):
        for r in list(self._data):
            key = r()
            if key is not None:
                yield key
            else:
                self._data.pop(r, None)

    def __len__(self):
        return sum(1 for _ in self)

    def __repr__(self):
        return f'<WeakKeyDictionary at {id(self):#x}>'

    def copy(self):
        return type(self)(self)

    def keyrefs(self):
        return list(self._data)


class WeakSet(_MutableSet):
    def __init__(self, data=None):
        self._refs = set()
        for x in data or ():
            self.add(x)

    def add(self, x):
        self._refs.add(ref(x))

    def discard(self, x):
        self._refs.discard(ref(x))

    def __contains__(self, x):
        try:
            return ref(x) in self._refs
        except TypeError:
            return False

    def __iter__(self):
        for r in list(self._refs):
            x = r()
            if x is not None:
                yield x
            else:
                self._refs.discard(r)

    def __len__(self):
        return sum(1 for _ in self)

    def update(self, other):
        for x in other:
            self.add(x)

    def copy(self):
        return type(self)(self)

    __copy__ = copy

    def clear(self):
        self._refs.clear()

    def pop(self):
        while self._refs:
            x = self._refs.pop()()
            if x is not None:
                return x
        raise KeyError('pop from empty WeakSet')

    def remove(self, x):
        self._refs.remove(ref(x))

    def __repr__(self):
        return repr({r for r in self._refs})

    def _weak(self, other):
        return other if isinstance(other, WeakSet) else WeakSet(other)

    def union(self, other):
        made = self.copy()
        made.update(other)
        return made

    def intersection(self, other):
        return type(self)([x for x in other if x in self])

    def difference(self, other):
        made = self.copy()
        made.difference_update(other)
        return made

    def symmetric_difference(self, other):
        made = self.difference(other)
        made.update([x for x in other if x not in self])
        return made

    def difference_update(self, other):
        if other is self:
            self.clear()
            return
        for x in other:
            self.discard(x)

    def intersection_update(self, other):
        self._refs = {ref(x) for x in self.intersection(other)}

    def symmetric_difference_update(self, other):
        self._refs = {ref(x) for x in self.symmetric_difference(other)}

    def issubset(self, other):
        return all([x in other for x in self])

    def issuperset(self, other):
        return all([x in self for x in other])

    def isdisjoint(self, other):
        return not any([x in self for x in other])

    def __or__(self, other):
        return self.union(other) if isinstance(other, (set, frozenset, WeakSet)) else NotImplemented

    def __and__(self, other):
        return self.intersection(other) if isinstance(other, (set, frozenset, WeakSet)) else NotImplemented

    def __sub__(self, other):
        return self.difference(other) if isinstance(other, (set, frozenset, WeakSet)) else NotImplemented

    def __xor__(self, other):
        return self.symmetric_difference(other) if isinstance(other, (set, frozenset, WeakSet)) else NotImplemented

    def __ior__(self, other):
        self.update(other)
        return self

    def __iand__(self, other):
        self.intersection_update(other)
        return self

    def __isub__(self, other):
        self.difference_update(other)
        return self

    def __ixor__(self, other):
        self.symmetric_difference_update(other)
        return self

    __le__, __ge__ = issubset, issuperset

    def __lt__(self, other):
        return len(self) < len(other) and self.issubset(other)

    def __gt__(self, other):
        return len(self) > len(other) and self.issuperset(other)

    def __eq__(self, other):
        return set(self._refs) == set(other._refs) if isinstance(other, WeakSet) else NotImplemented


class finalize:
    """Calls a function when an object is gone, at the latest when the program ends."""

    def __init__(self, obj, func, /, *args, **kwargs):
        self._call = func, args, kwargs
        self._ref = ref(obj, lambda _: self())
        self.atexit = True
        _atexit.register(self._at_exit)

    def _at_exit(self):
        if self.atexit:
            self()

    def __call__(self, _=None):
        if self._call is not None:
            (func, args, kwargs), self._call = self._call, None
            return func(*args, **kwargs)

    @property
    def alive(self):
        return self._call is not None

    def detach(self):
        if self._call is not None:
            (func, args, kwargs), self._call = self._call, None
            return self._ref(), func, args, kwargs

    def peek(self):
        if self._call is not None:
            return self._ref(), *self._call
