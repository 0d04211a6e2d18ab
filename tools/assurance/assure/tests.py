"""Tests of the package: the list of checks, and what a run makes of the ends of commands."""

import json
import os
import re
import subprocess
import tempfile
import unittest
import unittest.mock

from . import checks, records, run
from .checks import Check

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")


class List(unittest.TestCase):
    """The checks that are listed."""

    def test_names_are_unique_and_the_page_shows_each_part(self):
        names = [check.name for check in checks.CHECKS]
        self.assertEqual(len(names), len(set(names)))
        with open(os.path.join(ROOT, records.PAGE), encoding="utf-8") as file:
            blocks = re.findall(r"<!-- figures: assurance ([^>]*) -->", file.read())
        shown = {part for block in blocks for part in block.split()}
        self.assertEqual({check.part for check in checks.CHECKS}, shown)

    def test_programs_of_commands_exist(self):
        listed = subprocess.run([os.path.join(ROOT, "tools", "run")], check=True, capture_output=True, text=True).stdout
        scripts = re.findall(r"^  (\S+)", listed, re.MULTILINE)
        for check in checks.CHECKS:
            for command in filter(None, (check.command, check.quick, check.long)):
                for program in re.findall(r"tools/[a-z0-9_/-]+", command):
                    self.assertTrue(os.path.exists(os.path.join(ROOT, program)), f"{check.name}: {program}")
                for script in re.findall(r"tools/run ([a-z0-9-]+)", command):
                    self.assertIn(script, scripts, check.name)

    def test_forms_have_their_commands(self):
        quick, usual, long = (dict(checks.chosen([], form)) for form in ("quick", "command", "long"))
        self.assertEqual(list(long), checks.CHECKS)
        self.assertEqual(set(long) - set(usual), {check for check in checks.CHECKS if not check.command})
        self.assertTrue(all(check in usual for check in quick))
        fuzzing, = (check for check in usual if check.name == "fuzzing")
        self.assertEqual((usual[fuzzing], long[fuzzing]), ("tools/run fuzz 10", "tools/run fuzz"))
        self.assertEqual(checks.chosen(["no such word"], "long"), [])


class Runs(unittest.TestCase):
    """The results of commands."""

    def result(self, command, figure=run.last_line):
        with tempfile.TemporaryDirectory() as folder:
            check = Check("a check", "part", "something", command, figure=figure)
            return run.run_all([(check, command)], folder, lambda _: None)[0]

    def test_the_lines_of_the_checker_stand_behind_the_last_line(self):
        self.assertRegex(run.with_lines("3 accepted\n\n"), r"^3 accepted; \d+,\d{3} lines of checker$")
        self.assertEqual(run.with_lines(""), "")

    def test_the_last_line_is_the_figure(self):
        result = self.result("echo first; echo '12 sets'; echo")
        self.assertEqual((result.status, result.figure), (run.OK, "12 sets"))

    def test_failures_and_impossible_checks_are_told_apart(self):
        self.assertEqual(self.result("echo 12 sets; exit 1").status, run.FAILED)
        result = self.result("echo 'cannot run: no such CPU'; exit 77")
        self.assertEqual((result.status, result.figure), (run.IMPOSSIBLE, "cannot run: no such CPU"))

    def test_a_check_without_a_figure_fails(self):
        self.assertEqual(self.result("true").status, run.FAILED)
        self.assertEqual(self.result("echo running 0 tests", run.tests_passed).status, run.FAILED)

    def test_tests_are_counted(self):
        lines = "test result: ok. 1200 passed; 0 failed\\ntest result: ok. 34 passed; 0 failed\\n"
        self.assertEqual(self.result(f"printf '{lines}'", run.tests_passed).figure, "1,234 tests")

    def test_checks_compile_with_one_thread_for_each_processor(self):
        # One check takes a second thread, if there is one, while the others sleep.
        taking = 'timeout 0.5 head --bytes 1 "${CARGO_MAKEFLAGS#*fifo:}" || echo none'
        processors = os.cpu_count()
        for others, token in ((0, "+"), (max(1, processors - 1), "none")):
            commands = [(Check("a check", "part", "", ""), command) for command in [taking, *["sleep 1"] * others]]
            with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.dict(os.environ):
                os.environ.pop("CARGO_MAKEFLAGS", None)
                results = run.run_all(commands, folder, lambda _: None, max(2, processors))
            self.assertEqual(results[0].figure, token)

    def test_results_have_the_order_of_the_checks(self):
        commands = [(Check(name, "part", "", ""), f"sleep 0.{wait}; echo {name}") for name, wait in
                    (("slow", 3), ("fast", 0), ("last", 1))]
        with tempfile.TemporaryDirectory() as folder:
            results = run.run_all(commands, folder, lambda _: None)
        self.assertEqual([result.figure for result in results], ["slow", "fast", "last"])


class Records(unittest.TestCase):
    """Records of the tree of a small repository."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        self.git("init", "--quiet")
        self.commit("Cargo.toml", "")

    def git(self, *arguments):
        subprocess.run(["git", "-c", "user.name=test", "-c", "user.email=test@localhost", *arguments], cwd=self.root,
                       check=True, capture_output=True)

    def write(self, name, text):
        os.makedirs(os.path.dirname(os.path.join(self.root, name)), exist_ok=True)
        with open(os.path.join(self.root, name), "w", encoding="utf-8") as file:
            file.write(text)

    def commit(self, name, text):
        self.write(name, text)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "test")

    def record(self, tree, status="ok"):
        """Commits a row for each check."""
        rows = [json.dumps({"check": check.name, "status": status, "tree": tree}) for check in checks.CHECKS]
        self.commit(records.FILES["command"], "\n".join(rows))

    def test_records_do_not_change_the_name_of_the_tree(self):
        name = records.tree(self.root)
        self.write(records.PAGE, "1")
        self.assertEqual(records.changes(self.root), [])
        self.record(name)
        self.assertEqual(records.tree(self.root), name)
        self.write("Cargo.toml", "1")
        self.assertEqual(len(records.changes(self.root)), 1)
        self.commit("Cargo.toml", "1")
        self.assertNotEqual(records.tree(self.root), name)

    def test_what_has_not_passed_on_the_tree_is_missing(self):
        usual = [check.name for check in checks.CHECKS if check.command]
        self.assertEqual(records.missing(self.root), usual)
        self.record(records.tree(self.root))
        self.assertEqual(records.missing(self.root), [])
        self.record(records.tree(self.root), run.IMPOSSIBLE)
        self.assertEqual(records.missing(self.root), usual)
        self.record(records.tree(self.root))
        self.commit("Cargo.toml", "1")
        self.assertEqual(records.missing(self.root), usual)

    def test_rows_of_former_checks_are_forgotten(self):
        records.forget_former(self.root, "long")
        self.record("a tree")
        path = os.path.join(self.root, records.FILES["command"])
        with open(path, "a", encoding="utf-8") as file:
            file.write('\n{"check":"no such check"}\n')
        records.forget_former(self.root, "command")
        with open(path, encoding="utf-8") as file:
            names = [json.loads(line)["check"] for line in file]
        self.assertEqual(names, [check.name for check in checks.CHECKS if check.command])
