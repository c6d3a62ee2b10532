"""What a module is and where it comes from."""

SOURCE_SUFFIXES = ['.py']
BYTECODE_SUFFIXES = ['.pyc']
DEBUG_BYTECODE_SUFFIXES = OPTIMIZED_BYTECODE_SUFFIXES = ['.pyc']
EXTENSION_SUFFIXES = []


def all_suffixes():
    return SOURCE_SUFFIXES + BYTECODE_SUFFIXES


class ModuleSpec:
    def __init__(self, name, loader, *, origin=None, loader_state=None, is_package=None):
        self.name = name
        self.loader = loader
        self.origin = origin
        self.loader_state = loader_state
        self.submodule_search_locations = [] if is_package else None
        self.cached = None
        self.has_location = False

    @property
    def parent(self):
        return self.name if self.submodule_search_locations is not None else self.name.rpartition('.')[0]

    def __repr__(self):
        text = 'ModuleSpec(name=%r, loader=%r' % (self.name, self.loader)
        return text + (', origin=%r)' % self.origin if self.origin is not None else ')')


class SourceFileLoader:
    """Runs the text of a file as a module."""

    def __init__(self, fullname, path):
        self.name = fullname
        self.path = path

    def get_filename(self, fullname=None):
        return self.path

    def get_data(self, path):
        with open(path, 'rb') as f:
            return f.read()

    def get_source(self, fullname=None):
        with open(self.path, encoding='utf-8') as f:
            return f.read()

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(compile(self.get_source(), self.path, 'exec'), module.__dict__)

    def load_module(self, fullname=None):
        import sys
        import types
        module = types.ModuleType(fullname or self.name)
        module.__file__ = self.path
        sys.modules[module.__name__] = module
        self.exec_module(module)
        return module


SourcelessFileLoader = ExtensionFileLoader = SourceFileLoader


class BuiltinImporter:
    pass


FrozenImporter = PathFinder = FileFinder = WindowsRegistryFinder = BuiltinImporter
