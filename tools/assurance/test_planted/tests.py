"""Tests of the package: what a patch says of its fault, and when a command has noticed it."""

import unittest

from . import __main__ as planted

COMMANDS = {"ci tests": ".ci/run tests", "assure wiping": "tools/run test-wiping", "assure traces": "no command"}
PATCH = """\
Fault: A sentence.
Noticed by: ci tests
Command: cargo test
Expect: FAILED
Noticed by: assure wiping, assure traces
Expect: ^secret: .* found$
Needs: avx2

diff --git a/file b/file
Expect: no field
"""


class Patches(unittest.TestCase):
    """The lines before a difference."""

    def read(self, text):
        return planted.faults_of("name", "name.patch", text, COMMANDS)

    def test_each_command_that_notices_a_fault_has_its_lines(self):
        first, second = self.read(PATCH)
        self.assertEqual((first.places, first.command), (["ci tests"], "cargo test"))
        self.assertEqual((first.what, first.expect, first.needs), ("A sentence.", "FAILED", None))
        self.assertEqual((second.places, second.command), (["assure wiping", "assure traces"], "tools/run test-wiping"))
        self.assertEqual((second.what, second.expect, second.needs), ("A sentence.", "^secret: .* found$", "avx2"))

    def test_what_is_missing_or_unknown_is_an_error(self):
        for old, new in (("Fault: A sentence.\n", ""), ("Expect: FAILED\n", ""), ("ci tests", "ci no-such-section"),
                         ("Command:", "Expect:")):
            with self.assertRaises(SystemExit, msg=old):
                self.read(PATCH.replace(old, new))
        with self.assertRaises(SystemExit):
            self.read("Fault: A sentence.\n")


class Verdicts(unittest.TestCase):
    """What the end of a command says of its fault."""

    def test_only_a_failure_with_the_words_has_noticed_it(self):
        fault = planted.faults_of("name", "name.patch", PATCH, COMMANDS)[1]
        found = "first\nsecret: 32 bytes found\nlast"
        for code, output, expected in ((1, found, planted.NOTICED), (0, found, planted.MISSED),
                                       (None, found, planted.MISSED), (1, "error: no such file", planted.MISSED),
                                       (77, "cannot run", planted.IMPOSSIBLE)):
            self.assertEqual(planted.verdict(fault, code, output)[0], expected, (code, output))


if __name__ == "__main__":
    unittest.main()
