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

CHECKS = [
    Check("operations", "proofs", "operations of vectors and products of basis vectors: all pairs, on every backend of the CPU",
          f"{WORKSPACE} --tests -- --ignored", figure=tests_passed),
    Check("proofs", "proofs", "bounds, bases, products of all multipliers; mechanisms by known answers",
          WORKSPACE, figure=tests_passed),
    Check("kernels", "proofs", "compiled kernels call no vector instruction, under several build profiles",
          "tools/check-kernels --profiles"),
    Check("AArch64", "platforms", "all tests of the libraries, by emulation",
          "tools/test-aarch64 --package vectru-polymul --features vectru-polymul/workbench --package vectru "
          "--lib --tests --locked", figure=tests_passed),
    Check("Cortex-M", "platforms", "products and mechanisms on an emulated Cortex-M3 and Cortex-M4",
          "tools/support/install-packages python3 gcc binutils qemu-system-arm binutils-arm-none-eabi "
          "&& rustup target add thumbv7m-none-eabi thumbv7em-none-eabi && tools/cortex-m"),
    Check("constant time", "time", "no branch and no address depends on a secret: portable and AVX2, by valgrind",
          "tools/test-constant-time", quick="tools/test-constant-time"),
    Check("handshakes", "tests", "100,000 handshakes by the OpenSSL provider with each version of OpenSSL",
          "tools/test-openssl --long"),
    Check("OpenSSL page", "tests", "the commands of docs/openssl.md, in a fresh root of Debian 12",
          "tools/openssl/try-page"),
    Check("dependencies", "dependencies", "a review of each, licences, sources, and advisories where their database "
          "can be had", "tools/check-dependencies", quick="tools/check-dependencies"),
]


def named(words):
    """Returns the checks whose name has one of some words, or all of them if there are no words."""
    return [check for check in CHECKS if not words or any(word in check.name for word in words)]
