"""Bytes-like arguments, and objects that are none."""

from __future__ import annotations

import array
from typing import Any, Callable

import numpy as np
import pytest
from vectru import sntrup761

KEY = sntrup761.generate()
SECRET, CIPHERTEXT = KEY.public_key.encapsulate()


def apart(data: bytes) -> memoryview:
    """Returns a view of the bytes whose items are two bytes apart."""
    return memoryview(bytes(byte for one in data for byte in (one, 0)))[::2]


FORMS: list[Callable[[bytes], Any]] = [
    bytes,
    bytearray,
    memoryview,
    apart,
    lambda data: memoryview(data).cast("c"),
    lambda data: array.array("B", data),
    lambda data: np.frombuffer(data, np.uint8),
    lambda data: np.frombuffer(data, np.uint8).astype(np.int8),
    lambda data: np.frombuffer(bytes(apart(data).obj), np.uint8)[::2],
    type("Bytes", (bytes,), {}),
]


@pytest.mark.parametrize("form", FORMS)
def test_every_bytes_like_object_is_taken(form: Callable[[bytes], Any]) -> None:
    assert KEY.decapsulate(form(CIPHERTEXT)) == SECRET
    assert KEY.decapsulate_batch([form(CIPHERTEXT)]) == [SECRET]
    assert sntrup761.secret_key_from_bytes(form(KEY.to_bytes())) == KEY
    assert sntrup761.public_key_from_bytes(form(KEY.public_key.to_bytes())) == KEY.public_key
    assert sntrup761.generate_from_seed(form(bytes([1] * 33))) == sntrup761.generate_from_seed(
        bytes([1] * 33)
    )
    random = form(bytes(sntrup761.encapsulation_random_bytes))
    assert KEY.public_key.encapsulate_from(random) == KEY.public_key.encapsulate_from(bytes(random))


def test_arguments_do_not_change() -> None:
    copies: list[Any] = [bytearray(KEY.to_bytes()), np.frombuffer(KEY.to_bytes(), np.uint8).copy()]
    for mutable in copies:
        sntrup761.secret_key_from_bytes(mutable)
        assert bytes(mutable) == KEY.to_bytes()


@pytest.mark.parametrize(
    ("wrong", "found"),
    [
        ("text", "expected a bytes-like object, found str"),
        ([1, 2, 3], "expected a bytes-like object, found list"),
        (None, "expected a bytes-like object, found NoneType"),
        (1039, "expected a bytes-like object, found int"),
        (KEY.public_key, "expected a bytes-like object, found PublicKey"),
        (np.zeros(1039, np.int16), "expected items of 1 byte, found items of 2 bytes"),
    ],
)
def test_other_objects_are_refused(wrong: Any, found: str) -> None:
    for call in (
        KEY.decapsulate,
        KEY.public_key.encapsulate_from,
        sntrup761.generate_from,
        sntrup761.generate_from_seed,
        sntrup761.public_key_from_bytes,
        sntrup761.secret_key_from_bytes,
    ):
        with pytest.raises(TypeError, match=found):
            call(wrong)
    with pytest.raises(TypeError, match=found):
        KEY.decapsulate_batch([CIPHERTEXT, wrong])


def test_wrong_elements_of_batches_are_refused() -> None:
    not_keys: Any = [KEY]
    with pytest.raises(TypeError):
        sntrup761.encapsulate_batch(not_keys)
    with pytest.raises(TypeError):
        sntrup761.decapsulate_batch([KEY.public_key], [CIPHERTEXT])  # type: ignore[list-item]
    with pytest.raises(TypeError):
        sntrup761.encapsulate_batch(3)  # type: ignore[arg-type]
