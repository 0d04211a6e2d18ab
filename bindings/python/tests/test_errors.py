"""Bytes that are no keys, ciphertexts, seeds or random bytes, and names of nothing."""

from __future__ import annotations

import pickle
from typing import Any, Callable

import pytest
import vectru
from vectru import ParameterSet, errors, kat, polymul


def test_lengths_are_those_of_the_set(parameter_set: ParameterSet) -> None:
    key = parameter_set.generate()
    cases: list[tuple[str, int, Callable[[bytes], object]]] = [
        ("public key", parameter_set.public_key_bytes, parameter_set.public_key_from_bytes),
        ("secret key", parameter_set.secret_key_bytes, parameter_set.secret_key_from_bytes),
        ("ciphertext", parameter_set.ciphertext_bytes, key.decapsulate),
        ("ciphertext", parameter_set.ciphertext_bytes, lambda data: key.decapsulate_batch([data])),
        ("random bytes", parameter_set.encapsulation_random_bytes, key.public_key.encapsulate_from),
    ]
    for name, expected, call in cases:
        for found in (0, expected - 1, expected + 1):
            with pytest.raises(errors.LengthError) as raised:
                call(bytes(found))
            text = f"wrong length: expected {expected} bytes, found {found}"
            assert str(raised.value) == f"{parameter_set.name} {name}: {text}"
            assert (raised.value.parameter_set, raised.value.object) == (parameter_set.name, name)
            assert (raised.value.expected, raised.value.found) == (expected, found)
            assert raised.value.index is None


def test_random_bytes_run_out(parameter_set: ParameterSet) -> None:
    found = parameter_set.key_random_bytes - 1
    with pytest.raises(errors.TooFewBytesError) as raised:
        parameter_set.generate_from(bytes(index * index // 7 % 256 for index in range(found)))
    assert (raised.value.object, raised.value.found) == ("random bytes", found)


def test_bytes_that_are_not_random_are_rejected() -> None:
    set = vectru.ntruhps2048677
    with pytest.raises(errors.RejectedError, match="not random: expected a candidate"):
        set.generate_from(bytes(set.key_random_bytes))


def test_coefficients_of_public_keys_are_in_range() -> None:
    set = vectru.sntrup761
    with pytest.raises(errors.CoefficientError) as raised:
        set.public_key_from_bytes(b"\xff" * set.public_key_bytes)
    error = raised.value
    assert error.object == "public key" and error.expected == 4591
    assert isinstance(error.found, int) and error.found >= 4591
    assert f"expected less than 4591 at x^{error.index}, found {error.found}" in str(error)


def changed(set: ParameterSet, start: int, data: bytes) -> bytes:
    """Returns the bytes of a secret key of which some are replaced."""
    key = bytearray(set.generate().to_bytes())
    key[start : start + len(data)] = data
    assert len(key) == set.secret_key_bytes
    return bytes(key)


def test_secret_keys_are_checked() -> None:
    set = vectru.sntrup761
    with pytest.raises(errors.CoefficientError, match="expected the digits 0, 1 and 2 only"):
        set.secret_key_from_bytes(changed(set, 0, b"\xff" * 4))
    with pytest.raises(errors.WeightError) as raised:
        set.secret_key_from_bytes(changed(set, 0, b"\x55" * 190 + b"\x01"))
    assert (raised.value.expected, raised.value.found) == (286, 0)
    with pytest.raises(errors.PublicKeyHashError):
        set.secret_key_from_bytes(changed(set, set.secret_key_bytes - 32, bytes(32)))
    with pytest.raises(errors.CoefficientError, match="expected magnitudes up to 4") as limit:
        set = vectru.saber
        set.secret_key_from_bytes(changed(set, 0, b"\x00\x08" * 20))
    assert limit.value.expected == 4


def test_padding_is_zero() -> None:
    set = vectru.ntruhps2048677
    data = bytearray(set.generate().public_key.to_bytes())
    data[-1] |= 0x80
    with pytest.raises(errors.PaddingError, match="expected zeros in the bits behind"):
        set.public_key_from_bytes(data)


def test_seeds_have_a_length_and_a_version() -> None:
    with pytest.raises(errors.SeedError, match="seed: wrong length: expected 33 bytes, found 32"):
        vectru.sntrup761.generate_from_seed(bytes(32))
    with pytest.raises(errors.SeedError, match="seed: wrong version: expected 1, found 2") as raised:
        vectru.sntrup761.generate_from_seed(b"\x02" * 33)
    assert (raised.value.expected, raised.value.found) == (1, 2)


def test_keys_of_a_batch_have_one_set() -> None:
    ours, other = vectru.sntrup761.generate(), vectru.saber.generate()
    with pytest.raises(errors.ParameterSetError) as raised:
        vectru.sntrup761.encapsulate_batch([ours.public_key, other.public_key])
    text = "key 1: expected a key of sntrup761, found one of saber"
    assert (str(raised.value), raised.value.index) == (text, 1)
    ciphertext = ours.public_key.encapsulate().ciphertext
    with pytest.raises(errors.ParameterSetError):
        vectru.sntrup761.decapsulate_batch([ours, other], [ciphertext] * 2)
    with pytest.raises(errors.LengthError, match="expected 1, found 2"):
        vectru.sntrup761.decapsulate_batch([ours], [ciphertext] * 2)


def test_counts_are_not_negative() -> None:
    set = vectru.sntrup761
    public_key = set.generate().public_key
    calls: list[Callable[[Any], object]] = [
        set.generate_batch,
        public_key.encapsulate_batch,
        lambda count: kat.known_answers(set, count),
        lambda count: kat.response(set, count),
        lambda count: polymul.times("sntrup761", count),
    ]
    for call in calls:
        for count in (-1, -(2**70)):
            with pytest.raises(ValueError, match=f"^wrong count: expected 0 or more, found {count}$") as raised:
                call(count)
            assert isinstance(raised.value, errors.CountError)
        with pytest.raises(MemoryError):
            call(2**62)
        with pytest.raises(MemoryError):
            call(2**70)
        with pytest.raises(TypeError):
            call(1.5)


def test_names_of_nothing() -> None:
    with pytest.raises(errors.UnknownNameError, match="unknown parameter set: .*, found sntrup762"):
        vectru.parameter_set("sntrup762")
    with pytest.raises(errors.UnknownNameError) as raised:
        vectru.force_backend("sse9")
    assert raised.value.expected == ", ".join(vectru.all_backends())
    assert raised.value.found == "sse9"


def test_backends_of_other_machines_are_refused() -> None:
    missing = set(vectru.all_backends()) - set(vectru.backends())
    assert missing, "no CPU has the backends of all"
    for backend in missing:
        with pytest.raises(errors.UnavailableError, match=f"backend {backend} is not on this CPU"):
            vectru.force_backend(backend)
    assert vectru.backend() == vectru.backends()[-1]


def test_every_error_is_a_value_error_and_is_pickled() -> None:
    for name in errors.__all__:
        error = getattr(errors, name)("text", expected=1, found=2)
        assert isinstance(error, ValueError) and isinstance(error, vectru.VectruError)
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert (str(again), again.expected, again.found) == ("text", 1, 2)
