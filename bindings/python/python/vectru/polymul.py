"""Polynomial multiplication in the rings of NTRU Prime, NTRU and Saber, for research.

Each ring has several multipliers. A multiplier is a chain of maps, whose lanes are proved not to
overflow on the vectors of each backend, and whose instructions are counted.

>>> import numpy as np
>>> from vectru import polymul
>>> a = np.arange(761, dtype=np.int16)
>>> b = np.ones(761, dtype=np.int16)
>>> c = polymul.multiply("sntrup761", a, b)
>>> d = polymul.multiply("sntrup761", a, b, multiplier="good-rader-outer", backend="portable")
>>> bool((c == d).all())
True

The lists of dictionaries that the other functions return are rows for ``pandas.DataFrame``.
Operands are no secrets here: they are checked by branches, and stay in memory.
"""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Optional

from vectru import _vectru
from vectru._rows import Bounds, Counts, Map, Multiplier, Ring
from vectru._vectru import all_backends, backends

_INSTALL = "from a checkout of vectru, run pip install './bindings/python[polymul]'"

if not hasattr(_vectru, "multiply"):
    raise ImportError(f"vectru was built without multipliers: {_INSTALL}", name="vectru.polymul")
try:
    import numpy as np
    import numpy.typing as npt
except ModuleNotFoundError as _error:
    raise ModuleNotFoundError(f"vectru.polymul needs NumPy: {_INSTALL}", name=_error.name) from _error

from vectru._vectru import bounds, counts, explain, multipliers, rings

__all__ = [
    "Bounds",
    "Counts",
    "Map",
    "Multiplier",
    "Ring",
    "Times",
    "all_backends",
    "backends",
    "bounds",
    "counts",
    "explain",
    "multipliers",
    "multiply",
    "rings",
    "times",
]

_INT16 = np.dtype(np.int16)


def multiply(
    ring: str,
    a: npt.NDArray[np.int16],
    b: npt.NDArray[np.int16],
    multiplier: Optional[str] = None,
    backend: Optional[str] = None,
) -> npt.NDArray[np.int16]:
    """Returns the product of two polynomials, or the products of rows of polynomials.

    A polynomial is an array of its n coefficients, with the coefficient of x^k at index k; a batch
    is an array of such rows. Where one operand is a polynomial or has one row, it is multiplied by
    each row of the other. A batch is computed without Python's lock.

    Coefficients of operands may be any 16-bit integers; coefficients of the product are in [-q/2,
    q/2). Without the name of a multiplier, the multiplier is the one that the library uses on the
    backend; without a backend, the backend is the best of this CPU.

    Raises:
        TypeError: An operand has items of another type.
        vectru.errors.OperandError: An operand has another number of coefficients, or is not small
            and ``multiplier`` needs small ones.
        vectru.errors.UnknownNameError: There is no such ring, multiplier or backend.
        vectru.errors.UnavailableError: This CPU lacks the backend.
    """
    a = np.asarray(a)
    b = np.asarray(b)
    for operand in (a, b):
        if operand.dtype != _INT16:
            raise TypeError(f"expected an array of int16, found one of {operand.dtype}")
        if operand.ndim != 1 and operand.ndim != 2:
            raise TypeError(f"expected an array of 1 or 2 dimensions, found one of {operand.ndim}")
    columns = (a.shape[-1], b.shape[-1])
    product = _vectru.multiply(ring, columns, a.tobytes(), b.tobytes(), multiplier, backend)
    result = np.frombuffer(product, _INT16)
    if a.ndim == 2 or b.ndim == 2:
        return result.reshape(-1, columns[0])
    return result


class Times(NamedTuple):
    """The times of products of each multiplier of a ring."""

    unit: str
    """``"ticks"`` of the time-stamp counter on x86-64, else ``"nanoseconds"``."""
    times: Dict[str, List[int]]
    """The times by the name of the multiplier."""


def times(ring: str, runs: int = 200, backend: Optional[str] = None) -> Times:
    """Measures products of each multiplier of a ring by a small operand, in turns.

    The minimum and the median compare well within one call; a single time does not.
    """
    return Times(*_vectru.times(ring, runs, backend))
