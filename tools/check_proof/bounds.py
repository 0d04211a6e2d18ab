"""The bounds of every lane, recomputed with integers, for arithmetic modulo an odd prime q, or modulo
two primes and q.

Each operation has its exact result as long as that fits the lane. Barrett and Montgomery operations
have low products that wrap: their result is right modulo 2^16 whatever wraps, and so it is the
integer of the formula, if a bound shows that this integer fits 16 bits.

    Barrett     r = x c - q floor((x c' + 2^14) / 2^15) for an integer c'. The quotient is
                x c' / 2^15 + e with |e| <= 1/2, hence r = -x (q c' - 2^15 c) / 2^15 - q e and
                |r| <= (|x| |q c' - 2^15 c| + 2^14 q) / 2^15.
    Montgomery  r = (s - q m) / 2^16 with |m| <= 2^15, hence |r| <= (|s| + 2^15 q) / 2^16.
"""

from itertools import groupby

from check_proof import Rejected, require
from check_proof.certificate import UNWRITTEN, UNWRITTEN_WIDE, ZERO, number, numbers, repeated

# The number of coefficients, and of rows, of an outer product that these vectors add up in 16 bits:
# by Karatsuba's identity, Neon multiplies sums of four.
SUMMANDS = {"portable": 1, "neon": 4, "avx2": 1, "avx512": 1}


def fits(bounds, bits, operation):
    """Returns the bounds, which must be those of signed numbers of this many bits."""
    limit = 1 << bits - 1
    lows, highs = bounds
    require(min(lows) >= -limit and max(highs) < limit, f"{operation} can leave {bits} bits")
    return bounds


def symmetric(magnitudes, operation):
    """Returns the bounds of numbers of at most these magnitudes, which must fit 16 bits."""
    return fits(([-m for m in magnitudes], list(magnitudes)), 16, operation)


class Bounds:
    """The intervals of the lanes of every value of a run."""

    def __init__(self, certificate, inputs):
        """Takes the largest magnitude of the coefficients of each input."""
        # The modulus of the operation at hand, and those that it may be.
        self.q, self.moduli = certificate.ring.modulus, {certificate.ring.modulus, *certificate.primes}
        self.degree, self.summands = certificate.ring.degree, SUMMANDS[certificate.lanes]
        self.inputs = inputs
        self.values = {
            ZERO: ([0], [0]),
            UNWRITTEN: ([-(1 << 15)], [(1 << 15) - 1]),
            UNWRITTEN_WIDE: ([-(1 << 31)], [(1 << 31) - 1]),
        }
        self.constants = {}

    def value(self, text):
        """Returns the bounds of the value with the number in `text`."""
        found = self.values.get(number(text))
        require(found, f"expected an earlier value, found {text}")
        return found

    def magnitudes(self, text):
        lows, highs = self.value(text)
        return [max(-low, high) for low, high in zip(lows, highs)]

    def pair(self, arguments):
        """Returns the bounds of two values with as many lanes."""
        require(len(arguments) == 2, "expected two operands")
        a, b = map(self.value, arguments)
        require(len(a[0]) == len(b[0]), "the operands have different numbers of lanes")
        return a, b

    def byte_operands(self, arguments):
        """Returns the operands of an operation on lanes of 8 bits, which they must fit."""
        for text in arguments:
            fits(self.value(text), 8, "an operand")
        return arguments

    def modulus(self, text, even=False):
        """Takes the modulus of an operation, which may be even for some."""
        self.q = number(text)
        require(self.q in self.moduli, f"expected a modulus of {self.moduli}, found {text}")
        require(even or self.q % 2 == 1, f"the operation is not defined modulo an even number, found {text}")

    def do_gather(self, pairs):
        lows, highs = [], []
        for value, lane in pairs:
            bounds = self.values.get(value)
            if not bounds or not 0 <= lane < len(bounds[0]):
                raise Rejected(f"expected a lane of an earlier value, found {value}.{lane}")
            lows.append(bounds[0][lane])
            highs.append(bounds[1][lane])
        return lows, highs

    def execute(self, record):
        """Computes the bounds of a record, and returns the claim that states them."""
        operation = getattr(self, "do_" + record.name.replace("-", "_"), None)
        require(operation, f"{record.name} is no operation modulo a prime")
        bounds = operation(record.arguments) if record.name != "constant" else self.do_constant(record)
        self.values[record.number] = bounds
        return "".join(
            f" {low}..{high}" + (f"*{count}" if count > 1 else "")
            for (low, high), count in ((bound, len(list(same))) for bound, same in groupby(zip(*bounds)))
        )

    def check(self, record):
        """Computes the bounds of a record, which must be those that it claims."""
        expected = self.execute(record)
        if record.name != "gather":
            require(record.claim == expected, f"expected the bounds{expected}, found{record.claim}")

    def do_input(self, arguments):
        require(len(arguments) == 1 and arguments[0] in self.inputs, f"no input {arguments} is expected")
        bound = self.inputs.pop(arguments[0])
        return [-bound] * self.degree, [bound] * self.degree

    def do_constant(self, record):
        lanes = repeated(record.arguments)
        self.constants[record.number] = lanes
        return fits((lanes, lanes), 16, "a constant")

    def do_add(self, arguments, bits=16):
        (a, b), (c, d) = self.pair(arguments)
        return fits(([x + y for x, y in zip(a, c)], [x + y for x, y in zip(b, d)]), bits, "a sum")

    def do_subtract(self, arguments, bits=16):
        (a, b), (c, d) = self.pair(arguments)
        return fits(([x - y for x, y in zip(a, d)], [x - y for x, y in zip(b, c)]), bits, "a difference")

    def do_add_8(self, arguments):
        return self.do_add(self.byte_operands(arguments), 8)

    def do_subtract_8(self, arguments):
        return self.do_subtract(self.byte_operands(arguments), 8)

    def do_multiply(self, arguments):
        (a, b), (c, d) = self.pair(arguments)
        corners = [(w * y, w * z, x * y, x * z) for w, x, y, z in zip(a, b, c, d)]
        return fits(([min(c) for c in corners], [max(c) for c in corners]), 16, "a product")

    def do_shift_left(self, arguments):
        (lows, highs), bits = self.value(arguments[0]), number(arguments[1])
        require(len(arguments) == 2 and 0 <= bits < 16, "expected less than 16 bits")
        return fits(([x << bits for x in lows], [x << bits for x in highs]), 16, "a shifted lane")

    def do_half_butterfly(self, arguments):
        require(len(arguments) == 1, "expected one operand")
        lows, highs = self.value(arguments[0])
        half = len(lows) // 2
        require(2 * half == len(lows), "expected an even number of lanes")
        low = [x + y for x, y in zip(lows[:half], lows[half:])] + [x - y for x, y in zip(lows[:half], highs[half:])]
        high = [x + y for x, y in zip(highs[:half], highs[half:])] + [x - y for x, y in zip(highs[:half], lows[half:])]
        return fits((low, high), 16, "a half butterfly")

    def do_select(self, arguments):
        require(len(arguments) == 3, "expected three operands")
        mask = self.constants.get(number(arguments[0]))
        require(mask and all(lane in (0, -1) for lane in mask), "expected a constant mask")
        (a, b), (c, d) = self.pair(arguments[1:])
        require(len(mask) == len(a), "expected a mask for each lane")
        return [min(x, y) for x, y in zip(a, c)], [max(x, y) for x, y in zip(b, d)]

    def do_centre(self, arguments):
        require(len(arguments) == 2, "expected a modulus and an operand")
        self.modulus(arguments[0])
        half = (self.q - 1) // 2
        magnitudes = self.magnitudes(arguments[1])
        require(max(magnitudes) <= self.q + half, "a lane is too large to be centred")
        return symmetric([min(m, half) for m in magnitudes], "a centred lane")

    def error(self, constant, quotient):
        """Returns |q c' - 2^15 c| for a constant c with its quotient c'.

        c' must be the best integer for c, or for c = 1 the best power of two.
        """
        q, target = self.q, constant << 15
        require(2 * abs(constant) < q, f"expected a centred constant, found {constant}")
        error = abs(q * quotient - target)
        if quotient != (2 * target + q) // (2 * q):
            best = min(abs(q * (1 << k) - target) for k in range(15))
            power = quotient > 0 and quotient & quotient - 1 == 0
            require(constant == 1 and power and error == best, f"{quotient} is no quotient of {constant}")
        return error

    def barrett(self, magnitudes, constant, quotient):
        error, rounding = self.error(constant, quotient), self.q << 14
        return [(rounding + m * error) >> 15 for m in magnitudes]

    def montgomery(self, sums, operation):
        require(max(sums) < 1 << 31, f"{operation}: a sum can leave 32 bits")
        return symmetric([(s + (self.q << 15)) >> 16 for s in sums], operation)

    def do_barrett(self, arguments):
        require(len(arguments) == 4, "expected a modulus, an operand, a constant and its quotient")
        self.modulus(arguments[0], even=True)
        magnitudes, constant, quotient = self.magnitudes(arguments[1]), number(arguments[2]), number(arguments[3])
        if self.error(constant, quotient) == 0:
            # x c - q floor(x c / q + 1/2)
            return [-(self.q // 2)] * len(magnitudes), [(self.q - 1) // 2] * len(magnitudes)
        return symmetric(self.barrett(magnitudes, constant, quotient), "a Barrett product")

    def do_barrett_halves(self, arguments):
        require(len(arguments) == 6, "expected a modulus, an operand, and two constants with their quotients")
        self.modulus(arguments[0])
        magnitudes, constants = self.magnitudes(arguments[1]), list(map(number, arguments[2:]))
        half = len(magnitudes) // 2
        require(2 * half == len(magnitudes), "expected an even number of lanes")
        low, high = self.barrett(magnitudes[:half], *constants[:2]), self.barrett(magnitudes[half:], *constants[2:])
        return symmetric(low + high, "a Barrett product")

    def do_barrett_lanes(self, arguments):
        require(len(arguments) == 4, "expected a modulus and three operands")
        self.modulus(arguments[0])
        magnitudes = self.magnitudes(arguments[1])
        values, quotients = (self.constants.get(number(text), ()) for text in arguments[2:])
        require(len(values) == len(quotients) == len(magnitudes), "expected a constant for each lane")
        for constant, quotient in zip(values, quotients):
            require(2 * self.error(constant, quotient) <= self.q, f"{quotient} is no quotient of {constant}")
        # |q c' - 2^15 c| <= q/2 for the best c'.
        return symmetric([((self.q << 15) + m * self.q) >> 16 for m in magnitudes], "a Barrett product")

    def terms(self, arguments, length):
        """Returns the terms of a sum, each of a value's magnitudes and further numbers."""
        require(len(arguments) >= 2, "expected a modulus and terms")
        self.modulus(arguments[0])
        terms = [numbers(text) for text in arguments[1:]]
        require(all(len(term) == length for term in terms), f"expected terms of {length} numbers")
        return terms

    def same_length(self, lists):
        require(len({len(lanes) for lanes in lists}) == 1, "the operands have different numbers of lanes")
        return lists

    def do_inner_barrett(self, arguments):
        products = [self.barrett(self.magnitudes(str(x)), c, d) for x, c, d in self.terms(arguments, 3)]
        return symmetric(list(map(sum, zip(*self.same_length(products)))), "an inner product")

    def do_inner_montgomery(self, arguments):
        products = []
        for x, constant in self.terms(arguments, 2):
            require(2 * abs(constant) < self.q, f"expected a centred constant, found {constant}")
            products.append([m * abs(constant) for m in self.magnitudes(str(x))])
        return self.montgomery(list(map(sum, zip(*self.same_length(products)))), "an inner product")

    def do_products(self, arguments):
        products = []
        for x, y in self.terms(arguments, 2):
            lanes = self.same_length([self.magnitudes(str(x)), self.magnitudes(str(y))])
            products.append([a * b for a, b in zip(*lanes)])
        return self.montgomery(list(map(sum, zip(*self.same_length(products)))), "a sum of products")

    def do_outer(self, arguments):
        sums = [0] * 16
        for a, rows in self.terms(arguments, 2):
            a, rows = self.magnitudes(str(a)), self.magnitudes(str(rows))
            require(len(a) == 16 and len(rows) == 32, "expected 16 coefficients and 32 rows")
            require(self.summands * max(a + rows) < 1 << 15, "operands of an outer product are too large to be added")
            for k in range(16):
                sums[k] += sum(map(int.__mul__, a, rows[16 + k : k : -1]))
        return self.montgomery(sums, "an outer product")


def check(certificate, run, inputs):
    """Checks the claims of a run, and that its result is centred. Returns the bounds.

    `inputs` has the largest magnitude of the coefficients of each input.
    """
    inputs = dict(inputs)
    bounds = Bounds(certificate, inputs)
    for record in run.records:
        try:
            bounds.check(record)
        except Rejected as reason:
            raise Rejected(f"line {record.line}: {reason}") from None
    require(not inputs, f"the run has no input {', '.join(inputs)}")
    lows, highs = bounds.do_gather(run.output)
    half = certificate.ring.modulus // 2
    require(min(lows) >= -half and max(highs) <= half, "the result is not centred")
    return bounds
