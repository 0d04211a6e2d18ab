"""Runs multipliers and mechanisms on an emulated Cortex-M3 or Cortex-M4, and counts what they execute."""

import argparse
import sys

from cortex_a72 import rows

from . import programs

DESCRIPTION = """\
Runs this project's multipliers and mechanisms on an emulated Cortex-M3 or Cortex-M4, checks their
results there, and counts what each of them executes: instructions by kind, cycles by the manuals of
the cores, stack, and code.

  tools/run cortex-m [--core CORE] [--only WORD...]     a line for each job
  tools/run cortex-m --form FORM... [--core CORE] [--only SET...]  the mechanisms in a form, one program for each
                                                    set: its stack and its flash, which have limits for sntrup761
  tools/run cortex-m --json FILE                        all jobs on both cores, a row for each to the file,
                                                    in place of the rows that it has for them
  tools/run cortex-m --build [--core CORE]              builds the programs of these jobs, and prints their paths
"""
EPILOGUE = """\
Needs a compiler for the target of the core (rustup target add thumbv7m-none-eabi thumbv7em-none-eabi)
and Debian's python3, gcc, binutils, qemu-system-arm and binutils-arm-none-eabi. docs/users/cortex-m.md says
what the cycles have and lack.
"""


def parser():
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(prog="tools/run cortex-m", description=DESCRIPTION, epilog=EPILOGUE,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--core", choices=sorted(programs.TARGETS), help="the core; default both")
    parser.add_argument("--only", nargs="+", metavar="WORD", help="only jobs with these words in their name")
    parser.add_argument("--functions", type=int, default=0, metavar="N",
                        help="also print the N functions of a job with the most cycles")
    parser.add_argument("--variable", action="store_true",
                        help="also print the functions with products and divisions whose cycles depend on operands")
    parser.add_argument("--form", nargs="+", choices=programs.FORMS, metavar="FORM",
                        help=f"programs of a device in these forms: {', '.join(programs.FORMS)}")
    parser.add_argument("--json", metavar="FILE", help="write rows")
    parser.add_argument("--build", action="store_true", help="only build, and print the paths of the programs")
    return parser


def print_job(options, name, result):
    """Prints what a job costs."""
    print(f"{name:<60} {result.cycles:>12,} cycles {result.instructions:>12,} instructions "
          f"{result.stack:>8,} stack {result.code:>8,} code {result.tables:>7,} tables")
    for function, cycles in sorted(result.functions.items(), key=lambda one: -one[1])[:options.functions]:
        print(f"    {cycles:>12,} {function}")
    if options.variable:
        for function, count in sorted(result.variable_functions.items(), key=lambda one: -one[1]):
            print(f"    {count:>12,} {function}")


def devices(options):
    """Runs the programs of devices in their forms, and prints what the promised set takes in each."""
    names = [name for name in programs.sets() if not options.only or name in options.only]
    if not names:
        sys.exit("expected a set with one of these names, found none")
    found = []
    for core in [options.core] if options.core else sorted(programs.TARGETS):
        for form in options.form:
            programs.check_answers(core, form, names)
            for name in names:
                for job, result, size in programs.device(core, form, name):
                    found.append({**programs.row(core, job, result), "flash": size})
                    if not options.json:
                        print(f"{core} {job:<40} {result.cycles:>12,} cycles {result.stack:>8,} stack "
                              f"{size:>8,} flash", flush=True)
    if options.json:
        rows.write(found, options.json)
    promised = [sentence for form in options.form if (sentence := most(found, form))]
    print(f"{len(names)} of {len(programs.sets())} sets, {len(found)} operations, known answers pass, stack "
          f"overwritten; {programs.PROMISED}: {'; '.join(promised) or 'not measured'}")
    return 0


def most(found, form):
    """Returns in words what the promised set takes in a form at most, or nothing if it was not
    measured."""
    promised = [row for row in found if row["job"].startswith(f"{form} {programs.PROMISED} ")]
    if not promised:
        return ""
    stack, flash = (max(row[field] for row in promised) for field in ("stack", "flash"))
    return f"{form}, at most {stack:,} bytes of stack and {flash:,} of flash"


def summary(found):
    """Returns the line that sums up the rows of a run."""
    cores = sorted({row["core"] for row in found})
    sets = {row["job"].split()[1] for row in found if row["job"].startswith("mechanism ")}
    return (f"{', '.join(cores)}: {len(found)} jobs with right results, among them the known answers of "
            f"{len(sets)} sets")


def main():
    """Runs the command."""
    options = parser().parse_args()
    if options.form:
        return devices(options)
    found = []
    for core in [options.core] if options.core else sorted(programs.TARGETS):
        path = programs.build(core)
        if options.build:
            print(path)
            continue
        if not options.json:
            print(core)
        for name, result in programs.jobs(core, path):
            if options.only and not all(word in name.split() for word in options.only):
                continue
            found.append(programs.row(core, name, result))
            if not options.json:
                print_job(options, name, result)
    if options.build:
        return 0
    if options.json:
        rows.write([*found, *programs.printed()], options.json)
    print(summary(found))
    return 0 if found else sys.exit("expected jobs with these words, found none")


if __name__ == "__main__":
    sys.exit(main())
