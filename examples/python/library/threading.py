"""Threads, for programs that would do with one: there is only the main thread, and a started one runs to its end within `start`.

So locks are never waited for: where another thread would have to act, there is a `RuntimeError`, as it would be waited for ever; with a timeout the
wait has failed at once.

Example: `t = Thread(target=f); t.start(); t.join()` calls `f` in `start`; within `f`, `current_thread()` is `t`.
"""

import sys as _sys
import traceback as _traceback

__all__ = ['get_ident', 'active_count', 'Condition', 'current_thread', 'enumerate', 'main_thread', 'TIMEOUT_MAX', 'Event', 'Lock', 'RLock', 'Semaphore',
           'BoundedSemaphore', 'Thread', 'Barrier', 'BrokenBarrierError', 'Timer', 'ThreadError', 'excepthook', 'ExceptHookArgs', 'local', 'get_native_id']

TIMEOUT_MAX = 9223372036.0
ThreadError = RuntimeError


def _hopeless(what):
    raise RuntimeError('deadlock: %s would be waited for, and no other thread runs' % what)


def _wait(what, blocking, timeout):
    """What comes of a wait that nobody ends."""
    if not blocking:
        if timeout not in (-1, None):
            raise ValueError("can't specify a timeout for a non-blocking call")
        return False
    if timeout is not None and timeout != -1:
        if timeout < 0:
            raise ValueError('timeout value must be a non-negative number')
        return False
    _hopeless(what)


class Lock:
    def __init__(self):
        self._held = False

    def acquire(self, blocking=True, timeout=-1):
        if self._held:
            return _wait('a lock', blocking, timeout)
        self._held = True
        return True

    def release(self):
        if not self._held:
            raise RuntimeError('release unlocked lock')
        self._held = False

    def locked(self):
        return self._held

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc):
        self.release()

    def __repr__(self):
        return '<%s _thread.lock object at %#x>' % ('locked' if self._held else 'unlocked', id(self))


class RLock:
    """A lock that its thread may take again. Its thread is the one that runs now, however deep in another's `start`."""

    def __init__(self):
        self._owner, self._count = None, 0

    def acquire(self, blocking=True, timeout=-1):
        me = current_thread()
        if self._count and self._owner is not me:
            return _wait('a lock', blocking, timeout)
        self._owner = me
        self._count += 1
        return True

    def release(self):
        if not self._count or self._owner is not current_thread():
            raise RuntimeError('cannot release un-acquired lock')
        self._count -= 1
        if not self._count:
            self._owner = None

    def _is_owned(self):
        return self._owner is current_thread()

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc):
        self.release()


class Condition:
    def __init__(self, lock=None):
        self._lock = RLock() if lock is None else lock
        self.acquire, self.release = self._lock.acquire, self._lock.release

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *exc):
        return self._lock.__exit__(*exc)

    def wait(self, timeout=None):
        return _wait('a condition', True, timeout)

    def wait_for(self, predicate, timeout=None):
        return predicate() or self.wait(timeout)

    def notify(self, n=1):
        """Nobody waits."""

    def notify_all(self):
        """Nobody waits."""


class Semaphore:
    def __init__(self, value=1):
        if value < 0:
            raise ValueError('semaphore initial value must be >= 0')
        self._value = value

    def acquire(self, blocking=True, timeout=None):
        if not self._value:
            return _wait('a semaphore', blocking, timeout)
        self._value -= 1
        return True

    def release(self, n=1):
        if n < 1:
            raise ValueError('n must be one or more')
        self._value += n

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc):
        self.release()


class BoundedSemaphore(Semaphore):
    def __init__(self, value=1):
        super().__init__(value)
        self._initial_value = value

    def release(self, n=1):
        if self._value + n > self._initial_value:
            raise ValueError('Semaphore released too many times')
        super().release(n)


class Event:
    def __init__(self):
        self._flag = False

    def is_set(self):
        return self._flag

    def set(self):
        self._flag = True

    def clear(self):
        self._flag = False

    def wait(self, timeout=None):
        return self._flag or _wait('an event', True, timeout)


class BrokenBarrierError(RuntimeError):
    pass


class Barrier:
    def __init__(self, parties, action=None, timeout=None):
        self.parties, self.n_waiting, self.broken, self._action = parties, 0, False, action

    def wait(self, timeout=None):
        if self.broken:
            raise BrokenBarrierError
        if self.parties > 1:
            _hopeless('a barrier')
        if self._action is not None:
            self._action()
        return 0

    def reset(self):
        self.broken = False

    def abort(self):
        self.broken = True


class local:
    """Attributes that each thread has for itself."""

    def __new__(cls, /, *args, **kwargs):
        made = super().__new__(cls)
        object.__setattr__(made, '_local_made', (args, kwargs))
        object.__setattr__(made, '_local_states', {})
        return made

    def __getattribute__(self, name):
        if not name.startswith('_local_'):
            _switch(self)
        return object.__getattribute__(self, name)

    def __setattr__(self, name, value):
        _switch(self)
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        _switch(self)
        object.__delattr__(self, name)


def _switch(this):
    """Puts the attributes of the thread that runs in the place of those of the one that ran before."""
    states, me = this._local_states, current_thread()
    current = states.get('current', me)
    if current is me:
        states['current'] = me
        return
    own = object.__getattribute__(this, '__dict__')
    kept = {k: own.pop(k) for k in list(own) if not k.startswith('_local_')}
    states[current] = kept
    states['current'] = me
    if me in states:
        own.update(states.pop(me))
    else:
        args, kwargs = this._local_made
        type(this).__init__(this, *args, **kwargs)


class ExceptHookArgs(tuple):
    exc_type = property(lambda self: self[0])
    exc_value = property(lambda self: self[1])
    exc_traceback = property(lambda self: self[2])
    thread = property(lambda self: self[3])


def excepthook(args):
    if args.exc_type is not SystemExit:
        _sys.stderr.write('Exception in thread %s:\n' % args.thread.name)
        _traceback.print_exception(args.exc_type, args.exc_value, args.exc_traceback)


class Thread:
    """What is done in `start`."""

    _made = 0

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        if group is not None:
            raise AssertionError('group argument must be None for now')
        if name is None:
            Thread._made += 1
            name = 'Thread-%d' % Thread._made
            if target is not None:
                name += ' (%s)' % getattr(target, '__name__', repr(target))
        self.name = str(name)
        self.daemon = current_thread().daemon if daemon is None else daemon
        self._target, self._args, self._kwargs = target, args, kwargs or {}
        self._state = 'initial'
        self.ident = self.native_id = None

    def run(self):
        if self._target is not None:
            self._target(*self._args, **self._kwargs)

    def start(self):
        if self._state == 'unset':
            raise RuntimeError('thread.__init__() not called')
        if self._state != 'initial':
            raise RuntimeError('threads can only be started once')
        self._state = 'started'
        self.ident = self.native_id = id(self)
        _running.append(self)
        try:
            self.run()
        except BaseException as e:
            excepthook(ExceptHookArgs((type(e), e, e.__traceback__, self)))
        finally:
            _running.pop()
            self._state = 'stopped'

    _state = 'unset'

    def join(self, timeout=None):
        if self._state in ('initial', 'unset'):
            raise RuntimeError('cannot join thread before it is started')
        if self._state == 'started':
            if self is current_thread():
                raise RuntimeError('cannot join current thread')
            _wait('a thread', True, timeout)

    def is_alive(self):
        return self._state == 'started'

    def getName(self):
        return self.name

    def setName(self, name):
        self.name = name

    def isDaemon(self):
        return self.daemon

    def setDaemon(self, daemonic):
        self.daemon = daemonic

    def __repr__(self):
        parts = [self._state] + ['daemon'] * self.daemon + ([str(self.ident)] if self.ident is not None else [])
        return '<%s(%s, %s)>' % (type(self).__name__, self.name, ' '.join(parts))


class _MainThread(Thread):
    def __init__(self):
        self.name, self.daemon, self._state = 'MainThread', False, 'started'
        self.ident = self.native_id = id(self)


class Timer(Thread):
    """A thread whose function is called in `start`, after the wait."""

    def __init__(self, interval, function, args=None, kwargs=None):
        super().__init__()
        self.interval, self.function, self.args, self.kwargs, self._off = interval, function, args or [], kwargs or {}, False

    def cancel(self):
        self._off = True

    def run(self):
        import time
        time.sleep(self.interval)
        if not self._off:
            self.function(*self.args, **self.kwargs)


_running = [_MainThread()]


def current_thread():
    return _running[-1]


def main_thread():
    return _running[0]


def enumerate():
    return list(_running)


def active_count():
    return len(_running)


def get_ident():
    return _running[-1].ident


get_native_id = get_ident
currentThread, activeCount = current_thread, active_count


def settrace(func):
    """There is nothing to trace."""


setprofile = settrace


def stack_size(size=0):
    return 0
