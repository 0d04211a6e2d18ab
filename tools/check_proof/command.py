"""The command line of the checker."""

import argparse
import sys
import time

from check_proof import Rejected
from check_proof.check import check
from check_proof.mutations import survivors

def read(path):
    """Returns the text of a certificate in a file, or on standard input."""
    with sys.stdin if path == "-" else open(path, encoding="ascii") as file:
        return file.read()


def main():
    parser = argparse.ArgumentParser(
        prog="tools/check-proof",
        description="Checks certificates that `vectru prove` writes: the bounds of every operation, and the map.",
        epilog="The exit status is 0 if every certificate is accepted, 1 if one is rejected or one of its mutants is"
        " accepted, and 2 if one cannot be read.",
    )
    parser.add_argument("certificate", nargs="+", help="a file, or - for standard input")
    parser.add_argument(
        "--mutants",
        type=int,
        default=0,
        metavar="N",
        help="also check N copies of each certificate with one number changed, and fail unless all are rejected",
    )
    options = parser.parse_args()
    rejected = survived = idle = operations = 0
    for path in options.certificate:
        start = time.process_time()
        try:
            text = read(path)
        except (OSError, UnicodeDecodeError) as error:
            print(f"{path}: cannot be read: {error}", file=sys.stderr)
            return 2
        try:
            certificate, figures = check(text)
        except Rejected as reason:
            print(f"{path}: rejected: {reason}", file=sys.stderr)
            rejected += 1
            continue
        name = f"{certificate.ring_name} {certificate.multiplier} {certificate.lanes}"
        print(f"{name}: {figures}, {time.process_time() - start:.1f} s", flush=True)
        operations += sum(len(run.records) for run in certificate.runs)
        accepted, without_effect = survivors(text, options.mutants, name)
        idle += without_effect
        for survivor in accepted:
            print(f"{path}: accepted: {survivor}", file=sys.stderr)
            survived += 1
    count = len(options.certificate)
    summary = f"{count - rejected} of {count} certificates accepted, {operations:,} operations"
    if options.mutants:
        mutants = (count - rejected) * options.mutants - idle
        summary += f"; {mutants - survived} of {mutants} with one number changed rejected, {idle} without effect"
    print(summary)
    return 1 if rejected or survived else 0
