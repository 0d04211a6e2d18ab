"""The map of a run over the integers modulo two primes p and p', and the Chinese remainder theorem.

A run first computes modulo both primes, and then each coefficient r of its result from two lanes, c1
and h, by operations modulo q:

    r = c1 + p h modulo q

Let c be the coefficient of the product over the integers. With four facts, r is c modulo q:

    c1 = c modulo p                 checked at random points of Z_p
    p h + c1 = c modulo p'          checked at random points of Z_p'
    |c| + |c1| + p |h| < p p'       by the bounds of the lanes, and |c| <= n (q / 2) s for each product
    r = c1 + p h modulo q           read off the operations

By the first, c - c1 is a multiple of p, and by the second (c - c1) / p - h is a multiple of p'. By the
third it is less than p', hence 0, and c = c1 + p h.
"""

from check_proof import Rejected, require
from check_proof.certificate import number
from check_proof.evaluation import Prime, PrimeProgram, Stream, expected_product, require_complete

# Operations whose first argument is a modulus.
MODULAR = {
    "barrett",
    "barrett-halves",
    "barrett-lanes",
    "centre",
    "inner-barrett",
    "inner-montgomery",
    "outer",
    "products",
}


class Residues(PrimeProgram):
    """A run modulo one of the primes. Results of operations modulo another number are integers that
    may have any residue: random elements stand for them, as for inputs."""

    def __init__(self, certificate, domain, inputs, stream):
        super().__init__(certificate, domain, inputs)
        self.stream = stream

    def execute(self, record):
        super().execute(record)
        if record.name in MODULAR and number(record.arguments[0]) != self.domain.q:
            lanes = self.lanes[record.number]
            self.lanes[record.number], self.degree[record.number] = self.domain.random(self.stream, len(lanes)), 1


class Combination:
    """The lanes that coefficients of the result are computed from by operations modulo q."""

    def __init__(self, run, q):
        self.records, self.q = {record.number: record for record in run.records}, q
        # The values of operations modulo q that lead to the result, and the terms of lanes.
        self.values, self.found = set(), {}

    def source(self, value, lane):
        """Returns the value that a lane was gathered from, and the lane there."""
        record = self.records.get(value)
        while record and record.name == "gather":
            value, lane = record.arguments[lane]
            record = self.records.get(value)
        return value, lane

    def terms(self, value, lane):
        """Returns the lane as a sum modulo q of multiples of lanes that operations modulo q do not
        lead to: a dictionary of factors."""
        lane = self.source(value, lane)
        if lane not in self.found:
            self.found[lane] = self.terms_of(*lane)
        return self.found[lane]

    def terms_of(self, value, lane):
        """Returns the same for a lane that is not gathered."""
        own = {(value, lane): 1}
        record = self.records.get(value)
        if not record:
            return own
        if record.name == "barrett" and number(record.arguments[0]) == self.q:
            self.values.add(value)
            factor = number(record.arguments[2])
            return {of: factor * times % self.q for of, times in self.terms(number(record.arguments[1]), lane).items()}
        if record.name != "add":
            return own
        sums = [self.terms(number(operand), lane) for operand in record.arguments]
        if all((self.source(number(operand), lane) in terms) for operand, terms in zip(record.arguments, sums)):
            # Neither operand comes from an operation modulo q.
            return own
        self.values.add(value)
        return {of: (sums[0].get(of, 0) + sums[1].get(of, 0)) % self.q for of in {**sums[0], **sums[1]}}

    def pair(self, value, lane, p):
        """Returns the lanes c1 and h of a coefficient r = c1 + p h."""
        value, lane = self.source(value, lane)
        record = self.records.get(value)
        # Of q a power of two, this leaves the centred representative, in [-q/2, q/2).
        reduced = record and record.name == "barrett" and record.arguments[::2] == [str(self.q), "1"]
        require(reduced, "the result is not reduced modulo q")
        terms = self.terms(value, lane)
        # Two lanes of one factor would be one entry, so the lanes are counted, too.
        lanes = {factor: of for of, factor in terms.items()}
        require(len(terms) == 2 and set(lanes) == {1, p % self.q}, f"a coefficient is not c1 + {p} h")
        return lanes[1], lanes[p % self.q]


def check(certificate, run, terms, seed, bounds, perturbed=None):
    """Checks the map of a run, as `evaluation.check` does, with the `bounds` of its lanes. Returns the
    number of points modulo both primes."""
    ring, (p, other) = certificate.ring, certificate.primes
    q = ring.modulus
    require(q & q - 1 == 0 and p % q != 1, f"the modulus {q} is no power of two, or {p} is 1 modulo it")
    require(ring.tail == ((0, -1),), "the ring is not negacyclic")
    combination = Combination(run, q)
    pairs = [combination.pair(value, lane, p) for value, lane in run.output]
    require(perturbed not in combination.values, "the operation combines residues")
    residues, quotients = ([pair[which] for pair in pairs] for which in (0, 1))

    # Of x^n + 1 a coefficient of a product is a sum of n products of coefficients, up to signs.
    largest = len(terms) * ring.degree * (q // 2) * ring.small
    first, second = (max(max(-low, high) for low, high in zip(*bounds.do_gather(of))) for of in (residues, quotients))
    require(largest + first + p * second < p * other, "the residues do not determine the integers")

    points = 0
    for modulus in (p, other):
        domain, stream = Prime(modulus), Stream(seed + f"{run.name} {modulus}".encode())
        inputs = {name: domain.random(stream, ring.degree * domain.rounds) for term in terms for name in term}
        program = Residues(certificate, domain, inputs, stream)
        program.execute_all(run, perturbed, stream)
        c1, _, unknown = program.gather(residues)
        h, _, more = program.gather(quotients)
        require(not unknown | more, "a coefficient of the result is not determined")
        # Its use marks the operations that lead to the result.
        program.gather(run.output)
        require_complete(program, run)
        # Modulo p the second term is 0, whatever h is.
        result = domain.add(c1, domain.scale(h, p))
        for point in range(domain.rounds):
            expected = expected_product(domain, ring, terms, program, point)
            require(domain.equal(program.at(result, point), expected), f"a residue modulo {modulus} is wrong")
        points += domain.rounds
    return points
