"""Known answers, for test suites.

A file of known answers has 100 records. NIST's program seeds its generator of random bytes, AES-256
in counter mode, with the 48 bytes 0, 1, …, 47 and draws a seed for each record, with which the
generator makes a key pair and then a ciphertext.

Implementations of NTRU Prime draw the random words of a polynomial in two ways: by a call of the
generator for each word (``"nist"``: NIST's submission, BouncyCastle), or by one call for all
(``"one-shot"``: PQClean, liboqs). NTRU and Saber have only the first order.

For other tests, :meth:`ParameterSet.generate_from` and :meth:`PublicKey.encapsulate_from` use
random bytes of the caller.
"""

from __future__ import annotations

from typing import List, NamedTuple, Optional

from vectru import _vectru

__all__ = ["RECORDS", "KnownAnswer", "digest", "known_answers", "response"]

RECORDS = 100
"""The number of records of a file of known answers."""


class KnownAnswer(NamedTuple):
    """A record of known answers."""

    number: int
    """The number of the record, from 0."""
    seed: bytes
    """The seed of the record's generator, 48 bytes."""
    public_key: bytes
    secret_key: bytes
    ciphertext: bytes
    shared_secret: bytes


def known_answers(
    parameter_set: _vectru.ParameterSet, count: int = RECORDS, order: str = "nist"
) -> List[KnownAnswer]:
    """Returns the first ``count`` records of a parameter set.

    >>> import vectru
    >>> record = known_answers(vectru.sntrup761, 1)[0]
    >>> key = vectru.sntrup761.secret_key_from_bytes(record.secret_key)
    >>> key.decapsulate(record.ciphertext) == record.shared_secret
    True
    """
    records = _vectru.known_answers(parameter_set, count, order)
    return [KnownAnswer(number, *fields) for number, fields in records]


def response(parameter_set: _vectru.ParameterSet, count: int = RECORDS, order: str = "nist") -> str:
    """Returns the ``.rsp`` file of the first ``count`` records, as NIST's program prints it.

    >>> import vectru
    >>> response(vectru.sntrup761, 1).splitlines()[0]
    '# kem/sntrup761'
    """
    return _vectru.response(parameter_set, count, order)


def digest(parameter_set: _vectru.ParameterSet, order: str = "nist") -> Optional[str]:
    """Returns SHA-256 of the records of the submission and of other implementations, in hexadecimal
    digits.

    The digest covers the text of :data:`RECORDS` records with a blank line between two, without a
    header.

    >>> import hashlib, vectru
    >>> text = response(vectru.ntruhps2048677)
    >>> records = text.split("\\n\\n", 1)[1].rstrip("\\n") + "\\n"
    >>> hashlib.sha256(records.encode()).hexdigest() == digest(vectru.ntruhps2048677)
    True
    """
    return _vectru.digest(parameter_set, order)
