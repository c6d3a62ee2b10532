# copy: shallow and deep copies.

class Error(Exception):
    pass


error = Error

_plain = (int, float, complex, bool, str, bytes, tuple, frozenset, range, type(None), type(...), type, type(len), type(lambda: 0))


def copy(x):
    cls = type(x)
    if hasattr(cls, "__copy__"):
        return x.__copy__()
    if cls in _plain:
        return x
    if cls is list:
        return x[:]
    if cls is dict or cls is set or cls is bytearray:
        return x.copy()
    if isinstance(x, type):
        return x
    made = _blank(x, cls)
    _state(made, x, lambda v: v)
    return made


def _blank(x, cls):
    if isinstance(x, dict):
        made = dict.__new__(cls)
        dict.update(made, x)
        return made
    if isinstance(x, list):
        made = list.__new__(cls)
        list.extend(made, x)
        return made
    if isinstance(x, tuple):
        return tuple.__new__(cls, x)
    return cls.__new__(cls)


def _state(made, x, of):
    if hasattr(x, "__dict__"):
        for name, value in list(x.__dict__.items()):
            object.__setattr__(made, name, of(value))
    for c in type(x).__mro__:
        names = c.__dict__.get("__slots__", ())
        for name in (names,) if isinstance(names, str) else names:
            if name != "__dict__" and hasattr(x, name):
                object.__setattr__(made, name, of(getattr(x, name)))


def deepcopy(x, memo=None):
    if memo is None:
        memo = {}
    key = id(x)
    if key in memo:
        return memo[key][1]
    cls = type(x)
    if hasattr(cls, "__deepcopy__"):
        made = x.__deepcopy__(memo)
    elif cls is list:
        made = []
        memo[key] = (x, made)
        for v in x:
            made.append(deepcopy(v, memo))
    elif cls is dict:
        made = {}
        memo[key] = (x, made)
        for k, v in x.items():
            made[deepcopy(k, memo)] = deepcopy(v, memo)
    elif cls is tuple:
        row = [deepcopy(v, memo) for v in x]
        if key in memo:
            return memo[key][1]
        made = x if all([a is b for a, b in zip(x, row)]) else tuple(row)
    elif cls is set:
        made = {deepcopy(v, memo) for v in x}
    elif cls is bytearray:
        made = x.copy()
    elif cls in _plain or isinstance(x, type):
        return x
    else:
        if isinstance(x, dict):
            made = dict.__new__(cls)
            memo[key] = (x, made)
            for k, v in x.items():
                dict.__setitem__(made, deepcopy(k, memo), deepcopy(v, memo))
        elif isinstance(x, list):
            made = list.__new__(cls)
            memo[key] = (x, made)
            for v in x:
                list.append(made, deepcopy(v, memo))
        elif isinstance(x, tuple):
            made = tuple.__new__(cls, [deepcopy(v, memo) for v in x])
        else:
            made = cls.__new__(cls)
        memo[key] = (x, made)
        _state(made, x, lambda v: deepcopy(v, memo))
    memo[key] = (x, made)
    return made
