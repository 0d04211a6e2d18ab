"""Tests of the checker on its own: its arithmetic, its lemmas, and a certificate small enough to read.

tools/check-certificates tests it on the certificates of the project, and on changed copies of them.
"""

import random
import unittest
from unittest import mock

from check_proof import Rejected, bounds, rings
from check_proof.check import check, check_run
from check_proof.certificate import parse
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
24 barrett 8 23 -1 -4096 : -4..4*2
25 add 13 24 : -15..15*2
26 barrett 8 25 1 4096 : -4..4*2
output 26.0-1
"""


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
            "the other residue": ("add 13 24 : -15..15", "add 21 24 : -18..18"),
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


if __name__ == "__main__":
    unittest.main()
