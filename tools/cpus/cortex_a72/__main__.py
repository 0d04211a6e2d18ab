"""Counts the instructions of a function on AArch64, with the cycles of a model of the Cortex-A72."""

import argparse
import sys
from collections import Counter

from . import core, disassembly, instruction, programs, rows, trace

DESCRIPTION = """\
Models the cycles of AArch64 code on a Cortex-A72, on a machine of any kind.

  tools/run cortex-a72 PROGRAM FUNCTION [options] [-- ARGUMENT...]
      one call of a function of a program: cycles, instructions, and how busy the pipes are
  tools/run cortex-a72 PROGRAM FUNCTION --printed SOURCE CODE CYCLES --json FILE
      the same, and a row of calibration: the cycles that a source prints for its code, beside these
  tools/run cortex-a72 --json FILE [--ring RING...] [--set SET...] [--sources]
      the products and the parts of products of this repository's multipliers on Neon, the
      operations of its mechanisms, and the counterparts of what the sources print for this core:
      builds them for AArch64, and writes a row for each to the file, in place of the rows that it
      has for them

The program runs under qemu-aarch64. The function is named by its symbol, by the last parts of its
path in Rust, as product::measured, or by its address, as 0x4007d8.
"""
EPILOGUE = """\
Needs Debian's python3, qemu-user, gcc, binutils and binutils-aarch64-linux-gnu, and for --json a
compiler for AArch64, which tools/run test-aarch64 installs. docs/research/cortex-a72.md says what the model has
and lacks, and how far its cycles are from measured ones.
"""


def load(program, function, call=1, arguments=()):
    """Returns a call of a function as `core.run` takes it, and the texts of its instructions."""
    records = trace.record(program, function, call, arguments)
    texts = disassembly.disassemble({record.opcode for record in records})
    operations = {opcode: instruction.decode(text) for opcode, text in texts.items()}
    return [(operations[record.opcode], record) for record in records], texts


def print_result(result):
    """Prints what a call costs."""
    print(f"cycles            {result.cycles:>10,}")
    print(f"instructions      {result.instructions:>10,}")
    print(f"micro-operations  {result.micro_operations:>10,}")
    print(f"misses of the first caches: {result.load_misses:,} loads, {result.fetch_misses:,} fetches")
    print("cycles of each pipe: " + ", ".join(f"{name} {busy:,}" for name, busy in result.busy.items()))


def print_instructions(program, texts, count):
    """Prints the names of the most frequent instructions."""
    names = Counter(texts[record.opcode].split(" ")[0] for _, record in program)
    for name, number in names.most_common(count):
        print(f"{number:>10,}  {name}")


def parser():
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(prog="tools/run cortex-a72", description=DESCRIPTION, epilog=EPILOGUE,
                                     usage=argparse.SUPPRESS, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", metavar="PROGRAM", help="a program for AArch64")
    parser.add_argument("function", nargs="?", metavar="FUNCTION", help="the function to measure")
    parser.add_argument("--call", type=int, default=2, metavar="N",
                        help="measure the N-th call; default 2, which skips work of the first one alone")
    parser.add_argument("--names", type=int, default=0, metavar="N",
                        help="also print the N most frequent names of instructions")
    parser.add_argument("--json", metavar="FILE", help="write rows of the repository's programs")
    parser.add_argument("--printed", nargs=3, metavar=("SOURCE", "CODE", "CYCLES"),
                        help="a key of docs/research/bibliography.md, what the code does, and its printed cycles")
    parser.add_argument("--ring", action="append", metavar="RING", help="only the multipliers of these rings")
    parser.add_argument("--set", action="append", metavar="SET", help="only the operations of these sets")
    parser.add_argument("--sources", action="store_true", help="only the counterparts of figures of the sources")
    return parser


def main():
    """Runs the command."""
    arguments, rest = sys.argv[1:], []
    if "--" in arguments:
        split = arguments.index("--")
        arguments, rest = arguments[:split], arguments[split + 1:]
    options = parser().parse_args(arguments)
    if not options.function:
        if not options.json:
            parser().error("expected PROGRAM and FUNCTION, or --json FILE; see --help")
        every = not options.ring and not options.set and not options.sources
        if options.ring or every:
            rows.write(programs.multipliers(load, options.ring), options.json)
        if options.set or every:
            rows.write(programs.operations(load, options.set), options.json)
        if options.sources or every:
            rows.write(programs.counterparts(load), options.json)
        return 0
    program, texts = load(options.program, options.function, options.call, rest)
    result = core.run(program)
    if options.printed:
        if not options.json:
            parser().error("expected --json FILE with --printed")
        rows.write([programs.calibration(result, *options.printed)], options.json)
    print_result(result)
    print_instructions(program, texts, options.names)
    return 0


if __name__ == "__main__":
    sys.exit(main())
