"""Threads, of which there is one: locks are taken at once, and `Thread.start` runs the function to its end."""

import sys as _sys

TIMEOUT_MAX = 9223372036.0


class ThreadError(RuntimeError):
    pass


class _Lock:
    """A lock. Waiting for it would be waiting forever, as nobody else can release it."""

    def __init__(self):
        self._held = 0

    def acquire(self, blocking=True, timeout=-1):
        if self._held:
            if blocking and timeout < 0:
                raise RuntimeError('deadlock: the lock is held, and there is no other thread')
            return False
        self._held = 1
        return True

    def release(self):
        if not self._held:
            raise RuntimeError('release unlocked lock')
        self._held = 0

    def locked(self):
        return self._held > 0

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc):
        self.release()


class _RLock(_Lock):
    """A lock that its holder may take again."""

    def acquire(self, blocking=True, timeout=-1):
        self._held += 1
        return True

    def release(self):
        if not self._held:
            raise RuntimeError('cannot release un-acquired lock')
        self._held -= 1


def Lock():
    return _Lock()


def RLock():
    return _RLock()


def allocate_lock():
    return _Lock()


class Condition:
    def __init__(self, lock=None):
        self._lock = lock or _RLock()
        self.acquire = self._lock.acquire
        self.release = self._lock.release

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *exc):
        return self._lock.__exit__(*exc)

    def wait(self, timeout=None):
        if timeout is None:
            raise RuntimeError('deadlock: there is no other thread to notify this one')
        return False

    def wait_for(self, predicate, timeout=None):
        result = predicate()
        if not result:
            self.wait(timeout)
        return result

    def notify(self, n=1):
        pass

    def notify_all(self):
        pass


class Semaphore:
    def __init__(self, value=1):
        if value < 0:
            raise ValueError('semaphore initial value must be >= 0')
        self._value = value

    def acquire(self, blocking=True, timeout=None):
        if not self._value:
            if blocking and timeout is None:
                raise RuntimeError('deadlock: there is no other thread to release the semaphore')
            return False
        self._value -= 1
        return True

    def release(self, n=1):
        self._value += n

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc):
        self.release()


class BoundedSemaphore(Semaphore):
    def __init__(self, value=1):
        Semaphore.__init__(self, value)
        self._most = value

    def release(self, n=1):
        if self._value + n > self._most:
            raise ValueError('Semaphore released too many times')
        self._value += n


class Event:
    def __init__(self):
        self._flag = False

    def is_set(self):
        return self._flag

    isSet = is_set

    def set(self):
        self._flag = True

    def clear(self):
        self._flag = False

    def wait(self, timeout=None):
        if not self._flag and timeout is None:
            raise RuntimeError('deadlock: there is no other thread to set the event')
        return self._flag


class local:
    """Attributes of the one thread."""


class Thread:
    """Its function runs when it is started, before `start` returns."""

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        global _made
        _made += 1
        self._target = target
        self._args = args
        self._kwargs = kwargs or {}
        self.name = name or 'Thread-%d%s' % (_made, ' (%s)' % target.__name__ if hasattr(target, '__name__') else '')
        self.daemon = bool(daemon)
        self.ident = self.native_id = None
        self._state = 'initial'

    def run(self):
        if self._target is not None:
            self._target(*self._args, **self._kwargs)

    def start(self):
        global _current
        if self._state != 'initial':
            raise RuntimeError('threads can only be started once')
        before = _current
        _current = self
        self.ident = self.native_id = id(self)
        self._state = 'started'
        try:
            self.run()
        except SystemExit:
            pass
        except BaseException as e:
            excepthook(ExceptHookArgs((type(e), e, e.__traceback__, self)))
        finally:
            self._state = 'stopped'
            _current = before

    def join(self, timeout=None):
        if self._state == 'initial':
            raise RuntimeError('cannot join thread before it is started')

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
        return '<%s(%s, %s%s)>' % (type(self).__name__, self.name, self._state, ' %d' % self.ident if self.ident else '')


class Timer(Thread):
    """Its function would run later, in another thread; here it never runs."""

    def __init__(self, interval, function, args=None, kwargs=None):
        Thread.__init__(self, None, function, None, args or (), kwargs)
        self.interval = interval

    def start(self):
        self._state = 'started'

    def cancel(self):
        self._state = 'stopped'


class ExceptHookArgs(tuple):
    exc_type = property(lambda self: self[0])
    exc_value = property(lambda self: self[1])
    exc_traceback = property(lambda self: self[2])
    thread = property(lambda self: self[3])


def excepthook(args):
    _sys.stderr.write('Exception in thread %s:\n' % args.thread.name)
    _sys.stderr.write(_sys._report(args.exc_value))


_made = 0
_main = Thread(name='MainThread')
_main.ident = _main.native_id = 1
_main._state = 'started'
_made = 0
_current = _main


def current_thread():
    return _current


currentThread = current_thread


def main_thread():
    return _main


def get_ident():
    return _current.ident


get_native_id = get_ident


def enumerate():
    return [_main] if _current is _main else [_main, _current]


def active_count():
    return len(enumerate())


activeCount = active_count


def settrace(func):
    pass


def setprofile(func):
    pass


def stack_size(size=0):
    return 0
