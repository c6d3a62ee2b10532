"""Variables of a context, of which a program has one until it makes others."""

_MISSING = object()


class Token:
    MISSING = _MISSING

    def __init__(self, var, old):
        self.var = var
        self.old_value = old
        self._used = False


class ContextVar:
    def __init__(self, name, *, default=_MISSING):
        self.name = name
        self._default = default

    def get(self, default=_MISSING):
        value = _current._values.get(self, _MISSING)
        if value is _MISSING:
            value = self._default if default is _MISSING else default
            if value is _MISSING:
                raise LookupError(self)
        return value

    def set(self, value):
        token = Token(self, _current._values.get(self, _MISSING))
        _current._values[self] = value
        return token

    def reset(self, token):
        if token._used:
            raise RuntimeError('%r has already been used once' % (token,))
        if token.var is not self:
            raise ValueError('%r was created by a different ContextVar' % (token,))
        token._used = True
        if token.old_value is _MISSING:
            _current._values.pop(self, None)
        else:
            _current._values[self] = token.old_value

    def __repr__(self):
        return '<ContextVar name=%r at %#x>' % (self.name, id(self))

    def __class_getitem__(cls, item):
        return cls


class Context:
    def __init__(self):
        self._values = {}

    def run(self, callable, *args, **kwargs):
        global _current
        before = _current
        _current = self
        try:
            return callable(*args, **kwargs)
        finally:
            _current = before

    def copy(self):
        new = Context()
        new._values = dict(self._values)
        return new

    def __getitem__(self, var):
        return self._values[var]

    def __contains__(self, var):
        return var in self._values

    def get(self, var, default=None):
        return self._values.get(var, default)

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def keys(self):
        return self._values.keys()

    def values(self):
        return self._values.values()

    def items(self):
        return self._values.items()


_current = Context()


def copy_context():
    return _current.copy()
