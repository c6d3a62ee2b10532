"""Tests: cases with assertions, suites of them, and a runner that reports."""

from unittest.case import FunctionTestCase, SkipTest, TestCase, expectedFailure, skip, skipIf, skipUnless
from unittest.loader import TestLoader, defaultTestLoader
from unittest.main import TestProgram, TextTestRunner, main
from unittest.result import TestResult, TextTestResult
from unittest.suite import TestSuite
