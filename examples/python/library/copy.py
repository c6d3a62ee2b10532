"""Copies of values, shallow and deep."""

import copyreg as _copyreg
import types as _types
import weakref as _weakref


class Error(Exception):
    pass


error = Error
_ATOMS = frozenset([type(None), bool, int, float, complex, str, bytes, range, slice, type, property, type(len), type(str.upper), type(int.__add__), type(lambda: 0), type(...), type(NotImplemented),
                    _types.CodeType, _weakref.ref])
_PLAIN = object.__reduce_ex__


def copy(x):
    cls = type(x)
    if cls in _ATOMS or cls is tuple or cls is frozenset or isinstance(x, type):
        return x
    if cls is list or cls is dict or cls is set or cls is bytearray:
        return x.copy()
    copier = getattr(cls, '__copy__', None)
    if copier is not None:
        return copier(x)
    if cls is _METHOD:
        return x
    parts = _parts(x, cls)
    return x if isinstance(parts, str) else _made(x, None, *parts)


_METHOD = _types.MethodType


def _parts(x, cls):
    """What an object is made from."""
    reduce = _copyreg.dispatch_table.get(cls)
    if reduce is not None:
        return reduce(x)
    if cls.__reduce_ex__ is _PLAIN:
        if _copyreg.is_plain(cls):
            return _copyreg.__newobj__, (cls,), _copyreg._getstate(x)
        return _copyreg._reduce_ex(x, 4)
    return x.__reduce_ex__(4)


def deepcopy(x, memo=None, _nil=[]):
    cls = type(x)
    if cls in _ATOMS:
        if memo is not None and type(memo) is not dict:
            memo.get(id(x))  # Others are refused.
        return x
    if memo is None:
        memo = {}
    known = memo.get(id(x), _nil)
    if known is not _nil:
        return known
    if cls is list:
        y = []
        memo[id(x)] = y
        for v in x:
            y.append(deepcopy(v, memo))
    elif cls is dict:
        y = {}
        memo[id(x)] = y
        for k, v in x.items():
            y[deepcopy(k, memo)] = deepcopy(v, memo)
    elif cls is tuple:
        items = [deepcopy(v, memo) for v in x]
        if id(x) in memo:
            return memo[id(x)]
        y = x
        for a, b in zip(x, items):
            if a is not b:
                y = tuple(items)
                break
    elif cls is set:
        y = set([deepcopy(v, memo) for v in x])
    elif cls is frozenset:
        y = frozenset([deepcopy(v, memo) for v in x])
    elif cls is bytearray:
        y = x.copy()
    elif isinstance(x, type):
        return x
    elif cls is _METHOD:
        y = _types.MethodType(x.__func__, deepcopy(x.__self__, memo))
    else:
        copier = getattr(cls, '__deepcopy__', None)
        if copier is not None:
            y = copier(x, memo)
        else:
            parts = _parts(x, cls)
            y = x if isinstance(parts, str) else _made(x, memo, *parts)
    if y is not x:
        memo[id(x)] = y
        # What is copied must live as long as its address is in the memo.
        memo.setdefault(id(memo), []).append(x)
    return y


def _made(x, memo, func, args, state=None, items=None, pairs=None, *more):
    """An object put together from its parts, which for a deep copy are copied."""
    if more:
        raise TypeError('_reconstruct() got too many parts')
    deep = memo is not None
    y = func(*[deepcopy(a, memo) for a in args] if deep else args)
    if deep:
        memo[id(x)] = y
    if state is not None:
        if deep:
            state = deepcopy(state, memo)
        if hasattr(y, '__setstate__'):
            y.__setstate__(state)
        else:
            slots = None
            if isinstance(state, tuple) and len(state) == 2:
                state, slots = state
            if state is not None:
                y.__dict__.update(state)
            if slots is not None:
                for k, v in slots.items():
                    setattr(y, k, v)
    if items is not None:
        for v in items:
            y.append(deepcopy(v, memo) if deep else v)
    if pairs is not None:
        for k, v in pairs:
            if deep:
                k, v = deepcopy(k, memo), deepcopy(v, memo)
            y[k] = v
    return y


def replace(obj, /, **changes):
    return obj.__replace__(**changes)
