"""The rows of the tables of :mod:`vectru.polymul`."""

from __future__ import annotations

from typing import List, Optional, Tuple, TypedDict

__all__ = ["Bounds", "Counts", "Map", "Multiplier", "Ring"]


class Ring(TypedDict):
    """A ring."""

    ring: str
    formula: str
    """The ring in mathematical notation."""
    modulus: int
    """The modulus q."""
    degree: int
    """The degree n."""
    tail: List[Tuple[int, int]]
    """The pairs (k, c) of x^n = sum of c x^k."""
    small: int
    """The largest magnitude of a coefficient of a small polynomial."""


class Multiplier(TypedDict):
    """A multiplier of a ring."""

    ring: str
    multiplier: str
    operands: str
    """``"big by big"`` or ``"big by small"``."""
    coefficient_ring: str
    """The ring that it computes in."""
    coefficient_bits: int
    """The bits of a coefficient in its transforms: 16 or 32."""
    lost_bits: Optional[int]
    """The bits that its layers lose, where lanes wrap modulo 2^16."""
    spare_bits: Optional[int]
    """The bits that may be lost, where lanes wrap modulo 2^16."""
    maps: List[str]
    """The names of the maps of its chain."""
    source: str
    """The key of its source in docs/research/bibliography.md, or ``"this project"``."""
    chosen: List[str]
    """The backends on which the library uses it."""


class Map(TypedDict):
    """A map of the chain of a multiplier."""

    ring: str
    multiplier: str
    backend: str
    map: str
    source: str
    """The key of its source in docs/research/bibliography.md, or ``"this project"``."""
    domain: str
    """The ring that the map starts from."""
    image: str
    """The ring that the map leads to."""
    twiddles: Optional[str]
    """The constants that it multiplies by."""
    grain: int
    """The number of coefficients that it treats alike."""
    shifts: Optional[int]
    """The dimension of its negacyclic shifts."""
    friendly: bool
    """True if it moves whole vectors only."""
    permutations: int
    """The permutations that are counted in it, in one run of each part of a product."""


class Counts(TypedDict):
    """The counted vector instructions of a part of a product, in one map or in all."""

    ring: str
    multiplier: str
    backend: str
    part: str
    """The part of a product, or the whole product."""
    map: Optional[str]
    """The name of the map, ``None`` for the part as a whole."""
    lanes: Optional[int]
    """The coefficients in a vector."""
    multiplications: int
    additions: int
    permutations: int
    loads: int
    stores: int
    total: int
    """The sum of all kinds."""


class Bounds(TypedDict):
    """The largest magnitudes in a multiplier for any operands."""

    ring: str
    multiplier: str
    backend: str
    transformed: int
    """The largest magnitude in a transformed operand."""
    product: int
    """The largest magnitude in a product of transformed operands, or in a sum of two."""
    unfolded: int
    """The largest magnitude in a product before the fold."""
    result: int
    """The largest magnitude in a result."""
    lane: int
    """The largest magnitude in a 16-bit lane on the way; 0 for a multiplier without such lanes."""
    sum: int
    """The largest magnitude of a 32-bit sum of products; 0 for a multiplier without such sums."""
