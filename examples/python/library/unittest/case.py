"""Test cases: what is run, what is skipped."""

from unittest._asserts import _Asserts
from unittest.result import TestResult


class SkipTest(Exception):
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


class TestCase(_Asserts):
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
