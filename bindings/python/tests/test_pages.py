"""The Python code of the pages, block after block."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGES = [ROOT / "bindings/python/README.md", ROOT / "docs/users/python.md"]


def blocks(page: Path) -> list[str]:
    """Returns the blocks of Python code of a page."""
    return re.findall(r"^```python\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_code_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = blocks(page)
    assert found
    names: dict[str, object] = {}
    for block in found:
        exec(compile(block, str(page), "exec"), names)
