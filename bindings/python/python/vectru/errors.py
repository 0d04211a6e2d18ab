"""The exceptions of this package.

Their messages come from the Rust library, and say what was expected and what was found. The same
facts are attributes; an attribute that an error lacks is ``None``.

>>> import vectru
>>> try:
...     vectru.sntrup761.public_key_from_bytes(b"too short")
... except vectru.errors.LengthError as error:
...     print(error, error.expected, error.found, sep="\\n")
sntrup761 public key: wrong length: expected 1158 bytes, found 9
1158
9
"""

from __future__ import annotations

from typing import Optional, Union

__all__ = [
    "CoefficientError",
    "CountError",
    "KeyFileError",
    "LengthError",
    "OperandError",
    "PaddingError",
    "ParameterSetError",
    "PasswordError",
    "PublicKeyHashError",
    "RejectedError",
    "SeedError",
    "TooFewBytesError",
    "UnavailableError",
    "UnknownNameError",
    "VectruError",
    "WeightError",
]


class VectruError(ValueError):
    """The base of all exceptions of this package, except for arguments of a wrong type, which raise
    ``TypeError``, and an operating system without random bytes, which raises ``OSError``."""

    parameter_set: Optional[str] = None
    """The name of the parameter set that the bytes were given for."""
    object: Optional[str] = None
    """The object that the bytes were given for: ``"public key"``, ``"secret key"``,
    ``"ciphertext"`` or ``"random bytes"``."""
    expected: Union[int, str, None] = None
    """What was expected: a length, a bound, a weight, or the names to choose from."""
    found: Union[int, str, None] = None
    """What was found."""
    index: Optional[int] = None
    """The index of the coefficient of a public key, or of the key in a batch."""

    def __init__(
        self,
        message: str,
        *,
        parameter_set: Optional[str] = None,
        object: Optional[str] = None,
        expected: Union[int, str, None] = None,
        found: Union[int, str, None] = None,
        index: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        self.parameter_set = parameter_set
        self.object = object
        self.expected = expected
        self.found = found
        self.index = index


class LengthError(VectruError):
    """There are more or fewer bytes than the object has in its parameter set, or a batch has more or
    fewer ciphertexts than keys."""


class TooFewBytesError(VectruError):
    """Random bytes ran out before the key pair was made."""


class RejectedError(VectruError):
    """No key pair can be made of the random bytes, because they are not random."""


class CoefficientError(VectruError):
    """A coefficient of a key is out of its range. If it is secret, the error does not say which."""


class PaddingError(VectruError):
    """A bit behind the last coefficient of a public key is set."""


class WeightError(VectruError):
    """The short polynomial of a secret key has another number of nonzero coefficients than the
    parameter set demands."""


class PublicKeyHashError(VectruError):
    """The hash in a secret key does not match the public key in it."""


class SeedError(VectruError):
    """Bytes are not a stored seed: they have another length or version."""


class KeyFileError(VectruError):
    """A document is not a key in DER or PEM, of another kind, or encrypted in a way that is not
    read."""


class PasswordError(VectruError):
    """A secret key is encrypted and there is no password, or a wrong one; or it is not encrypted and
    there is one; or a password is empty."""


class CountError(VectruError):
    """A number of objects is negative."""


class ParameterSetError(VectruError):
    """A key in a batch belongs to another parameter set than the batch."""


class UnknownNameError(VectruError):
    """There is no parameter set, ring, multiplier, backend or order of random draws of this name."""


class UnavailableError(VectruError):
    """This CPU lacks the backend that was asked for."""


class OperandError(VectruError):
    """The operands of a product are not polynomials of the ring, or not small where the multiplier
    needs small ones."""
