"""The map of a run, checked at random points against the definition of the ring.

An operation that cannot overflow is congruent to a polynomial in its operands: modulo q for Barrett
and Montgomery arithmetic, modulo 2^16 for lanes that wrap. So the result of a run is a polynomial
in the coefficients of its inputs, whose degree `Program` computes. It has to be the product in the
ring. Two different polynomials of degree at most d agree at a random point of S^n with a
probability of at most d / |S| over a field that contains S. `Prime` takes S = Z_q. `Words` takes the
polynomials of degree below `LENGTH` in a variable y, with coefficients 0 and 1: a polynomial that is
not 0 modulo 2^16 is 2^t times one that is not 0 modulo 2, in the field of fractions F_2(y).
"""

import hashlib
from math import ceil, log2

from check_proof import Rejected, require
from check_proof.certificate import UNWRITTEN, UNWRITTEN_WIDE, ZERO, number, numbers, repeated

# A wrong map passes with a probability of at most 2^-SECURITY.
SECURITY = 128

# The degree of a product in the coefficients of its operands.
DEGREE = 2


class Stream:
    """Random numbers by SHAKE-256 of a seed."""

    def __init__(self, seed):
        self.seed, self.count = seed, 0

    def bytes(self, length):
        self.count += 1
        return hashlib.shake_256(self.seed + self.count.to_bytes(8, "big")).digest(length)


class Prime:
    """Numbers modulo an odd prime q."""

    def __init__(self, q):
        require(q % 2 == 1 and all(q % k for k in range(3, int(q**0.5) + 1, 2)), f"{q} is no odd prime")
        self.q, self.radix = q, pow(1 << 16, -1, q)
        self.rounds = ceil(SECURITY / log2(q / DEGREE))

    def random(self, stream, count):
        # 2^64 is so much larger than q that the residues are as good as uniform.
        words = stream.bytes(8 * count)
        return [int.from_bytes(words[8 * i : 8 * i + 8], "big") % self.q for i in range(count)]

    def constant(self, value):
        return value % self.q

    def add(self, a, b):
        q = self.q
        return [(x + y) % q for x, y in zip(a, b)]

    def subtract(self, a, b):
        q = self.q
        return [(x - y) % q for x, y in zip(a, b)]

    def multiply(self, a, b):
        q = self.q
        return [x * y % q for x, y in zip(a, b)]

    def scale(self, a, constant):
        q = self.q
        return [x * constant % q for x in a]

    def dot(self, a, b):
        return sum(map(int.__mul__, a, b)) % self.q

    def product(self, a, b):
        """Returns the coefficients of the product of two polynomials, by one product of integers."""
        size = (2 * self.q.bit_length() + len(a).bit_length() + 7) // 8
        packed = [int.from_bytes(b"".join(x.to_bytes(size, "little") for x in c), "little") for c in (a, b)]
        digits = (packed[0] * packed[1]).to_bytes(size * 2 * len(a), "little")
        return [int.from_bytes(digits[size * k : size * k + size], "little") % self.q for k in range(2 * len(a) - 1)]

    def equal(self, a, b):
        return all((x - y) % self.q == 0 for x, y in zip(a, b))


class Words:
    """Polynomials in y modulo 2^16, each as one integer with a coefficient in each `LIMB` bits."""

    # Products of shorter polynomials take less time, though more of them are needed.
    LENGTH, LIMB = 17, 48

    def __init__(self):
        self.rounds = ceil(SECURITY / log2(2**self.LENGTH / DEGREE))
        # A byte, with its bits as the lowest bits of limbs.
        self.limbs = [sum((byte >> k & 1) << self.LIMB * k for k in range(8)) for byte in range(256)]
        self.ones = sum(1 << self.LIMB * k for k in range(DEGREE * self.LENGTH))
        self.mask, self.carry = self.ones * 0xFFFF, self.ones << 16
        self.ones_of_random = self.ones & (1 << self.LIMB * self.LENGTH) - 1

    def random(self, stream, count):
        size = (self.LENGTH + 7) // 8
        words = stream.bytes(size * count)
        result = []
        for i in range(count):
            word = words[size * i : size * i + size]
            limbs = [self.limbs[byte] << 8 * self.LIMB * k for k, byte in enumerate(word)]
            result.append(sum(limbs) & self.ones_of_random)
        return result

    def constant(self, value):
        return value & 0xFFFF

    def add(self, a, b):
        mask = self.mask
        return [x + y & mask for x, y in zip(a, b)]

    def subtract(self, a, b):
        mask, carry = self.mask, self.carry
        return [x + carry - y & mask for x, y in zip(a, b)]

    def multiply(self, a, b):
        mask = self.mask
        return [x * y & mask for x, y in zip(a, b)]

    def scale(self, a, constant):
        mask = self.mask
        return [x * constant & mask for x in a]

    def dot(self, a, b):
        # A coefficient of a product in y is a sum of LENGTH products of 32 bits.
        require(len(a) * self.LENGTH < 1 << self.LIMB - 32, "an inner product has too many terms")
        return sum(map(int.__mul__, a, b)) & self.mask

    def product(self, a, b):
        """Returns the coefficients of the product of two polynomials in x, whose coefficients are
        polynomials in y that `random` has made."""
        count = 2 * len(a) - 1
        require(len(a) * self.LENGTH < 1 << 16, "the polynomials are too long")
        # As the coefficients in y are 0 and 1, those of the product fit 16 bits.
        limbs, wide, size = 2 * self.LENGTH, self.LIMB // 8, 4 * self.LENGTH
        packed = []
        for coefficients in (a, b):
            digits = b"".join(x.to_bytes(wide * limbs, "little") for x in coefficients)
            narrow = bytearray(size * len(a))
            narrow[::2] = digits[::wide]
            packed.append(int.from_bytes(narrow, "little"))
        digits = (packed[0] * packed[1]).to_bytes(2 * size * len(a), "little")
        spread = bytearray(wide * limbs * count)
        spread[::wide], spread[1::wide] = digits[: size * count : 2], digits[1 : size * count : 2]
        words = (spread[wide * limbs * k : wide * limbs * (k + 1)] for k in range(count))
        return [int.from_bytes(word, "little") for word in words]

    def divide(self, values, bits):
        """Returns values / 2^bits modulo 2^(16 - bits), `None` for those that are no multiples."""
        rest, mask = self.ones * ((1 << bits) - 1), self.ones * ((1 << 16 - bits) - 1)
        return [None if x & rest else x >> bits & mask for x in values]

    def equal(self, a, b, bits):
        mask = self.ones * ((1 << bits) - 1)
        return all((x + self.carry - y) & mask == 0 for x, y in zip(a, b))


class Program:
    """A run on elements of a domain, at all random points at once.

    Each lane has an element for each point: the list of a value has the elements of its first lane,
    then those of the second, and so on. A lane that depends on memory without content is in
    `unknown`, and has any elements.
    """

    def __init__(self, certificate, domain, inputs):
        self.domain, self.inputs = domain, inputs
        self.used, self.points = set(), domain.rounds
        nothing = [0] * self.points
        self.lanes = {ZERO: nothing, UNWRITTEN: nothing, UNWRITTEN_WIDE: nothing}
        self.unknown = {UNWRITTEN: {0}, UNWRITTEN_WIDE: {0}}
        self.degree = {ZERO: 0, UNWRITTEN: 0, UNWRITTEN_WIDE: 0}
        # For each value whose low bits are shifted out, the number of bits that are left; and that
        # number for the operation at hand.
        self.bits, self.bits_left = {}, None

    def execute(self, record):
        operation = getattr(self, "do_" + record.name.replace("-", "_"), None)
        require(operation, f"{record.name} is no operation of this arithmetic")
        self.bits_left = None
        lanes, degree, unknown = operation(record.arguments)
        require(degree <= DEGREE, f"a value of degree {degree}")
        if self.bits_left is not None:
            self.bits[record.number] = self.bits_left
        self.lanes[record.number], self.degree[record.number] = lanes, degree
        if unknown:
            self.unknown[record.number] = unknown

    def execute_all(self, run, perturbed, stream):
        """Executes a run. The value with the number `perturbed` is replaced by a random one."""
        for record in run.records:
            try:
                self.execute(record)
            except Rejected as reason:
                raise Rejected(f"line {record.line}: {reason}") from None
            if record.number == perturbed:
                self.lanes[perturbed] = self.domain.random(stream, len(self.lanes[perturbed]))

    def operand(self, text):
        """Returns the lanes of a value, its degree, and its unknown lanes."""
        value = number(str(text))
        require(value in self.lanes, f"expected an earlier value, found {text}")
        require(value not in self.bits, "a value is used after its bits are shifted out")
        self.used.add(value)
        return self.lanes[value], self.degree[value], self.unknown.get(value, set())

    def pair(self, arguments):
        require(len(arguments) == 2, "expected two operands")
        (a, d, u), (b, e, v) = map(self.operand, arguments)
        require(len(a) == len(b), "the operands have different numbers of lanes")
        return a, b, d, e, u | v

    def at(self, lanes, point):
        """Returns the elements of all lanes at one of the points."""
        return lanes[point :: self.points]

    def of_points(self, lanes):
        """Returns the list of a value, from the elements of its lanes at each of the points."""
        return [element for lane in zip(*lanes) for element in lane]

    def gather(self, pairs):
        lanes, unknown, degree, points = [], set(), 0, self.points
        values = {value for value, _ in pairs}
        self.used |= values
        some_unknown = not values.isdisjoint(self.unknown)
        for index, (value, lane) in enumerate(pairs):
            known, first = self.lanes.get(value), points * lane
            if known is None or not 0 <= first < len(known):
                raise Rejected(f"expected a lane of an earlier value, found {value}.{lane}")
            if some_unknown and lane in self.unknown.get(value, ()):
                unknown.add(index)
            lanes += known[first : first + points]
            if self.degree[value] > degree:
                degree = self.degree[value]
        return lanes, degree, unknown

    def do_input(self, arguments):
        require(len(arguments) == 1 and arguments[0] in self.inputs, f"no input {arguments} is expected")
        return self.inputs[arguments[0]], 1, set()

    def do_constant(self, arguments):
        lanes = repeated(arguments)
        require(all(-(1 << 15) <= lane < 1 << 15 for lane in lanes), "expected constants of 16 bits")
        constants = map(self.domain.constant, lanes)
        return [constant for constant in constants for _ in range(self.points)], 0, set()

    def do_gather(self, arguments):
        if self.bits and any(value in self.bits for value, _ in arguments):
            raise Rejected("a value is used after its bits are shifted out")
        return self.gather(arguments)

    def do_add(self, arguments):
        a, b, d, e, unknown = self.pair(arguments)
        return self.domain.add(a, b), max(d, e), unknown

    def do_subtract(self, arguments):
        a, b, d, e, unknown = self.pair(arguments)
        return self.domain.subtract(a, b), max(d, e), unknown

    def do_multiply(self, arguments):
        a, b, d, e, unknown = self.pair(arguments)
        return self.domain.multiply(a, b), d + e, unknown

    def do_shift_left(self, arguments):
        require(len(arguments) == 2 and 0 <= number(arguments[1]) < 16, "expected less than 16 bits")
        lanes, degree, unknown = self.operand(arguments[0])
        return self.domain.scale(lanes, 1 << number(arguments[1])), degree, unknown


class PrimeProgram(Program):
    """A run modulo a prime."""

    do_add_8, do_subtract_8 = Program.do_add, Program.do_subtract

    def do_half_butterfly(self, arguments):
        lanes, degree, unknown = self.operand(arguments[0])
        half = len(lanes) // 2
        sums, differences = self.domain.add(lanes[:half], lanes[half:]), self.domain.subtract(lanes[:half], lanes[half:])
        lane_count = half // self.points
        halves = {lane % lane_count for lane in unknown}
        return sums + differences, degree, halves | {lane_count + lane for lane in halves}

    def do_select(self, arguments):
        mask, _, _ = self.operand(arguments[0])
        a, b, d, e, unknown = self.pair(arguments[1:])
        # The bounds require a mask of constants 0 and -1.
        return [x if m else y for m, x, y in zip(mask, a, b)], max(d, e), unknown

    def do_centre(self, arguments):
        return self.operand(arguments[1])

    def do_barrett(self, arguments):
        lanes, degree, unknown = self.operand(arguments[1])
        return self.domain.scale(lanes, number(arguments[2])), degree, unknown

    def do_barrett_halves(self, arguments):
        lanes, degree, unknown = self.operand(arguments[1])
        half, (low, high) = len(lanes) // 2, (number(arguments[2]), number(arguments[4]))
        return self.domain.scale(lanes[:half], low) + self.domain.scale(lanes[half:], high), degree, unknown

    def do_barrett_lanes(self, arguments):
        a, b, d, e, unknown = self.pair(arguments[1:3])
        self.operand(arguments[3])
        return self.domain.multiply(a, b), d + e, unknown

    def sum_of_scaled(self, terms):
        sums, degree, unknown = None, 0, set()
        for x, constant in terms:
            lanes, d, u = self.operand(x)
            lanes = self.domain.scale(lanes, constant)
            sums = lanes if sums is None else self.domain.add(sums, lanes)
            degree, unknown = max(degree, d), unknown | u
        return sums, degree, unknown

    def do_inner_barrett(self, arguments):
        return self.sum_of_scaled([numbers(term)[:2] for term in arguments[1:]])

    def do_inner_montgomery(self, arguments):
        terms = [numbers(term) for term in arguments[1:]]
        return self.sum_of_scaled([(x, constant * self.domain.radix % self.domain.q) for x, constant in terms])

    def do_products(self, arguments):
        sums, degree, unknown = None, 0, set()
        for term in arguments[1:]:
            a, b, d, e, u = self.pair(numbers(term))
            lanes = self.domain.multiply(a, b)
            sums = lanes if sums is None else self.domain.add(sums, lanes)
            degree, unknown = max(degree, d + e), unknown | u
        return self.domain.scale(sums, self.domain.radix), degree, unknown

    def do_outer(self, arguments):
        sums, degree, unknown = [0] * 16 * self.points, 0, set()
        for term in arguments[1:]:
            (a, d, u), (rows, e, v) = map(self.operand, numbers(term))
            terms = []
            for point in range(self.points):
                x, y = self.at(a, point), self.at(rows, point)
                terms.append([self.domain.dot(x, y[16 + k : k : -1]) for k in range(16)])
            sums, degree = self.domain.add(sums, self.of_points(terms)), max(degree, d + e)
            # Row r is in coefficients k < 16 with 0 < r - k <= 16.
            unknown |= {k for k in range(16) if u or any(0 < row - k <= 16 for row in v)}
        return self.domain.scale(sums, self.domain.radix), degree, unknown


class WordProgram(Program):
    """A run on lanes that wrap modulo 2^16."""

    def do_toeplitz(self, arguments):
        require(len(arguments) == 2, "expected two operands")
        (matrix, d, u), (vector, e, v) = map(self.operand, arguments)
        require(len(matrix) == 2 * len(vector), "expected a matrix of twice as many numbers as the vector has")
        n, products = len(vector) // self.points, []
        for point in range(self.points):
            x, y = self.at(vector, point), self.at(matrix, point)
            products.append([self.domain.dot(x, y[n + i : i : -1]) for i in range(n)])
        return self.of_points(products), d + e, {i for i in range(n) if v or any(0 < entry - i <= n for entry in u)}

    def do_shift_right(self, arguments):
        require(len(arguments) == 2 and 0 <= number(arguments[1]) < 16, "expected less than 16 bits")
        (lanes, degree, unknown), bits = self.operand(arguments[0]), number(arguments[1])
        quotients = self.domain.divide(lanes, bits)
        self.bits_left = 16 - bits
        return quotients, degree, unknown | {index // self.points for index, x in enumerate(quotients) if x is None}


def require_complete(program, run):
    """Requires that every operation leads to the result, once it has been gathered."""
    unused = [record for record in run.records if record.number not in program.used]
    if unused:
        raise Rejected(f"line {unused[0].line}: the operation has no effect on the result")


def expected_product(domain, ring, terms, program, point):
    """Returns the sum of the products of the pairs of inputs in `terms` at a point, by definition."""
    expected = [0] * ring.degree
    for a, b in terms:
        product = domain.product(*(program.at(program.inputs[name], point) for name in (a, b)))
        expected = domain.add(expected, ring.fold(domain, product))
    return expected


def check(certificate, run, terms, seed, perturbed=None):
    """Checks the map of a run, whose result is the sum of the products of the pairs of inputs in
    `terms`, at random points that depend on `seed`. The value with the number `perturbed` is replaced
    by a random one: if the check accepts that, no coefficient of the result depends on the value."""
    ring = certificate.ring
    if certificate.arithmetic == "prime":
        domain, program_of = Prime(ring.modulus), PrimeProgram
    else:
        require(ring.modulus & ring.modulus - 1 == 0, "words are for a modulus that is a power of two")
        domain, program_of = Words(), WordProgram
    stream = Stream(seed + run.name.encode())
    inputs = {name: domain.random(stream, ring.degree * domain.rounds) for term in terms for name in term}
    program = program_of(certificate, domain, inputs)
    program.execute_all(run, perturbed, stream)
    result, _, unknown = program.gather(run.output)
    require_complete(program, run)
    require(not unknown, f"coefficient {min(unknown, default=0)} of the result is not determined")
    precision = []
    if certificate.arithmetic == "words":
        precision = [ring.modulus.bit_length() - 1]
        shifted = {program.bits.get(value) for value, _ in run.output}
        require(shifted == set(precision), f"the result is not modulo 2^{precision[0]}")
    for point in range(domain.rounds):
        expected = expected_product(domain, ring, terms, program, point)
        equal = domain.equal(program.at(result, point), expected, *precision)
        require(equal, "the result is not the product in the ring")
    return domain.rounds
