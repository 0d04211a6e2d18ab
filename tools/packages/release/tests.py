"""Tests of what becomes of links, of the checks of packages, and of the search for paths."""

import io
import json
import os
import subprocess
import tarfile
import tempfile
import unittest
import zipfile

from assure import records
from assure.checks import CHECKS

from . import bill, checks, contents, links, metadata
from . import __main__ as command

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
PAGE = """[a](SECURITY.md#promises), [`code`](../docs/c.md), [web](https://host/x), [here](#a), `[b](c)`
``[`d`](e)``, [two
lines](f.md), <img src="g.png">

```md
[h](i.md)
```

[name]: j.md
"""


class Links(unittest.TestCase):
    def test_relative_links_are_found_outside_of_code(self):
        self.assertEqual(links.relative(PAGE), ["SECURITY.md#promises", "../docs/c.md", "f.md", "g.png", "j.md"])

    def test_relative_links_become_absolute_and_nothing_else_changes(self):
        page = links.absolute(PAGE, "crates/README.md", "https://host/v", "1.2.3")
        self.assertEqual(links.relative(page), [])
        self.assertIn("[a](https://host/v/blob/v1.2.3/crates/SECURITY.md#promises)", page)
        self.assertIn("[`code`](https://host/v/blob/v1.2.3/docs/c.md)", page)
        changed = [line for line, old in zip(page.splitlines(), PAGE.splitlines()) if line != old]
        self.assertEqual(len(changed), 3)
        self.assertIn("[h](i.md)", page)

    def test_a_link_to_no_file_is_a_defect(self):
        with tempfile.TemporaryDirectory() as root:
            for name, text in (("PAGE.md", "[a](b.md) [c](d.md#e)"), ("b.md", "")):
                with open(os.path.join(root, name), "w", encoding="utf-8") as file:
                    file.write(text)
            self.assertEqual(checks.page_defects(root, "PAGE.md", "1.2.3"),
                             ["PAGE.md: expected a file, found the link d.md#e"])


class Crates(unittest.TestCase):
    def test_a_crate_follows_those_that_it_depends_on(self):
        names = [crate.name for crate in metadata.crates(ROOT)]
        for first, second in (("vectru-polymul", "vectru"), ("vectru-catalogue", "vectru-planner"),
                              ("vectru-bench", "vectru-cli"), ("vectru", "vectru-rustls")):
            self.assertLess(names.index(first), names.index(second))

    def test_a_version_that_differs_is_a_defect(self):
        self.assertEqual(len(checks.versions(ROOT, "0.0.0")), 3)

    def test_what_leads_nowhere_is_found(self):
        for text in ("https://repository.invalid/vectru", "contact@vectru.invalid"):
            self.assertEqual(metadata.PLACEHOLDER.findall(f'key = "{text}", invalid.'), [text])
        self.assertIsNone(metadata.PLACEHOLDER.search("an invalid.example and https://host/invalid"))


def write(root, files):
    """Writes files by their names."""
    for name, text in files.items():
        os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
        with open(os.path.join(root, name), "w", encoding="utf-8") as file:
            file.write(text)


class Refusals(unittest.TestCase):
    """A repository that can be published, and one defect at a time."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        manifest = '[package]\nname = "one"\nversion = "1.2.3"\nrepository = "https://host/one"\n[workspace]\n'
        write(self.folder.name, {"Cargo.toml": manifest, "src/lib.rs": "", "CHANGELOG.md": "## [1.2.3] - 2026-01-01\n",
                                 "Cargo.lock": 'version = 4\n\n[[package]]\nname = "one"\nversion = "1.2.3"\n'})
        self.git("init", "--quiet")
        self.commit()
        self.record()

    def git(self, *arguments):
        subprocess.run(["git", "-c", "user.name=test", "-c", "user.email=test@localhost", *arguments],
                       cwd=self.folder.name, check=True, capture_output=True)

    def commit(self, **files):
        write(self.folder.name, files)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "test")
        self.git("tag", "--force", "v1.2.3")

    def record(self):
        """Commits records of HEAD."""
        tree = records.tree(self.folder.name)
        rows = [json.dumps({"check": check.name, "status": "ok", "tree": tree}) for check in CHECKS]
        self.commit(**{records.FILES["command"]: "\n".join(rows)})

    def found(self):
        return [line.partition(": expected")[0] for line in command.refusals(self.folder.name)]

    def test_what_is_complete_is_not_refused(self):
        self.assertEqual(self.found(), [])

    def test_a_missing_address_is_refused(self):
        self.commit(**{"SECURITY.md": "Write to\ncontact@vectru.invalid.\n"})
        self.record()
        self.assertEqual(self.found(), ["SECURITY.md:2: contact@vectru.invalid."])

    def test_a_change_without_a_commit_is_refused(self):
        write(self.folder.name, {"src/lib.rs": "//! Changed.\n"})
        self.assertEqual(self.found(), ["git status"])

    def test_a_commit_without_the_tag_is_refused(self):
        self.git("tag", "--delete", "v1.2.3")
        self.assertEqual(self.found(), ["git tag"])

    def test_a_tree_without_records_is_refused(self):
        self.commit(**{"src/lib.rs": "//! Changed.\n"})
        self.assertEqual(self.found(), ["docs/assurance/records.md"])

    def test_a_version_without_a_section_is_refused(self):
        self.commit(**{"CHANGELOG.md": "## [Unreleased]\n"})
        self.record()
        self.assertEqual(self.found(), ["CHANGELOG.md"])


class Contents(unittest.TestCase):
    def test_a_path_is_found_in_an_archive_in_an_archive(self):
        inner = io.BytesIO()
        with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("module.so", b"\0/home/somebody/src/lib.rs\0" * 2)
            archive.writestr("clean", b"/vectru/src/lib.rs")
        with tempfile.TemporaryDirectory() as out:
            with tarfile.open(os.path.join(out, "package.tgz"), "w:gz") as archive:
                member = tarfile.TarInfo("one.whl")
                member.size = len(inner.getvalue())
                archive.addfile(member, io.BytesIO(inner.getvalue()))
            _, found = contents.places(out, ["/home/somebody", "/opt/other"])
            self.assertEqual(found, ["package.tgz/one.whl/module.so: 2 times /home/somebody"])
            self.assertEqual(contents.places(out, ["/opt/other"])[1], [])
            contents.write_checksums(out)
            subprocess.run(["sha256sum", "--quiet", "--check", "SHA256SUMS"], cwd=out, check=True)

    def test_a_package_that_differs_is_named(self):
        self.assertEqual(command.differences({"a": "1", "b": "2"}, {"a": "1", "b": "3", "c": "4"}), ["b", "c"])

    def test_lists_of_parts_name_no_folder(self):
        text = '"path+file:///tmp/a/crates/b#0.1.0" "pkg:cargo/b@0.1.0?download_url=file://../b#src/lib.rs"'
        self.assertEqual(bill.without_folders(text, "/tmp/a"),
                         '"path+file:///vectru/crates/b#0.1.0" "pkg:cargo/b@0.1.0#src/lib.rs"')
