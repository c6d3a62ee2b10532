"""What the program runs on."""

import sys as _sys


def python_version():
    return '.'.join(map(str, _sys.version_info[:3]))


def python_version_tuple():
    return tuple(python_version().split('.'))


def python_implementation():
    return 'Holloway'


def system():
    return {'linux': 'Linux', 'darwin': 'Darwin', 'win32': 'Windows'}.get(_sys.platform, '')


def platform(aliased=False, terse=False):
    return system()


def node():
    return ''


def machine():
    return ''


release = version = processor = node
