"""Certificates with one number changed, each of which the checker has to reject."""

import random
import re

from check_proof import Rejected
from check_proof.certificate import parse
from check_proof.check import check_run

# A number, with its sign.
NUMBER = re.compile(r"-?[0-9]+", re.ASCII)

# Lines that claim nothing: the name of the multiplier, the name of its vectors, and comments.
LABELS = ("multiplier ", "lanes ", "#")


def kind(line):
    """Returns the kind of record that a line is: the name of the operation or the first word."""
    words = line.split(" ")
    return words[1] if words[0].isdigit() else words[0]


def mutants(text, count, seed):
    """Returns `count` triples of a line, a description and a text with a number of the line changed.

    Every kind of record has its share of them, and so have small and large changes.
    """
    generator = random.Random(seed)
    lines = text.splitlines(keepends=True)
    by_kind = {}
    for index, line in enumerate(lines):
        if NUMBER.search(line) and not line.startswith(LABELS):
            by_kind.setdefault(kind(line), []).append(index)
    kinds = sorted(by_kind)
    for round_ in range(count):
        index = generator.choice(by_kind[kinds[round_ % len(kinds)]])
        line = lines[index]
        found = generator.choice(list(NUMBER.finditer(line)))
        number = int(found.group())
        changed = generator.choice([number + 1, number - 1, -number, number + generator.randrange(2, 1 << 12)])
        if changed == number:
            changed += 1
        mutant = line[: found.start()] + str(changed) + line[found.end() :]
        yield (
            index + 1,
            f"line {index + 1}: {line.rstrip()!r} with {changed} for {number} in column {found.start() + 1}",
            "".join(lines[:index] + [mutant] + lines[index + 1 :]),
        )


def without_effect(text, line):
    """Returns whether no coefficient of a result depends on the operation in a line: it computes lanes
    of padding, and its change leaves a certificate of the same map."""
    certificate = parse(text)
    for run in certificate.runs:
        for record in run.records:
            if record.line == line:
                try:
                    check_run(certificate, run, text.encode(), perturbed=record.number)
                    return True
                except Rejected:
                    return False
    return False


def survivors(text, count, seed):
    """Returns the descriptions of the mutants that are accepted, and the number of those that change
    an operation without effect on a result."""
    accepted, idle = [], 0
    for line, description, mutant in mutants(text, count, seed):
        try:
            certificate = parse(mutant)
            # The runs do not depend on each other.
            changed = [run for run in certificate.runs if run.first <= line <= run.last]
            for run in changed or certificate.runs:
                check_run(certificate, run, mutant.encode())
        except Rejected:
            continue
        if without_effect(text, line):
            idle += 1
        else:
            accepted.append(description)
    return accepted, idle
