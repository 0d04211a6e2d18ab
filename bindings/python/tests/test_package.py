"""What the installed package says of itself."""

from __future__ import annotations

import importlib.metadata
import re
from pathlib import Path

import vectru

ROOT = Path(__file__).parents[3]


def stated(key: str) -> set[str]:
    """Returns the values of a key in the manifest of the workspace."""
    text = (ROOT / "Cargo.toml").read_text("utf-8")
    return set(re.findall(rf'^{key} = "(.*)"$', text, re.MULTILINE))


def test_the_version_is_that_of_the_workspace() -> None:
    assert {vectru.__version__, importlib.metadata.version("vectru")} == stated("version")


def test_the_addresses_are_those_of_the_workspace() -> None:
    lines = importlib.metadata.metadata("vectru").get_all("Project-URL") or []
    addresses = dict(line.split(", ") for line in lines)
    assert set(addresses) == {"Homepage", "Source"}
    assert set(addresses.values()) == stated("repository")
