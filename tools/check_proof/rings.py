"""The rings, by their definitions in the specifications of NTRU Prime, NTRU and Saber."""

from dataclasses import dataclass

from check_proof import require


@dataclass(frozen=True)
class Ring:
    """Z_q[x]/(x^n - tail), where `tail` has the exponent and the coefficient of each term.

    `small` is the largest magnitude of a coefficient of a small operand.
    """

    modulus: int
    degree: int
    tail: tuple
    small: int = 1

    def fold(self, domain, product):
        """Reduces a product of 2 n - 1 coefficients in a domain modulo x^n - tail."""
        result, high = product[: self.degree], product[self.degree :]
        for exponent, factor in self.tail:
            end = exponent + len(high)
            term = domain.scale(high, domain.constant(factor))
            result[exponent:end] = domain.add(result[exponent:end], term)
        return result


PRIME, CYCLIC, NEGACYCLIC = ((0, 1), (1, 1)), ((0, 1),), ((0, -1),)

RINGS = {
    "sntrup653": Ring(4621, 653, PRIME),
    "sntrup761": Ring(4591, 761, PRIME),
    "sntrup857": Ring(5167, 857, PRIME),
    "sntrup953": Ring(6343, 953, PRIME),
    "sntrup1013": Ring(7177, 1013, PRIME),
    "sntrup1277": Ring(7879, 1277, PRIME),
    "ntruhps2048509": Ring(2048, 509, CYCLIC),
    "ntruhps2048677": Ring(2048, 677, CYCLIC),
    "ntruhps4096821": Ring(4096, 821, CYCLIC),
    "ntruhps40961229": Ring(4096, 1229, CYCLIC),
    "ntruhrss701": Ring(8192, 701, CYCLIC),
    "ntruhrss1373": Ring(16384, 1373, CYCLIC),
    "saber": Ring(8192, 256, NEGACYCLIC, small=5),
}


def ring(name, modulus, degree):
    """Returns the ring of this name, which must have this modulus and degree."""
    require(name in RINGS, f"no ring {name} is known")
    found = RINGS[name]
    require((found.modulus, found.degree) == (modulus, degree), f"{name} has another modulus or degree")
    return found
