"""What the objects show, and what they keep to themselves."""

from __future__ import annotations

import copy
import gc
import pickle
from typing import Any

import pytest
import vectru
from vectru import ParameterSet


def test_secret_keys_do_not_show_themselves(parameter_set: ParameterSet) -> None:
    key = parameter_set.generate()
    assert repr(key) == str(key) == f"{key}" == f"<vectru.SecretKey {parameter_set.name}>"
    shown = repr(key.public_key)
    first = key.public_key.to_bytes()[:8].hex()
    assert shown == f"<vectru.PublicKey {parameter_set.name} {first}..>"


def test_secret_keys_are_not_pickled_or_copied() -> None:
    key = vectru.sntrup761.generate()
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(TypeError, match="a secret key is not pickled or copied"):
            pickle.dumps(key, protocol)
    with pytest.raises(TypeError, match="not pickled or copied"):
        copy.copy(key)
    with pytest.raises(TypeError, match="not pickled or copied"):
        copy.deepcopy([key])
    not_bytes: Any = key
    with pytest.raises(TypeError):
        bytes(not_bytes)


def test_public_keys_and_sets_are_pickled_and_copied(parameter_set: ParameterSet) -> None:
    public = parameter_set.generate().public_key
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(public, protocol)) == public
        assert pickle.loads(pickle.dumps(parameter_set, protocol)) is parameter_set
    assert copy.copy(public) == copy.deepcopy(public) == public


def test_objects_have_no_other_attributes() -> None:
    key = vectru.sntrup761.generate()
    objects: list[Any] = [key, key.public_key, vectru.sntrup761]
    for one in objects:
        assert not hasattr(one, "__dict__")
        with pytest.raises(AttributeError):
            one.note = 1
        with pytest.raises(AttributeError):
            one.parameter_set = 1
        with pytest.raises(TypeError):
            type(one)()
        with pytest.raises(TypeError):
            exec("class Other(Base): ...", {"Base": type(one)})


def test_keys_are_equal_by_set_and_bytes() -> None:
    key = vectru.saber.generate()
    same = vectru.saber.secret_key_from_bytes(key.to_bytes())
    other = vectru.saber.generate()
    assert key == same and key != other
    assert key.public_key == same.public_key != other.public_key
    assert hash(key.public_key) == hash(same.public_key) != hash(other.public_key)
    assert key != key.to_bytes() and key.public_key != key.public_key.to_bytes()
    assert key != key.public_key and key != None  # noqa: E711
    hashed: Any = key
    with pytest.raises(TypeError, match="unhashable"):
        hash(hashed)


def test_objects_are_freed() -> None:
    gc.collect()
    before = resident()
    for _ in range(20):
        keys = vectru.saber.generate_batch(100)
        vectru.saber.encapsulate_batch(key.public_key for key in keys)
    gc.collect()
    # The secrets of one round alone are several megabytes.
    assert resident() - before < 40_000_000


def resident() -> int:
    """Returns the memory of this process, in bytes."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096
