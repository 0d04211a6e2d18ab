"""The parameter sets by their names, for type checkers. A test compares them with the extension's."""

from typing import Final

from vectru._vectru import ParameterSet

__all__ = [
    "sntrup653",
    "sntrup761",
    "sntrup857",
    "sntrup953",
    "sntrup1013",
    "sntrup1277",
    "ntrulpr653",
    "ntrulpr761",
    "ntrulpr857",
    "ntrulpr953",
    "ntrulpr1013",
    "ntrulpr1277",
    "ntruhps2048509",
    "ntruhps2048677",
    "ntruhps4096821",
    "ntruhps40961229",
    "ntruhrss701",
    "ntruhrss1373",
    "lightsaber",
    "saber",
    "firesaber",
]

sntrup653: Final[ParameterSet]
sntrup761: Final[ParameterSet]
sntrup857: Final[ParameterSet]
sntrup953: Final[ParameterSet]
sntrup1013: Final[ParameterSet]
sntrup1277: Final[ParameterSet]
ntrulpr653: Final[ParameterSet]
ntrulpr761: Final[ParameterSet]
ntrulpr857: Final[ParameterSet]
ntrulpr953: Final[ParameterSet]
ntrulpr1013: Final[ParameterSet]
ntrulpr1277: Final[ParameterSet]
ntruhps2048509: Final[ParameterSet]
ntruhps2048677: Final[ParameterSet]
ntruhps4096821: Final[ParameterSet]
ntruhps40961229: Final[ParameterSet]
ntruhrss701: Final[ParameterSet]
ntruhrss1373: Final[ParameterSet]
lightsaber: Final[ParameterSet]
saber: Final[ParameterSet]
firesaber: Final[ParameterSet]
