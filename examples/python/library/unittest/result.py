"""What came of tests."""

import traceback as _traceback


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
                hidden = '<library>/unittest/' in line
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
