#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""run.py NAME [FOLDER]: the tests of the Python package, or those of another folder, by unittest. With GTEST_OUTPUT=xml:FOLDER/, as ./run-tests sets it,
a report FOLDER/NAME.xml of GoogleTest's form, so that cases are counted and skips are named."""
import os
import pathlib
import sys
import unittest
from xml.sax.saxutils import quoteattr

here = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(here.parents[1] / "python")]


class Results(unittest.TextTestResult):
    """What became of each case: "", "skipped" with a reason, or "failed"."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.cases = {}

    def stopTest(self, test):
        super().stopTest(test)
        self.cases.setdefault(test, ("", ""))

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.cases[test] = ("skipped", reason)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.cases[test] = ("failed", str(err[1]))

    def addError(self, test, err):
        super().addError(test, err)
        self.cases[test] = ("failed", str(err[1]))

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.cases[test] = ("failed", str(err[1]))


def report(cases):
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>", "<testsuite>"]
    for test, (state, text) in cases.items():
        words = test.id().split(".")
        suite, name = (words[-2], words[-1]) if len(words) > 1 else ("", words[0])
        head = f'<testcase name={quoteattr(name)} classname={quoteattr(suite)} status="run"'
        if state == "skipped":
            lines += [head + ' result="skipped">', f"<skipped message={quoteattr(text)} />", "</testcase>"]
        elif state == "failed":
            lines += [head + ' result="completed">', f"<failure message={quoteattr(text[:500])} />", "</testcase>"]
        else:
            lines.append(head + ' result="completed" />')
    return "\n".join([*lines, "</testsuite>", "</testsuites>", ""])


tests = sys.argv[2] if len(sys.argv) > 2 else str(here)
found = unittest.defaultTestLoader.discover(tests, "*_test.py", tests)
result = unittest.TextTestRunner(verbosity=2, resultclass=Results).run(found)
kind, _, folder = os.environ.get("GTEST_OUTPUT", "").partition(":")
if kind == "xml":
    pathlib.Path(folder, sys.argv[1] + ".xml").write_text(report(result.cases))
sys.exit(0 if result.wasSuccessful() and result.testsRun > 0 else 1)
