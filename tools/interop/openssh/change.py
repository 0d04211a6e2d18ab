"""Adds a key exchange to a copy of an SSH library's source.

    change.py CHANGES FOLDER

CHANGES is a file of TOML. `module` is the path that its module gets in the folder: a file of that
name stands beside CHANGES. Each `addition` has `lines` for a `file`, which go `before` or `after` the
line that has a text, and no other line has.
"""

import pathlib
import shutil
import sys
import tomllib


def add(path: pathlib.Path, addition: dict) -> None:
    """Adds the lines of an addition to a file."""
    lines = path.read_text().splitlines(keepends=True)
    text = addition.get("before") or addition["after"]
    places = [index for index, line in enumerate(lines) if text in line]
    if len(places) != 1:
        sys.exit(f"{path}: expected one line with `{text}`, found {len(places)}")
    place = places[0] + ("after" in addition)
    lines[place:place] = addition["lines"].splitlines(keepends=True)
    path.write_text("".join(lines))


def main(changes: str, folder: str) -> None:
    description = tomllib.loads(pathlib.Path(changes).read_text())
    target = pathlib.Path(folder, description["module"])
    module = pathlib.Path(changes).parent / target.name
    shutil.copy(module, target)
    for addition in description["addition"]:
        add(pathlib.Path(folder, addition["file"]), addition)
    added = sum(addition["lines"].count("\n") for addition in description["addition"])
    print(f"{added} lines added, and {target.name} with {module.read_text().count(chr(10))}")


if __name__ == "__main__":
    main(*sys.argv[1:])
