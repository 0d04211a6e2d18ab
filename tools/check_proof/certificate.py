"""The text of a certificate as records.

Operands and results are values: lists of lanes. The operations of a run are a program without
branches, in which each operation names earlier values by number.
"""

import re
from dataclasses import dataclass, field
from functools import cache

from check_proof import Rejected, require
from check_proof.rings import Ring, ring

# The values that exist before the first operation, each of one lane: the number 0, and memory of 16
# and of 32 bits that nothing has been written to.
ZERO, UNWRITTEN, UNWRITTEN_WIDE = 0, 1, 2

# No number of a certificate has more than 10 digits: lanes have at most 32 bits.
NUMBER = re.compile(r"0|-?[1-9][0-9]{0,9}", re.ASCII)
HEADER = re.compile(
    r"vectru certificate 1\n"
    r"multiplier ([a-z0-9-]+)\n"
    r"ring ([a-z0-9]+) modulus ([0-9]{1,9}) degree ([0-9]{1,9})\n"
    r"lanes (portable|neon|avx2|avx512)\n"
    r"arithmetic (prime|words|integers ([0-9]{1,9}) ([0-9]{1,9}))\n",
    re.ASCII,
)


@dataclass
class Record:
    """An operation: its number, its name, its arguments, and the claim about the result.

    The arguments are texts; those of a gather are pairs (value, lane).
    """

    number: int
    name: str
    arguments: list
    claim: str
    line: int


@dataclass
class Run:
    """A computation: its name, its first and its last line, its operations, and the lanes of the
    result."""

    name: str
    first: int
    last: int = 0
    records: list = field(default_factory=list)
    output: list = None


@dataclass
class Certificate:
    """A multiplier with its runs, and the two primes of arithmetic over the integers."""

    multiplier: str
    ring: Ring
    ring_name: str
    lanes: str
    arithmetic: str
    primes: tuple
    runs: list


@cache
def number(text):
    """Returns the integer that is written in `text`, which must be its only form."""
    require(NUMBER.fullmatch(text), f"expected a number, found {text!r}")
    return int(text)


def numbers(text):
    """Returns the integers that are separated by commas."""
    return [number(part) for part in text.split(",")]


def repeated(texts):
    """Returns the integers of the texts, where `c*n` stands for n times c."""
    result = []
    for text in texts:
        value, star, count = text.partition("*")
        count = number(count) if star else 1
        require(not star or 1 < count <= 1 << 16, f"expected a number of repetitions, found {text!r}")
        result += [number(value)] * count
    return result


def sources(texts):
    """Returns the pairs (value, lane) that `v.l`, `v.first-last` and `v.l*n` stand for."""
    result = []
    for text in texts:
        value, _, lanes = text.partition(".")
        value = number(value)
        if "*" in lanes:
            lane, _, count = lanes.partition("*")
            require(number(count) <= 1 << 16, f"too many lanes in {text!r}")
            result += [(value, number(lane))] * number(count)
        elif "-" in lanes:
            first, _, last = lanes.partition("-")
            require(number(last) - number(first) <= 1 << 16, f"too many lanes in {text!r}")
            result += [(value, lane) for lane in range(number(first), number(last) + 1)]
        else:
            result.append((value, number(lanes)))
    return result


def parse(text):
    """Returns the certificate that `text` is."""
    header = HEADER.match(text)
    require(header, "expected the head of a certificate")
    multiplier, name, modulus, degree, lanes, arithmetic, *primes = header.groups()
    primes = tuple(number(prime) for prime in primes if prime)
    require(len(set(primes)) == len(primes), f"expected two different primes, found {primes}")
    runs = []
    body = text[header.end() :]
    require(body.endswith("\n"), "the last line is not complete")
    first = text[: header.end()].count("\n") + 1
    for line, words in enumerate(body[:-1].split("\n"), first):
        try:
            parse_line(runs, line, words)
        except Rejected as reason:
            raise Rejected(f"line {line}: {reason}") from None
    require(runs and runs[-1].output is not None, "the last run has no output")
    of_name = ring(name, int(modulus), int(degree))
    return Certificate(multiplier, of_name, name, lanes, arithmetic.split(" ")[0], primes, runs)


def parse_line(runs, line, text):
    """Adds the record of a line to the last run, or begins a run."""
    if text.startswith("#"):
        return
    words = text.split(" ")
    open_run = runs[-1] if runs and runs[-1].output is None else None
    if words[0] == "run":
        require(len(words) == 2 and open_run is None, "expected the name of a run after the output of the last")
        runs.append(Run(words[1], line))
        return
    require(open_run, f"expected a run, found {words[0]}")
    if words[0] == "map":
        require(len(words) > 1, "expected the name of a map")
    elif words[0] == "output":
        open_run.output, open_run.last = sources(words[1:]), line
    else:
        operation, colon, claim = text.partition(" :")
        words = operation.split(" ")
        require(len(words) >= 2, "expected an operation")
        require(bool(colon) == (words[1] != "gather"), "expected a claim for every operation but gather")
        value, last = number(words[0]), open_run.records[-1].number if open_run.records else UNWRITTEN_WIDE
        require(value > last, f"expected a value above {last}, found {value}")
        arguments = sources(words[2:]) if words[1] == "gather" else words[2:]
        open_run.records.append(Record(value, words[1], arguments, claim, line))
