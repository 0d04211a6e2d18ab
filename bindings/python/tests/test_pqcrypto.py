"""Exchange with PyPI's pqcrypto, which has Streamlined NTRU Prime."""

from __future__ import annotations

from typing import Any

import pqcrypto.kem  # pyright: ignore[reportMissingTypeStubs]
import pytest
import vectru
from vectru import ParameterSet

SETS = [one for one in vectru.PARAMETER_SETS if one.name.startswith("sntrup")]


def theirs(parameter_set: ParameterSet) -> Any:
    """Returns the module of the other package for a set."""
    return getattr(pqcrypto.kem, parameter_set.name.replace("sntrup", "sntrup_"))


@pytest.mark.parametrize("ours", SETS, ids=[one.name for one in SETS])
def test_keys_and_ciphertexts_cross_in_both_directions(ours: ParameterSet) -> None:
    other = theirs(ours)
    for _ in range(5):
        key = ours.generate()
        ciphertext, secret = other.encaps(key.public_key.to_bytes())
        assert key.decapsulate(ciphertext) == secret
        assert other.decaps(key.to_bytes(), ciphertext) == secret

        public_key, secret_key = other.keygen()
        secret, ciphertext = ours.public_key_from_bytes(public_key).encapsulate()
        assert other.decaps(secret_key, ciphertext) == secret
        assert ours.secret_key_from_bytes(secret_key).decapsulate(ciphertext) == secret

        # Both reject in the same way.
        wrong = bytes([ciphertext[0] ^ 1]) + ciphertext[1:]
        rejected = ours.secret_key_from_bytes(secret_key).decapsulate(wrong)
        assert other.decaps(secret_key, wrong) == rejected != secret
