"""Runs a notebook in this environment: python run_notebook.py [--write] NOTEBOOK

Each cell must run without an error, and the notebook must draw something. It is stored with its
outputs: those of a cell must be what the cell writes now, except where the cell is tagged "machine",
since its outputs differ between machines. `--write` stores the outputs of this run.
"""

from __future__ import annotations

import argparse
import copy
import sys
from typing import Any, cast

import nbclient
import nbformat


def written(cell: Any) -> str:
    """Returns the text that a cell has written."""
    return "".join(output.get("text", "") for output in cell.outputs if output.output_type == "stream")


def defects(stored: list[Any], run: list[Any]) -> list[str]:
    """Returns what is wrong with the stored outputs of the cells that have run."""
    found: list[str] = []
    for index, (before, now) in enumerate(zip(stored, run), 1):
        kinds = [output.output_type for output in before.outputs]
        if before.execution_count != index or kinds != [output.output_type for output in now.outputs]:
            found.append(f"{before.id}: expected the stored outputs of a run from the start, found others")
        elif "machine" not in before.metadata.get("tags", []) and written(before) != written(now):
            found.append(f"{before.id}: expected the output of this version, {written(now)!r}")
    return found


def main() -> int:
    """Runs the notebook, and prints what it drew."""
    parser = argparse.ArgumentParser(description="runs a notebook")
    parser.add_argument("--write", action="store_true", help="store the outputs of this run")
    parser.add_argument("notebook")
    options = parser.parse_args()
    path = options.notebook
    notebook = cast(Any, nbformat).read(path, as_version=4)
    stored = copy.deepcopy([cell for cell in notebook.cells if cell.cell_type == "code"])
    # A busy machine may deliver what a cell prints in several parts, which become one output.
    cast(Any, nbclient).execute(
        notebook, kernel_name="python3", timeout=300, record_timing=False, coalesce_streams=True
    )
    cells: list[Any] = [cell for cell in notebook.cells if cell.cell_type == "code"]
    outputs: list[Any] = [output for cell in cells for output in cell.outputs]
    pictures = sum("image/png" in output.get("data", {}) for output in outputs)
    found = [] if pictures else ["expected a picture, found none"]
    if options.write:
        # The version of Python is that of this machine.
        notebook.metadata.language_info = {"name": "python"}
        cast(Any, nbformat).write(notebook, path)
    else:
        found += defects(stored, cells)
    for defect in found:
        print(f"{path}: {defect}")
    if not found:
        print(f"{path}: {len(cells)} cells ran, {pictures} picture")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
