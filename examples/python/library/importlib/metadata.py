"""What installed packages say about themselves: folders `NAME-VERSION.dist-info` in `sys.path`."""

import os as _os
import re as _re
import sys as _sys
from collections import namedtuple as _namedtuple


class PackageNotFoundError(ModuleNotFoundError):
    def __init__(self, name=''):
        self.args = (name,)
        self.name = name

    def __str__(self):
        return 'No package metadata was found for ' + self.name


EntryPointBase = _namedtuple('EntryPoint', 'name value group')


class EntryPoint(EntryPointBase):
    @property
    def module(self):
        return self.value.partition(':')[0].strip()

    @property
    def attr(self):
        return self.value.partition(':')[2].partition('[')[0].strip()

    def load(self):
        found = __import__(self.module, None, None, ('*',))
        for name in self.attr.split('.') if self.attr else ():
            found = getattr(found, name)
        return found

    def matches(self, **params):
        return all(getattr(self, k) == v for k, v in params.items())


class EntryPoints(tuple):
    def select(self, **params):
        return EntryPoints([e for e in self if e.matches(**params)])

    @property
    def names(self):
        return {e.name for e in self}

    @property
    def groups(self):
        return {e.group for e in self}

    def __getitem__(self, name):
        for e in self:
            if e.name == name:
                return e
        raise KeyError(name)


class _Metadata:
    """Lines `Name: value`."""

    def __init__(self, text):
        head, _, self._body = text.partition('\n\n')
        self._items = []
        for line in head.split('\n'):
            if line[:1].isspace() and self._items:
                self._items[-1][1] += '\n' + line
            elif ':' in line:
                name, _, value = line.partition(':')
                self._items.append([name, value.strip()])

    def get_all(self, name, failobj=None):
        return [v for k, v in self._items if k.lower() == name.lower()] or failobj

    def get(self, name, failobj=None):
        return (self.get_all(name) or [failobj])[0]

    def __getitem__(self, name):
        return self.get(name)

    def __contains__(self, name):
        return bool(self.get_all(name))

    def __iter__(self):
        return iter([k for k, v in self._items])

    keys = __iter__

    def get_payload(self):
        return self._body


class Distribution:
    def __init__(self, folder):
        self._path = folder

    def read_text(self, filename):
        try:
            with open(_os.path.join(self._path, filename), encoding='utf-8') as f:
                return f.read()
        except OSError:
            return None

    @property
    def metadata(self):
        return _Metadata(self.read_text('METADATA') or self.read_text('PKG-INFO') or '')

    @property
    def name(self):
        return self.metadata['Name']

    @property
    def version(self):
        return self.metadata['Version']

    @property
    def requires(self):
        return self.metadata.get_all('Requires-Dist')

    @property
    def entry_points(self):
        out = []
        group = ''
        for line in (self.read_text('entry_points.txt') or '').split('\n'):
            line = line.strip()
            if line.startswith('['):
                group = line[1:-1]
            elif '=' in line and line[0] not in '#;':
                name, _, value = line.partition('=')
                out.append(EntryPoint(name.strip(), value.strip(), group))
        return EntryPoints(out)

    @classmethod
    def from_name(cls, name):
        wanted = _plain(name)
        for d in cls.discover():
            if _plain(_os.path.basename(d._path).partition('-')[0]) == wanted:
                return d
        raise PackageNotFoundError(name)

    @classmethod
    def discover(cls, **kwargs):
        for place in _sys.path:
            try:
                names = sorted(_os.listdir(place or '.'))
            except OSError:
                continue
            for name in names:
                if name.endswith(('.dist-info', '.egg-info')):
                    yield Distribution(_os.path.join(place, name))


def _plain(name):
    return _re.sub(r'[-_.]+', '-', name).lower()


def distribution(distribution_name):
    return Distribution.from_name(distribution_name)


def distributions(**kwargs):
    return Distribution.discover(**kwargs)


def metadata(distribution_name):
    return distribution(distribution_name).metadata


def version(distribution_name):
    return distribution(distribution_name).version


def requires(distribution_name):
    return distribution(distribution_name).requires


def files(distribution_name):
    return None


def entry_points(**params):
    every = EntryPoints([e for d in distributions() for e in d.entry_points])
    return every.select(**params) if params else every


def packages_distributions():
    out = {}
    for d in distributions():
        for name in (d.read_text('top_level.txt') or '').split():
            out.setdefault(name, []).append(d.name)
    return out
