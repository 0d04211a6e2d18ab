"""Tests of the package: cycles of instructions, and counts of a program under the emulator."""

import shutil
import subprocess
import tempfile
import unittest

from . import counts, instruction, programs


def cycles(*texts, core="cortex-m3"):
    """Returns the cycles of instructions in a row."""
    previous, total = None, 0
    for text in texts:
        name, _, operands = text.partition(" ")
        this = instruction.decode(name, operands)
        total += instruction.cycles(core, this, previous)
        previous = this
    return total


class Cycles(unittest.TestCase):
    """The cycles that the manuals state."""

    def test_products(self):
        for text, m3, m4 in (("muls r0, r1", 1, 1), ("mla r0, r1, r2, r3", 2, 1), ("mls r0, r1, r2, r3", 2, 1),
                             ("smull r0, r1, r2, r3", 5, 1), ("umlal r0, r1, r2, r3", 7, 1),
                             ("udiv r0, r1, r2", 12, 12)):
            self.assertEqual((cycles(text), cycles(text, core="cortex-m4")), (m3, m4), text)
        self.assertEqual(cycles("smlad r0, r1, r2, r3", core="cortex-m4"), 1)

    def test_pairs_of_the_manual(self):
        # The examples of [ARM10], section 3.3.2.
        self.assertEqual(cycles("ldr r0, [r1, #0]", "ldr r1, [r2, #0]"), 3)
        self.assertEqual(cycles("ldr r0, [r1, r2]", "str r0, [r3, #20]"), 3)
        self.assertEqual(cycles("ldr r0, [r1, r2]", "str r1, [r3, r2]"), 3)
        self.assertEqual(cycles("ldr r0, [r1, r5]", "ldr r1, [r2, #0]", "ldr r2, [r3, #4]"), 4)

    def test_loads_that_wait(self):
        # For the address that was loaded, for an update of the base, and for a sum.
        self.assertEqual(cycles("ldr r0, [r1, #0]", "ldr r1, [r0, #0]"), 4)
        self.assertEqual(cycles("ldr.w r0, [r1], #4", "ldr r3, [r2, #0]"), 4)
        self.assertEqual(cycles("adds r0, r1, r2", "ldr r3, [r0, #0]"), 4)
        self.assertEqual(cycles("cmp r0, r1", "ldr r3, [r0, #0]"), 3)

    def test_stores(self):
        self.assertEqual(cycles("str r0, [r1, #4]", "ldr r2, [r3, #0]"), 3)
        self.assertEqual(cycles("strh r0, [r1, r2]", "ldrh r2, [r3, #0]"), 4)

    def test_lists(self):
        self.assertEqual(cycles("push {r4, r5, r7, lr}"), 5)
        self.assertEqual(cycles("stmia.w sp, {r0-r3, r9}"), 6)
        self.assertEqual(cycles("ldmia.w sp!, {r4, pc}"), 3 + instruction.INDIRECT)
        self.assertEqual(cycles("ldrd r0, r1, [sp, #8]"), 3)

    def test_branches(self):
        self.assertEqual(cycles("b.n 0x10"), 1 + instruction.DIRECT)
        self.assertEqual(cycles("bx lr"), 1 + instruction.INDIRECT)
        self.assertEqual(cycles("bne.n 0x10"), 1)
        self.assertEqual(cycles("cbz r0, 0x10"), 1)

    def test_kinds(self):
        for text, kind in (("ldrshne.w r0, [r1, #2]", "load"), ("pople {r4, pc}", "load"), ("strheq r0, [r1]", "store"),
                           ("bls.n 0x10", "branch"), ("blx r1", "branch"), ("bics r0, r1", "other"),
                           ("umulleq r0, r1, r2, r3", "long-product"), ("mulne r0, r1", "product"),
                           ("smlabb r0, r1, r2, r3", "product"), ("sdiv r0, r1, r2", "division"),
                           ("strd r0, r1, [sp]", "store")):
            name, _, operands = text.partition(" ")
            self.assertEqual(instruction.decode(name, operands).kind, kind, text)


@unittest.skipUnless(all(map(shutil.which, ("qemu-system-arm", "arm-none-eabi-as", "arm-none-eabi-ld"))),
                     "no emulator or no binutils for Arm")
class Counting(unittest.TestCase):
    """The plugin, on a program that calls a function twice."""

    SOURCE = """
        .syntax unified
        .thumb
        .word 0x20001000, reset + 1
        .thumb_func
        reset:  movs r4, #1
                bl measured
                movs r4, #3
                bl measured
                movs r0, #0x18
                ldr r1, =0x20026
                bkpt 0xab
        .thumb_func
        .global measured
        .type measured, %function
        measured: push {r4, lr}
                bl inner
                pop {r4, pc}
        .size measured, . - measured
        .thumb_func
        .type inner, %function
        inner:  sub sp, #16
                ldr r0, =table
                ldr r0, [r0]
                str r0, [sp]
        1:      subs r4, #1
                bne 1b
                add sp, #16
                bx lr
                .ltorg
        .size inner, . - inner
        table:  .word 7
        .global __sheap
        .set __sheap, 0x20000000
    """

    def assemble(self, folder, source):
        """Makes a program of a source in a folder, and returns its path."""
        program = f"{folder}/program"
        subprocess.run(["arm-none-eabi-as", "-mcpu=cortex-m3", "-o", f"{program}.o", "-"],
                       input=source, text=True, check=True)
        subprocess.run(["arm-none-eabi-ld", "-Ttext=0", "-o", program, f"{program}.o"],
                       check=True, stderr=subprocess.DEVNULL)
        return program

    def test_two_calls(self):
        with tempfile.TemporaryDirectory() as folder:
            program = self.assemble(folder, self.SOURCE)
            _, calls = counts.run("cortex-m3", program, "measured")
            text = counts.Program(program)
            once, thrice = (counts.result("cortex-m3", text, call) for call in calls)
        # The loop runs twice more: a subtraction and a branch that is taken.
        self.assertEqual(once.instructions, 11)
        self.assertEqual(thrice.instructions - once.instructions, 4)
        self.assertEqual(thrice.cycles - once.cycles, 2 * (2 + instruction.DIRECT))
        self.assertEqual(once.kinds, {"store": 2, "load": 3, "branch": 3, "other": 3})
        self.assertEqual((once.stack, once.tables), (8 + 16, 4))
        # push and pop with two registers each, and the branches to and from the inner function.
        outer = 3 + (1 + instruction.DIRECT) + (3 + instruction.INDIRECT)
        self.assertEqual(once.functions["measured"], outer)

    def test_defects(self):
        # A program that ends with an error, by another reason for semihosting's exit.
        with tempfile.TemporaryDirectory() as folder:
            program = self.assemble(folder, self.SOURCE.replace("0x20026", "0x20023"))
            with self.assertRaises(SystemExit):
                counts.run("cortex-m3", program, "measured")
            with self.assertRaises(SystemExit):
                counts.run("cortex-m3", program, "absent")


class Jobs(unittest.TestCase):
    """Checks of jobs, and rows of figures."""

    def test_variable_time(self):
        def result(count):
            return counts.Result(0, 0, {}, {"umull": count}, 0, 0, 0, {}, {"encode": count})

        programs.check("mechanism saber decaps", result(programs.LENGTHS))
        programs.check("mechanism saber keygen", result(1000))
        programs.check("multiplier saber cooley-tukey base", result(1000))
        with self.assertRaisesRegex(SystemExit, "found 1000, in encode"):
            programs.check("mechanism saber decaps", result(1000))

    def test_limits(self):
        most = {"stack": 24 << 10, "flash": 64 << 10}
        programs.check_limits("small sntrup761 keygen", most)
        programs.check_limits("small sntrup1277 keygen", {name: limit + 1 for name, limit in most.items()})
        programs.check_limits("balanced sntrup761 keygen", {"stack": 48 << 10, "flash": 1 << 20})
        programs.check_limits("fast sntrup761 keygen", {"stack": 1 << 20, "flash": 1 << 20})
        with self.assertRaisesRegex(SystemExit, "bytes of stack, found 24577"):
            programs.check_limits("small sntrup761 keygen", {**most, "stack": 24577})
        with self.assertRaisesRegex(SystemExit, "bytes of flash, found 65537"):
            programs.check_limits("small sntrup761 keygen", {**most, "flash": 65537})
        with self.assertRaisesRegex(SystemExit, "bytes of stack, found 49153"):
            programs.check_limits("balanced sntrup761 decaps", {"stack": 49153, "flash": 0})

    def test_wiping(self):
        programs.check_wiping("small saber decaps", 1001, 1000)
        with self.assertRaisesRegex(SystemExit, "beyond the 1000 bytes"):
            programs.check_wiping("small saber decaps", 1000, 1000)

    def test_sets(self):
        self.assertEqual(len(programs.sets()), 21)

    def test_printed(self):
        rows = list(programs.printed())
        self.assertEqual(len({(row["core"], row["job"]) for row in rows}), len(rows))


if __name__ == "__main__":
    unittest.main()
