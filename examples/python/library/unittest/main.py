"""Running tests: the runner that reports, and the command."""

import os as _os
import sys as _sys
import time as _time
from unittest.loader import defaultTestLoader
from unittest.result import TextTestResult
from unittest.suite import TestSuite


class TextTestRunner:
    def __init__(self, stream=None, descriptions=True, verbosity=1, failfast=False, buffer=False, resultclass=None):
        self.stream = stream or _sys.stderr
        self.verbosity, self.failfast = verbosity, failfast
        self.resultclass = resultclass or TextTestResult

    def run(self, test):
        result = self.resultclass(self.stream, True, self.verbosity)
        result.failfast = self.failfast
        start = _time.perf_counter()
        test.run(result)
        taken = _time.perf_counter() - start
        result.printErrors()
        n = result.testsRun
        self.stream.write('-' * 70 + '\nRan %d test%s in %.3fs\n\n' % (n, '' if n == 1 else 's', taken))
        parts = [(w, len(x)) for w, x in (('failures', result.failures), ('errors', result.errors), ('skipped', result.skipped), ('expected failures', result.expectedFailures), ('unexpected successes', result.unexpectedSuccesses)) if x]
        word = 'OK' if result.wasSuccessful() else 'FAILED'
        self.stream.write(word + (' (%s)' % ', '.join(['%s=%d' % p for p in parts]) if parts else '') + '\n')
        return result


class main:
    def __init__(self, module='__main__', defaultTest=None, argv=None, testRunner=None, testLoader=defaultTestLoader, exit=True, verbosity=1, failfast=None, catchbreak=None, buffer=None, warnings=None, tb_locals=False):
        import importlib
        self.module = importlib.import_module(module) if isinstance(module, str) else module
        self.verbosity, self.failfast = verbosity, failfast
        argv = _sys.argv if argv is None else argv
        self.progName = argv[0]
        names = self._options(argv[1:])
        if self.module is None and (not names or names[0] == 'discover'):
            test = self._discovered(names[1:], testLoader)
        elif names:
            test = testLoader.loadTestsFromNames(names, self.module)
        elif defaultTest is not None:
            test = testLoader.loadTestsFromNames([defaultTest] if isinstance(defaultTest, str) else defaultTest, self.module)
        else:
            test = testLoader.loadTestsFromModule(self.module)
        if testRunner is None:
            testRunner = TextTestRunner(verbosity=self.verbosity, failfast=bool(self.failfast))
        elif isinstance(testRunner, type):
            testRunner = testRunner(verbosity=self.verbosity)
        self.result = testRunner.run(_matching(test, self.patterns) if self.patterns else test)
        if exit:
            _sys.exit(not self.result.wasSuccessful())

    def _options(self, args):
        """Reads the options; answers the rest."""
        names, self.discovery, self.patterns = [], {}, []
        args = list(args)
        valued = {'-s': 's', '--start-directory': 's', '-p': 'p', '--pattern': 'p', '-t': 't', '--top-level-directory': 't', '-k': 'k'}
        while args:
            a = args.pop(0)
            if a in ('-v', '--verbose'):
                self.verbosity = 2
            elif a in ('-q', '--quiet'):
                self.verbosity = 0
            elif a in ('-f', '--failfast'):
                self.failfast = True
            elif a in ('-b', '--buffer', '-c', '--catch', '--locals'):
                pass
            elif a.partition('=')[0] in valued and ('=' in a or args):
                key, _, value = a.partition('=')
                value = value if '=' in a else args.pop(0)
                if valued[key] == 'k':
                    self.patterns.append(value if '*' in value else '*%s*' % value)
                else:
                    self.discovery[valued[key]] = value
            elif a.startswith('-'):
                _sys.stderr.write('%s: unknown option %s\n' % (self.progName, a))
                _sys.exit(2)
            elif a.endswith('.py') and _os.path.isfile(a):
                names.append(_os.path.relpath(a)[:-3].replace(_os.sep, '.'))
            else:
                names.append(a)
        return names

    def _discovered(self, rest, loader):
        d = dict(zip('spt', rest))
        d.update(self.discovery)
        return loader.discover(d.get('s', '.'), d.get('p', 'test*.py'), d.get('t'))


def _matching(suite, patterns):
    import fnmatch
    return TestSuite([t for t in suite._all() if any(fnmatch.fnmatchcase(t.id(), p) for p in patterns)])


TestProgram = main
