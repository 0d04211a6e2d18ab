"""The checks beside pytest fail where they should."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

BINDING = Path(__file__).parents[1]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs a program of this folder."""
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=BINDING, capture_output=True, text=True, check=False)


def test_the_cost_of_a_call_has_a_limit() -> None:
    found = run("bench/interface.py", "--rounds", "4", "--limit", "0")
    assert found.returncode == 1
    assert "a call from Python costs at most" in found.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("source", "outputs", "expected"),
    [
        ("print(2)", [], "expected the stored outputs of a run from the start"),
        ("print(2)", [{"output_type": "stream", "name": "stdout", "text": "3\n"}], "expected the output of this version"),
        ("print(2)", [{"output_type": "stream", "name": "stdout", "text": "2\n"}], "expected a picture, found none"),
        ("1 / 0", [], "ZeroDivisionError"),
    ],
)
def test_notebooks_must_run(source: str, outputs: list[object], expected: str, tmp_path: Path) -> None:
    cell: dict[str, object] = {"cell_type": "code", "id": "cell", "metadata": {}, "execution_count": 1}
    notebook: dict[str, object] = {
        "cells": [{**cell, "source": source, "outputs": outputs}],
        "metadata": {},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    path = tmp_path / "notebook.ipynb"
    path.write_text(json.dumps(notebook), "utf-8")
    found = run("tests/run_notebook.py", str(path))
    assert found.returncode == 1
    assert expected in found.stdout + found.stderr
