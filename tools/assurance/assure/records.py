"""The records of runs: what was found of which tree."""

import json
import os
import subprocess
import tempfile

from . import checks

# The page that shows the records, and the rows of each form that has records.
PAGE = "docs/assurance/records.md"
FILES = {"command": "docs/figures/assure.jsonl", "long": "docs/figures/assure-long.jsonl"}
RECORDS = (PAGE, *FILES.values())


def _git(root, *arguments, **environment):
    """Returns the output of a command of git."""
    return subprocess.run(["git", *arguments], cwd=root, env={**os.environ, **environment}, check=True,
                          capture_output=True, text=True).stdout


def changes(root):
    """Returns the files that differ from HEAD or are unknown to it, except the records."""
    others = (f":(exclude){name}" for name in RECORDS)
    return _git(root, "status", "--porcelain", "--", ".", *others).splitlines()


def tree(root):
    """Returns git's name of the tree of HEAD without the records, so that a commit of records does
    not change it."""
    with tempfile.TemporaryDirectory() as folder:
        index = {"GIT_INDEX_FILE": os.path.join(folder, "index")}
        _git(root, "read-tree", "HEAD", **index)
        _git(root, "rm", "--cached", "--quiet", "--ignore-unmatch", "--", *RECORDS, **index)
        return _git(root, "write-tree", **index).strip()


def forget_former(root, form):
    """Takes out the rows of checks that a form has no more."""
    path = os.path.join(root, FILES[form])
    if not os.path.exists(path):
        return
    names = {check.name for check, _ in checks.chosen([], form)}
    with open(path, encoding="utf-8") as file:
        lines = [line for line in file if json.loads(line)["check"] in names]
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(lines)


def missing(root):
    """Returns the names of the usual checks that have no record of having passed on the tree."""
    path = os.path.join(root, FILES["command"])
    rows = []
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
    name = tree(root)
    passed = {row["check"] for row in rows if row["status"] == "ok" and row.get("tree") == name}
    return [check.name for check, _ in checks.chosen([], "command") if check.name not in passed]
