"""Kinds and cycles of Armv7-M's instructions, by [ARM10] and [ARM15b], table 3-1 and section 3.3.2.

Memory answers without wait states. Where a manual states a range, as for long products and
divisions of the Cortex-M3, which end early on small operands, the largest number is taken. The two
manuals differ in products alone.
"""

import re
from dataclasses import dataclass

# Cycles to refill the pipeline, of which the manuals say 1 to 3: where the address is in the
# instruction, and where it comes from a register or from memory.
DIRECT, INDIRECT = 2, 3

# Cycles of products and divisions, by core.
PRODUCTS = {
    "cortex-m3": {"mul": 1, "mla": 2, "mls": 2, "umull": 5, "smull": 5, "umlal": 7, "smlal": 7,
                  "udiv": 12, "sdiv": 12},
    # Those of the DSP extension, smlad and others, take the default of one cycle too.
    "cortex-m4": {"mul": 1, "mla": 1, "mls": 1, "umull": 1, "smull": 1, "umlal": 1, "smlal": 1, "umaal": 1,
                  "udiv": 12, "sdiv": 12},
}

# Instructions whose cycles depend on their operands, by core.
VARIABLE = {
    "cortex-m3": ("umull", "smull", "umlal", "smlal", "udiv", "sdiv"),
    "cortex-m4": ("udiv", "sdiv"),
}

CONDITIONS = "eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le"
LOAD = re.compile(r"ldr(b|h|sb|sh|ex|exb|exh)?$")
STORE = re.compile(r"str(b|h|ex|exb|exh)?$")
DSP_PRODUCT = re.compile(r"sm(la|ul|us|ls|ua|ml|mu)[a-z]*$")
REGISTER = re.compile(r"\b(r\d+|sp|lr|pc|ip|sl|fp)\b")
NAMES = {"sl": "r10", "fp": "r11", "ip": "r12"}


@dataclass(frozen=True)
class Instruction:
    """An instruction: its name without condition and width, and its operands by objdump."""

    name: str
    operands: str
    # True for a conditional branch, which may fall through.
    conditional: bool

    @property
    def kind(self):
        """Returns the kind by which instructions are counted."""
        if LOAD.match(self.name) or self.name in ("ldrd", "pop") or self.name.startswith("ldm"):
            return "load"
        if STORE.match(self.name) or self.name in ("strd", "push") or self.name.startswith("stm"):
            return "store"
        if self.name in ("b", "bl", "bx", "blx", "cbz", "cbnz", "tbb", "tbh"):
            return "branch"
        if self.name in ("udiv", "sdiv"):
            return "division"
        if self.name in ("umull", "smull", "umlal", "smlal", "umaal"):
            return "long-product"
        if self.name in ("mul", "mla", "mls") or DSP_PRODUCT.match(self.name):
            return "product"
        return "other"

    @property
    def registers(self):
        """Returns the registers of the operands."""
        return [NAMES.get(one, one) for one in REGISTER.findall(self.operands)]

    @property
    def transferred(self):
        """Returns the number of registers in a list."""
        count = 0
        for one in self.operands[self.operands.index("{") + 1:self.operands.index("}")].split(","):
            first, _, last = one.strip().partition("-")
            count += int(last[1:]) - int(first[1:]) + 1 if last else 1
        return count

    @property
    def address(self):
        """Returns the registers of the address of a load or a store."""
        match = re.search(r"\[([^\]]*)\]", self.operands)
        return [NAMES.get(one, one) for one in REGISTER.findall(match[1])] if match else []

    @property
    def writes_pc(self):
        """Returns whether a load writes the program counter."""
        if "{" in self.operands:
            return "pc" in self.operands[self.operands.index("{"):]
        return self.kind == "load" and self.operands.startswith("pc")


def decode(name, operands):
    """Returns an instruction from the name and the operands that objdump writes."""
    name = name.partition(".")[0]
    operands = re.sub(r"\s*(@|;|<).*", "", operands).strip()
    match = re.fullmatch(rf"b({CONDITIONS})", name)
    if match:
        return Instruction("b", operands, True)
    if name in ("cbz", "cbnz"):
        return Instruction(name, operands, True)
    # A condition of an IT block; names that end in one by themselves are longer.
    match = re.fullmatch(rf"(ldr\w*?|str\w*?|ldm\w*?|stm\w*?|mul|mla|mls|[us]mull|[us]mlal|[us]div|bx|blx|bl|pop|push)"
                         rf"({CONDITIONS})", name)
    if match and name not in ("muls", "bls"):
        name = match[1]
    return Instruction("mul" if name == "muls" else name, operands, False)


def is_pipelined(previous, this):
    """Returns whether a load or store directly behind a load or a store saves a cycle.

    It does behind a single load without update of the base, if its own address does not wait for
    what was loaded.
    """
    if not previous or not LOAD.match(previous.name) or previous.writes_pc:
        return False
    if previous.operands.endswith("!") or "], " in previous.operands:
        return False
    return previous.registers[0] not in this.address


def waits(previous, this):
    """Returns whether the address of a load or a store waits for the data operation before it."""
    if not previous or previous.kind in ("load", "store", "branch"):
        return False
    if previous.name[:2] == "it" or previous.name in ("cmp", "cmn", "tst", "teq", "nop"):
        return False
    registers = previous.registers
    written = registers[:2] if previous.kind == "long-product" else registers[:1]
    return any(one in this.address for one in written)


def cycles(core, this, previous=None):
    """Returns the cycles of an instruction on a core that falls through to the next one; `previous`
    is the instruction that ran before it, if it is known."""
    if this.name in PRODUCTS[core]:
        return PRODUCTS[core][this.name]
    if LOAD.match(this.name) or STORE.match(this.name):
        if STORE.match(this.name):
            # The store goes to the write buffer; with two registers in the address it takes a
            # cycle more.
            base = 1 if len(this.address) < 2 else 2
            saved = 1 if base == 2 and is_pipelined(previous, this) else 0
        else:
            base, saved = 2, int(is_pipelined(previous, this))
        return base - saved + waits(previous, this) + (INDIRECT if this.writes_pc else 0)
    if this.name in ("ldrd", "strd"):
        return 3 + waits(previous, this)
    if this.name in ("push", "pop") or this.name[:3] in ("ldm", "stm"):
        return 1 + this.transferred + (INDIRECT if this.writes_pc else 0)
    if this.name in ("tbb", "tbh"):
        return 3 + INDIRECT
    if this.kind == "branch" and not this.conditional:
        return 1 + (INDIRECT if this.name in ("bx", "blx") else DIRECT)
    return 1
