"""Finding modules without importing them, and making them from files."""

import sys as _sys
import types as _types
import os as _os
from importlib.machinery import ModuleSpec, SourceFileLoader

MAGIC_NUMBER = b'\xa7\r\r\n'


def resolve_name(name, package):
    if not name.startswith('.'):
        return name
    if not package:
        raise ImportError('no package specified for %r' % name)
    rest = name.lstrip('.')
    parts = package.split('.')
    up = len(name) - len(rest) - 1
    if up >= len(parts):
        raise ImportError('attempted relative import beyond top-level package')
    base = '.'.join(parts[:len(parts) - up])
    return base + '.' + rest if rest else base


def spec_from_loader(name, loader, *, origin=None, is_package=None):
    return ModuleSpec(name, loader, origin=origin, is_package=is_package)


def spec_from_file_location(name, location=None, *, loader=None, submodule_search_locations=None):
    location = _os.fspath(location)
    spec = ModuleSpec(name, loader or SourceFileLoader(name, location), origin=location)
    spec.submodule_search_locations = submodule_search_locations
    spec.has_location = True
    return spec


def find_spec(name, package=None):
    name = resolve_name(name, package)
    module = _sys.modules.get(name)
    if module is not None:
        spec = getattr(module, '__spec__', None)
        file = getattr(module, '__file__', None)
        return spec or (spec_from_file_location(name, file) if file else ModuleSpec(name, _OwnLoader, origin='built-in'))
    places = _sys.path
    above, _, last = name.rpartition('.')
    if above:
        places = __import__(above, None, None, ('*',)).__path__
    for place in places:
        base = _os.path.join(place, last)
        if _os.path.isfile(base + '/__init__.py'):
            return spec_from_file_location(name, base + '/__init__.py', submodule_search_locations=[base])
        if _os.path.isfile(base + '.py'):
            return spec_from_file_location(name, base + '.py')
    try:
        __import__(name)
    except ImportError:
        return None
    return ModuleSpec(name, _OwnLoader, origin='built-in')


class _OwnLoader:
    """Of the modules that are part of the interpreter: makes another one each time."""

    @staticmethod
    def create_module(spec):
        known = _sys.modules.pop(spec.name, None)
        _sys._forget(spec.name)
        try:
            __import__(spec.name)
            return _sys.modules[spec.name]
        finally:
            if known is not None:
                _sys._remember(spec.name, known)

    @staticmethod
    def exec_module(module):
        """It has been run."""


def module_from_spec(spec):
    create = getattr(spec.loader, 'create_module', None)
    module = create(spec) if create else None
    if module is None:
        module = _types.ModuleType(spec.name)
    module.__spec__ = spec
    module.__loader__ = spec.loader
    module.__package__ = spec.parent
    if spec.origin and spec.has_location:
        module.__file__ = spec.origin
    if spec.submodule_search_locations is not None:
        module.__path__ = spec.submodule_search_locations
    return module


def cache_from_source(path, debug_override=None, *, optimization=None):
    head, tail = _os.path.split(path)
    return _os.path.join(head, '__pycache__', tail.rpartition('.')[0] + '.holloway.pyc')


class LazyLoader:
    """Loads at once: nothing is put off."""

    def __init__(self, loader):
        self.loader = loader

    @classmethod
    def factory(cls, loader):
        return lambda *args, **kwargs: cls(loader(*args, **kwargs))

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        self.loader.exec_module(module)
