"""Objects that stand for others in tests: they note how they are called, and answer what they are told to.

A mock makes its attributes, mocks themselves, when they are first asked for. `patch` puts one in the place of something for a while.

Example: `m = Mock(return_value=3)`, then `m.f.side_effect = KeyError`; `m(1)` answers 3, and `m.mock_calls` is `[call(1)]`.

Not here: `create_autospec` and `autospec=True` look at the names only, not at the parameters; `AsyncMock`.
"""

import functools as _functools
import importlib as _importlib
import sys as _sys

__all__ = ['ANY', 'DEFAULT', 'FILTER_DIR', 'MagicMock', 'Mock', 'NonCallableMagicMock', 'NonCallableMock', 'PropertyMock', 'call', 'create_autospec', 'mock_open', 'patch', 'seal', 'sentinel']

FILTER_DIR = True


class _Sentinel:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return 'sentinel.' + self.name


class _Sentinels:
    """Makes an object for each name."""

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        self.__dict__[name] = made = _Sentinel(name)
        return made


sentinel = _Sentinels()
DEFAULT = sentinel.DEFAULT
_missing = sentinel.MISSING


class _Any:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __repr__(self):
        return '<ANY>'


ANY = _Any()


def _arguments(args, kwargs):
    return ', '.join([repr(a) for a in args] + ['%s=%r' % kv for kv in kwargs.items()])


def _parts(x):
    """Name, arguments and named arguments of what is compared with a call."""
    name, args, kwargs = '', (), {}
    for part in x:
        if isinstance(part, str):
            name = part
        elif isinstance(part, tuple):
            args = part
        else:
            kwargs = part
    return name, args, kwargs


class _Call(tuple):
    """A call: a name, arguments, named arguments; or the latter two of them."""

    def __new__(cls, value=(), name='', two=False, parent=None, **_):
        name_of, args, kwargs = _parts(value)
        return tuple.__new__(cls, (args, kwargs) if two else (name or name_of, args, kwargs))

    def __init__(self, value=(), name=None, two=False, parent=None, made=True):
        self._mock_name = name
        self._mock_parent = parent
        self._made = made

    @property
    def args(self):
        return self[-2]

    @property
    def kwargs(self):
        return self[-1]

    def __eq__(self, other):
        if not isinstance(other, tuple) or len(other) > 3:
            return NotImplemented
        mine, yours = _parts(self), _parts(other)
        if len(self) == 2 or isinstance(other, _Call) and len(other) == 2:
            mine, yours = mine[1:], yours[1:]
        # The other's parts go first: `ANY` equals everything.
        return yours == mine

    def __ne__(self, other):
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    __hash__ = None

    def __call__(self, *args, **kwargs):
        name = self._mock_name
        return _Call((name or '', args, kwargs), name=(name + '()') if name else '()', parent=self)._named(name or '')

    def _named(self, name):
        made = tuple.__new__(_Call, (name, self[-2], self[-1]))
        made._mock_name, made._mock_parent, made._made = self._mock_name, self._mock_parent, True
        return made

    def __getattr__(self, name):
        if name.startswith('__') and name.endswith('__') or name.startswith('_mock_'):
            raise AttributeError(name)
        return _Call(name='%s.%s' % (self._mock_name, name) if self._mock_name else name, parent=self, made=False)

    def __repr__(self):
        name, args, kwargs = _parts(self)
        if not self._made:
            return 'call.' + self._mock_name if self._mock_name else 'call'
        start = 'call' if not name else 'call' + name if name.startswith('()') else 'call.' + name
        return '%s(%s)' % (start, _arguments(args, kwargs))

    def call_list(self):
        calls, at = [], self
        while at is not None:
            if at._made and at._mock_name is not None:
                calls.append(at)
            at = at._mock_parent
        return _Calls(reversed(calls))

    def count(self, /, *args, **kwargs):
        return self.__getattr__('count')(*args, **kwargs)

    def index(self, /, *args, **kwargs):
        return self.__getattr__('index')(*args, **kwargs)


call = _Call(made=False)


class _Calls(list):
    """Calls; another list of them is in it if they come one after another."""

    def __contains__(self, value):
        if not isinstance(value, list):
            return list.__contains__(self, value)
        n = len(value)
        return any(list(self[i:i + n]) == list(value) for i in range(len(self) - n + 1))


_OWN = ('return_value', 'side_effect', 'called', 'call_count', 'call_args', 'call_args_list', 'mock_calls', 'method_calls')


class NonCallableMock:
    """A mock that cannot be called."""

    def __new__(cls, *args, **kwargs):
        # A class of its own, so that methods with special names are its own too.
        return object.__new__(type(cls.__name__, (cls,), {'__doc__': cls.__doc__, '__module__': cls.__module__}))

    def __init__(self, spec=None, wraps=None, name=None, spec_set=None, parent=None, _new_name='', side_effect=None, return_value=DEFAULT, unsafe=False, **kwargs):
        own = self.__dict__
        spec, strict = (spec_set, True) if spec_set is not None else (spec, False)
        if spec is True or spec is False:
            spec = None
        names = None
        if spec is not None:
            names = spec if isinstance(spec, (list, tuple)) else dir(spec)
        own['_mock_names'] = names
        own['_mock_strict'] = strict
        own['_spec_class'] = None if spec is None or isinstance(spec, (list, tuple)) else spec if isinstance(spec, type) else type(spec)
        own['_mock_wraps'] = wraps
        own['_mock_name'] = name
        own['_mock_new_name'] = _new_name
        own['_mock_parent'] = own['_mock_new_parent'] = parent
        own['_mock_children'] = {}
        own['_mock_sealed'] = False
        own['_mock_unsafe'] = unsafe
        own['_mock_return'] = return_value
        own['_mock_effect'] = None
        self._forget()
        self.side_effect = side_effect
        if kwargs:
            self.configure_mock(**kwargs)

    def _forget(self):
        own = self.__dict__
        own['called'], own['call_count'], own['call_args'] = False, 0, None
        own['call_args_list'], own['mock_calls'], own['method_calls'] = _Calls(), _Calls(), _Calls()

    @property
    def __class__(self):
        return self.__dict__.get('_spec_class') or type(self)

    def _made(self, **kwargs):
        return self._get_child_mock(**kwargs)

    def _get_child_mock(self, /, **kwargs):
        kind = type(self).__mro__[1]
        if issubclass(kind, NonCallableMagicMock):
            kind = MagicMock if kind is NonCallableMagicMock or issubclass(kind, PropertyMock) else kind
        elif not issubclass(kind, CallableMixin):
            kind = Mock
        return kind(**kwargs)

    def attach_mock(self, mock, attribute):
        mock.__dict__.update(_mock_parent=None, _mock_new_parent=None, _mock_name='', _mock_new_name=None)
        setattr(self, attribute, mock)

    def configure_mock(self, /, **kwargs):
        for path, value in sorted(kwargs.items(), key=lambda kv: kv[0].count('.')):
            *way, last = path.split('.')
            setattr(_functools.reduce(getattr, way, self), last, value)

    def mock_add_spec(self, spec, spec_set=False):
        own = self.__dict__
        own['_mock_names'] = spec if isinstance(spec, (list, tuple)) else dir(spec)
        own['_mock_strict'] = spec_set

    def reset_mock(self, visited=None, *, return_value=False, side_effect=False):
        visited = [] if visited is None else visited
        if any(v is self for v in visited):
            return
        visited.append(self)
        self._forget()
        own = self.__dict__
        if return_value:
            own['_mock_return'] = DEFAULT
        if side_effect:
            own['_mock_effect'] = None
        for child in list(own['_mock_children'].values()):
            if isinstance(child, NonCallableMock):
                child.reset_mock(visited, return_value=return_value, side_effect=side_effect)
        answer = own['_mock_return']
        if isinstance(answer, NonCallableMock) and answer is not self:
            answer.reset_mock(visited)

    @property
    def return_value(self):
        own = self.__dict__
        if own['_mock_return'] is DEFAULT and own['_mock_wraps'] is None:
            own['_mock_return'] = self._made(parent=self, _new_name='()')
        return own['_mock_return']

    @return_value.setter
    def return_value(self, value):
        self.__dict__['_mock_return'] = value
        self._adopt(value, None, '()')

    @property
    def side_effect(self):
        return self.__dict__['_mock_effect']

    @side_effect.setter
    def side_effect(self, value):
        plain = value is None or callable(value) or isinstance(value, BaseException)
        self.__dict__['_mock_effect'] = value if plain else iter(value)

    def _told(self):
        """Whether somebody has said what calls answer."""
        return self.__dict__['_mock_return'] is not DEFAULT

    def _adopt(self, value, name, new_name):
        """Whether it is a mock without a name, which becomes part of this one."""
        if not isinstance(value, NonCallableMock):
            return False
        own = value.__dict__
        if own['_mock_name'] or own['_mock_new_name'] or own['_mock_parent'] is not None or value is self:
            return False
        own['_mock_parent'] = own['_mock_new_parent'] = self
        own['_mock_name'], own['_mock_new_name'] = name, new_name
        return True

    def __getattr__(self, name):
        own = self.__dict__
        if name.startswith('_mock_') or '_mock_children' not in own:
            raise AttributeError(name)
        if own['_mock_names'] is not None:
            if name not in own['_mock_names']:
                raise AttributeError('Mock object has no attribute %r' % name)
        elif name.startswith('__') and name.endswith('__'):
            raise AttributeError(name)
        if not own['_mock_unsafe'] and (own['_mock_names'] is None or name not in own['_mock_names']):
            if name.startswith(('assert', 'assret', 'asert', 'aseert', 'assrt')):
                raise AttributeError("%r is not a valid assertion. Use a spec for the mock if %r is meant to be an attribute." % (name, name))
        children = own['_mock_children']
        found = children.get(name, _missing)
        if found is DEFAULT:
            raise AttributeError(name)
        if found is _missing:
            if own['_mock_sealed']:
                raise AttributeError('%s.%s' % (self._path(), name))
            wraps = own['_mock_wraps']
            found = children[name] = self._made(parent=self, name=name, _new_name=name, wraps=None if wraps is None else getattr(wraps, name))
        return found

    def __setattr__(self, name, value):
        own = self.__dict__
        if name in ('return_value', 'side_effect') or name in own and name in _OWN:
            return object.__setattr__(self, name, value)
        if own['_mock_strict'] and name not in own['_mock_names']:
            raise AttributeError("Mock object has no attribute '%s'" % name)
        if name.startswith('__') and name.endswith('__') and name not in ('__class__', '__dict__', '__name__', '__qualname__', '__doc__', '__module__', '__wrapped__'):
            if isinstance(value, NonCallableMock):
                self._adopt(value, None, name)
                own['_mock_children'][name] = value
                return setattr(type(self), name, lambda this, *args, **kwargs: value(*args, **kwargs))
            if callable(value) and not isinstance(value, type):
                return setattr(type(self), name, lambda this, *args, **kwargs: value(this, *args, **kwargs))
            return setattr(type(self), name, value)
        if name == '__class__':
            own['_spec_class'] = value
            return
        if own['_mock_sealed'] and name not in own and name not in own['_mock_children']:
            raise AttributeError('Cannot set %s.%s' % (self._path(), name))
        if self._adopt(value, name, name):
            own['_mock_children'][name] = value
            own.pop(name, None)
        elif isinstance(value, NonCallableMock):
            own['_mock_children'][name] = value
            own.pop(name, None)
        else:
            own[name] = value

    def __delattr__(self, name):
        own = self.__dict__
        if own['_mock_children'].get(name) is DEFAULT:
            raise AttributeError(name)
        own.pop(name, None)
        own['_mock_children'][name] = DEFAULT

    def __dir__(self):
        own = self.__dict__
        names = list(own['_mock_names'] or [n for n in dir(type(self)) if not n.startswith('_')])
        names += [n for n in own if not n.startswith('_mock')]
        names += [n for n, m in own['_mock_children'].items() if m is not DEFAULT]
        return sorted(set(names))

    def _path(self):
        """The names that lead here."""
        path, at = '', self
        while at is not None:
            own = at.__dict__
            name = own['_mock_new_name'] or ''
            if own['_mock_new_parent'] is None:
                name = own['_mock_name'] or own['_mock_new_name'] or 'mock'
            dot = '.' if path and not path.startswith('()') else ''
            path = name + dot + path
            at = own['_mock_new_parent']
        return path

    def __repr__(self):
        own = self.__dict__
        path = self._path()
        name = '' if path in ('mock', 'mock.') and not own['_mock_name'] else ' name=%r' % path
        spec = ''
        if own['_spec_class'] is not None:
            spec = ' %s=%r' % ('spec_set' if own['_mock_strict'] else 'spec', own['_spec_class'].__name__)
        return "<%s%s%s id='%s'>" % (type(self).__name__, name, spec, id(self))

    def _shown(self, args, kwargs):
        return '%s(%s)' % (self.__dict__['_mock_name'] or 'mock', _arguments(args, kwargs))

    def _called_text(self):
        return '\nCalls: %r.' % (self.mock_calls,) if self.mock_calls else ''

    def assert_not_called(self):
        if self.call_count:
            name = self._mock_name or 'mock'
            raise AssertionError("Expected '%s' to not have been called. Called %s times.%s" % (name, self.call_count, self._called_text()))

    def assert_called(self):
        if not self.call_count:
            raise AssertionError("Expected '%s' to have been called." % (self._mock_name or 'mock'))

    def assert_called_once(self):
        if self.call_count != 1:
            name = self._mock_name or 'mock'
            raise AssertionError("Expected '%s' to have been called once. Called %s times.%s" % (name, self.call_count, self._called_text()))

    def assert_called_with(self, /, *args, **kwargs):
        expected = self._shown(args, kwargs)
        if self.call_args is None:
            raise AssertionError('expected call not found.\nExpected: %s\n  Actual: not called.' % expected)
        if _Call((args, kwargs), two=True) != self.call_args:
            actual = self._shown(self.call_args.args, self.call_args.kwargs)
            raise AssertionError('expected call not found.\nExpected: %s\n  Actual: %s' % (expected, actual))

    def assert_called_once_with(self, /, *args, **kwargs):
        if self.call_count != 1:
            name = self._mock_name or 'mock'
            raise AssertionError("Expected '%s' to be called once. Called %s times.%s" % (name, self.call_count, self._called_text()))
        self.assert_called_with(*args, **kwargs)

    def assert_any_call(self, /, *args, **kwargs):
        if _Call((args, kwargs), two=True) not in self.call_args_list:
            raise AssertionError('%s call not found' % self._shown(args, kwargs))

    def assert_has_calls(self, calls, any_order=False):
        calls = list(calls)
        if not any_order:
            if calls not in self.mock_calls:
                raise AssertionError('Calls not found.\nExpected: %r%s' % (_Calls(calls), '\nActual: %r' % (self.mock_calls,) if self.mock_calls else ''))
            return
        rest, missing = list(self.mock_calls), []
        for c in calls:
            if c in rest:
                rest.remove(c)
            else:
                missing.append(c)
        if missing:
            raise AssertionError('%r does not contain all of %r in its call list, found %r instead' % (self._mock_name or 'mock', tuple(missing), _Calls(rest)))


class CallableMixin:
    """What calls of a mock do."""

    def __call__(self, /, *args, **kwargs):
        self._note(args, kwargs)
        effect = self.side_effect
        if effect is not None:
            if isinstance(effect, BaseException) or isinstance(effect, type) and issubclass(effect, BaseException):
                raise effect
            if callable(effect):
                result = effect(*args, **kwargs)
            else:
                result = next(effect)
                if isinstance(result, BaseException) or isinstance(result, type) and issubclass(result, BaseException):
                    raise result
            if result is not DEFAULT:
                return result
        own = self.__dict__
        if own['_mock_return'] is DEFAULT and own['_mock_wraps'] is not None:
            return own['_mock_wraps'](*args, **kwargs)
        return self.return_value

    def _note(self, args, kwargs):
        own = self.__dict__
        own['called'] = True
        own['call_count'] += 1
        own['call_args'] = this = _Call((args, kwargs), two=True)
        own['call_args_list'].append(this)
        own['mock_calls'].append(_Call(('', args, kwargs)))
        # Those of which this one is a part know of the call by its way from there.
        name, at, method = own['_mock_new_name'] or '', own['_mock_new_parent'], bool(own['_mock_name'])
        while at is not None:
            up = at.__dict__
            if method and not name.startswith('()') and '()' not in name:
                up['method_calls'].append(_Call((name, args, kwargs)))
            up['mock_calls'].append(_Call((name, args, kwargs)))
            outer = up['_mock_new_name'] or ''
            method = method and bool(up['_mock_name'])
            if outer:
                name = outer + ('' if name.startswith('()') else '.') + name
            at = up['_mock_new_parent']


class Mock(CallableMixin, NonCallableMock):
    """A mock that can be called."""


# What special methods answer where nobody says otherwise.
_ANSWERS = {
    '__int__': 1, '__float__': 1.0, '__complex__': 1j, '__bool__': True, '__index__': 1, '__len__': 0, '__contains__': False,
    '__exit__': False, '__lt__': NotImplemented, '__gt__': NotImplemented, '__le__': NotImplemented, '__ge__': NotImplemented,
}
_OTHERS = ('getitem setitem delitem enter call_ add sub mul truediv floordiv mod divmod pow lshift rshift and or xor matmul neg pos abs invert '
           'iadd isub imul itruediv ifloordiv imod ipow ilshift irshift iand ior ixor imatmul round trunc floor ceil fspath reversed')
_SPECIAL = list(_ANSWERS) + ['__%s__' % n for n in _OTHERS.split() if n != 'call_'] + ['__iter__', '__str__', '__hash__', '__eq__', '__ne__']


class _Special:
    """A special method of a magic mock: made a mock when first asked for."""

    def __init__(self, name):
        self.name = name

    def __get__(self, this, kind=None):
        if this is None:
            return self
        own = this.__dict__
        children, name = own['_mock_children'], self.name
        if name in children:
            found = children[name]
            if found is DEFAULT:
                raise AttributeError(name)
            return found
        if own['_mock_names'] is not None and name not in own['_mock_names']:
            raise AttributeError('Mock object has no attribute %r' % name)
        made = MagicMock(parent=this, name=name, _new_name=name)
        children[name] = made
        if name in _PLAIN:
            made.side_effect = lambda *args: DEFAULT if made._told() else _PLAIN[name](this, *args)
        elif name in _ANSWERS:
            made.return_value = _ANSWERS[name]
        elif name == '__iter__':
            made.side_effect = lambda: iter(_given(made))
        elif name == '__fspath__':
            made.return_value = '%s/%s/%s' % (type(this).__name__, this._path(), id(this))
        return made


def _given(mock):
    answer = mock.__dict__['_mock_return']
    return [] if answer is DEFAULT else answer


_PLAIN = {'__eq__': lambda a, b: True if a is b else NotImplemented, '__ne__': lambda a, b: False if a is b else NotImplemented, '__str__': repr, '__hash__': id}


def _method(name):
    made = _Special(name)

    def special(self, *args):
        return made.__get__(self)(*args)
    special.__name__ = name
    return special


class NonCallableMagicMock(NonCallableMock):
    """A mock with special methods that cannot be called."""

    def __getattr__(self, name):
        if name in _SPECIAL:
            return _Special(name).__get__(self)
        return NonCallableMock.__getattr__(self, name)

    def __getattribute__(self, name):
        # The special methods are plain functions of the class; asked for by name they are mocks.
        if name[:2] == '__' and name in _MAGIC:
            return _Special(name).__get__(self)
        return object.__getattribute__(self, name)

    def __hash__(self):
        found = self.__dict__['_mock_children'].get('__hash__')
        return id(self) if found is None else found()

    def __str__(self):
        found = self.__dict__['_mock_children'].get('__str__')
        return repr(self) if found is None else found()

    def __eq__(self, other):
        found = self.__dict__['_mock_children'].get('__eq__')
        return _PLAIN['__eq__'](self, other) if found is None else found(other)

    def __ne__(self, other):
        found = self.__dict__['_mock_children'].get('__ne__')
        return _PLAIN['__ne__'](self, other) if found is None else found(other)


_MAGIC = frozenset(_SPECIAL)
for _name in _MAGIC - _PLAIN.keys():
    setattr(NonCallableMagicMock, _name, _method(_name))


class MagicMock(CallableMixin, NonCallableMagicMock):
    """A mock that can be called and has the special methods."""


class PropertyMock(Mock):
    """A mock to be a property: reading calls it, setting calls it with the value."""

    def __get__(self, this, kind=None):
        return self()

    def __set__(self, this, value):
        self(value)


def seal(mock):
    mock.__dict__['_mock_sealed'] = True
    for child in list(mock.__dict__['_mock_children'].values()):
        if isinstance(child, NonCallableMock) and child.__dict__['_mock_new_parent'] is mock:
            seal(child)


def create_autospec(spec, spec_set=False, instance=False, _parent=None, _name=None, **kwargs):
    """A mock with the names of `spec`."""
    given = {'spec_set' if spec_set else 'spec': spec}
    if isinstance(spec, type) and not instance:
        made = MagicMock(name=_name, **given, **kwargs)
        if 'return_value' not in kwargs:
            made.return_value = MagicMock(**given)
        return made
    if isinstance(spec, type(create_autospec)):
        return MagicMock(name=_name or spec.__name__, **kwargs)
    return (MagicMock if callable(spec) and not instance else NonCallableMagicMock)(name=_name, **given, **kwargs)


def _object(path):
    """What a name with dots leads to, imported as far as needed."""
    first, *rest = path.split('.')
    name, at = first, _importlib.import_module(first)
    for part in rest:
        name += '.' + part
        try:
            at = getattr(at, part)
        except AttributeError:
            _importlib.import_module(name)
            at = getattr(at, part)
    return at


class _Patch:
    """Something else in the place of an attribute: in a `with`, while a function runs, or from `start` to `stop`."""

    active = []

    def __init__(self, target, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs):
        if new_callable is not None and new is not DEFAULT:
            raise ValueError("Cannot use 'new' and 'new_callable' together")
        self.target, self.attribute, self.new, self.spec, self.create = target, attribute, new, spec, create
        self.spec_set, self.autospec, self.new_callable, self.kwargs = spec_set, autospec, new_callable, kwargs
        self.keyword, self.others = None, []

    def copy(self):
        made = _Patch(self.target, self.attribute, self.new, self.spec, self.create, self.spec_set, self.autospec, self.new_callable, self.kwargs)
        made.keyword, made.others = self.keyword, [p.copy() for p in self.others]
        return made

    def __call__(self, func):
        if isinstance(func, type):
            for name in dir(func):
                if name.startswith(patch.TEST_PREFIX) and callable(getattr(func, name)):
                    setattr(func, name, self.copy()(getattr(func, name)))
            return func
        if hasattr(func, 'patchings'):
            func.patchings.append(self)
            return func

        @_functools.wraps(func)
        def patched(*args, **kw):
            entered = []
            extra = []
            try:
                for p in patched.patchings:
                    value = p.__enter__()
                    entered.append(p)
                    if p.keyword is not None:
                        kw.update(value)
                    elif p.new is DEFAULT:
                        extra.append(value)
                return func(*args, *extra, **kw)
            finally:
                for p in reversed(entered):
                    p.__exit__(None, None, None)
        patched.patchings = [self]
        return patched

    def __enter__(self):
        where = self.where = self.target() if callable(self.target) and not isinstance(self.target, type) else self.target
        name = self.attribute
        self.local = name in getattr(where, '__dict__', {})
        old = where.__dict__[name] if self.local else getattr(where, name, DEFAULT)
        if old is DEFAULT and not self.create:
            builtins = _sys.modules.get('builtins')
            if not (isinstance(where, type(_sys)) and builtins is not None and hasattr(builtins, name)):
                raise AttributeError('%r does not have the attribute %r' % (where, name))
        self.old = old
        new = self.new
        if new is DEFAULT:
            new = self._replacement(old, name)
        setattr(where, name, new)
        if self.keyword is None:
            return new
        out = {self.attribute: new} if self.new is DEFAULT else {}
        done = []
        try:
            for p in self.others:
                value = p.__enter__()
                done.append(p)
                if p.new is DEFAULT:
                    out.update(value)
        except BaseException:
            for p in reversed(done):
                p.__exit__(None, None, None)
            self._restore()
            raise
        return out

    def _replacement(self, old, name):
        if self.autospec:
            return create_autospec(old if self.autospec is True else self.autospec, spec_set=bool(self.spec_set), _name=name, **self.kwargs)
        given = dict(self.kwargs)
        for key, value in (('spec', self.spec), ('spec_set', self.spec_set)):
            if value is not None:
                given[key] = old if value is True else value
        kind = self.new_callable or MagicMock
        if isinstance(kind, type) and issubclass(kind, NonCallableMock):
            given.setdefault('name', name)
        made = kind(**given)
        if self.spec is True and isinstance(old, type) and isinstance(made, CallableMixin) and 'return_value' not in given:
            made.return_value = MagicMock(spec=old)
        return made

    def _restore(self):
        if self.local and self.old is not DEFAULT:
            setattr(self.where, self.attribute, self.old)
            return
        delattr(self.where, self.attribute)
        if not self.create and not hasattr(self.where, self.attribute) and self.old is not DEFAULT:
            setattr(self.where, self.attribute, self.old)

    def __exit__(self, *exc):
        for p in reversed(self.others):
            p.__exit__(*exc)
        self._restore()
        return False

    def start(self):
        result = self.__enter__()
        _Patch.active.append(self)
        return result

    def stop(self):
        if self not in _Patch.active:
            return None
        _Patch.active.remove(self)
        return self.__exit__(None, None, None)


def _split(target):
    if not isinstance(target, str) or '.' not in target:
        raise TypeError('Need a valid target to patch. You supplied: %r' % (target,))
    where, _, name = target.rpartition('.')
    return lambda: _object(where), name


class _Patcher:
    """`patch` and what goes with it."""

    TEST_PREFIX = 'test'

    def __call__(self, target, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, **kwargs):
        where, name = _split(target)
        return _Patch(where, name, new, spec, create, spec_set, autospec, new_callable, kwargs)

    def object(self, target, attribute, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, **kwargs):
        if isinstance(target, str):
            raise TypeError('%r must be the actual object to be patched, not a str' % target)
        return _Patch(lambda: target, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs)

    def multiple(self, target, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, **kwargs):
        where = (lambda: _object(target)) if isinstance(target, str) else (lambda: target)
        if not kwargs:
            raise ValueError('Must supply at least one keyword argument with patch.multiple')
        all = [_Patch(where, name, new, spec, create, spec_set, autospec, new_callable, {}) for name, new in kwargs.items()]
        for p in all:
            p.keyword = p.attribute
        all[0].others = all[1:]
        return all[0]

    def dict(self, in_dict, values=(), clear=False, **kwargs):
        return _PatchDict(in_dict, values, clear, kwargs)

    def stopall(self):
        for p in reversed(_Patch.active[:]):
            p.stop()


class _PatchDict:
    """Other entries in a dictionary for a while."""

    def __init__(self, in_dict, values, clear, kwargs):
        self.target, self.values, self.clear = in_dict, dict(values), clear
        self.values.update(kwargs)

    def __call__(self, func):
        if isinstance(func, type):
            for name in dir(func):
                if name.startswith(patch.TEST_PREFIX) and callable(getattr(func, name)):
                    setattr(func, name, _PatchDict(self.target, self.values, self.clear, {})(getattr(func, name)))
            return func

        @_functools.wraps(func)
        def patched(*args, **kw):
            with self:
                return func(*args, **kw)
        return patched

    def __enter__(self):
        self.where = where = _object(self.target) if isinstance(self.target, str) else self.target
        self.old = {k: where[k] for k in where}
        if self.clear:
            self._empty()
        for k, v in self.values.items():
            where[k] = v
        return where

    def _empty(self):
        for k in list(self.where):
            del self.where[k]

    def __exit__(self, *exc):
        self._empty()
        for k, v in self.old.items():
            self.where[k] = v
        return False

    def start(self):
        result = self.__enter__()
        _Patch.active.append(self)
        return result

    def stop(self):
        if self in _Patch.active:
            _Patch.active.remove(self)
            self.__exit__(None, None, None)


patch = _Patcher()


def mock_open(mock=None, read_data=''):
    """A mock to be `open`: what it answers reads `read_data`."""
    import io
    mock = mock if mock is not None else MagicMock(name='open')
    handle = MagicMock(name='handle')

    def opened(*args, **kwargs):
        data = (io.BytesIO if isinstance(read_data, bytes) else io.StringIO)(read_data)
        handle.read.side_effect = data.read
        handle.readline.side_effect = data.readline
        handle.readlines.side_effect = data.readlines
        handle.__iter__.side_effect = lambda: iter(data)
        return DEFAULT
    handle.__enter__.return_value = handle
    handle.write.return_value = None
    mock.side_effect = opened
    mock.return_value = handle
    return mock
