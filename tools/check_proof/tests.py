"""Tests of the checker on its own: its arithmetic, its lemmas, and a certificate small enough to read.

tools/check-certificates tests it on the certificates of the project, and on changed copies of them.
"""

import random
import re
import unittest
from unittest import mock

from check_proof import Rejected, bounds, rings
from check_proof.check import check, check_run, runs_of
from check_proof.certificate import parse, repeated
from check_proof.evaluation import Prime, Stream, Words

# The product in Z_17[x]/(x^2 - x - 1). The lanes of value 6 are a0 b0 and a1 b1, those of 9 are
# a0 b1 and a1 b0, all times 2^-16; 2^16 is 1 modulo 17. The sums in 14 are c0 = a0 b0 + a1 b1, and
# c1 = a0 b1 + a1 b0 + a1 b1.
SMALL = """vectru certificate 1
multiplier small
ring small modulus 17 degree 2
lanes neon
arithmetic prime
run product
3 input a : -8..8*2
4 input b : -8..8*2
# products
6 products 17 3,4 : -8..8*2
8 gather 4.1 4.0
9 products 17 3,8 : -8..8*2
10 gather 6.0 9.0
11 gather 6.1 9.1
12 add 10 11 : -16..16*2
13 gather 0.0 6.1
14 add 12 13 : -16..16 -24..24
15 barrett 17 14 1 1928 : -8..8*2
16 centre 17 15 : -8..8*2
output 16.0-1
"""

# The product in Z_8[x]/(x^2 + 1) by a small operand, modulo 23 and 29. The lanes of values 13 and 21
# are a0 b0 - a1 b1 and a0 b1 + a1 b0; 24 is 23 times the lanes of 23 modulo 8.
INTEGERS = """vectru certificate 1
multiplier small
ring tiny modulus 8 degree 2
lanes neon
arithmetic integers 23 29
run product-by-small
3 input a : -4..4*2
4 input b : -1..1*2
5 gather 4.1 4.0
6 products 23 3,4 : -11..11*2
7 products 23 3,5 : -11..11*2
8 gather 6.0 7.0
9 gather 6.1 7.1
10 constant -1 1 : -1..-1 1..1
11 multiply 9 10 : -11..11*2
12 add 8 11 : -22..22*2
13 barrett 23 12 9 12822 : -11..11*2
14 products 29 3,4 : -14..14*2
15 products 29 3,5 : -14..14*2
16 gather 14.0 15.0
17 gather 14.1 15.1
19 multiply 17 10 : -14..14*2
20 add 16 19 : -28..28*2
21 barrett 29 20 -4 -4520 : -14..14*2
22 subtract 21 13 : -25..25*2
23 barrett 29 22 -5 -5650 : -14..14*2
24 barrett 8 23 -1 -4096 : -4..3*2
25 add 13 24 : -15..14*2
26 barrett 8 25 1 4096 : -4..3*2
output 26.0-1
"""


# The end of `INTEGERS` with the lanes of value 4 added to every coefficient.
FORGED_SUM = """25 add 24 4 : -5..4*2
26 add 25 13 : -16..15*2
27 barrett 8 26 1 4096"""


def with_references(record):
    """Returns the name of an operation, and its arguments with `{v}` for a value v."""
    name, arguments = record.name, record.arguments
    if name == "gather":
        return name, " ".join(f"{{{value}}}.{lane}" for value, lane in arguments)
    if name in ("add", "subtract", "multiply"):
        arguments = [f"{{{value}}}" for value in arguments]
    elif name in ("barrett", "centre"):
        arguments = [arguments[0], f"{{{arguments[1]}}}", *arguments[2:]]
    elif name == "products":
        terms = [",".join(f"{{{value}}}" for value in term.split(",")) for term in arguments[1:]]
        arguments = [arguments[0], *terms]
    return name, " ".join(arguments)


def forgeries(certificate):
    """Yields copies of the operations of a certificate with one of them deleted, one inserted, or two
    merged, and the output: for every two values, the first is replaced by the second or by an
    operation on both, in all uses or in one."""
    (run,) = certificate.runs
    records = [(record.number, *with_references(record)) for record in run.records]
    output = " ".join(f"{{{value}}}.{lane}" for value, lane in run.output)
    end = (None, "output", output)
    moduli = [certificate.ring.modulus, *certificate.primes]
    for i, (x, *_) in enumerate(records):
        for j, (y, *_) in enumerate(records):
            start = max(i, j) + 1
            replacements = [(y, [])]
            operations = [("add", x, y), ("add", y, x), ("subtract", x, y), ("multiply", x, y)]
            replacements += [("new", [("new", name, f"{{{a}}} {{{b}}}")]) for name, a, b in operations]
            if i == j:
                # Products by 1, -1 and 2.
                scaled = [(m, c, (2 * (c << 15) + m) // (2 * m)) for m in moduli for c in (1, -1, 2)]
                replacements += [("new", [("new", "barrett", f"{m} {{{x}}} {c} {d}")]) for m, c, d in scaled]
            for value, inserted in replacements:
                later = [*records[start:], end]
                users = [k for k, (*_, arguments) in enumerate(later) if f"{{{x}}}" in arguments]
                for uses in [users] + ([[k] for k in users] if len(users) > 1 else []):
                    changed = list(later)
                    for k in uses:
                        number, name, arguments = later[k]
                        changed[k] = number, name, arguments.replace(f"{{{x}}}", f"{{{value}}}")
                    yield [*records[:start], *inserted, *changed]


def written(text, certificate, records):
    """Returns a certificate of these records, without those that lead to no result and with the claims
    that the bounds give, or `None` if there are none."""
    kept, needed = [], ""
    for number, name, arguments in reversed(records):
        if name == "output" or name == "input" or f"{{{number}}}" in needed:
            kept.insert(0, (number, name, arguments))
            needed += arguments
    numbers, lines = {"0": "0", "1": "1", "2": "2"}, [text[: text.index("run ")], f"run {certificate.runs[0].name}\n"]
    for count, (number, name, arguments) in enumerate(kept, 3):
        numbers[str(number)] = str(count)
        arguments = re.sub(r"\{(\w+)\}", lambda found: numbers[found[1]], arguments)
        start = f"{count} " if number else ""
        lines.append(f"{start}{name} {arguments}" + ("" if name in ("output", "gather") else " :") + "\n")
    bare = parse("".join(lines))
    terms, small = runs_of(bare)[bare.runs[0].name]
    limits = {name: bare.ring.small if name in small else bare.ring.modulus // 2 for pair in terms for name in pair}
    checker = bounds.Bounds(bare, limits)
    for index, record in enumerate(bare.runs[0].records, 2):
        try:
            claim = checker.execute(record)
        except (Rejected, KeyError, TypeError):
            return None
        if record.name != "gather":
            lines[index] = lines[index].replace(":\n", f":{claim}\n")
    return "".join(lines)


def word(number):
    """Returns a number as a lane of 16 bits holds it."""
    return (number + (1 << 15)) % (1 << 16) - (1 << 15)


def result_of(run, inputs):
    """Returns the lanes that a machine computes, from the coefficients of the inputs."""
    values = {0: [0]}
    for record in run.records:
        name, arguments = record.name, record.arguments
        if name == "input":
            lanes = inputs[arguments[0]]
        elif name == "constant":
            lanes = repeated(arguments)
        elif name == "gather":
            lanes = [values[value][lane] for value, lane in arguments]
        elif name in ("add", "subtract", "multiply"):
            operation = {"add": int.__add__, "subtract": int.__sub__, "multiply": int.__mul__}[name]
            lanes = map(operation, *(values[int(value)] for value in arguments))
        elif name == "products":
            q, terms = int(arguments[0]), [map(int, term.split(",")) for term in arguments[1:]]
            products = [map(int.__mul__, *(values[value] for value in term)) for term in terms]
            sums = list(map(sum, zip(*products)))
            lanes = [(s - q * word(s * pow(q, -1, 1 << 16))) >> 16 for s in sums]
        else:
            q, lanes = int(arguments[0]), values[int(arguments[1])]
            if name == "barrett":
                c, d = map(int, arguments[2:])
                lanes = [x * c - q * ((x * d + (1 << 14)) >> 15) for x in lanes]
            else:
                lanes = [(x + q // 2) % q - q // 2 for x in lanes]
        values[record.number] = list(map(word, lanes))
    return [values[value][lane] for value, lane in run.output]


def multiplies(certificate):
    """Returns whether the run of a certificate in a ring of degree 2 gives the product of random
    operands."""
    generator, (run,), ring = random.Random(3), certificate.runs, certificate.ring
    big = ring.modulus // 2
    limits = {"a": big, "b": ring.small if run.name.endswith("small") else big}
    for _ in range(100):
        inputs = {name: [generator.randint(-limit, limit) for _ in range(2)] for name, limit in limits.items()}
        (a0, a1), (b0, b1) = inputs["a"], inputs["b"]
        coefficients = [a0 * b0, a0 * b1 + a1 * b0]
        for exponent, factor in ring.tail:
            coefficients[exponent] += factor * a1 * b1
        if result_of(run, inputs) != [(c + big) % ring.modulus - big for c in coefficients]:
            return False
    return True


class Arithmetic(unittest.TestCase):
    def test_products_of_polynomials(self):
        for domain in (Prime(4591), Words()):
            a, b = (domain.random(Stream(seed), 9) for seed in (b"a", b"b"))
            expected = [0] * 17
            for i, x in enumerate(a):
                for j, y in enumerate(b):
                    expected[i + j] = domain.add([expected[i + j]], domain.multiply([x], [y]))[0]
            self.assertEqual(domain.product(a, b), expected)

    def test_words_wrap(self):
        words = Words()
        self.assertEqual(words.subtract([0], [words.constant(1)]), [0xFFFF])
        self.assertEqual(words.scale([words.constant(3)], words.constant(-1)), [0xFFFD])
        self.assertEqual(words.divide([12, 10], 2), [3, None])

    def test_moduli_are_primes(self):
        for modulus in (4590, 4589, 2048):
            with self.assertRaises(Rejected):
                Prime(modulus)


class Lemmas(unittest.TestCase):
    """The bounds, against the machine's operations on all 16-bit numbers."""

    def test_barrett_products(self):
        q, generator = 4591, random.Random(1)
        checker = bounds.Bounds(mock.Mock(ring=mock.Mock(modulus=q, degree=1), lanes="neon", primes=()), {})
        constants = [(c, (2 * (c << 15) + q) // (2 * q)) for c in generator.sample(range(-2295, 2296), 3)]
        for c, quotient in [*constants, (1, 8)]:
            largest = 0
            for magnitude in range(1 << 15):
                for x in (magnitude, -magnitude):
                    result = x * c - q * ((x * quotient + (1 << 14)) >> 15)
                    self.assertEqual((result - x * c) % q, 0)
                    largest = max(largest, abs(result))
                if magnitude % 4096 == 4095:
                    self.assertLessEqual(largest, checker.barrett([magnitude], c, quotient)[0])

    def test_montgomery_reductions(self):
        q, generator = 4591, random.Random(2)
        checker = bounds.Bounds(mock.Mock(ring=mock.Mock(modulus=q, degree=1), lanes="neon", primes=()), {})
        inverse = pow(q, -1, 1 << 16)
        for _ in range(20000):
            s = generator.randrange(-1_900_000_000, 1_900_000_000)
            m = (s * inverse + (1 << 15)) % (1 << 16) - (1 << 15)
            self.assertEqual((s - q * m) % (1 << 16), 0)
            self.assertLessEqual(abs(s - q * m) >> 16, checker.montgomery([abs(s)], "a sum")[1][0])

    def test_quotients_of_other_constants_are_refused(self):
        checker = bounds.Bounds(mock.Mock(ring=mock.Mock(modulus=4591, degree=1), lanes="neon", primes=()), {})
        for constant, quotient in ((5, 35), (1, 6), (1, 16), (2, 8), (2296, 16387)):
            with self.assertRaises(Rejected):
                checker.error(constant, quotient)


class SmallCertificates(unittest.TestCase):
    def setUp(self):
        added = {"small": rings.Ring(17, 2, rings.PRIME), "tiny": rings.Ring(8, 2, rings.NEGACYCLIC)}
        patched = mock.patch.dict(rings.RINGS, added)
        patched.start()
        self.addCleanup(patched.stop)

    def check(self, text):
        certificate = parse(text)
        return check_run(certificate, certificate.runs[0], text.encode())

    def reject(self, text, changes):
        for change, (old, new) in changes.items():
            with self.subTest(change), self.assertRaises(Rejected):
                self.assertIn(old, text)
                self.check(text.replace(old, new, 1))

    def test_they_are_accepted(self):
        # (2/17)^42 <= 2^-128, and so are (2/23)^37 and (2/29)^34.
        self.assertEqual(self.check(SMALL), 42)
        self.assertEqual(self.check(INTEGERS), 37 + 34)

    def test_every_run_is_wanted(self):
        with self.assertRaises(Rejected):
            check(SMALL)

    def test_changes_are_rejected(self):
        changes = {
            "a looser bound": ("-24..24", "-25..25"),
            "a tighter bound": ("-24..24", "-23..23"),
            "another lane": ("gather 0.0 6.1", "gather 0.0 6.0"),
            "another ring": ("modulus 17", "modulus 19"),
            "memory without content": ("gather 0.0 6.1", "gather 1.0 6.1"),
            "a later value": ("products 17 3,4", "products 17 3,8"),
            "a lane that is none": ("gather 4.1 4.0", "gather 4.2 4.0"),
            "no effect": ("16 centre", "15 add 12 13 : -16..16 -24..24\n16 centre"),
            "an unknown operation": ("16 centre", "16 center"),
            "a form of a number that is not the only one": ("add 12 13", "add 12 013"),
            "operands of another length": ("14 add 12 13", "14 add 12 0"),
            "no output": ("output 16.0-1\n", ""),
            "a part of the output": ("16.0-1", "16.0"),
            "an input of any size": ("-8..8*2\n4", "-9..9*2\n4"),
            "arithmetic that wraps": ("prime", "words"),
        }
        self.reject(SMALL, changes)

    def test_changes_over_the_integers_are_rejected(self):
        changes = {
            "another prime": ("integers 23 29", "integers 23 31"),
            "a modulus that is none of both primes": ("products 23 3,4", "products 31 3,4"),
            "one prime twice": ("integers 23 29", "integers 23 23"),
            "an operand that is not small": ("4 input b : -1..1*2", "4 input b : -4..4*2"),
            "another residue modulo the first prime": ("gather 6.0 7.0", "gather 7.0 7.0"),
            "another residue modulo the second prime": ("gather 14.0 15.0", "gather 15.0 15.0"),
            "another multiple of the first prime": ("24 barrett 8 23 -1 -4096", "24 barrett 8 23 1 4096"),
            "a residue in place of the quotient": ("24 barrett 8 23", "24 barrett 8 21"),
            "the other residue": ("add 13 24 : -15..14", "add 21 24 : -18..17"),
            "no quotient": ("26 barrett 8 25", "26 barrett 8 13"),
            "a result that is not reduced": ("output 26.0-1", "output 25.0-1"),
            "a part of the output": ("26.0-1", "26.0"),
        }
        self.reject(INTEGERS, changes)

    def test_what_the_theorem_needs_is_required(self):
        changes = {
            "two different primes": ("integers 23 29", "integers 23 23"),
            "not defined modulo an even number": ("products 23 3,4 : -11..11", "products 8 3,4 : -4..4"),
        }
        for reason, (old, new) in changes.items():
            with self.subTest(reason), self.assertRaisesRegex(Rejected, reason):
                self.assertIn(old, INTEGERS)
                self.check(INTEGERS.replace(old, new, 1))

    def test_residues_that_leave_the_integers_open_are_rejected(self):
        # Coefficients of a product are at most 8 s, and 8 s + 11 + 23 * 14 has to be less than 23 * 29.
        for small, accepted in ((41, True), (42, False)):
            text = INTEGERS.replace("4 input b : -1..1", f"4 input b : -{small}..{small}")
            with mock.patch.dict(rings.RINGS, tiny=rings.Ring(8, 2, rings.NEGACYCLIC, small)):
                if accepted:
                    self.check(text)
                else:
                    with self.assertRaisesRegex(Rejected, "do not determine the integers"):
                        self.check(text)


    def test_operands_beyond_8_bits_are_rejected(self):
        text = SMALL.replace("output", "{}output")
        self.assertEqual(self.check(text.format("")), 42)
        for operation, constants in (("add-8", (200, -200)), ("subtract-8", (20000, 20000)), ("subtract-8", (128, 1))):
            with self.subTest(operation), self.assertRaisesRegex(Rejected, "an operand can leave 8 bits"):
                lines = "".join(f"{n} constant {c}*2 : {c}..{c}*2\n" for n, c in zip((17, 18), constants))
                self.check(text.format(f"{lines}19 {operation} 17 18 : 0..0*2\n"))

    def test_long_numbers_are_rejected(self):
        digits = "1" * 5000
        texts = [SMALL.replace("add 12 13", f"add 12 {digits}"), SMALL.replace("modulus 17", f"modulus {digits}")]
        texts += [SMALL.replace("6.1 9.1", f"6.{digits} 9.1"), INTEGERS.replace("integers 23", f"integers {digits}")]
        for text in texts:
            with self.assertRaises(Rejected):
                self.check(text)

    def test_long_chains_are_rejected(self):
        chain = "27 gather 0.0*2\n28 add 26 27 : -4..3*2\n"
        chain += "".join(f"{k + 1} add {k} 27 : -4..3*2\n" for k in range(28, 5000))
        with self.assertRaises(Rejected):
            self.check(INTEGERS.replace("output 26", f"{chain}5001 barrett 8 5000 1 4096 : -4..3*2\noutput 5001"))

    def test_every_lane_of_a_combination_is_counted(self):
        # The lanes of 24 have the factor p = 23 = -1 modulo 8 of 23; a lane of its own has the
        # factor 1, as c1 has.
        forged = INTEGERS.replace("25 add 13 24 : -15..14*2\n26 barrett 8 25 1 4096", FORGED_SUM)
        with self.assertRaisesRegex(Rejected, "is not c1"):
            self.check(forged.replace("output 26", "output 27"))

    def test_accepted_forgeries_are_products(self):
        for text, least in ((SMALL, 900), (INTEGERS, 3000)):
            certificate, tried = parse(text), 0
            for forgery in forgeries(certificate):
                forged = written(text, certificate, forgery)
                if not forged:
                    continue
                tried += 1
                try:
                    self.check(forged)
                except Rejected:
                    continue
                self.assertTrue(multiplies(parse(forged)), forged)
            self.assertGreater(tried, least)


if __name__ == "__main__":
    unittest.main()
