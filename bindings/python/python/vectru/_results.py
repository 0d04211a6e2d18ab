"""What operations of keys return."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Encapsulation"]


class Encapsulation(NamedTuple):
    """A shared secret and its ciphertext, in the order of FIPS 203 and of ``cryptography``.

    Both are ``bytes``, so that a wrong order is no error of types: the names are safer than the
    order.
    """

    shared_secret: bytes
    """The shared secret, which is kept."""
    ciphertext: bytes
    """The ciphertext, which is sent to the holder of the secret key."""

    def __repr__(self) -> str:
        """Shows the lengths: the shared secret is not shown."""
        secret, ciphertext = len(self.shared_secret), len(self.ciphertext)
        return f"Encapsulation(shared_secret=<{secret} bytes>, ciphertext=<{ciphertext} bytes>)"


# The package's users know it by this name.
Encapsulation.__module__ = "vectru"
