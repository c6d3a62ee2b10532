"""Several tests in a row, with what goes before and after those of a class."""

from unittest.case import SkipTest


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
