"""Warnings: to standard error, each place's text once."""

import sys as _sys

_seen = set()
_action = ['default']


def warn(message, category=None, stacklevel=1, source=None):
    category = category or (type(message) if isinstance(message, Warning) else UserWarning)
    key = str(message), category
    if _action[0] == 'error':
        raise message if isinstance(message, Warning) else category(message)
    if _action[0] == 'ignore' or _action[0] != 'always' and key in _seen:
        return
    _seen.add(key)
    _sys.stderr.write('%s: %s\n' % (category.__name__, message))


def simplefilter(action, category=Warning, lineno=0, append=False):
    _action[0] = action


def filterwarnings(action, message='', category=Warning, module='', lineno=0, append=False):
    _action[0] = action


def resetwarnings():
    _action[0] = 'default'


class catch_warnings:
    def __init__(self, *, record=False, **kwargs):
        pass

    def __enter__(self):
        self._old = _action[0]

    def __exit__(self, *exc):
        _action[0] = self._old
