"""Importing by name."""

import sys as _sys


def import_module(name, package=None):
    if name.startswith('.'):
        if not package:
            raise TypeError("the 'package' argument is required to perform a relative import for %r" % (name,))
        rest = name.lstrip('.')
        parts = package.split('.')
        up = len(name) - len(rest) - 1
        if up >= len(parts):
            raise ImportError('attempted relative import beyond top-level package')
        base = '.'.join(parts[:len(parts) - up])
        name = base + '.' + rest if rest else base
    return __import__(name, None, None, ('*',))


def _ask_finders(name):
    """The module that a finder in `sys.meta_path` makes, if one does."""
    package = name.rpartition('.')[0]
    path = getattr(_sys.modules.get(package), '__path__', None) if package else None
    for finder in list(_sys.meta_path):
        find = getattr(finder, 'find_spec', None)
        spec = find(name, path, None) if find else None
        if spec is not None:
            from importlib.util import module_from_spec
            module = module_from_spec(spec)
            _sys._remember(name, module)
            spec.loader.exec_module(module)
            return _sys.modules.get(name, module)
    return None


def invalidate_caches():
    pass


def reload(module):
    """Runs the module's file again. The old module object keeps its identity and gets the new values."""
    name = module.__name__
    _sys._forget(name)
    new = import_module(name)
    for key, value in vars(new).items():
        setattr(module, key, value)
    _sys._remember(name, module)
    return module
