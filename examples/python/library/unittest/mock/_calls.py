"""Calls as mocks note them, and the objects that stand for nothing but themselves."""

__name__ = 'unittest.mock'  # Of what is defined here.


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
