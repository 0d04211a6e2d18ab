"""Products against a schoolbook in NumPy, and the facts about multipliers."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Iterator, Optional

import hypothesis.extra.numpy as arrays
import numpy as np
import numpy.typing as npt
import pytest
import vectru
from hypothesis import given, settings
from hypothesis import strategies as st
from vectru import errors, polymul

Array = npt.NDArray[np.int16]

RINGS = {ring["ring"]: ring for ring in polymul.rings()}
MULTIPLIERS = [(ring, row["multiplier"]) for ring in RINGS for row in polymul.multipliers(ring)]
ROWS = {(row["ring"], row["multiplier"]): row for ring in RINGS for row in polymul.multipliers(ring)}


def schoolbook(ring: str, a: Array, b: Array) -> Array:
    """Returns the product by its definition, in 64-bit integers."""
    row = RINGS[ring]
    degree, modulus = row["degree"], row["modulus"]
    product = np.convolve(a.astype(np.int64), b.astype(np.int64))
    # x^(n + i) is the sum of c x^(i + k) over the tail; i + k is below n for all i below n - 1.
    result = product[:degree].copy()
    high = product[degree:]
    for power, coefficient in row["tail"]:
        result[power : power + len(high)] += coefficient * high
    half = modulus // 2
    return ((result + half) % modulus - half).astype(np.int16)


def operand(ring: str, rng: np.random.Generator, rows: Optional[int] = None) -> Array:
    """Returns random coefficients of 16 bits."""
    shape = (RINGS[ring]["degree"],) if rows is None else (rows, RINGS[ring]["degree"])
    return rng.integers(-(2**15), 2**15, shape, np.int16)


def small(ring: str, rng: np.random.Generator, rows: Optional[int] = None) -> Array:
    """Returns a random small polynomial."""
    shape = (RINGS[ring]["degree"],) if rows is None else (rows, RINGS[ring]["degree"])
    bound = RINGS[ring]["small"]
    return rng.integers(-bound, bound, shape, np.int16, endpoint=True)


def takes_any(ring: str, multiplier: str) -> bool:
    """Returns whether a multiplier multiplies any two operands."""
    return ROWS[ring, multiplier]["operands"] == "big by big"


@pytest.mark.parametrize(("ring", "multiplier"), MULTIPLIERS)
def test_every_multiplier_multiplies(ring: str, multiplier: str) -> None:
    rng = np.random.default_rng(1)
    a = operand(ring, rng)
    b = operand(ring, rng) if takes_any(ring, multiplier) else small(ring, rng)
    expected = schoolbook(ring, a, b)
    for backend in vectru.backends():
        found = polymul.multiply(ring, a, b, multiplier, backend)
        assert found.dtype == np.int16 and found.shape == expected.shape
        assert np.array_equal(found, expected), (ring, multiplier, backend)


def coefficients(ring: str, bound: int) -> st.SearchStrategy[Array]:
    """Returns polynomials, most of whose coefficients are one number."""
    element = st.integers(-bound - (bound == 2**15 - 1), bound)
    return arrays.arrays(np.int16, RINGS[ring]["degree"], elements=element, fill=element)


@pytest.mark.parametrize("ring", RINGS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_products_are_those_of_the_definition(ring: str, data: st.DataObject) -> None:
    a = data.draw(coefficients(ring, 2**15 - 1))
    b = data.draw(coefficients(ring, 2**15 - 1))
    c = data.draw(coefficients(ring, RINGS[ring]["small"]))
    for second in (b, c):
        expected = schoolbook(ring, a, second)
        names = [None] + [name for of, name in MULTIPLIERS if of == ring]
        for name in names:
            if second is c or name is None or takes_any(ring, name):
                assert np.array_equal(polymul.multiply(ring, a, second, name), expected), name


@pytest.mark.parametrize("ring", RINGS)
def test_a_batch_is_as_single_products(ring: str) -> None:
    rng = np.random.default_rng(2)
    a, b = operand(ring, rng, 7), operand(ring, rng, 7)
    for left, right in ((a, b), (a, b[0]), (a[0], b), (a, b[:1]), (a[:1], b[:1]), (a[:1], b[0])):
        rows = max(np.atleast_2d(left).shape[0], np.atleast_2d(right).shape[0])
        lefts = np.broadcast_to(left, (rows, left.shape[-1]))
        rights = np.broadcast_to(right, (rows, right.shape[-1]))
        expected = [polymul.multiply(ring, *pair) for pair in zip(lefts, rights)]
        assert np.array_equal(polymul.multiply(ring, left, right), expected)
    nothing = polymul.multiply(ring, a[:0], b[0])
    assert nothing.shape == a[:0].shape


def test_layouts_of_operands() -> None:
    rng = np.random.default_rng(3)
    a, b = operand("sntrup761", rng, 4), operand("sntrup761", rng)
    expected = polymul.multiply("sntrup761", a, b)
    assert np.array_equal(polymul.multiply("sntrup761", np.asfortranarray(a), b), expected)
    assert np.array_equal(polymul.multiply("sntrup761", a[::2], b), expected[::2])
    wide = np.zeros((4, 2 * 761), np.int16)
    wide[:, ::2] = a
    assert np.array_equal(polymul.multiply("sntrup761", wide[:, ::2], b), expected)
    # The result is writable, and belongs to the caller.
    expected[0] = 0
    assert not np.array_equal(polymul.multiply("sntrup761", a, b), expected)


def test_wrong_operands_are_refused() -> None:
    right = np.zeros(761, np.int16)
    for wrong in (np.zeros(760, np.int16), np.zeros((761, 2), np.int16), np.zeros((2, 0), np.int16)):
        text = f"expected 761 coefficients of a polynomial, found {wrong.shape[-1]}"
        for pair in ((wrong, right), (right, wrong)):
            with pytest.raises(errors.OperandError, match=text):
                polymul.multiply("sntrup761", *pair)
    with pytest.raises(errors.OperandError, match="as many rows in both operands, found 2 and 3"):
        polymul.multiply("sntrup761", np.zeros((2, 761), np.int16), np.zeros((3, 761), np.int16))
    others: list[Any] = [
        np.zeros(761),
        np.zeros(761, np.uint16),
        np.zeros(761, np.dtype(np.int16).newbyteorder()),
        [0] * 761,
        np.zeros((1, 1, 761), np.int16),
        np.int16(3),
        "text",
    ]
    for other in others:
        with pytest.raises(TypeError, match="expected an array of"):
            polymul.multiply("sntrup761", other, right)
        with pytest.raises(TypeError, match="expected an array of"):
            polymul.multiply("sntrup761", right, other)


def test_operands_that_must_be_small_are_checked() -> None:
    a = np.zeros(761, np.int16)
    b = np.zeros((2, 761), np.int16)
    b[1, 5] = -2
    text = "expected magnitudes up to 1, found -2 at x\\^5 of row 1"
    with pytest.raises(errors.OperandError, match=text):
        polymul.multiply("sntrup761", a, b, "good-thomas")


def test_names_of_nothing() -> None:
    a = np.zeros(761, np.int16)
    with pytest.raises(errors.UnknownNameError) as raised:
        polymul.multiply("sntrup762", a, a)
    assert raised.value.expected == ", ".join(RINGS)
    with pytest.raises(errors.UnknownNameError) as raised:
        polymul.multiply("sntrup761", a, a, "karatsuba")
    names = [name for ring, name in MULTIPLIERS if ring == "sntrup761"]
    assert (raised.value.expected, raised.value.found) == (", ".join(names), "karatsuba")
    for call in (polymul.explain, polymul.counts, polymul.bounds):
        with pytest.raises(errors.UnknownNameError, match="unknown backend"):
            call("sntrup761", None, "sse9")
    missing = next(name for name in vectru.all_backends() if name not in vectru.backends())
    with pytest.raises(errors.UnavailableError):
        polymul.multiply("sntrup761", a, a, backend=missing)


def test_threads_multiply_at_once() -> None:
    rng = np.random.default_rng(4)
    a, b = operand("sntrup761", rng, 200), operand("sntrup761", rng, 200)
    expected = polymul.multiply("sntrup761", a, b)

    def agrees(_: int) -> bool:
        return np.array_equal(polymul.multiply("sntrup761", a, b), expected)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(agrees, range(16)))


def tables() -> Iterator[list[Any]]:
    """Returns the lists of rows of each ring."""
    yield polymul.rings()
    for ring in RINGS:
        yield polymul.multipliers(ring)
        for backend in vectru.all_backends():
            yield polymul.explain(ring, backend=backend)
            yield polymul.counts(ring, backend=backend)


def test_tables_have_equal_columns() -> None:
    for table in tables():
        assert table and all(list(row) == list(table[0]) for row in table)
        json.dumps(table)


@pytest.mark.parametrize(("ring", "multiplier"), MULTIPLIERS)
def test_facts_agree_with_each_other(ring: str, multiplier: str) -> None:
    for backend in vectru.all_backends():
        maps = [row["map"] for row in polymul.explain(ring, multiplier, backend)]
        assert maps == ROWS[ring, multiplier]["maps"]
        counts = polymul.counts(ring, multiplier, backend)
        for row in counts:
            moves = row["permutations"] + row["loads"] + row["stores"]
            assert row["total"] == row["multiplications"] + row["additions"] + moves
        parts = {row["part"] for row in counts}
        assert {"forward", "inverse", "product-by-small"} < parts
        assert ("product" in parts) == takes_any(ring, multiplier)
        for part in parts:
            rows = [row for row in counts if row["part"] == part]
            whole = [row for row in rows if row["map"] is None]
            assert len(whole) == 1
            # Instructions outside of all maps are in the whole alone.
            assert sum(row["total"] for row in rows) - whole[0]["total"] <= whole[0]["total"]
        bounds = polymul.bounds(ring, multiplier, backend)
        lost = ROWS[ring, multiplier]["lost_bits"]
        assert (bounds is None) == (lost is not None)
        if bounds is not None:
            assert bounds["result"] == RINGS[ring]["modulus"] // 2
            if ROWS[ring, multiplier]["coefficient_bits"] == 16:
                assert bounds["lane"] >= bounds["transformed"]


def test_each_ring_has_one_multiplier_for_each_backend() -> None:
    for ring in RINGS:
        chosen = [backend for row in polymul.multipliers(ring) for backend in row["chosen"]]
        assert sorted(chosen) == sorted(vectru.all_backends())


def test_times_are_of_every_multiplier() -> None:
    unit, times = polymul.times("ntruhrss701", 5)
    assert unit in ("ticks", "nanoseconds")
    assert list(times) == [name for ring, name in MULTIPLIERS if ring == "ntruhrss701"]
    assert all(len(each) == 5 and min(each) > 0 for each in times.values())


@pytest.mark.parametrize(
    ("lacking", "error", "words"),
    [
        ("from vectru import _vectru; del _vectru.multiply", "ImportError", "vectru was built without multipliers"),
        ("import sys; sys.modules['numpy'] = None", "ModuleNotFoundError", "vectru.polymul needs NumPy"),
    ],
)
def test_what_is_missing_is_named_with_the_command(lacking: str, error: str, words: str) -> None:
    command = [sys.executable, "-c", f"{lacking}; import vectru.polymul"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    last = found.stderr.splitlines()[-1]
    install = "from a checkout of vectru, run pip install './bindings/python[polymul]'"
    assert last == f"{error}: {words}: {install}"
