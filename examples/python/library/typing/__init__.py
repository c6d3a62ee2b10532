"""Names for annotations. They say nothing to the program: what is given parameters remembers them."""

import functools as _functools
import sys as _sys
import types as _types
from _generic import GenericAlias, UnionType as _UnionType
from typing._forms import *
from typing._forms import _Alias, _Alias as _GenericAlias, _checked, _NoneType
from typing._classes import *

TYPE_CHECKING = False
_overloads = {}


def cast(typ, val):
    return val


def overload(func):
    f = getattr(func, '__func__', func)
    try:
        _overloads.setdefault((f.__module__, f.__qualname__), []).append(func)
    except AttributeError:
        pass
    return _overload_dummy


def _overload_dummy(*args, **kwds):
    raise NotImplementedError('You should not call an overloaded function. A series of @overload-decorated functions outside a stub module should always '
                              'be followed by an implementation that is not @overload-ed.')


def get_overloads(func):
    f = getattr(func, '__func__', func)
    return list(_overloads.get((getattr(f, '__module__', None), f.__qualname__), ()))


def clear_overloads():
    _overloads.clear()


def _marked(name):
    def mark(f):
        try:
            setattr(f, name, True)
        except (AttributeError, TypeError):
            pass
        return f
    return mark


final, override, no_type_check = _marked('__final__'), _marked('__override__'), _marked('__no_type_check__')


def no_type_check_decorator(decorator):
    @_functools.wraps(decorator)
    def wrapped(*args, **kwds):
        return no_type_check(decorator(*args, **kwds))
    return wrapped


def dataclass_transform(*, eq_default=True, order_default=False, kw_only_default=False, field_specifiers=(), **kwargs):
    def decorate(f):
        f.__dataclass_transform__ = {'eq_default': eq_default, 'order_default': order_default, 'kw_only_default': kw_only_default,
                                     'field_specifiers': field_specifiers, 'kwargs': kwargs}
        return f
    return decorate


def assert_type(val, typ, /):
    return val


def assert_never(arg, /):
    raise AssertionError('Expected code to be unreachable, but got: %.100r' % (arg,))


def reveal_type(obj, /):
    print('Runtime type is %r' % type(obj).__name__, file=_sys.stderr)
    return obj


def get_origin(tp):
    """What is given parameters: `list` of `List[int]`."""
    if isinstance(tp, _Alias):
        return Annotated if '__metadata__' in tp.__dict__ else tp.__origin__
    if isinstance(tp, GenericAlias):
        return tp.__origin__
    if isinstance(tp, _UnionType):
        return _types.UnionType
    return Generic if tp is Generic else None


def get_args(tp):
    """The parameters."""
    if isinstance(tp, _Alias) and '__metadata__' in tp.__dict__:
        return (tp.__origin__, *tp.__metadata__)
    if not isinstance(tp, (_Alias, GenericAlias, _UnionType)):
        return ()
    args = tp.__args__
    if getattr(tp, '_name', None) == 'Callable' and args and args[0] is not ... and not hasattr(args[0], '__typing_is_spec__'):
        return list(args[:-1]), args[-1]
    return args


def _resolved(x, names, local):
    """A type whose texts are looked up."""
    if isinstance(x, str):
        x = ForwardRef(x)
    if isinstance(x, ForwardRef):
        return _resolved(_checked(x._evaluate(names, local)), names, local)
    if isinstance(x, (_Alias, GenericAlias, _UnionType)) and getattr(x, '_name', None) != 'Literal':
        args = tuple([_resolved(a, names, local) if not isinstance(a, (list, tuple)) else a for a in x.__args__])
        if args != x.__args__:
            if isinstance(x, _Alias):
                return x._again(args)
            return GenericAlias(x.__origin__, args) if isinstance(x, GenericAlias) else _functools.reduce(lambda a, b: a | b, args)
    return x


def _stripped(x):
    """A type without what `Annotated` adds."""
    if isinstance(x, _Alias) and '__metadata__' in x.__dict__:
        return _stripped(x.__origin__)
    if isinstance(x, _Alias) and x._name in ('Required', 'NotRequired'):
        return _stripped(x.__args__[0])
    if isinstance(x, (_Alias, GenericAlias)) and getattr(x, '_name', None) != 'Literal':
        args = tuple([_stripped(a) for a in x.__args__])
        if args != x.__args__:
            return x._again(args) if isinstance(x, _Alias) else GenericAlias(x.__origin__, args)
    return x


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """The annotations, with texts looked up."""
    if getattr(obj, '__no_type_check__', False):
        return {}
    hints = {}
    if isinstance(obj, type):
        for c in reversed(obj.__mro__):
            names = globalns if globalns is not None else getattr(_sys.modules.get(c.__module__), '__dict__', {})
            local = localns if localns is not None else dict(vars(c))
            for k, v in c.__dict__.get('__annotations__', {}).items():
                hints[k] = _resolved(_NoneType if v is None else v, dict(names), local)
    else:
        notes = getattr(obj, '__annotations__', None)
        if notes is None:
            if not callable(obj) and not isinstance(obj, _types.ModuleType):
                raise TypeError('%r is not a module, class, method, or function.' % (obj,))
            notes = {}
        inner = obj
        while hasattr(inner, '__wrapped__'):
            inner = inner.__wrapped__
        names = globalns if globalns is not None else obj.__dict__ if isinstance(obj, _types.ModuleType) else getattr(inner, '__globals__', {})
        for k, v in notes.items():
            hints[k] = _resolved(_NoneType if v is None else v, dict(names), localns)
    return hints if include_extras else {k: _stripped(v) for k, v in hints.items()}
