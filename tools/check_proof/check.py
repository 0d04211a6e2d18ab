"""The check of a certificate: the bounds of every operation, and the map of every run."""

import hashlib

from check_proof import Rejected, bounds, evaluation, integers, require
from check_proof.certificate import parse

# The computations that a certificate has: for each the pairs of inputs whose products are added up,
# and the inputs that are small.
RUNS = {
    "product": ([("a", "b")], ""),
    "product-by-small": ([("a", "b")], "b"),
    "product-by-transformed": ([("a", "b")], ""),
    "inner-product": ([("a", "b"), ("c", "d")], ""),
}

# The computations of a multiplier over the integers, which needs a small operand.
INTEGER_RUNS = {
    "product-by-small": ([("a", "b")], "b"),
    "sum-of-2-products-by-small": ([("a", "b"), ("c", "d")], "bd"),
    "sum-of-3-products-by-small": ([("a", "b"), ("c", "d"), ("e", "f")], "bdf"),
    "sum-of-4-products-by-small": ([("a", "b"), ("c", "d"), ("e", "f"), ("g", "h")], "bdfh"),
}


def runs_of(certificate):
    """Returns the computations that a certificate of its arithmetic has."""
    return INTEGER_RUNS if certificate.arithmetic == "integers" else RUNS


def check_run(certificate, run, seed, perturbed=None):
    """Checks a run, and returns the number of random points. The value with the number `perturbed` is
    replaced by a random one."""
    runs = runs_of(certificate)
    require(run.name in runs, f"expected the runs {', '.join(runs)}, found {run.name}")
    terms, small = runs[run.name]
    try:
        require(len(run.output) == certificate.ring.degree, f"the result has {len(run.output)} coefficients")
        if certificate.arithmetic != "words":
            big = certificate.ring.modulus // 2
            names = [name for term in terms for name in term]
            largest = {name: certificate.ring.small if name in small else big for name in names}
            of_lanes = bounds.check(certificate, run, largest)
            if certificate.arithmetic == "integers":
                return integers.check(certificate, run, terms, seed, of_lanes, perturbed)
        else:
            require(not any(record.claim for record in run.records), "lanes that wrap have no bounds")
        return evaluation.check(certificate, run, terms, seed, perturbed)
    except Rejected as reason:
        raise Rejected(f"run {run.name}: {reason}") from None
    except (IndexError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise Rejected(f"run {run.name}: an operation has wrong arguments: {error}") from None


def check(text):
    """Checks the text of a certificate, and returns it with a line that says what is proved."""
    certificate = parse(text)
    names = list(runs_of(certificate))
    require([run.name for run in certificate.runs] == names, f"expected the runs {', '.join(names)}")
    seed = hashlib.sha256(text.encode()).digest()
    points = sum(check_run(certificate, run, seed) for run in certificate.runs)
    operations = sum(len(run.records) for run in certificate.runs)
    return certificate, f"{len(certificate.runs)} runs, {operations} operations, {points} random points"
