"""Runs the checks that are too long for every change, and sums up what they found."""

import argparse
import datetime
import os
import platform
import re
import subprocess
import sys
import time

from cortex_a72 import rows as shared_rows

from . import checks, records, run

DESCRIPTION = """\
Runs the checks of SOUNDNESS.md and SECURITY.md, two at a time, and prints a line for each: whether
it passed, how long it took, and its figure.

  tools/run assure                      all checks
  tools/run assure WORD...              those with one of the words in their name
  tools/run assure --quick              those of CI, in their short form
  tools/run assure --long               all that there is, for many hours: every mutant, ten minutes of each fuzzing
                                    target, all sets under emulation, handshakes of OpenSSL
  tools/run assure --record             also keeps what was found, with the name of the tree, where
                                    docs/assurance/records.md shows it; a release demands records of its tree
"""
EPILOGUE = """\
A check that cannot run on this machine says so; that is no failure, and no pass. The output of each
check is in target/assurance. Exit status: 0 if no check failed, else 1.
"""


def parser():
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(prog="tools/run assure", description=DESCRIPTION, epilog=EPILOGUE,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="WORD", help="only checks with such a word in their name")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--quick", dest="form", action="store_const", const="quick", help="the short forms that CI runs")
    form.add_argument("--long", dest="form", action="store_const", const="long", help="the long forms")
    parser.set_defaults(form="command")
    parser.add_argument("--list", action="store_true", help="print the checks and their commands")
    parser.add_argument("--tree", action="store_true", help="print the name of the tree of HEAD in the records")
    parser.add_argument("--record", action="store_true", help="keep the results, for the tree of HEAD")
    return parser


def minutes(seconds):
    """Writes a time."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def report(result):
    """Prints the line of a check, and the end of its output if it failed."""
    print(f"{result.status:<10} {minutes(result.seconds):>6}  {result.check.name:<32} {result.figure}", flush=True)
    if result.status == run.FAILED:
        with open(result.log, encoding="utf-8", errors="replace") as output:
            lines = output.read().splitlines()[-40:]
        print("".join(f"    {line}\n" for line in lines) + f"    ({result.log})", flush=True)


def processor():
    """Returns the name of the CPU."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            fields = dict(line.split(":", 1) for line in file.read().split("\n\n")[0].splitlines() if ":" in line)
        fields = {name.strip(): value.strip() for name, value in fields.items()}
        return f"{fields['model name']} (family {fields['cpu family']} model {fields['model']})"
    except (OSError, KeyError):
        return platform.machine()


def setting():
    """Returns the circumstances of a run of the tree of HEAD."""
    rustc = subprocess.run(["rustc", "--version"], check=True, capture_output=True, text=True).stdout.strip()
    now = datetime.datetime.now(datetime.timezone.utc)
    return {"cpu": processor(), "processors": os.cpu_count(), "rustc": rustc, "date": now.strftime("%Y-%m-%d"),
            "system": f"{platform.system().lower()} on {platform.machine()}", "tree": records.tree(os.curdir)}


# The kinds of rows of the forms that have records.
KINDS = {"command": "assurance", "long": "assurance-long"}


def row(result, kind, circumstances):
    """Returns the row of a check."""
    return {"kind": kind, "check": result.check.name, "part": result.check.part, "what": result.check.what,
            "status": result.status, "seconds": round(result.seconds), "cpu_seconds": round(result.cpu_seconds),
            "figure": result.figure, **circumstances}


def main():
    """Runs the command."""
    arguments = parser()
    options = arguments.parse_args()
    if options.record and options.form not in KINDS:
        arguments.error("expected no --record with --quick, whose short forms have no records")
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
    if options.tree:
        print(records.tree(os.curdir))
        return 0
    if options.record and (changes := records.changes(os.curdir)):
        arguments.error(f"expected no changes without a commit, found {', '.join(changes)}")
    commands = checks.chosen(options.words, options.form)
    if not commands:
        print(f"expected words of the names that --list prints, found {' '.join(options.words)}", file=sys.stderr)
        return 2
    if options.list:
        for check, command in commands:
            print(f"{check.name:<32} {re.sub(' +', ' ', command)}")
        return 0
    target = os.environ.get("CARGO_TARGET_DIR", "target")
    circumstances = setting() if options.record else {}

    def report_and_record(result):
        # A row as soon as there is one: a run that is interrupted keeps those that it has.
        report(result)
        if options.record:
            found = row(result, KINDS[options.form], circumstances)
            shared_rows.write([found], records.FILES[options.form])

    start = time.monotonic()
    results = run.run_all(commands, os.path.join(target, "assurance"), report_and_record)
    seconds = time.monotonic() - start
    counts = {status: sum(result.status == status for result in results)
              for status in (run.OK, run.FAILED, run.IMPOSSIBLE)}
    print(f"{counts[run.OK]} passed, {counts[run.FAILED]} failed, {counts[run.IMPOSSIBLE]} skipped")
    used = sum(result.cpu_seconds for result in results)
    print(f"{minutes(seconds)} minutes, {minutes(used)} of a processor")
    if options.record:
        records.forget_former(os.curdir, options.form)
        subprocess.run(["cargo", "run", "--quiet", "--locked", "--package", "vectru-figures"], check=True)
    return 1 if counts[run.FAILED] else 0


if __name__ == "__main__":
    sys.exit(main())
