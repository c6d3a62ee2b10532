"""What functions, classes and objects are made of."""

import functools as _functools
import linecache as _linecache
import sys as _sys
import types as _types
from collections import namedtuple as _namedtuple

CO_VARARGS, CO_VARKEYWORDS, CO_GENERATOR = 4, 8, 32


class _empty:
    """No default, no annotation."""


_NAMES = 'positional-only', 'positional or keyword', 'variadic positional', 'keyword-only', 'variadic keyword'
_ENUM = 'POSITIONAL_ONLY', 'POSITIONAL_OR_KEYWORD', 'VAR_POSITIONAL', 'KEYWORD_ONLY', 'VAR_KEYWORD'


class _Kind(int):
    @property
    def name(self):
        return _ENUM[self]

    @property
    def description(self):
        return _NAMES[self]

    def __str__(self):
        return _ENUM[self]

    def __repr__(self):
        return f'<_ParameterKind.{_ENUM[self]}: {int(self)}>'


def isfunction(x):
    return isinstance(x, _types.FunctionType)


def ismethod(x):
    return isinstance(x, _types.MethodType)


def isbuiltin(x):
    return isinstance(x, _types.BuiltinFunctionType)


def isroutine(x):
    return isfunction(x) or ismethod(x) or isbuiltin(x) or ismethoddescriptor(x)


def isclass(x):
    return isinstance(x, type)


def ismodule(x):
    return isinstance(x, _types.ModuleType)


def isgenerator(x):
    return isinstance(x, _types.GeneratorType)


def isgeneratorfunction(x):
    x = getattr(x, '__func__', x)
    return isfunction(x) and bool(x.__code__.co_flags & CO_GENERATOR)


def iscode(x):
    return isinstance(x, _types.CodeType)


def istraceback(x):
    return isinstance(x, _types.TracebackType)


def iscoroutinefunction(x):
    return False


iscoroutine = isawaitable = isasyncgen = isasyncgenfunction = isframe = iscoroutinefunction


def isabstract(x):
    return isclass(x) and bool(getattr(x, '__abstractmethods__', None))


def isdatadescriptor(x):
    return not isclass(x) and (hasattr(type(x), '__set__') or isinstance(x, property))


def ismethoddescriptor(x):
    return not (isclass(x) or ismethod(x) or isfunction(x)) and hasattr(type(x), '__get__') and not isdatadescriptor(x)


def getmembers(object, predicate=None):
    out = []
    for name in dir(object):
        try:
            value = getattr(object, name)
        except AttributeError:
            continue
        if predicate is None or predicate(value):
            out.append((name, value))
    return sorted(out, key=lambda pair: pair[0])


def getmro(cls):
    return cls.__mro__


def unwrap(func, *, stop=None):
    seen = {id(func)}
    while hasattr(func, '__wrapped__') and not (stop and stop(func)):
        func = func.__wrapped__
        if id(func) in seen:
            raise ValueError(f'wrapper loop when unwrapping {func!r}')
        seen.add(id(func))
    return func


def cleandoc(doc):
    lines = doc.expandtabs().split('\n')
    margins = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
    margin = min(margins, default=0)
    lines = [lines[0].lstrip()] + [line[margin:] for line in lines[1:]]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return '\n'.join(lines)


def getdoc(object):
    doc = getattr(object, '__doc__', None)
    if doc is None and isclass(object):
        doc = next((c.__doc__ for c in object.__mro__[1:-1] if getattr(c, '__doc__', None)), None)
    return cleandoc(doc) if isinstance(doc, str) else None


def getmodule(object):
    name = object.__name__ if ismodule(object) else getattr(object, '__module__', None)
    return _sys.modules.get(name)


def getfile(object):
    object = unwrap(getattr(object, '__func__', object))
    if ismodule(object) and getattr(object, '__file__', None):
        return object.__file__
    if isclass(object):
        return getfile(getmodule(object))
    if isfunction(object):
        return object.__code__.co_filename
    if iscode(object):
        return object.co_filename
    text = 'module, class, method, function, traceback, frame, or code object was expected, got '
    raise TypeError(text + type(object).__name__)


getsourcefile = getfile


def getsourcelines(object):
    object = unwrap(getattr(object, '__func__', object))
    lines = _linecache.getlines(getfile(object))
    if ismodule(object):
        return lines, 0
    if isclass(object):
        start = next((i for i, line in enumerate(lines) if line.split('(')[0].split(':')[0].split() == ['class', object.__name__]), None)
    else:
        start = (object if iscode(object) else object.__code__).co_firstlineno - 1
    if start is None or start >= len(lines):
        raise OSError('could not get source code')
    return _block(lines[start:]), start + 1


def _block(lines):
    """The lines that belong to the first: decorators and what is further in."""
    margin = len(lines[0]) - len(lines[0].lstrip())
    end, opened = 1, not lines[0].lstrip().startswith('@')
    for i, line in enumerate(lines[1:], 1):
        text = line.strip()
        if not text or text.startswith('#'):
            continue
        if len(line) - len(line.lstrip()) <= margin and not text.startswith((')', ']', '}')):
            if opened:
                break
            opened = not text.startswith('@')
        end = i + 1
    return lines[:end]


def getsource(object):
    return ''.join(getsourcelines(object)[0])


class Parameter:
    POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD = map(_Kind, range(5))
    empty = _empty

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        self.name = name
        self.kind = _Kind(kind)
        self.default = default
        self.annotation = annotation

    def replace(self, *, name=_empty, kind=_empty, annotation=_empty, default=_empty):
        pick = lambda new, old: old if new is _empty else new
        kind = pick(kind, self.kind)
        default = pick(default, self.default)
        return Parameter(pick(name, self.name), kind, default=default, annotation=pick(annotation, self.annotation))

    def __str__(self):
        text = {2: '*', 4: '**'}.get(self.kind, '') + self.name
        if self.annotation is not _empty:
            text += ': ' + formatannotation(self.annotation)
        if self.default is not _empty:
            text += (' = ' if self.annotation is not _empty else '=') + repr(self.default)
        return text

    def __repr__(self):
        return f'<Parameter "{self}">'

    def _parts(self):
        return self.name, self.kind, self.default, self.annotation

    def __eq__(self, other):
        return self._parts() == other._parts() if isinstance(other, Parameter) else NotImplemented

    def __hash__(self):
        return hash((self.name, self.kind))


def formatannotation(annotation):
    if getattr(annotation, '__module__', None) == 'typing':
        return repr(annotation).replace('typing.', '')
    if isinstance(annotation, type):
        module = annotation.__module__
        return annotation.__qualname__ if module in ('builtins', '') else f'{module}.{annotation.__qualname__}'
    return repr(annotation)


class BoundArguments:
    def __init__(self, signature, arguments):
        self.signature = signature
        self.arguments = arguments

    @property
    def args(self):
        out = []
        for p in self.signature.parameters.values():
            if p.kind >= 3 or p.name not in self.arguments:
                break
            if p.kind == 2:
                out.extend(self.arguments[p.name])
            else:
                out.append(self.arguments[p.name])
        return tuple(out)

    @property
    def kwargs(self):
        out = {}
        skipped = False
        for p in self.signature.parameters.values():
            if p.name not in self.arguments:
                skipped = skipped or p.kind < 2
            elif p.kind == 4:
                out.update(self.arguments[p.name])
            elif p.kind == 3 or p.kind == 1 and skipped:
                out[p.name] = self.arguments[p.name]
        return out

    def apply_defaults(self):
        given = self.arguments
        self.arguments = {}
        for name, p in self.signature.parameters.items():
            if name in given:
                self.arguments[name] = given[name]
            elif p.default is not _empty:
                self.arguments[name] = p.default
            elif p.kind in (2, 4):
                self.arguments[name] = () if p.kind == 2 else {}

    def __repr__(self):
        return f"<BoundArguments ({', '.join(f'{k}={v!r}' for k, v in self.arguments.items())})>"


class Signature:
    empty = _empty

    def __init__(self, parameters=None, *, return_annotation=_empty):
        self.parameters = _types.MappingProxyType({p.name: p for p in parameters or ()})
        self.return_annotation = return_annotation

    @classmethod
    def from_callable(cls, obj, **kwargs):
        return signature(obj)

    def replace(self, *, parameters=_empty, return_annotation=_empty):
        parameters = self.parameters.values() if parameters is _empty else parameters
        returns = self.return_annotation if return_annotation is _empty else return_annotation
        return Signature(parameters, return_annotation=returns)

    def __str__(self):
        out, kinds = [], [p.kind for p in self.parameters.values()]
        for i, p in enumerate(self.parameters.values()):
            if p.kind == 3 and 2 not in kinds and (i == 0 or kinds[i - 1] != 3):
                out.append('*')
            out.append(str(p))
            if p.kind == 0 and (i + 1 == len(kinds) or kinds[i + 1] != 0):
                out.append('/')
        text = '(' + ', '.join(out) + ')'
        if self.return_annotation is not _empty:
            text += ' -> ' + formatannotation(self.return_annotation)
        return text

    def __repr__(self):
        return f'<Signature {self}>'

    def __eq__(self, other):
        if not isinstance(other, Signature):
            return NotImplemented
        mine, others = list(self.parameters.values()), list(other.parameters.values())
        return mine == others and self.return_annotation == other.return_annotation

    def __hash__(self):
        return hash(tuple(self.parameters))

    def bind(self, /, *args, **kwargs):
        return self._bind(args, kwargs, False)

    def bind_partial(self, /, *args, **kwargs):
        return self._bind(args, kwargs, True)

    def _bind(self, args, kwargs, partial):
        given, rest = {}, dict(kwargs)
        at = 0
        for name, p in self.parameters.items():
            if p.kind == 2:
                if at < len(args):
                    given[name] = args[at:]
                at = len(args)
            elif p.kind == 4:
                break
            elif p.kind < 2 and at < len(args):
                if p.kind == 1 and name in rest:
                    raise TypeError(f'multiple values for argument {name!r}')
                given[name] = args[at]
                at += 1
            elif p.kind != 0 and name in rest:
                given[name] = rest.pop(name)
            elif p.kind == 3 and at < len(args):
                break
            elif p.default is _empty and not partial:
                raise TypeError(f'missing a required argument: {name!r}')
        if at < len(args):
            raise TypeError('too many positional arguments')
        last = next((p for p in self.parameters.values() if p.kind == 4), None)
        if rest:
            if last is None:
                raise TypeError(f'got an unexpected keyword argument {next(iter(rest))!r}')
            given[last.name] = rest
        return BoundArguments(self, given)


def _of_function(f):
    code = f.__code__
    names = list(code.co_varnames)
    positional, only = code.co_argcount, code.co_posonlyargcount
    defaults = dict(zip(names[:positional][::-1], (f.__defaults__ or ())[::-1]))
    defaults.update(f.__kwdefaults__ or {})
    notes = getattr(f, '__annotations__', {})
    make = lambda name, kind: Parameter(name, kind, default=defaults.get(name, _empty), annotation=notes.get(name, _empty))
    out = [make(name, 0 if i < only else 1) for i, name in enumerate(names[:positional])]
    last = positional + code.co_kwonlyargcount
    if code.co_flags & CO_VARARGS:
        out.append(make(names[last], 2))
    out += [make(name, 3) for name in names[positional:last]]
    if code.co_flags & CO_VARKEYWORDS:
        out.append(make(names[last + bool(code.co_flags & CO_VARARGS)], 4))
    return Signature(out, return_annotation=notes.get('return', _empty))


def _without_first(s):
    parameters = list(s.parameters.values())
    if parameters and parameters[0].kind < 2:
        parameters = parameters[1:]
    return Signature(parameters, return_annotation=s.return_annotation)


def signature(obj, *, follow_wrapped=True, **kwargs):
    if not callable(obj):
        raise TypeError(f'{obj!r} is not a callable object')
    if ismethod(obj):
        return _without_first(signature(obj.__func__))
    if follow_wrapped:
        obj = unwrap(obj, stop=lambda f: hasattr(f, '__signature__'))
    given = getattr(obj, '__signature__', None)
    if isinstance(given, Signature):
        return given
    if isfunction(obj):
        return _of_function(obj)
    if isinstance(obj, _functools.partial):
        return _of_partial(obj)
    if isclass(obj):
        for name in ('__new__', '__init__'):
            f = next((c.__dict__[name] for c in obj.__mro__[:-1] if name in c.__dict__), None)
            f = getattr(f, '__func__', f)
            if isfunction(f):
                return _without_first(signature(f))
        if obj.__mro__[-2:-1] == (obj,) and obj.__module__ != 'builtins' or len(obj.__mro__) > 2 and obj.__mro__[-2].__module__ != 'builtins':
            return Signature()
    elif isfunction(getattr(type(obj), '__call__', None)):
        return _without_first(signature(type(obj).__call__))
    raise ValueError(f'no signature found for builtin {obj!r}')


def _of_partial(obj):
    inner = signature(obj.func)
    bound = inner.bind_partial(*obj.args, **obj.keywords).arguments
    out, named = [], False
    for name, p in inner.parameters.items():
        if name in bound and p.kind < 2 and name not in obj.keywords:
            continue
        if name in obj.keywords and p.kind in (1, 3):
            p, named = p.replace(kind=3, default=obj.keywords[name]), True
        elif named and p.kind == 1:
            p = p.replace(kind=3)
        elif named and p.kind == 2:
            continue
        out.append(p)
    return Signature(out, return_annotation=inner.return_annotation)


FullArgSpec = _namedtuple('FullArgSpec', 'args varargs varkw defaults kwonlyargs kwonlydefaults annotations')


def getfullargspec(func):
    f = getattr(func, '__func__', func)
    s = signature(f)
    of = lambda *kinds: [p.name for p in s.parameters.values() if p.kind in kinds]
    one = lambda kind: (of(kind) or [None])[0]
    notes = {p.name: p.annotation for p in s.parameters.values() if p.annotation is not _empty}
    if s.return_annotation is not _empty:
        notes = {'return': s.return_annotation, **notes}
    return FullArgSpec(of(0, 1), one(2), one(4), f.__defaults__, of(3), f.__kwdefaults__, notes)


def getattr_static(obj, attr, default=_empty):
    """The attribute as it is kept, without asking descriptors or `__getattr__`."""
    own = {} if isinstance(obj, type) else getattr(obj, '__dict__', {})
    for c in (obj.__mro__ if isinstance(obj, type) else type(obj).__mro__):
        if attr in c.__dict__:
            found = c.__dict__[attr]
            return own[attr] if attr in own and not isinstance(found, property) else found
    if attr in own:
        return own[attr]
    if isinstance(obj, type) and attr in type(obj).__dict__:
        return type(obj).__dict__[attr]
    if default is _empty:
        raise AttributeError(attr)
    return default


def isawaitable(object):
    return hasattr(object, '__await__')


def iscoroutine(object):
    return False


def isasyncgen(object):
    return False


def isasyncgenfunction(obj):
    return False


def isframe(object):
    return False


def currentframe():
    """A frame of which nothing is known."""
    return _sys._getframe()


def stack(context=1):
    return []


def getsourcefile(object):
    return getfile(object)


def getmodulename(path):
    name = path.rpartition('/')[2]
    return name[:-3] if name.endswith('.py') else None
