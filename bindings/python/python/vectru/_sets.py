"""The parameter sets by their names, as many as the extension was built with."""

from vectru import _vectru

# pyright reads the names in _sets.pyi.
__all__ = [one.name for one in _vectru.parameter_sets()]  # pyright: ignore[reportUnsupportedDunderAll]
globals().update((one.name, one) for one in _vectru.parameter_sets())
