"""Tests: cases with assertions, suites of them, and a runner that reports."""

import os as _os
import re as _re
import sys as _sys
import time as _time
import traceback as _traceback
import warnings as _warnings


class SkipTest(Exception):
    pass


class _ShouldStop(Exception):
    pass


def skip(reason):
    def mark(item):
        item.__unittest_skip__ = True
        item.__unittest_skip_why__ = reason
        return item
    if callable(reason):
        item, reason = reason, ''
        return mark(item)
    return mark


def skipIf(condition, reason):
    return skip(reason) if condition else lambda item: item


def skipUnless(condition, reason):
    return skip(reason) if not condition else lambda item: item


def expectedFailure(item):
    item.__unittest_expecting_failure__ = True
    return item


class _Raises:
    def __init__(self, case, expected, pattern, msg):
        self.case, self.expected, self.pattern, self.msg = case, expected, pattern, msg
        self.exception = None
        self.by = ''

    def __enter__(self):
        return self

    def __exit__(self, kind, value, tb):
        name = getattr(self.expected, '__name__', str(self.expected))
        if kind is None:
            self.case.fail(self.case._formatMessage(self.msg, '%s not raised%s' % (name, self.by)))
        if not issubclass(kind, self.expected):
            return False
        self.exception = value.with_traceback(None)
        if self.pattern is not None:
            pattern = _re.compile(self.pattern) if isinstance(self.pattern, str) else self.pattern
            if not pattern.search(str(value)):
                self.case.fail(self.case._formatMessage(self.msg, '"%s" does not match "%s"' % (pattern.pattern, str(value))))
        return True


class _Warns(_Raises):
    """Notes warnings, of which one must be of the class, and match the pattern."""

    def __enter__(self):
        self._caught = _warnings.catch_warnings(record=True)
        self.warnings = self._caught.__enter__()
        _warnings.simplefilter('always')
        return self

    def __exit__(self, kind, value, tb):
        self._caught.__exit__(kind, value, tb)
        if kind is not None:
            return False
        name = getattr(self.expected, '__name__', str(self.expected))
        first = None
        for w in self.warnings:
            if not issubclass(w.category, self.expected):
                continue
            first = first or w
            if self.pattern is None or _re.search(self.pattern, str(w.message)):
                self.warning, self.filename, self.lineno = w.message, w.filename, w.lineno
                return False
        if first is not None:
            pattern = getattr(self.pattern, 'pattern', self.pattern)
            self.case.fail(self.case._formatMessage(self.msg, '"%s" does not match "%s"' % (pattern, first.message)))
        self.case.fail(self.case._formatMessage(self.msg, '%s not triggered%s' % (name, self.by)))


class _Logs:
    def __init__(self, case, logger, level, none=False):
        import logging
        self.none = none
        self.case, self.level = case, logging._level(level or 'INFO')
        self.logger = logger if isinstance(logger, logging.Logger) else logging.getLogger(logger)
        self.records, self.output = [], []

    def __enter__(self):
        import logging
        watch, form = self, logging.Formatter(logging.BASIC_FORMAT)

        class Keep(logging.Handler):
            def emit(self, record):
                watch.records.append(record)
                watch.output.append(form.format(record))
        self.old = (self.logger.handlers, self.logger.level, self.logger.propagate)
        self.logger.handlers, self.logger.propagate = [Keep()], False
        self.logger.setLevel(self.level)
        return self

    def __exit__(self, kind, value, tb):
        self.logger.handlers, self.logger.level, self.logger.propagate = self.old
        if kind is None and self.none:
            if self.records:
                self.case.fail('Unexpected logs found: %r' % self.output)
        elif kind is None and not self.records:
            self.case.fail('no logs of level %s or higher triggered on %s' % (self.level, self.logger.name))


def _short(x):
    text = repr(x)
    return text if len(text) <= 80 * 8 else text[:80 * 8] + ' [truncated]...'


class TestCase:
    failureException = AssertionError
    longMessage = True
    maxDiff = 640

    def __init__(self, methodName='runTest'):
        self._testMethodName = methodName
        self._cleanups = []
        self._equal_by = {}
        self._subtests = []
        self._result = None

    def setUp(self): pass
    def tearDown(self): pass

    @classmethod
    def setUpClass(cls): pass

    @classmethod
    def tearDownClass(cls): pass

    def id(self):
        return '%s.%s.%s' % (type(self).__module__, type(self).__qualname__, self._testMethodName)

    def __str__(self):
        return '%s (%s)' % (self._testMethodName, self.id())

    def __repr__(self):
        return '<%s.%s testMethod=%s>' % (type(self).__module__, type(self).__qualname__, self._testMethodName)

    def shortDescription(self):
        doc = getattr(self, self._testMethodName).__doc__
        return doc.strip().split('\n')[0].strip() if doc else None

    def countTestCases(self):
        return 1

    def addCleanup(self, function, /, *args, **kwargs):
        self._cleanups.append((function, args, kwargs))

    def enterContext(self, cm):
        result = cm.__enter__()
        self.addCleanup(cm.__exit__, None, None, None)
        return result

    @classmethod
    def addClassCleanup(cls, function, /, *args, **kwargs):
        if '_class_cleanups' not in cls.__dict__:
            cls._class_cleanups = []
        cls._class_cleanups.append((function, args, kwargs))

    @classmethod
    def enterClassContext(cls, cm):
        result = cm.__enter__()
        cls.addClassCleanup(cm.__exit__, None, None, None)
        return result

    @classmethod
    def doClassCleanups(cls):
        while cls.__dict__.get('_class_cleanups'):
            f, args, kwargs = cls._class_cleanups.pop()
            f(*args, **kwargs)

    def addTypeEqualityFunc(self, typeobj, function):
        self._equal_by[typeobj] = function

    def doCleanups(self):
        while self._cleanups:
            f, args, kwargs = self._cleanups.pop()
            f(*args, **kwargs)

    def skipTest(self, reason):
        raise SkipTest(reason)

    def fail(self, msg=None):
        raise self.failureException(msg)

    def subTest(self, msg=None, **params):
        return _Sub(self, msg, params)

    def run(self, result=None):
        result = result or TestResult()
        result.startTest(self)
        method = getattr(self, self._testMethodName)
        marked = method if getattr(method, '__unittest_skip__', False) else type(self)
        try:
            if getattr(marked, '__unittest_skip__', False):
                result.addSkip(self, marked.__unittest_skip_why__)
                return result
            expecting = getattr(method, '__unittest_expecting_failure__', False)
            self._result = result
            failed = False
            good = self._guarded(self.setUp, result, False)
            if good is True:
                good = self._guarded(method, result, expecting)
                down = self._guarded(self.tearDown, result, False)
                good = good if down is True else down
            clean = self._guarded(self.doCleanups, result, False)
            if good is True and clean is True and not self._subtests:
                if expecting:
                    result.addUnexpectedSuccess(self)
                else:
                    result.addSuccess(self)
            return result
        finally:
            result.stopTest(self)

    __call__ = run

    def _guarded(self, f, result, expecting):
        """Whether it went well; otherwise the result knows."""
        try:
            f()
            return True
        except KeyboardInterrupt:
            raise
        except SkipTest as e:
            result.addSkip(self, str(e))
        except BaseException as e:
            if expecting:
                result.addExpectedFailure(self, (type(e), e, e.__traceback__))
            elif isinstance(e, self.failureException):
                result.addFailure(self, (type(e), e, e.__traceback__))
            else:
                result.addError(self, (type(e), e, e.__traceback__))
        return False

    def debug(self):
        self.setUp()
        getattr(self, self._testMethodName)()
        self.tearDown()
        self.doCleanups()

    def _formatMessage(self, msg, standard):
        if msg is None:
            return standard
        return '%s : %s' % (standard, msg) if self.longMessage else msg

    def _check(self, ok, msg, standard):
        if not ok:
            raise self.failureException(self._formatMessage(msg, standard() if callable(standard) else standard))

    def assertTrue(self, expr, msg=None): self._check(expr, msg, lambda: '%s is not true' % _short(expr))
    def assertFalse(self, expr, msg=None): self._check(not expr, msg, lambda: '%s is not false' % _short(expr))

    def assertEqual(self, first, second, msg=None):
        by = self._equal_by.get(type(first)) if type(first) is type(second) else None
        if by is not None:
            return (getattr(self, by) if isinstance(by, str) else by)(first, second, msg=msg)
        if first == second:
            return
        text = '%s != %s' % (_short(first), _short(second))
        kind = type(first)
        if kind is type(second) and kind in (list, tuple):
            text = self._sequences(first, second, 'Lists' if kind is list else 'Tuples', kind.__name__)
        elif kind is type(second) and kind in (dict, str, set, frozenset):
            text = self._diff(first, second, text)
        self.fail(self._formatMessage(msg, text))

    def _sequences(self, a, b, name, kind):
        text = '%s differ: %s != %s\n' % (name, _short(a), _short(b))
        for i in range(min(len(a), len(b))):
            if a[i] != b[i]:
                text += '\nFirst differing element %d:\n%s\n%s\n' % (i, _short(a[i]), _short(b[i]))
                break
        for longer, shorter, word in ((a, b, 'First'), (b, a, 'Second')):
            if len(longer) > len(shorter):
                text += '\n%s %s contains %d additional elements.\nFirst extra element %d:\n%s\n' % (word, kind, len(longer) - len(shorter), len(shorter), _short(longer[len(shorter)]))
        return text + '\n- %r\n+ %r' % (a, b)

    def _diff(self, a, b, text):
        if isinstance(a, (set, frozenset)):
            out = []
            for one, other, word in ((a, b, 'first'), (b, a, 'second')):
                if one - other:
                    out.append('Items in the %s set but not the %s:' % (word, 'second' if word == 'first' else 'first'))
                    out += [repr(x) for x in one - other]
            return '\n'.join(out)
        if isinstance(a, dict):
            return '%s\n- %r\n+ %r' % (text, a, b)
        return '%s\n- %s\n+ %s\n' % (text, a, b)

    assertListEqual = assertTupleEqual = assertDictEqual = assertSetEqual = assertMultiLineEqual = assertEquals = assertEqual

    def assertSequenceEqual(self, first, second, msg=None, seq_type=None):
        self._check(list(first) == list(second), msg, lambda: self._sequences(first, second, 'Sequences', 'sequence'))

    def assertNotEqual(self, first, second, msg=None): self._check(first != second, msg, lambda: '%s == %s' % (_short(first), _short(second)))
    def assertIs(self, a, b, msg=None): self._check(a is b, msg, lambda: '%s is not %s' % (_short(a), _short(b)))
    def assertIsNot(self, a, b, msg=None): self._check(a is not b, msg, lambda: 'unexpectedly identical: %s' % _short(a))
    def assertIsNone(self, obj, msg=None): self._check(obj is None, msg, lambda: '%s is not None' % _short(obj))
    def assertIsNotNone(self, obj, msg=None): self._check(obj is not None, msg, 'unexpectedly None')
    def assertIn(self, member, container, msg=None): self._check(member in container, msg, lambda: '%s not found in %s' % (_short(member), _short(container)))
    def assertNotIn(self, member, container, msg=None): self._check(member not in container, msg, lambda: '%s unexpectedly found in %s' % (_short(member), _short(container)))
    def assertIsInstance(self, obj, cls, msg=None): self._check(isinstance(obj, cls), msg, lambda: '%s is not an instance of %r' % (_short(obj), cls))
    def assertNotIsInstance(self, obj, cls, msg=None): self._check(not isinstance(obj, cls), msg, lambda: '%s is an instance of %r' % (_short(obj), cls))
    def assertGreater(self, a, b, msg=None): self._check(a > b, msg, lambda: '%s not greater than %s' % (_short(a), _short(b)))
    def assertGreaterEqual(self, a, b, msg=None): self._check(a >= b, msg, lambda: '%s not greater than or equal to %s' % (_short(a), _short(b)))
    def assertLess(self, a, b, msg=None): self._check(a < b, msg, lambda: '%s not less than %s' % (_short(a), _short(b)))
    def assertLessEqual(self, a, b, msg=None): self._check(a <= b, msg, lambda: '%s not less than or equal to %s' % (_short(a), _short(b)))

    def assertAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        if first == second:
            return
        diff = abs(first - second)
        if delta is not None:
            if places is not None:
                raise TypeError('specify delta or places not both')
            self._check(diff <= delta, msg, lambda: '%s != %s within %s delta (%s difference)' % (_short(first), _short(second), _short(delta), _short(diff)))
            return
        places = 7 if places is None else places
        self._check(round(diff, places) == 0, msg, lambda: '%s != %s within %r places (%s difference)' % (_short(first), _short(second), places, _short(diff)))

    def assertNotAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        diff = abs(first - second)
        far = diff > delta if delta is not None else round(diff, 7 if places is None else places) != 0
        self._check(first != second and far, msg, lambda: '%s == %s within %r %s' % (_short(first), _short(second), delta if delta is not None else places or 7, 'delta' if delta is not None else 'places'))

    def assertCountEqual(self, first, second, msg=None):
        rest = list(second)
        missing = []
        for x in first:
            if x in rest:
                rest.remove(x)
            else:
                missing.append(x)
        self._check(not missing and not rest, msg, lambda: 'Element counts were not equal:\n' + '\n'.join(['First has 1, Second has 0:  %r' % x for x in missing] + ['First has 0, Second has 1:  %r' % x for x in rest]))

    def assertRegex(self, text, expected_regex, msg=None):
        pattern = _re.compile(expected_regex) if isinstance(expected_regex, str) else expected_regex
        self._check(pattern.search(text), msg, lambda: "Regex didn't match: %r not found in %r" % (pattern.pattern, text))

    def assertNotRegex(self, text, unexpected_regex, msg=None):
        pattern = _re.compile(unexpected_regex) if isinstance(unexpected_regex, str) else unexpected_regex
        found = pattern.search(text)
        self._check(not found, msg, lambda: 'Regex matched: %r matches %r in %r' % (found.group(), pattern.pattern, text))

    def assertRaises(self, expected_exception, *args, **kwargs):
        watch = _Raises(self, expected_exception, None, kwargs.pop('msg', None) if not args else None)
        return self._watched(watch, args, kwargs)

    def assertRaisesRegex(self, expected_exception, expected_regex, *args, **kwargs):
        watch = _Raises(self, expected_exception, expected_regex, kwargs.pop('msg', None) if not args else None)
        return self._watched(watch, args, kwargs)

    def _watched(self, watch, args, kwargs):
        if not args:
            return watch
        watch.by = ' by ' + getattr(args[0], '__name__', str(args[0]))
        with watch:
            args[0](*args[1:], **kwargs)

    def assertWarns(self, expected_warning, *args, **kwargs):
        watch = _Warns(self, expected_warning, None, kwargs.pop('msg', None) if not args else None)
        return self._watched(watch, args, kwargs)

    def assertWarnsRegex(self, expected_warning, expected_regex, *args, **kwargs):
        watch = _Warns(self, expected_warning, expected_regex, kwargs.pop('msg', None) if not args else None)
        return self._watched(watch, args, kwargs)

    def assertLogs(self, logger=None, level=None):
        return _Logs(self, logger, level)

    def assertNoLogs(self, logger=None, level=None):
        return _Logs(self, logger, level, True)


class _Sub:
    def __init__(self, case, msg, params):
        self.case, self.msg, self.params = case, msg, params

    def __enter__(self):
        return None

    def __str__(self):
        parts = ['[%s]' % self.msg] if self.msg is not None else []
        if self.params:
            parts.append('(%s)' % ', '.join(['%s=%r' % p for p in self.params.items()]))
        return '%s %s' % (self.case, ' '.join(parts) or '(<subtest>)')

    def shortDescription(self):
        return self.case.shortDescription()

    def __exit__(self, kind, value, tb):
        if kind is None or not issubclass(kind, Exception) or self.case._result is None:
            return False
        self.case._subtests.append(self)
        if issubclass(kind, SkipTest):
            self.case._result.addSkip(self, str(value))
        elif issubclass(kind, self.case.failureException):
            self.case._result.addFailure(self, (kind, value, tb))
        else:
            self.case._result.addError(self, (kind, value, tb))
        return True


class TestResult:
    def __init__(self, stream=None, descriptions=None, verbosity=None):
        self.failures, self.errors, self.skipped, self.expectedFailures, self.unexpectedSuccesses = [], [], [], [], []
        self.testsRun = 0
        self.shouldStop = False
        self.failfast = False

    def startTest(self, test): self.testsRun += 1
    def stopTest(self, test): pass
    def addSuccess(self, test): pass
    def addSkip(self, test, reason): self.skipped.append((test, reason))
    def addUnexpectedSuccess(self, test): self.unexpectedSuccesses.append(test)
    def addExpectedFailure(self, test, err): self.expectedFailures.append((test, self._text(err)))
    def stop(self): self.shouldStop = True

    def addFailure(self, test, err):
        self.failures.append((test, self._text(err)))
        self.shouldStop = self.shouldStop or self.failfast

    def addError(self, test, err):
        self.errors.append((test, self._text(err)))
        self.shouldStop = self.shouldStop or self.failfast

    def wasSuccessful(self):
        return not self.failures and not self.errors and not self.unexpectedSuccesses

    def _text(self, err):
        """The report, without the places in this file."""
        lines, out, hidden = ''.join(_traceback.format_exception(*err)).split('\n'), [], False
        for line in lines:
            if line.startswith('  File "'):
                hidden = '<library>/unittest/__init__.py' in line
            elif not line.startswith('    '):
                hidden = False
            if not hidden:
                out.append(line)
        return '\n'.join(out)


class TextTestResult(TestResult):
    def __init__(self, stream, descriptions, verbosity):
        super().__init__()
        self.stream, self.verbosity = stream, verbosity

    def _name(self, test):
        doc = test.shortDescription()
        return str(test) + ('\n' + doc if doc else '')

    def startTest(self, test):
        super().startTest(test)
        if self.verbosity > 1:
            self.stream.write(self._name(test) + ' ... ')
            self.stream.flush()

    def _show(self, short, long):
        if self.verbosity > 1:
            self.stream.write(long + '\n')
        elif self.verbosity == 1:
            self.stream.write(short)

    def addSuccess(self, test): self._show('.', 'ok')

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._show('F', 'FAIL')

    def addError(self, test, err):
        super().addError(test, err)
        self._show('E', 'ERROR')

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._show('s', 'skipped %r' % reason)

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self._show('x', 'expected failure')

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self._show('u', 'unexpected success')

    def printErrors(self):
        if self.verbosity:
            self.stream.write('\n')
        for word, all in (('ERROR', self.errors), ('FAIL', self.failures)):
            for test, text in all:
                self.stream.write('%s\n%s: %s\n%s\n%s\n' % ('=' * 70, word, self._name(test), '-' * 70, text))


class TestSuite:
    def __init__(self, tests=()):
        self._tests = list(tests)

    def __iter__(self): return iter(self._tests)
    def addTest(self, test): self._tests.append(test)
    def addTests(self, tests): self._tests.extend(tests)
    def countTestCases(self): return sum([t.countTestCases() for t in self._tests])

    def _all(self):
        for t in self._tests:
            if isinstance(t, TestSuite):
                yield from t._all()
            else:
                yield t

    def run(self, result):
        current, usable = None, True
        for test in self._all():
            if result.shouldStop:
                break
            cls = type(test)
            if cls is not current:
                self._leave(current, usable, result)
                current, usable = cls, True
                if not getattr(cls, '__unittest_skip__', False):
                    usable = self._fixture(cls, 'setUpClass', result)
            if usable:
                test.run(result)
        self._leave(current, usable, result)
        return result

    def _leave(self, cls, usable, result):
        if cls is not None and not getattr(cls, '__unittest_skip__', False):
            if usable:
                self._fixture(cls, 'tearDownClass', result)
            if hasattr(cls, 'doClassCleanups'):
                self._fixture(cls, 'doClassCleanups', result)

    def _fixture(self, cls, name, result):
        try:
            getattr(cls, name)()
            return True
        except SkipTest as e:
            result.addSkip(_Fixture(cls, name), str(e))
        except Exception as e:
            result.addError(_Fixture(cls, name), (type(e), e, e.__traceback__))
        return False

    __call__ = run


class _Fixture:
    def __init__(self, cls, name):
        self.text = '%s (%s.%s)' % (name, cls.__module__, cls.__qualname__)

    def __str__(self): return self.text
    def shortDescription(self): return None


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


class FunctionTestCase(TestCase):
    """A test of functions."""

    def __init__(self, testFunc, setUp=None, tearDown=None, description=None):
        super().__init__()
        self._functions = setUp, testFunc, tearDown
        self._description = description

    def setUp(self):
        if self._functions[0] is not None:
            self._functions[0]()

    def tearDown(self):
        if self._functions[2] is not None:
            self._functions[2]()

    def runTest(self):
        self._functions[1]()

    def id(self):
        return self._functions[1].__name__

    def shortDescription(self):
        return self._description


defaultTestLoader = TestLoader()


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
