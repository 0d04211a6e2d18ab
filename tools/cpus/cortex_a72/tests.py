"""Tests of the model on sequences that can be scheduled by hand.

`python3 -m unittest cortex_a72.tests` runs them, in the folder tools/cpus.

A micro-operation that is dispatched in cycle 0 issues in cycle 1 at the earliest, so that an
instruction of latency l alone takes 1 + l cycles.
"""

import shutil
import subprocess
import tempfile
import unittest

from . import core, disassembly, instruction, memory, trace


def cycles(*texts, **sizes):
    """Returns the cycles of instructions that hit the caches."""
    return core.run([(instruction.decode(text), None) for text in texts], core.Core(**sizes)).cycles


def record(pc=0, address=0, size=0, store=False):
    """Returns the record of an instruction."""
    return trace.Record(pc, 0, 1 if size else 0, address, size, int(store))


class Latency(unittest.TestCase):
    """Chains of dependent instructions take the sum of their latencies."""

    def chain(self, text, latency, length=20):
        self.assertEqual(cycles(*[text] * length), 1 + latency * length, text)

    def test_integers(self):
        self.chain("add x0, x0, #1", 1)
        self.chain("add x0, x0, x1, lsl #3", 2)
        self.chain("mul w0, w0, w1", 3)
        self.chain("mul x0, x0, x1", 5)

    def test_vectors(self):
        self.chain("add v0.8h, v0.8h, v1.8h", 3)
        self.chain("shl v0.8h, v0.8h, #1", 3)
        self.chain("sqrdmulh v0.8h, v0.8h, v1.8h", 5)
        self.chain("mul v0.4h, v0.4h, v1.4h", 4)
        self.chain("zip1 v0.8h, v0.8h, v1.8h", 3)

    def test_pointers(self):
        self.chain("ldr x0, [x0]", 4)

    def test_sums_are_forwarded(self):
        # From one accumulation to the next: the micro-operations; then the whole latency.
        self.assertEqual(cycles(*["smlal v0.4s, v1.4h, v2.h[0]"] * 10), 1 + 9 * 1 + 4)
        self.assertEqual(cycles(*["mla v0.8h, v1.8h, v2.h[0]"] * 10), 1 + 9 * 2 + 5)
        # A factor waits for the whole latency, and so does a sum that something else has made.
        self.assertEqual(cycles("mla v0.8h, v1.8h, v2.8h", "mla v3.8h, v0.8h, v2.8h"), 1 + 5 + 5)
        self.assertEqual(cycles("add v0.8h, v1.8h, v2.8h", "mla v0.8h, v1.8h, v2.8h"), 1 + 3 + 5)

    def test_transfers(self):
        self.assertEqual(cycles("umov w0, v0.h[0]", "add w1, w0, #1"), 1 + 6 + 1)
        self.assertEqual(cycles("dup v0.8h, w0", "add v1.8h, v0.8h, v0.8h"), 1 + 8 + 3)

    def test_flags(self):
        self.assertEqual(cycles("cmp x0, #1", "csel x1, x2, x3, eq", "add x1, x1, #1"), 1 + 3)


class Throughput(unittest.TestCase):
    """Independent instructions take as long as their pipe is busy."""

    def rate(self, text, each, latency, count=60):
        texts = [text.replace("v0.", f"v{k % 16}.").replace("q0,", f"q{k % 16},").replace("x0,", f"x{k % 16},")
                 for k in range(count)]
        self.assertEqual(cycles(*texts, blind=False), latency + round(each * count), text)

    def test_blind_choice(self):
        # Bits decide: two additions for one pipe are dispatched one after the other, so that 600
        # take 300 cycles at best and 600 at worst.
        count = cycles(*[f"add v{k % 16}.8h, v30.8h, v31.8h" for k in range(600)])
        self.assertTrue(360 < count < 480, count)

    def test_pipes(self):
        self.rate("add v0.8h, v30.8h, v31.8h", 1 / 2, 3)         # F0 and F1
        self.rate("shl v0.8h, v30.8h, #1", 1, 3)                 # F1
        self.rate("smull v0.4s, v30.4h, v31.4h", 1, 4)           # F0
        self.rate("mul v0.8h, v30.8h, v31.8h", 2, 4)             # F0, two micro-operations
        self.rate("add x0, x29, #1", 1 / 2, 1)                   # I0 and I1
        self.rate("add x0, x29, x28, lsl #2", 1, 2)              # M
        self.rate("ldr q0, [x29]", 1, 5)                         # L
        self.rate("str q0, [x29]", 3, -1)                        # S, three cycles
        self.rate("str x0, [x29]", 1, 1)                         # S

    def test_width(self):
        # Three a cycle, where no pipe is short.
        group = ["add v0.8h, v1.8h, v2.8h", "add v3.8h, v4.8h, v5.8h", "add x0, x1, #1"]
        self.assertEqual(cycles(*group * 20, blind=False), 19 + 1 + 3)
        self.assertEqual(cycles(*group * 20, blind=False, width=1), 58 + 1 + 3)

    def test_queue(self):
        # A chain of products of 64 bits issues in cycles 1, 5, 9, 13 and so on. One is dispatched
        # each cycle: the last of twelve in cycle 11, with the first load.
        products, loads = ["mul v0.4h, v0.4h, v0.4h"] * 12, ["ldr x0, [x0]"] * 10
        self.assertEqual(cycles(*products, *loads, queue=64), 11 + 1 + 10 * 4)
        # In cycle 11 the products 3 to 10 wait: the last is dispatched when product 3 has issued.
        self.assertEqual(cycles(*products, *loads), 14 + 1 + 10 * 4)


class Memory(unittest.TestCase):
    """Stores, base registers and caches."""

    def test_loads_pass_older_stores(self):
        self.assertEqual(cycles("mul v0.8h, v1.8h, v2.8h", "str q0, [x0]", "ldr q3, [x1]"), 1 + 5 + 1)

    def test_base_register(self):
        # Its update does not wait for the data.
        self.assertEqual(cycles("mul v0.8h, v1.8h, v2.8h", "str q0, [x0], #16", "add x0, x0, #1"), 1 + 5 + 1)
        self.assertEqual(cycles(*["ldr q0, [x0], #16"] * 10), 9 + 1 + 5)

    def test_misses(self):
        # Three lines of one set in two ways: each load misses, in the second run too.
        loads = [(instruction.decode("ldr x0, [x1]"), record(address=k << 14, size=8)) for k in range(3)]
        result = core.run(loads)
        self.assertEqual((result.load_misses, result.cycles), (3, 2 + 1 + 4 + core.Core.load_miss))
        self.assertEqual(core.run(loads[:2]).load_misses, 0)

    def test_marks(self):
        # The second and the fourth instruction stand at the marked address.
        add = instruction.decode("add x0, x0, #1")
        program = [(add, record(pc=pc)) for pc in (0, 4, 0, 4)]
        self.assertEqual(core.run(program, marked={4}).marks, [1 + 2, 1 + 4])

    def test_lines(self):
        self.assertEqual(list(memory.lines(record(address=60, size=16))), [0, 1])
        self.assertEqual(list(memory.lines(record())), [])


class Decoding(unittest.TestCase):
    """Registers and micro-operations of instructions."""

    def test_registers(self):
        cases = {
            "st1 {v0.8h, v1.8h}, [x0], x2": (["x0", "x2", "v0", "v1"], []),
            "ldp q0, q1, [sp, #32]": (["sp"], ["v0", "v1"]),
            "tbl v0.16b, {v1.16b, v2.16b}, v3.16b": (["v1", "v2", "v3"], ["v0"]),
            "mov v0.d[1], x1": (["x1", "v0"], ["v0"]),
            "mla v0.8h, v1.8h, v2.h[3]": (["v1", "v2", "v0"], ["v0"]),
            "subs x0, x1, x2": (["x1", "x2"], ["x0", "flags"]),
            "cbnz w3, 0x10": (["x3"], []),
            "csel w0, w1, w2, lt": (["x1", "x2", "flags"], ["x0"]),
        }
        for text, (reads, writes) in cases.items():
            operation = instruction.decode(text)
            self.assertEqual((operation.reads, operation.writes), (reads, writes), text)

    def test_micro_operations(self):
        cases = {
            "st1 {v0.8h, v1.8h}, [x0], #32": [("S", 3), ("S", 3), ("I", 1)],
            "ld1 {v0.8h, v1.8h}, [x0]": [("L", 1), ("L", 1)],
            "ldr x0, 0x1000": [("L", 1)],
            "tbl v0.16b, {v1.16b}, v3.16b": [("F", 1)] * 2,
            "stp x29, x30, [sp, #-16]!": [("S", 1), ("I", 1)],
        }
        for text, expected in cases.items():
            self.assertEqual(instruction.decode(text).micro_operations, expected, text)

    @unittest.skipUnless(shutil.which(disassembly.OBJDUMP[0]), "no binutils for AArch64")
    def test_disassembly(self):
        # objdump writes the first as {v30.8h-v1.8h}.
        texts = {0x4cdf201e: "ld1 {v30.16b, v31.16b, v0.16b, v1.16b}, [x0], #64", 0x54000001: "b.ne",
                 0x6f00e400: "movi v0.2d, #0x0"}
        for opcode, text in disassembly.disassemble(texts).items():
            self.assertEqual(text[:len(texts[opcode])], texts[opcode])


class Tracing(unittest.TestCase):
    """The plugin, on a program of four functions."""

    SOURCE = """
        .globl _start, outer, inner
        _start: bl outer
                bl outer
                mov x8, #93
                mov x0, #0
                svc #0
        outer:  mov x19, x30
                sub sp, sp, #16
                bl inner
                add sp, sp, #16
                ret x19
        inner:  str x0, [sp]
                ret
    """

    @unittest.skipUnless(shutil.which("qemu-aarch64") and shutil.which("aarch64-linux-gnu-gcc"),
                         "no emulator or no compiler for AArch64")
    def test_a_call(self):
        with tempfile.TemporaryDirectory() as folder:
            program = f"{folder}/program"
            subprocess.run(["aarch64-linux-gnu-gcc", "-nostdlib", "-static", "-x", "assembler", "-", "-o", program],
                           input=self.SOURCE.replace("ret x19", "mov x30, x19\n ret"), text=True, check=True)
            records = trace.record(program, "outer", call=2)
            names = [text.split(" ")[0] for text in disassembly.disassemble({r.opcode for r in records}).values()]
            self.assertEqual(len(records), 8)
            self.assertEqual(set(names), {"mov", "sub", "bl", "str", "ret", "add"})
            stores = [r for r in records if r.store]
            self.assertEqual([(r.accesses, r.bytes) for r in stores], [(1, 8)])
            with self.assertRaises(SystemExit):
                trace.record(program, "outer", call=3)
            with self.assertRaises(SystemExit):
                trace.symbol(program, "absent")


if __name__ == "__main__":
    unittest.main()
