"""Instructions as micro-operations: pipes, latencies and registers, by [ARM15], section 3.

Pipes: B for branches, I for either of the two integer pipes, M for integer operations of several
cycles, L for loads, S for stores, F for either of the two pipes of vectors, F0 and F1 for one of
them. An instruction that is in no table here is taken for one of a single micro-operation: an
integer operation of one cycle, or a vector operation of three.
"""

import re
from dataclasses import dataclass, field

# Cycles that a store of 128 bits takes S: docs/research/cortex-a72.md says why it is not 2.
STORE_128 = 3

REGISTER = re.compile(r"\b(?:([vqdshb])(\d+)|([xw])(\d+)|(w?sp))\b")
SHAPE = re.compile(r"v\d+\.(\d*[bhsd])")
WIDE = {"16b", "8h", "4s", "2d"}

# Instructions that read the register that they write.
ACCUMULATES = re.compile(
    r"([su]ml[as]l2?|ml[as]|fml[as]|sqdml[as]l2?|u?s?r?sra|s[lr]i|bsl|bi[tf]|tbx|movk|bfi|bfxil|[su]aba[l2]*|"
    r"[su]adalp|ins|xtn2|r?shrn2|[su]q(r?sh)?r?x?u?n2|fcvtn2|r?(add|sub)hn2|aes[ed]|sha\w+)$")
SETS_FLAGS = {"cmp", "cmn", "tst", "subs", "adds", "ands", "bics", "ccmp", "ccmn", "fcmp", "negs", "adcs", "sbcs"}
READS_FLAGS = {"csel", "cset", "csetm", "csinc", "csinv", "csneg", "cinc", "cinv", "cneg", "ccmp", "ccmn",
               "adc", "sbc", "adcs", "sbcs", "ngc"}
NO_RESULT = {"cmp", "cmn", "tst", "ccmp", "ccmn", "fcmp"}
BRANCHES = {"b", "bl", "br", "blr", "ret", "cbz", "cbnz", "tbz", "tbnz"}

MULTIPLY = {"mul", "mla", "mls", "sqdmulh", "sqrdmulh"}
MULTIPLY_LONG = re.compile(r"([su]ml[as]l|[su]mull|sqdml[as]l|sqdmull|pmull)2?$")
SHIFT = re.compile(r"([su]shr|shl|[su]shll|[su]xtl|shrn)2?$")
SHIFT_COMPLEX = re.compile(r"([su]q?r?shl|[su]qshlu|[su]rshr|u?s?r?sra|s[lr]i|rshrn|[su]qr?shru?n|[su]qxtu?n|"
                           r"[su]adalp|[su]abal?)2?$")
ACROSS = re.compile(r"([su]?addl?v|[su]maxv|[su]minv)$")


@dataclass(slots=True)
class Operation:
    """An instruction, decoded."""

    name: str
    # Pipes, each with the cycles that it is busy for.
    micro_operations: list = field(default_factory=list)
    reads: list = field(default_factory=list)
    writes: list = field(default_factory=list)
    # Cycles from the issue to the result.
    latency: int = 1
    # "load", "store", "branch" or "".
    kind: str = ""
    # The registers of the address, and the one that a further micro-operation of pipe I updates.
    address: list = field(default_factory=list)
    base: str = ""
    # An accumulation: the family of operations whose results it takes as its sum early, and the
    # cycles from their issue to its own.
    chain: tuple = ()
    # The family of the operation itself.
    family: str = ""


def registers(text):
    """Returns the names of the registers in a text: v0 to v31 for vectors of any width, x0 to x30
    for integers of any width, sp."""
    found = []
    for match in REGISTER.finditer(text):
        kind, vector, _, integer, _ = match.groups()
        found.append(f"v{vector}" if kind else f"x{integer}" if integer else "sp")
    return found


def is_wide(text):
    """Returns whether the first operand is a vector of 128 bits."""
    match = SHAPE.search(text)
    return match[1] in WIDE if match else re.match(r"\{?q\d", text) is not None


def decode(text):
    """Decodes an instruction of `disassembly`."""
    name, _, operands = text.partition(" ")
    vector = re.search(r"\b[vqdshb]\d+\b", operands) is not None
    operation = Operation(name)
    if name[:2] in ("ld", "st") and "[" in operands:
        access(operation, operands, vector)
    elif name.startswith("b.") or name in BRANCHES:
        operation.kind = "branch"
        operation.micro_operations = [("B", 1)]
        operation.reads = registers(operands) + (["flags"] if name.startswith("b.") else [])
        operation.writes = ["x30"] if name in ("bl", "blr") else []
        if name == "ret" and not operands:
            operation.reads = ["x30"]
    elif name in ("ldr", "ldrsw"):
        # Of a literal, at an address relative to the instruction's.
        operation.kind = "load"
        operation.micro_operations = [("L", 1)]
        operation.writes = registers(operands)[:1]
        operation.latency = 5 if vector else 4
    elif name in ("nop", "prfm", "hint", "isb", "dmb"):
        operation.micro_operations = [("I", 1)]
    else:
        compute(operation, operands, vector)
    return operation


def access(operation, operands, vector):
    """Decodes a load or a store."""
    name = operation.name
    start = operands.rindex(", [")
    address = operands[start + 2:]
    data = registers(operands[:start])
    inside = address[:address.index("]")]
    operation.address = registers(address)
    indexed = len(registers(inside)) > 1
    updates = address.endswith("!") or "]," in address
    operation.base = operation.address[0] if updates else ""
    structure = re.match(r"(ld|st)([1-4])(r?)$", name)
    lane = "}[" in operands
    wide = vector and is_wide(operands)
    loads = name.startswith("ld")
    operation.kind = "load" if loads else "store"
    operation.reads = list(operation.address) if loads else operation.address + data
    operation.writes = data if loads else []
    count = len(data)
    if loads:
        if not vector:
            operation.micro_operations = [("L", 1)]
            operation.latency = 5 if "lsl #1" in address else 4
        elif lane or structure and structure[3]:
            operation.micro_operations = [("L", 1), ("F", 1)]
            operation.latency = 8
            operation.reads += data if lane else []
        else:
            words = count if wide else (count + 1) // 2 if structure else 1
            operation.micro_operations = [("L", 1)] * words
            operation.latency = 4 + words
            if structure and structure[2] != "1":
                operation.micro_operations = operation.micro_operations + [("F", 1)] * count
                operation.latency = 7 + count
    else:
        each = STORE_128 if wide else 1
        operation.micro_operations = [("S", each)] * (count if vector and not lane else 1)
        if structure and structure[2] != "1" or lane:
            operation.micro_operations = operation.micro_operations + [("F", 1)] * count
    if updates or vector and indexed:
        operation.micro_operations = operation.micro_operations + [("I", 1)]


def compute(operation, operands, vector):
    """Decodes an instruction that neither reads nor writes memory."""
    name = operation.name
    first = operands.split(",")[0]
    every = registers(operands)
    writes = [] if name in NO_RESULT else registers(first)[:1]
    reads = every[len(writes):]
    into_lane = re.match(r"v\d+\.[bhsd]\[\d+\]", first) is not None
    modifies = name in ("bic", "orr") and vector and "#" in operands
    if ACCUMULATES.match(name) or into_lane or modifies:
        reads = reads + writes
    operation.writes = writes + (["flags"] if name in SETS_FLAGS else [])
    operation.reads = reads + (["flags"] if name in READS_FLAGS else [])
    if not vector:
        pipes, operation.latency = integer(name, operands)
    elif writes and writes[0][0] != "v" and name != "fcmp":
        pipes, operation.latency = [("I", 1), ("L", 1)], 6
    elif any(register[0] != "v" for register in reads):
        pipes, operation.latency = [("L", 1), ("F", 1)], 8
    else:
        pipes, operation.latency = vectors(operation, first)
    operation.micro_operations = pipes


def integer(name, operands):
    """Returns the micro-operations and the latency of an integer operation."""
    wide = operands.startswith(("x", "sp"))
    if name in ("mul", "madd", "msub", "mneg") and wide:
        return [("M", 3)], 5
    if name in ("mul", "madd", "msub", "mneg") or re.match(r"[su](mull|maddl|msubl|mnegl)$", name):
        return [("M", 1)], 3
    if name in ("smulh", "umulh"):
        return [("M", 4)], 6
    if name in ("udiv", "sdiv"):
        return [("M", 12)], 12
    if name in ("bfi", "bfxil", "extr") or re.search(r", ([la]s[lr]|ror|[su]xt[bhwx])\b", operands):
        return [("M", 1)], 2
    return [("I", 1)], 1


def vectors(operation, first):
    """Returns the micro-operations and the latency of a vector operation."""
    name = operation.name
    wide = is_wide(first)
    if name in MULTIPLY:
        # A product of 128 bits is two micro-operations: its result comes a cycle later.
        operation.family = "multiply"
        if name in ("mla", "mls"):
            operation.chain = ("multiply", 1)
        return [("F0", 1)] * (2 if wide else 1), 4
    if MULTIPLY_LONG.match(name):
        operation.family = "multiply long"
        if "mla" in name or "mls" in name:
            operation.chain = ("multiply long", 1)
        return [("F0", 1)], 4
    if SHIFT.match(name):
        return [("F1", 1)], 3
    if SHIFT_COMPLEX.match(name):
        if ACCUMULATES.match(name):
            operation.family, operation.chain = name, (name, 1)
        return [("F1", 1)], 4
    if name in ("tbl", "tbx"):
        tables = len(operation.reads) - (name == "tbx") - 1
        return [("F", 1)] * (tables * (2 if wide else 1)), 3 * tables + (3 if wide else 0)
    if ACROSS.match(name):
        return [("F1", 1)] * 2, 6
    return [("F", 1)], 3
