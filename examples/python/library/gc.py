"""The garbage collector. It needs no tuning: what is set here is only remembered."""

import sys as _sys
from _weak import collect as _collect

_enabled = True
_threshold = (700, 10, 10)
garbage = []
callbacks = []


def collect(generation=2):
    """Collects garbage. How much there was is not known: the answer is 0."""
    _collect()
    weakref = _sys.modules.get('weakref')
    if weakref is not None:
        weakref._call_back()
    return 0


def enable():
    global _enabled
    _enabled = True


def disable():
    global _enabled
    _enabled = False


def isenabled():
    return _enabled


def get_threshold():
    return _threshold


def set_threshold(*values):
    global _threshold
    _threshold = (values + _threshold[len(values):])[:3]


def get_count():
    return (0, 0, 0)


def freeze():
    pass


def unfreeze():
    pass
