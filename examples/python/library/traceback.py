"""Reports of exceptions."""

import sys as _sys


def format_exception(exc, value=None, tb=None, limit=None, chain=True):
    e = exc if value is None else value
    return [line + '\n' for line in _sys._report(e).split('\n')[:-1]]


def format_exc(limit=None, chain=True):
    e = _sys.exc_info()[1]
    return 'NoneType: None\n' if e is None else _sys._report(e)


def print_exc(limit=None, file=None, chain=True):
    (file or _sys.stderr).write(format_exc())


def print_exception(exc, value=None, tb=None, limit=None, file=None, chain=True):
    (file or _sys.stderr).write(''.join(format_exception(exc, value)))


def format_exception_only(exc, value=None):
    e = exc if value is None else value
    text = str(e)
    name = type(e).__qualname__
    if type(e).__module__ not in ('builtins', '__main__'):
        name = type(e).__module__ + '.' + name
    return [(name + ': ' + text if text else name) + '\n']
