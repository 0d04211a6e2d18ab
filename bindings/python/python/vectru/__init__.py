"""The key-encapsulation mechanisms of NTRU Prime, NTRU and Saber.

Two parties without a common secret agree on 32 secret bytes: one publishes a public key, the other
sends a ciphertext made with it.

>>> from vectru import sntrup761
>>> key = sntrup761.generate()
>>> sent = key.public_key.encapsulate()
>>> key.decapsulate(sent.ciphertext) == sent.shared_secret
True

There is an object for each parameter set: ``sntrup653``, ``sntrup761``, …, ``ntrulpr761``, …,
``ntruhps2048677``, …, ``ntruhrss701``, …, ``saber``, …; :data:`PARAMETER_SETS` has all. The module
:mod:`vectru.polymul` multiplies polynomials, :mod:`vectru.kat` makes known answers, and
:mod:`vectru.errors` has the exceptions.

Arguments may be any bytes-like object; results are ``bytes``.
"""

from typing import Tuple

from vectru import _sets, errors
from vectru._results import Encapsulation
from vectru._sets import *
from vectru._vectru import (
    ParameterSet,
    PublicKey,
    SecretKey,
    __version__,
    all_backends,
    backend,
    backends,
    force_backend,
    parameter_sets,
    public_key_from_der,
    public_key_from_pem,
    secret_key_from_der,
    secret_key_from_pem,
)
from vectru.errors import VectruError

__all__ = [
    "Encapsulation",
    "PARAMETER_SETS",
    "ParameterSet",
    "PublicKey",
    "SecretKey",
    "VectruError",
    "__version__",
    "all_backends",
    "backend",
    "backends",
    "errors",
    "force_backend",
    "parameter_set",
    "public_key_from_der",
    "public_key_from_pem",
    "secret_key_from_der",
    "secret_key_from_pem",
]
__all__ += _sets.__all__

PARAMETER_SETS: Tuple[ParameterSet, ...] = tuple(parameter_sets())
"""All parameter sets."""


def parameter_set(name: str) -> ParameterSet:
    """Returns the parameter set of this name.

    >>> parameter_set("ntruhps2048677").public_key_bytes
    930
    """
    for candidate in PARAMETER_SETS:
        if candidate.name == name:
            return candidate
    expected = ", ".join(candidate.name for candidate in PARAMETER_SETS)
    message = f"unknown parameter set: expected {expected}, found {name}"
    raise errors.UnknownNameError(message, expected=expected, found=name)
