"""The list of checks.

A check belongs to a part of SOUNDNESS.md or SECURITY.md, where a table shows its figure. Checks that
take long stand first, so that the last ones fill the time of both cores. Those with a command `quick`
are in CI, which runs that command. Those with a command `long` search longer or in more places by it,
for an hour and more.
"""

import collections

from .run import last_line, tests_passed, with_lines

# - name: words that are printed, and that select the check
# - part: the table of the documents that shows it
# - what: what has been checked if it passes
# - command: what runs, in the root of the repository, or None if only `--long` has the check
# - quick: what CI runs in place of it, if CI does
# - long: what `--long` runs in place of it, if there is more
# - figure: the function that takes the figure from the output
Check = collections.namedtuple("Check", "name part what command quick long figure", defaults=(None, None, last_line))

# The engine, the proofs and the mechanisms, with the features that they have in the workspace's tests:
# what these have compiled is not compiled again.
LIBRARIES = ("cargo test --release --locked --package vectru-polymul --package vectru-literature "
             "--package vectru-catalogue --package vectru --package vectru-inputs --package vectru-bench "
             "--package vectru-cli --features vectru-cli/multipliers,vectru-inputs/multipliers")

# The command line, which they have compiled.
PROGRAM = "${CARGO_TARGET_DIR:-target}/release/vectru"

# What `tools/run cortex-m` needs.
CORTEX_M = ("tools/support/install-packages python3 gcc binutils qemu-system-arm binutils-arm-none-eabi "
            "&& rustup target add thumbv7m-none-eabi thumbv7em-none-eabi")

# The products of both modules of the npm package.
MODULES = " && ".join(f"tools/check-binary bindings/javascript/dist/{name}.wasm" for name in ("vectru", "vectru-simd128"))

# One set of each family.
FAMILIES = "$(cat tools/support/families)"
# The known answers in Cargo's default profile.
UNOPTIMISED = f"cargo test --locked --package vectru --no-default-features --features kat,{FAMILIES} --test known_answers"

# Rings whose basis has so many pairs that only `--long` multiplies all of them.
LARGE_RINGS = " ".join(f"--skip {degree}" for degree in (701, 821, 1229, 1373))

# With the peers' C compiled as fast as can be; the rest by the selection of the workspace's tests.
PEERS = ("CFLAGS=-O1 cargo test --release --locked --workspace --features multipliers,vectru-bench/wire-format "
         "--test peers")

CHECKS = [
    # What takes longest comes first, so that the last checks fill the time of both cores.
    Check("proofs", "proofs", "products of all multipliers, for all operands; mechanisms by known answers",
          LIBRARIES, figure=tests_passed),
    Check("memory safety", "memory", "portable code by Miri, vector code by AddressSanitizer, backends that the CPU "
          "lacks refused on emulated ones", "tools/run test-memory-safety",
          long="tools/run test-memory-safety --all miri address careful masked"),
    Check("operations", "proofs", "operations of vectors on all pairs of operands, products of all pairs of basis "
          "vectors of three rings, flipped bits: every backend of the CPU",
          f"{LIBRARIES} --tests -- --ignored --skip faults_are_noticed {LARGE_RINGS}", long=f"{LIBRARIES} --tests -- --ignored",
          figure=tests_passed),
    Check("constant time", "time", "no branch and no address depends on a secret: portable and AVX2, by memcheck",
          "tools/run test-constant-time", quick="tools/run test-constant-time --quick"),
    Check("profiles", "time", "the same built with opt-levels 1, 2 and s and with link-time optimisation; kernels "
          "call no vector instruction", None, long="tools/run test-constant-time --profiles"),
    Check("traces", "time", "equal instructions, addresses, indices of gathers and operands of variable time under "
          "different secrets: portable, AVX2, AVX-512; CPU features", "tools/run test-traces",
          quick="tools/run test-traces --quick"),
    Check("machine code", "proofs", "products of the command line, from its machine code: portable, AVX2, AVX-512",
          f"{LIBRARIES} --no-run && tools/check-binary {PROGRAM}",
          long=f"{LIBRARIES} --no-run && tools/check-binary --pairs {PROGRAM}", figure=with_lines),
    Check("machine code of other builds", "proofs", "products of three rings at opt-levels 2 and s, with link-time "
          "optimisation, for this CPU, by the oldest compiler, and of Neon, simd128 and a Cortex-M4",
          "tools/check-binary --builds && tools/check-binary --tests"),
    Check("machine code of modules", "proofs", "products of the npm package, from its modules with vectors and without",
          None, long=f"tools/build-npm && {MODULES}"),
    Check("machine code of firmware", "proofs", "products that run on a Cortex-M3, from the firmware", None,
          long=f"{CORTEX_M} && tools/check-binary $(tools/run cortex-m --build --core cortex-m3)"),
    Check("unoptimised builds", "tests", "known answers without optimisation, and with that of the two crates alone",
          f"{UNOPTIMISED} && {UNOPTIMISED} --config profile.dev.package.vectru.opt-level=3 "
          "--config profile.dev.package.vectru-polymul.opt-level=3", figure=tests_passed),
    Check("printed multipliers", "proofs", "products of the multipliers that only printed tables need, for all operands",
          None, long="cargo test --release --locked --package vectru-literature --package vectru-catalogue "
          "--no-default-features --features vectru-literature/workbench,vectru-catalogue/printed "
          "--features vectru-catalogue/sntrup857,vectru-catalogue/sntrup1013 "
          "--features vectru-catalogue/ntruhps4096821,vectru-catalogue/ntruhps40961229 "
          "--test products --test timed --test catalogue --test chains", figure=tests_passed),
    Check("rings of a user", "proofs", "products in rings of a crate outside of the workspace, for all operands",
          "cp Cargo.lock examples/own-rings/ && cargo test --release --manifest-path examples/own-rings/Cargo.toml",
          figure=tests_passed),
    Check("peers", "tests", "keys and ciphertexts exchanged with pqcrypto and sntrup in both directions, on every backend "
          "of the CPU", PEERS, long="cargo clippy --release --workspace --all-targets --all-features --locked -- "
          f"-D warnings && {PEERS}", figure=tests_passed),
    Check("AArch64", "platforms", "unit tests of the libraries with all operations of Neon, known answers and "
          "rejected ciphertexts, one set of each family, by emulation",
          "tools/run test-aarch64 --locked --package vectru-polymul --package vectru --no-default-features "
          f"--features {FAMILIES} --lib --test known_answers --test implicit_rejection "
          "-- --skip modular::tests::barrett_bound_holds --skip analysis:: --skip products_by_constants",
          long="tools/run test-aarch64 --locked --package vectru-polymul --package vectru-literature "
          "--features vectru-literature/workbench --package vectru --lib --tests "
          "&& tools/run test-aarch64 --locked --package vectru-catalogue --no-default-features --test plans",
          figure=tests_passed),
    Check("soak", "input", "exchanges that agree, tampered ciphertexts that are rejected, memory that stays",
          f"{LIBRARIES} --no-run && ${{CARGO_TARGET_DIR:-target}}/release/examples/soak"),
    Check("mutants", "tests", "changes of the code that tests notice", None, long="tools/run test-mutants --all"),
    Check("fuzzing", "input", "bytes with which the library breaks a promise", "tools/run fuzz 10", long="tools/run fuzz"),
    Check("other CPUs", "platforms", "known answers on a big-endian CPU and one of 32 bits, by emulation; RISC-V and "
          "WebAssembly compiled; warnings denied", "tools/run test-emulated s390x i686 compiled",
          long="tools/run test-emulated --all"),
    Check("small devices", "platforms", "known answers of three sets on a Cortex-M4, sntrup761 within 24 KiB of stack "
          "and 64 KiB of flash, or balanced within 48 KiB of stack", f"{CORTEX_M} && tools/run cortex-m --form small "
          "--core cortex-m4 --only sntrup761 ntruhps2048677 saber "
          "&& tools/run cortex-m --form balanced --core cortex-m4 --only sntrup761"),
    Check("programs of devices", "platforms", "the commands of docs/users/cortex-m.md: a program in Rust and one in C, "
          "linked for a Cortex-M4 and run on an emulated one", "tools/run test-pages --here docs/users/cortex-m.md"),
    Check("wiping", "secrets", "no secret in the stack or in freed memory after any operation; the stack of each",
          "tools/run test-wiping", quick="tools/run test-wiping --quick", long="tools/run test-wiping --profiles"),
    Check("wiping on AArch64", "secrets", "no secret in the stack or in freed memory there, with Neon and without, by "
          "emulation", "tools/run test-wiping --neon"),
    Check("WebAssembly", "platforms", "operations of simd128, prepared products, known answers and rejected ciphertexts "
          "in WebAssembly, under Node", "tools/run test-wasm", long="tools/run test-wasm --all --long"),
    Check("traces of Neon", "time", "equal blocks and addresses under different secrets, by emulation",
          "tools/run test-traces --neon"),
    Check("traces of WebAssembly", "time", "equal branches, addresses and operands of divisions in the module under "
          "different secrets: portable and simd128, under Node", "tools/run test-traces --wasm",
          long="tools/run test-traces --wasm --all"),
    Check("dependencies", "dependencies", "a review of each; licences, duplicates and sources; advisories where "
          "their database can be had", "tools/run check-dependencies", quick="tools/run check-dependencies --reviews"),
    Check("Cortex-M", "platforms", "all multipliers and known answers on an emulated Cortex-M3 and Cortex-M4", None,
          long=f"{CORTEX_M} && tools/run cortex-m"),
    Check("kernels", "proofs", "compiled kernels of all sets call no vector instruction, under several build profiles",
          None, long="tools/run check-kernels --profiles"),
    Check("release", "tests", "everything that a release publishes, made twice with equal bytes in a fresh root; its "
          "packages installed in fresh roots of Debian 12 and 11 and tried", None,
          long="tools/run test-release"),
    Check("faults", "proofs", "faults generated in one operation of 50 of every multiplier that ships: the proof notices "
          "them, or they leave the product right for a reason", None,
          long="cargo run --release --locked --package vectru-catalogue --example faults"),
    Check("features", "tests", "each set and each other feature compiles alone without a warning", None,
          long="tools/run check-features --all"),
    Check("bindings", "tests", "the npm package with its page, the Python package with all rings", None,
          long="tools/run test-npm && tools/run test-python"),
    Check("reports", "tests", "pages of `vectru bench --html` by axe-core in Chromium, by keyboard and on paper", None,
          long="cargo build --release --locked -p vectru-cli --features multipliers && "
               "tools/run test-reports \"${CARGO_TARGET_DIR:-target}/release/vectru\""),
    Check("SSH libraries", "tests", "russh with OpenSSH 9.2 and 10 in both directions and libssh2 as client, under both "
          "names of the key exchange; wrong secrets and tampered replies rejected", None,
          long="tools/run test-russh --require && tools/run test-libssh2"),
    Check("handshakes", "tests", "100,000 handshakes by the OpenSSL provider with each version of OpenSSL", None,
          long="tools/run test-openssl --long"),
    Check("planted faults", "tests", "faults in the sources and pages, at least one for each section of CI and each check: "
          "each is noticed", None, long="tools/run test-planted"),
    Check("pages", "tests", "the commands of all pages as they stand, in order, in fresh roots of Debian", None,
          long="tools/run test-pages"),
]


def chosen(words, form):
    """Returns the checks whose name has one of some words, or all of them if there are no words, each
    with the command of a form: "quick", "command" or "long". A check that has no command of this form
    is left out, unless the longest form is asked for, which is then its usual one."""
    named = [check for check in CHECKS if not words or any(word in check.name for word in words)]
    commands = [(check, getattr(check, form) or (check.command if form == "long" else None)) for check in named]
    return [(check, command) for check, command in commands if command]
