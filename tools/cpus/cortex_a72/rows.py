"""Rows of figures, as docs/figures holds them."""

import json
import os

# The fields that tell the rows of a kind apart.
IDENTITIES = {
    "model": ("core", "ring", "multiplier"),
    "model-part": ("core", "ring", "multiplier", "part"),
    "model-map": ("core", "ring", "multiplier", "part", "map"),
    "model-operation": ("core", "set", "operation", "part"),
    "model-operation-by": ("core", "set", "operation", "multiplier"),
    "model-primitive": ("core", "ring", "primitive"),
    "calibration": ("core", "source", "code"),
    "m-profile": ("core", "job"),
    "m-profile-printed": ("core", "source", "job"),
    "assurance": ("check",),
    "assurance-long": ("check",),
    "mutation": ("group",),
}


def identity(row):
    """Returns what tells a row from all others."""
    return tuple(row.get(field) for field in ("kind",) + IDENTITIES[row["kind"]])


def write(rows, path):
    """Prints rows, and writes them to a file: in place of those that it has for the same programs,
    else behind its last row."""
    known = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            known = {identity(one): one for one in map(json.loads, file)}
    for one in rows:
        known[identity(one)] = one
        print(text(one), flush=True)
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(text(one) + "\n" for one in known.values())


def text(row):
    """Returns the line of a row."""
    return json.dumps(row, separators=(",", ":"), ensure_ascii=False)
