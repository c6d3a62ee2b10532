"""Warnings: to standard error, each text of a place once, unless a filter says otherwise."""

import re as _re
import sys as _sys

# First the latest: action, pattern of the text, category.
filters = []
_seen = set()
_record = None


class WarningMessage:
    def __init__(self, message, category, filename='', lineno=0, file=None, line=None, source=None):
        self.message = message
        self.category = category
        self.filename = filename
        self.lineno = lineno
        self.file = file
        self.line = line
        self.source = source

    def __str__(self):
        return f'{{message : {self.message!r}, category : {self.category.__name__!r}}}'


def _action(text, category):
    for action, pattern, c in filters:
        if issubclass(category, c) and (not pattern or _re.match(pattern, text, _re.I)):
            return action
    ignored = PendingDeprecationWarning, ImportWarning, ResourceWarning
    return 'ignore' if issubclass(category, ignored) else 'default'


def warn(message, category=None, stacklevel=1, source=None):
    if isinstance(message, Warning):
        category = type(message)
    else:
        category = category or UserWarning
        if not (isinstance(category, type) and issubclass(category, Warning)):
            raise TypeError(f"category must be a Warning subclass, not '{type(category).__name__}'")
        message = category(message)
    text = str(message)
    action = _action(text, category)
    if action == 'error':
        raise message
    if action == 'ignore' or action != 'always' and (text, category) in _seen:
        return
    _seen.add((text, category))
    if _record is not None:
        _record.append(WarningMessage(message, category))
    else:
        showwarning(message, category, '', 0)


def showwarning(message, category, filename, lineno, file=None, line=None):
    (file or _sys.stderr).write(formatwarning(message, category, filename, lineno, line))


def formatwarning(message, category, filename, lineno, line=None):
    place = f'{filename}:{lineno}: ' if filename else ''
    return f'{place}{category.__name__}: {message}\n'


def warn_explicit(message, category, filename, lineno, module=None, registry=None):
    warn(message, category)


def simplefilter(action, category=Warning, lineno=0, append=False):
    filterwarnings(action, '', category, append=append)


def filterwarnings(action, message='', category=Warning, module='', lineno=0, append=False):
    if action not in ('error', 'ignore', 'always', 'default', 'module', 'once'):
        raise AssertionError('invalid action: %r' % (action,))
    _seen.clear()
    filters.insert(len(filters) if append else 0, (action, message, category))


def resetwarnings():
    filters.clear()


class catch_warnings:
    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._wanted = record
        self._filter = action, category, append

    def __enter__(self):
        global _record
        self._old = filters[:], _record, _seen.copy()
        _seen.clear()
        if self._wanted:
            _record = []
        action, category, append = self._filter
        if action:
            simplefilter(action, category, append=append)
        return _record if self._wanted else None

    def __exit__(self, *exc):
        global _record
        filters[:], _record, seen = self._old
        _seen.clear()
        _seen.update(seen)
