"""The list of checks.

A check belongs to a part of SOUNDNESS.md or SECURITY.md, where a table shows its figure. Checks that
take long stand first, so that the last ones fill the time of both cores. Those with a command `quick`
are in CI, which runs that command.
"""

import collections

from .run import last_line, tests_passed

# - name: words that are printed, and that select the check
# - part: the table of the documents that shows it
# - what: what has been checked if it passes
# - command: what runs, in the root of the repository
# - quick: what CI runs in place of it, if CI does
# - figure: the function that takes the figure from the output
Check = collections.namedtuple("Check", "name part what command quick figure", defaults=(None, last_line))

# The selection of the workspace's tests: what they have compiled is not compiled again.
WORKSPACE = "cargo test --release --locked --workspace --features multipliers"

# The command line, which they have compiled.
PROGRAM = "${CARGO_TARGET_DIR:-target}/release/vectru"

# What `tools/cortex-m` needs.
CORTEX_M = ("tools/support/install-packages python3 gcc binutils qemu-system-arm binutils-arm-none-eabi "
            "&& rustup target add thumbv7m-none-eabi thumbv7em-none-eabi")

CHECKS = [
    # What takes longest comes first, so that the last checks fill the time of both cores.
    Check("proofs", "proofs", "bounds, bases and products of all multipliers; mechanisms by known answers",
          WORKSPACE, figure=tests_passed),
    Check("operations", "proofs", "operations of vectors on all pairs of operands, products of all pairs of basis "
          "vectors, flipped bits: every backend of the CPU", f"{WORKSPACE} --tests -- --ignored", figure=tests_passed),
    Check("memory safety", "memory", "portable code by Miri, vector code by AddressSanitizer, backends that the CPU "
          "lacks refused on emulated ones", "tools/test-memory-safety"),
    Check("certificates", "proofs", "recorded runs of all chosen multipliers, by a program that shares nothing with "
          "this one", f"{WORKSPACE} --no-run && tools/check-certificates {PROGRAM}"),
    Check("AArch64", "platforms", "all tests of the libraries, by emulation",
          "tools/test-aarch64 --package vectru-polymul --features vectru-polymul/workbench --package vectru "
          "--lib --tests --locked", figure=tests_passed),
    Check("constant time", "time", "no branch and no address depends on a secret: portable and AVX2, by memcheck",
          "tools/test-constant-time", quick="tools/test-constant-time --quick"),
    Check("profiles", "time", "the same under opt-levels 1, 2 and s and with link-time optimisation",
          "tools/test-constant-time --profiles"),
    Check("traces", "time", "equal instructions, addresses, indices of gathers and operands of variable time under "
          "different secrets: portable, AVX2, AVX-512; CPU features", "tools/test-step-trace",
          quick="tools/test-step-trace --quick"),
    Check("traces of Neon", "time", "equal blocks and addresses under different secrets, by emulation",
          "tools/test-neon-trace --quick"),
    Check("traces of WebAssembly", "time", "equal branches, addresses and operands of divisions in the module under "
          "different secrets: portable and simd128, under Node", "tools/test-wasm-trace"),
    Check("measured times", "time", "a smoke test: times of two classes of secrets", "tools/test-timing"),
    Check("wiping", "secrets", "no secret in the stack or in freed memory after any operation; the stack of each",
          "tools/test-wiping", quick="tools/test-wiping --quick"),
    Check("fuzzing", "input", "bytes with which the library breaks a promise", "tools/fuzz 40"),
    Check("soak", "input", "exchanges that agree, tampered ciphertexts that are rejected, memory that stays",
          "tools/soak"),
    Check("other CPUs", "platforms", "known answers on a big-endian CPU and one of 32 bits, by emulation; RISC-V and "
          "WebAssembly compiled; warnings denied", "tools/test-emulated s390x i686 compiled",
          quick="tools/test-emulated s390x i686 compiled"),
    Check("Cortex-M", "platforms", "products and known answers on an emulated Cortex-M3 and Cortex-M4",
          f"{CORTEX_M} && tools/cortex-m"),
    Check("small devices", "platforms", "sntrup761 within 24 KiB of stack and 64 KiB of flash on a Cortex-M4",
          f"{CORTEX_M} && tools/cortex-m --small --core cortex-m4 --only sntrup761",
          quick=f"{CORTEX_M} && tools/cortex-m --small --core cortex-m4 --only sntrup761"),
    Check("mutants", "tests", "changes of the code that tests notice", "tools/test-mutants --count 40"),
    Check("kernels", "proofs", "compiled kernels call no vector instruction, under several build profiles",
          "tools/check-kernels --profiles"),
    Check("handshakes", "tests", "100,000 handshakes by the OpenSSL provider with each version of OpenSSL",
          "tools/test-openssl --long"),
    Check("OpenSSL page", "tests", "the commands of docs/openssl.md, in a fresh root of Debian 12",
          "tools/openssl/try-page"),
    Check("dependencies", "dependencies", "a review of each; licences, duplicates and sources; advisories where "
          "their database can be had", "tools/check-dependencies", quick="tools/check-dependencies"),
]


def named(words):
    """Returns the checks whose name has one of some words, or all of them if there are no words."""
    return [check for check in CHECKS if not words or any(word in check.name for word in words)]
