"""Something else in the place of an attribute, or in a dictionary, for a while."""

import functools as _functools
import importlib as _importlib
import sys as _sys
from unittest.mock._calls import DEFAULT
from unittest.mock._magic import MagicMock, create_autospec
from unittest.mock._mocks import CallableMixin, NonCallableMock

__name__ = 'unittest.mock'  # Of what is defined here.


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
