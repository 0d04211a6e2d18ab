"""Runs a notebook in this process: python run_notebook.py [--write] NOTEBOOK

Its code is plain Python and needs no Jupyter. Each cell must run without an error, and the notebook
must draw something. It is stored with its outputs: those of a cell must be what the cell writes now,
except where the cell is tagged "machine", since its outputs differ between machines. `--write`
stores the outputs of this run.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt


def figures() -> list[Any]:
    """Returns the figures that a cell has drawn, as outputs, and closes them."""
    outputs: list[Any] = []
    for number in plt.get_fignums():
        figure, picture = plt.figure(number), io.BytesIO()
        figure.savefig(picture, format="png", bbox_inches="tight")
        data = {"image/png": base64.b64encode(picture.getvalue()).decode(), "text/plain": [repr(figure)]}
        outputs.append({"data": data, "metadata": {}, "output_type": "display_data"})
    plt.close("all")
    return outputs


def run(cell: Any, names: dict[str, Any]) -> list[Any]:
    """Runs a cell among the names of the cells before it, and returns its outputs."""
    with contextlib.redirect_stdout(io.StringIO()) as text:
        exec(compile("".join(cell["source"]), cell["id"], "exec"), names)
    lines = text.getvalue().splitlines(keepends=True)
    streams = [{"name": "stdout", "output_type": "stream", "text": lines}] if lines else []
    return streams + figures()


def written(outputs: list[Any]) -> str:
    """Returns the text among outputs."""
    return "".join("".join(output.get("text", "")) for output in outputs)


def defects(index: int, cell: Any, outputs: list[Any]) -> list[str]:
    """Returns what is wrong with the stored outputs of a cell that has run."""
    kinds = [output["output_type"] for output in cell["outputs"]]
    if cell["execution_count"] != index or kinds != [output["output_type"] for output in outputs]:
        return [f"{cell['id']}: expected the stored outputs of a run from the start, found others"]
    if "machine" not in cell["metadata"].get("tags", []) and written(cell["outputs"]) != written(outputs):
        return [f"{cell['id']}: expected the output of this version, {written(outputs)!r}"]
    return []


def main() -> int:
    """Runs the notebook, and prints what it drew."""
    parser = argparse.ArgumentParser(description="runs a notebook")
    parser.add_argument("--write", action="store_true", help="store the outputs of this run")
    parser.add_argument("notebook", type=Path)
    options = parser.parse_args()
    path: Path = options.notebook
    notebook = json.loads(path.read_text("utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    plt.switch_backend("agg")
    names: dict[str, Any] = {}
    found: list[str] = []
    pictures = 0
    for index, cell in enumerate(cells, 1):
        outputs = run(cell, names)
        pictures += sum("image/png" in output.get("data", {}) for output in outputs)
        if options.write:
            cell.update(execution_count=index, outputs=outputs)
        found += defects(index, cell, outputs)
    if not pictures:
        found.append("expected a picture, found none")
    if options.write:
        text = json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True)
        path.write_text(text + "\n", "utf-8")
    for defect in found:
        print(f"{path}: {defect}")
    if not found:
        print(f"{path}: {len(cells)} cells ran, {pictures} picture")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
