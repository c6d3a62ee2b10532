"""Modules of packages."""

import os as _os
import sys as _sys
from collections import namedtuple as _namedtuple

ModuleInfo = _namedtuple('ModuleInfo', 'module_finder name ispkg')


def iter_modules(path=None, prefix=''):
    seen = set()
    for place in _sys.path if path is None else path:
        try:
            names = sorted(_os.listdir(place))
        except OSError:
            continue
        for name in names:
            full = _os.path.join(place, name)
            package = _os.path.isfile(_os.path.join(full, '__init__.py'))
            if not package:
                if not name.endswith('.py') or name == '__init__.py':
                    continue
                name = name[:-3]
            if name.isidentifier() and name not in seen:
                seen.add(name)
                yield ModuleInfo(None, prefix + name, package)


def walk_packages(path=None, prefix='', onerror=None):
    for info in iter_modules(path, prefix):
        yield info
        if info.ispkg:
            try:
                __import__(info.name)
            except ImportError:
                if onerror is not None:
                    onerror(info.name)
            else:
                yield from walk_packages(getattr(_sys.modules[info.name], '__path__', None) or [], info.name + '.', onerror)


def get_data(package, resource):
    module = __import__(package, None, None, ('*',))
    with open(_os.path.join(_os.path.dirname(module.__file__), *resource.split('/')), 'rb') as f:
        return f.read()


def extend_path(path, name):
    return path


def resolve_name(name):
    module, colon, rest = name.partition(':')
    if colon:
        found = __import__(module, None, None, ('*',))
        parts = rest.split('.') if rest else []
    else:
        parts = name.split('.')
        modname = parts.pop(0)
        found = __import__(modname)
        while parts:
            try:
                found = __import__(modname + '.' + parts[0], None, None, ('*',))
            except ImportError:
                break
            modname += '.' + parts.pop(0)
    for p in parts:
        found = getattr(found, p)
    return found


def find_loader(fullname):
    from importlib.util import find_spec
    spec = find_spec(fullname)
    return spec and spec.loader


get_loader = find_loader
