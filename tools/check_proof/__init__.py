"""A checker of the certificates that `vectru prove` writes.

It shares no code with the program that writes them, and needs Python's standard library alone.
docs/certificates.md has the format and the reasons why the checks suffice.
"""


class Rejected(Exception):
    """The reason why a certificate proves nothing."""


def require(condition, reason):
    """Rejects the certificate for `reason` unless the condition holds."""
    if not condition:
        raise Rejected(reason)
