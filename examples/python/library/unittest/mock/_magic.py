"""Mocks with special methods, and those made after the pattern of something."""

import io as _io
from unittest.mock._calls import DEFAULT
from unittest.mock._mocks import CallableMixin, Mock, NonCallableMock

__name__ = 'unittest.mock'  # Of what is defined here.

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


def mock_open(mock=None, read_data=''):
    """A mock to be `open`: what it answers reads `read_data`."""
    mock = mock if mock is not None else MagicMock(name='open')
    handle = MagicMock(name='handle')

    def opened(*args, **kwargs):
        data = (_io.BytesIO if isinstance(read_data, bytes) else _io.StringIO)(read_data)
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
