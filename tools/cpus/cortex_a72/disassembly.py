"""The text of instructions, by binutils for AArch64."""

import re
import shutil
import struct
import subprocess
import tempfile

OBJDUMP = ("aarch64-linux-gnu-objdump", "objdump")

# `{v0.8h-v3.8h}`: objdump's form of lists of three and more consecutive registers.
RANGE = re.compile(r"v(\d+)(\.\w+)-v(\d+)\2")


def expand(match):
    """Writes out a list of consecutive registers, which may wrap around after v31."""
    first, shape, last = int(match[1]), match[2], int(match[3])
    count = (last - first) % 32 + 1
    return ", ".join(f"v{(first + k) % 32}{shape}" for k in range(count))


def normal(text):
    """Returns an instruction of objdump's output without comments, with single spaces."""
    text = re.sub(r"\s*//.*", "", text).replace("\t", " ").strip()
    text = re.sub(r"\s*<[^>]*>", "", text)
    return RANGE.sub(expand, text)


def disassemble(opcodes):
    """Returns a dictionary from each 32-bit opcode to its text."""
    opcodes = sorted(opcodes)
    program = next((name for name in OBJDUMP if shutil.which(name)), None)
    if program is None:
        raise SystemExit("expected aarch64-linux-gnu-objdump, of Debian's binutils-aarch64-linux-gnu")
    with tempfile.NamedTemporaryFile(prefix="cortex-a72-") as file:
        file.write(b"".join(struct.pack("<I", opcode) for opcode in opcodes))
        file.flush()
        output = subprocess.run(
            [program, "-D", "-z", "-b", "binary", "-m", "aarch64", file.name],
            capture_output=True, text=True, check=True).stdout
    lines = re.findall(r"^ +[0-9a-f]+:\t[0-9a-f]{8} \t(.*)$", output, re.M)
    if len(lines) != len(opcodes):
        raise SystemExit(f"expected {len(opcodes)} instructions of {program}, found {len(lines)}")
    return dict(zip(opcodes, map(normal, lines)))
