"""Known answers, with the digests of the submissions and of other implementations."""

from __future__ import annotations

import hashlib

import pytest
import vectru
from vectru import ParameterSet, errors, kat


def orders(parameter_set: ParameterSet) -> list[str]:
    """Returns the orders of random draws of a set."""
    return ["nist", "one-shot"] if "rup" in parameter_set.name or "lpr" in parameter_set.name else ["nist"]


def test_records_are_those_of_others(parameter_set: ParameterSet) -> None:
    for order in orders(parameter_set):
        text = kat.response(parameter_set, order=order)
        records = text.split("\n\n", 1)[1].rstrip("\n") + "\n"
        found = hashlib.sha256(records.encode()).hexdigest()
        assert found == kat.digest(parameter_set, order)


def test_records_are_exchanges(parameter_set: ParameterSet) -> None:
    for order in orders(parameter_set):
        records = kat.known_answers(parameter_set, 2, order)
        assert [record.number for record in records] == [0, 1]
        for record in records:
            key = parameter_set.secret_key_from_bytes(record.secret_key)
            assert key.public_key.to_bytes() == record.public_key
            assert key.decapsulate(record.ciphertext) == record.shared_secret
            text = kat.response(parameter_set, 2, order)
            assert f"seed = {record.seed.hex().upper()}\n" in text


def test_sets_have_their_orders_alone() -> None:
    with pytest.raises(errors.UnknownNameError, match="expected nist, found one-shot"):
        kat.known_answers(vectru.ntruhps2048677, 1, "one-shot")
    with pytest.raises(errors.UnknownNameError, match="expected nist, one-shot, found at once"):
        kat.response(vectru.sntrup761, 1, "at once")
    assert kat.known_answers(vectru.sntrup761, 0) == []
