"""Mocks without special methods: their attributes, what they check, what calls of them do."""

import functools as _functools
import unittest.mock as _mock
from unittest.mock._calls import DEFAULT, _Call, _Calls, _arguments, _missing

__name__ = 'unittest.mock'  # Of what is defined here.

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
        if issubclass(kind, _mock.NonCallableMagicMock):
            kind = _mock.MagicMock if kind is _mock.NonCallableMagicMock or issubclass(kind, _mock.PropertyMock) else kind
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
