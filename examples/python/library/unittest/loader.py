"""Finding tests: in classes, modules and folders."""

import os as _os
import sys as _sys
from unittest.case import FunctionTestCase, TestCase
from unittest.suite import TestSuite


class TestLoader:
    testMethodPrefix = 'test'

    def getTestCaseNames(self, cls):
        return sorted([n for n in dir(cls) if n.startswith(self.testMethodPrefix) and callable(getattr(cls, n))])

    def loadTestsFromTestCase(self, cls):
        names = self.getTestCaseNames(cls)
        if not names and hasattr(cls, 'runTest'):
            names = ['runTest']
        return TestSuite([cls(n) for n in names])

    def loadTestsFromModule(self, module, *, pattern=None):
        found = [getattr(module, n) for n in dir(module)]
        found = [c for c in found if isinstance(c, type) and issubclass(c, TestCase) and c not in (TestCase, FunctionTestCase)]
        tests = TestSuite([self.loadTestsFromTestCase(c) for c in found])
        load_tests = getattr(module, 'load_tests', None)
        return tests if load_tests is None else load_tests(self, tests, pattern)

    def loadTestsFromName(self, name, module=None):
        parts, obj, parent = name.split('.'), module, None
        if module is None:
            obj, parts = self._imported(parts)
        for part in parts:
            parent, obj = obj, getattr(obj, part)
        if isinstance(obj, type(_sys)):
            return self.loadTestsFromModule(obj)
        if isinstance(obj, type) and issubclass(obj, TestCase):
            return self.loadTestsFromTestCase(obj)
        if isinstance(parent, type) and issubclass(parent, TestCase):
            return TestSuite([parent(parts[-1])])
        made = obj() if callable(obj) else obj
        if isinstance(made, TestSuite):
            return made
        if isinstance(made, TestCase):
            return TestSuite([made])
        raise TypeError("don't know how to make test from: %s" % (obj,))

    def loadTestsFromNames(self, names, module=None):
        return TestSuite([self.loadTestsFromName(n, module) for n in names])

    def _imported(self, parts):
        """The module that the name begins with, and what is left of the name."""
        import importlib
        n = len(parts)
        while True:
            name = '.'.join(parts[:n])
            try:
                return importlib.import_module(name), parts[n:]
            except ImportError as e:
                if n == 1 or getattr(e, 'name', None) not in (None, name, '.'.join(parts[:n - 1])):
                    return _Broken(name, e), ['test']
                n -= 1

    def discover(self, start_dir, pattern='test*.py', top_level_dir=None):
        import fnmatch
        start = _os.path.abspath(start_dir)
        top = _os.path.abspath(top_level_dir or start_dir)
        if not _os.path.isdir(start):
            raise ImportError('Start directory is not importable: %r' % (start_dir,))
        if top not in _sys.path:
            _sys.path.insert(0, top)
        tests = []
        for entry in sorted(_os.listdir(start)):
            path = _os.path.join(start, entry)
            if _os.path.isdir(path):
                if _os.path.isfile(_os.path.join(path, '__init__.py')):
                    tests.append(self.discover(path, pattern, top))
            elif entry.endswith('.py') and entry[:-3].isidentifier() and fnmatch.fnmatch(entry, pattern):
                name = _os.path.relpath(path, top)[:-3].replace(_os.sep, '.')
                module, rest = self._imported([name])
                tests.append(self.loadTestsFromName(name) if rest else self.loadTestsFromModule(module, pattern=pattern))
        return TestSuite(tests)


class _Broken:
    """Stands for a module that cannot be imported: its only test says so."""

    def __init__(self, name, error):
        self.name, self.error = name, error

    def test(self):
        error = self.error

        def missing(self):
            raise ImportError('Failed to import test module: %s\n%s' % (name, error)) from None
        name = self.name
        kind = type('_FailedTest', (TestCase,), {name: missing, '__module__': 'unittest.loader'})
        return kind(name)


defaultTestLoader = TestLoader()
