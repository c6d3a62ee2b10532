"""Functions that are called when the program ends, the last registered first."""

_functions = []


def register(func, /, *args, **kwargs):
    _functions.append((func, args, kwargs))
    return func


def unregister(func):
    _functions[:] = [f for f in _functions if f[0] != func]


def _clear():
    _functions.clear()


def _ncallbacks():
    return len(_functions)


def _run_exitfuncs():
    import sys
    import traceback
    while _functions:
        func, args, kwargs = _functions.pop()
        try:
            func(*args, **kwargs)
        except SystemExit:
            pass
        except BaseException:
            sys.stderr.write('Exception ignored in atexit callback: %r\n' % (func,))
            traceback.print_exc()
