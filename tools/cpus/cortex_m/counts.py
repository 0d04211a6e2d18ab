"""Counts: how often each instruction of a call runs, on an emulated board."""

import bisect
import functools
import os
import re
import subprocess
import tempfile
from collections import Counter
from dataclasses import dataclass

from cortex_a72 import trace

from . import instruction

HERE = os.path.dirname(os.path.abspath(__file__))

# The board of each core, the bytes of its flash as memory.x states them, and the symbol behind what
# is not stack.
BOARDS = {"cortex-m3": "mps2-an385", "cortex-m4": "mps2-an386"}
FLASH = 4 << 20
STACK_END = "__sheap"


@dataclass(frozen=True)
class Call:
    """The blocks that a call of the measured function ran, and the memory that it used."""

    # The bytes of stack below the stack pointer at its entry.
    stack: int
    # Blocks: start, end, how often they ran, and how often they did not fall through.
    blocks: list
    # The words of flash that were read as data, by address.
    flash: list


def parse(text):
    """Returns the calls that the plugin wrote."""
    calls, stack, blocks, flash = [], 0, [], []
    for line in text.splitlines():
        name, *numbers = line.split()
        numbers = [int(number, 16) for number in numbers]
        if name == "stack":
            stack = numbers[0]
        elif name == "block":
            blocks.append(tuple(numbers))
        elif name == "flash":
            flash.append(numbers[0])
        else:
            calls.append(Call(stack, blocks, flash))
            blocks, flash = [], []
    return calls


def run(core, program, function):
    """Runs a program on the board of a core; returns what it printed, and the calls of a function.

    Ends with the program's last words if it fails. Bit 0 of a symbol says that its code is Thumb.
    """
    folder = trace.plugin(os.path.join(trace.PLUGINS, "count-calls.c"))
    with tempfile.NamedTemporaryFile(prefix="cortex-m-", mode="r", encoding="ascii") as file:
        options = [os.path.join(folder.name, "plugin.so"), f"start={trace.symbol(program, function) & ~1:#x}",
                   f"flash={FLASH}", f"stack={trace.symbol(program, STACK_END):#x}", f"out={file.name}"]
        done = subprocess.run(
            [trace.tool("qemu-system-arm", "qemu-system-arm"), "-machine", BOARDS[core], "-cpu", core,
             "-display", "none", "-monitor", "none", "-serial", "none",
             "-semihosting-config", "enable=on,target=native",
             "-plugin", ",".join(options), "-kernel", program],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            raise SystemExit(f"expected {program} to end without error on {core}:\n{done.stdout[-1000:]}")
        return done.stdout.splitlines(), parse(file.read())


class Program:
    """The instructions and the functions of a program."""

    def __init__(self, path):
        """Reads a program."""
        output = subprocess.run(
            [trace.tool("arm-none-eabi-objdump", "binutils-arm-none-eabi"), "-d", path],
            capture_output=True, text=True, check=True).stdout
        self.instructions = {}
        for match in re.finditer(r"^ *([0-9a-f]+):\t([0-9a-f ]+?)\s*\t(\S+)(?:\t(.*))?$", output, re.M):
            size = len(match[2].replace(" ", "")) // 2
            self.instructions[int(match[1], 16)] = (size, instruction.decode(match[3], match[4] or ""))
        self.functions = []
        for line in trace.readelf("-Ws", path).splitlines():
            fields = line.split()
            if len(fields) >= 8 and fields[3] == "FUNC" and int(fields[2], 0):
                start = int(fields[1], 16) & ~1
                self.functions.append((start, start + int(fields[2], 0), fields[7]))
        self.functions = sorted({start: (start, end, name) for start, end, name in self.functions}.values())

    @functools.cache
    def function(self, address):
        """Returns the function at an address: start, end and symbol; or None."""
        index = bisect.bisect(self.functions, (address, float("inf"), "")) - 1
        if index < 0 or address >= self.functions[index][1]:
            return None
        return self.functions[index]

    @functools.cache
    def block(self, core, start, end):
        """Returns the cycles of a block that falls through, those that it takes more if its last
        instruction branches, and its instructions with their cycles."""
        previous, total, listed = None, 0, []
        while start < end:
            size, this = self.instructions[start]
            cycles = instruction.cycles(core, this, previous)
            listed.append((start, this, cycles))
            total += cycles
            previous, start = this, start + size
        return total, instruction.DIRECT if previous.conditional else 0, listed


@dataclass(frozen=True)
class Result:
    """The cost of a call on a core."""

    cycles: int
    instructions: int
    # The number of instructions of each kind, and of each name whose cycles depend on operands.
    kinds: dict
    variable: dict
    # Bytes of stack; of the functions that ran; of the words of flash that were read outside of
    # functions.
    stack: int
    code: int
    tables: int
    # Cycles by function, and instructions of variable cycles by function.
    functions: dict
    variable_functions: dict


def result(core, program, call):
    """Returns what a call costs."""
    kinds, variable, functions, variable_functions = Counter(), Counter(), Counter(), Counter()
    cycles, code = 0, set()
    for start, end, times, left in call.blocks:
        total, branched, listed = program.block(core, start, end)
        cycles += total * times + branched * left
        function = program.function(start)
        code.add(function)
        name = function[2] if function else "?"
        functions[name] += total * times + branched * left
        for _, this, _ in listed:
            kinds[this.kind] += times
            if this.name in instruction.VARIABLE[core]:
                variable[this.name] += times
                variable_functions[name] += times
    tables = 4 * sum(program.function(word) is None for word in call.flash)
    return Result(cycles, sum(kinds.values()), dict(kinds), dict(variable), call.stack,
                  sum(end - start for start, end, _ in code - {None}), tables, dict(functions),
                  dict(variable_functions))
