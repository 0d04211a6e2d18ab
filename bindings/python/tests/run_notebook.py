"""Runs a notebook in this environment: python run_notebook.py NOTEBOOK

The notebook must have no outputs, as they differ between machines. Each of its cells
must run without an error, and it must draw something.
"""

from __future__ import annotations

import sys
from typing import Any, cast

import nbclient
import nbformat


def main() -> int:
    """Runs the notebook, and prints what it drew."""
    (path,) = sys.argv[1:]
    notebook = cast(Any, nbformat).read(path, as_version=4)
    cells: list[Any] = [cell for cell in notebook.cells if cell.cell_type == "code"]
    stored: list[str] = [cell.id for cell in cells if cell.outputs or cell.execution_count]
    if stored:
        print(f"{path}: expected no stored outputs, found those of {', '.join(stored)}")
        return 1
    cast(Any, nbclient).execute(notebook, kernel_name="python3", timeout=300)
    outputs: list[Any] = [output for cell in cells for output in cell.outputs]
    pictures = sum("image/png" in output.get("data", {}) for output in outputs)
    if not pictures:
        print(f"{path}: expected a picture, found none")
        return 1
    print(f"{path}: {len(cells)} cells ran, {pictures} picture")
    return 0


if __name__ == "__main__":
    sys.exit(main())
