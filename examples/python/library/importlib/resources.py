"""Files beside the modules of a package."""

import contextlib as _contextlib
import os as _os
import pathlib as _pathlib
import sys as _sys


def _folder(package):
    if isinstance(package, str):
        package = __import__(package, None, None, ('*',))
    if hasattr(package, '__path__'):
        return package.__path__[0]
    return _os.path.dirname(package.__file__)


def files(package):
    return _pathlib.Path(_folder(package))


@_contextlib.contextmanager
def as_file(path):
    yield path


@_contextlib.contextmanager
def path(package, resource):
    yield files(package) / resource


def open_text(package, resource, encoding='utf-8', errors='strict'):
    return open(_os.path.join(_folder(package), resource), encoding=encoding, errors=errors)


def open_binary(package, resource):
    return open(_os.path.join(_folder(package), resource), 'rb')


def read_text(package, resource, encoding='utf-8', errors='strict'):
    with open_text(package, resource, encoding, errors) as f:
        return f.read()


def read_binary(package, resource):
    with open_binary(package, resource) as f:
        return f.read()


def is_resource(package, name):
    return _os.path.isfile(_os.path.join(_folder(package), name))


def contents(package):
    return _os.listdir(_folder(package))
