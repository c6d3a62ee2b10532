"""The assertions of a test case, and what `assertRaises` and its like answer."""

import re as _re
import warnings as _warnings


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


class _Asserts:
    """The methods of a case that check something."""

    failureException = AssertionError
    longMessage = True
    maxDiff = 640

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
