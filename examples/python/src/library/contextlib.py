"""Context managers."""

from functools import wraps as _wraps
from abc import ABC as _ABC


class ContextDecorator:
    """A context manager that also decorates functions."""

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @_wraps(func)
        def inner(*args, **kwds):
            with self._recreate_cm():
                return func(*args, **kwds)
        return inner


class AbstractContextManager(_ABC):
    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return None


class _Generator(ContextDecorator):
    """A generator that yields once, as a context manager."""

    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self._made = func, args, kwds

    def _recreate_cm(self):
        return _Generator(*self._made)

    def __enter__(self):
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, kind, value, traceback):
        if kind is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            raise RuntimeError("generator didn't stop")
        if value is None:
            value = kind()
        try:
            self.gen.throw(value)
        except StopIteration as e:
            return e is not value
        except RuntimeError as e:
            # The generator let a `StopIteration` of the body through.
            if e is value or isinstance(value, StopIteration) and e.__cause__ is value:
                return False
            raise
        except BaseException as e:
            if e is value:
                return False
            raise
        raise RuntimeError("generator didn't stop after throw()")


def contextmanager(func):
    @_wraps(func)
    def helper(*args, **kwds):
        return _Generator(func, args, kwds)
    return helper


class closing(AbstractContextManager):
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *exc):
        self.thing.close()


class suppress(AbstractContextManager):
    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        pass

    def __exit__(self, kind, value, traceback):
        return kind is not None and issubclass(kind, self._exceptions)


class nullcontext(AbstractContextManager):
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *exc):
        pass


class _Redirect(AbstractContextManager):
    _stream = None

    def __init__(self, new_target):
        self._new = new_target
        self._old = []

    def __enter__(self):
        import sys
        self._old.append(getattr(sys, self._stream))
        setattr(sys, self._stream, self._new)
        return self._new

    def __exit__(self, *exc):
        import sys
        setattr(sys, self._stream, self._old.pop())


class redirect_stdout(_Redirect):
    _stream = 'stdout'


class redirect_stderr(_Redirect):
    _stream = 'stderr'


class ExitStack(AbstractContextManager):
    """Context managers and callbacks, left in reverse order."""

    def __init__(self):
        self._exits = []

    def enter_context(self, cm):
        cls = type(cm)
        if not hasattr(cls, '__enter__') or not hasattr(cls, '__exit__'):
            raise TypeError("'%s.%s' object does not support the context manager protocol" % (cls.__module__, cls.__qualname__))
        result = cm.__enter__()
        self._exits.append(cm.__exit__)
        return result

    def push(self, exit):
        self._exits.append(exit.__exit__ if hasattr(type(exit), '__exit__') else exit)
        return exit

    def callback(self, callback, /, *args, **kwds):
        def leave(kind, value, traceback):
            callback(*args, **kwds)
        self._exits.append(leave)
        return callback

    def pop_all(self):
        new = type(self)()
        new._exits = self._exits
        self._exits = []
        return new

    def close(self):
        self.__exit__(None, None, None)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        pending = value
        while self._exits:
            leave = self._exits.pop()
            try:
                if pending is None:
                    leave(None, None, None)
                elif leave(type(pending), pending, pending.__traceback__):
                    pending = None
            except BaseException as e:
                pending = e
        if pending is not None and pending is not value:
            raise pending
        return value is not None and pending is None
