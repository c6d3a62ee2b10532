"""Containers."""

from collections._deque import deque
from collections._mappings import ChainMap, Counter, OrderedDict, defaultdict
from collections._tuples import namedtuple
from collections._user import UserDict, UserList, UserString


def __getattr__(name):
    # Imported when first asked for: it takes its names from here.
    if name != 'abc':
        raise AttributeError("module 'collections' has no attribute %r" % name)
    import collections.abc
    return collections.abc
