"""Bases of loaders."""

from abc import ABC as _ABC


class MetaPathFinder(_ABC):
    def invalidate_caches(self):
        pass


PathEntryFinder = MetaPathFinder


class Loader(_ABC):
    def create_module(self, spec):
        return None

    def load_module(self, fullname):
        raise ImportError('cannot load ' + fullname)


class InspectLoader(Loader):
    pass


ResourceLoader = ExecutionLoader = FileLoader = SourceLoader = InspectLoader


class Traversable(_ABC):
    pass


class TraversableResources(_ABC):
    pass
