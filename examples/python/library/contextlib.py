"""Context managers."""

import abc as _abc
from _generic import GenericAlias as _GenericAlias
from functools import wraps as _wraps

__all__ = ['AbstractContextManager', 'ContextDecorator', 'ExitStack', 'chdir', 'closing', 'contextmanager', 'nullcontext', 'redirect_stderr', 'redirect_stdout',
           'suppress']


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


class AbstractContextManager(_abc.ABC):
    """What can stand in a `with` statement."""

    __class_getitem__ = classmethod(_GenericAlias)

    def __enter__(self):
        return self

    @_abc.abstractmethod
    def __exit__(self, kind, value, traceback):
        return None

    @classmethod
    def __subclasshook__(cls, c):
        if cls is not AbstractContextManager:
            return NotImplemented
        for name in ('__enter__', '__exit__'):
            found = [k.__dict__[name] for k in c.__mro__ if name in k.__dict__]
            if not found or found[0] is None:
                return NotImplemented
        return True


class _GeneratorContextManager(ContextDecorator, AbstractContextManager):
    """A generator that yields once, as a context manager."""

    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self.func, self.args, self.kwds = func, args, kwds
        doc = getattr(func, '__doc__', None)
        if doc is not None:
            self.__doc__ = doc

    def _recreate_cm(self):
        return type(self)(self.func, self.args, self.kwds)

    def __enter__(self):
        # They are not needed any more.
        self.args = self.kwds = self.func = None
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
                value.__traceback__ = traceback
                return False
            raise
        except BaseException as e:
            if e is value:
                # Its way through the generator is not that of the body.
                value.__traceback__ = traceback
                return False
            raise
        raise RuntimeError("generator didn't stop after throw()")


def contextmanager(func):
    @_wraps(func)
    def helper(*args, **kwds):
        return _GeneratorContextManager(func, args, kwds)
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


class chdir(AbstractContextManager):
    """Another current folder; not for several threads."""

    def __init__(self, path):
        self.path = path
        self._old = []

    def __enter__(self):
        import os
        self._old.append(os.getcwd())
        os.chdir(self.path)

    def __exit__(self, *exc):
        import os
        os.chdir(self._old.pop())


def _manager(cm):
    """`__enter__` and `__exit__` of the class."""
    cls = type(cm)
    try:
        return cls.__enter__, cls.__exit__
    except AttributeError:
        text = "'%s.%s' object does not support the context manager protocol" % (cls.__module__, cls.__qualname__)
        raise TypeError(text) from None


class ExitStack(AbstractContextManager):
    """Context managers and callbacks, left in reverse order."""

    def __init__(self):
        self._exit_callbacks = []

    def _leave_by(self, f, cm):
        from types import MethodType
        self._exit_callbacks.append((True, MethodType(f, cm)))

    def enter_context(self, cm):
        enter, leave = _manager(cm)
        result = enter(cm)
        self._leave_by(leave, cm)
        return result

    def push(self, exit):
        try:
            leave = type(exit).__exit__
        except AttributeError:
            self._exit_callbacks.append((True, exit))
        else:
            self._leave_by(leave, exit)
        return exit

    def callback(self, callback, /, *args, **kwds):
        def leave(kind, value, traceback):
            callback(*args, **kwds)
        leave.__wrapped__ = callback
        self._exit_callbacks.append((True, leave))
        return callback

    def pop_all(self):
        new = type(self)()
        new._exit_callbacks, self._exit_callbacks = self._exit_callbacks, []
        return new

    def close(self):
        self.__exit__(None, None, None)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        import sys
        handled = sys.exc_info()[1]
        pending = value
        while self._exit_callbacks:
            _, leave = self._exit_callbacks.pop()
            try:
                if pending is None:
                    leave(None, None, None)
                elif leave(type(pending), pending, pending.__traceback__):
                    pending = None
            except BaseException as e:
                # Its context is what was pending, not what is handled around all of this.
                end = e
                while end.__context__ is not None and end.__context__ is not handled and end.__context__ is not pending:
                    end = end.__context__
                if end is not pending:
                    end.__context__ = pending
                pending = e
        if pending is not None and pending is not value:
            context = pending.__context__
            try:
                raise pending
            except BaseException:
                pending.__context__ = context
                raise
        return value is not None and pending is None
