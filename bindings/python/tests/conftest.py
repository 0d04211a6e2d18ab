"""What tests share."""

from __future__ import annotations

import pytest
import vectru


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs each test that has a ``parameter_set`` for all of them."""
    if "parameter_set" in metafunc.fixturenames:
        sets = vectru.PARAMETER_SETS
        metafunc.parametrize("parameter_set", sets, ids=[one.name for one in sets])
