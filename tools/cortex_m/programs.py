"""The firmware of this repository, and the rows of figures of its jobs."""

import os
import subprocess

from cortex_a72 import trace

from . import counts

ROOT = os.path.dirname(os.path.dirname(counts.HERE))
FIRMWARE = os.path.join(counts.HERE, "firmware")
TARGETS = {"cortex-m3": "thumbv7m-none-eabi", "cortex-m4": "thumbv7em-none-eabi"}

# The function that the firmware calls once for each job.
MEASURED = "measured"

# Published cycles of operations, with the keys of docs/bibliography.md: key generation,
# encapsulation and decapsulation.
PRINTED = {
    ("cortex-m3", "[pqm3]", "saber", "m3speed"): (960_237, 1_217_099, 1_266_793),
    ("cortex-m4", "[pqm4]", "saber", "m4fspeed"): (645_222, 820_799, 774_055),
    ("cortex-m4", "[pqm4]", "sntrup761", "m4f"): (7_951_328, 683_652, 538_141),
    ("cortex-m4", "[pqm4]", "ntruhps2048677", "m4f"): (4_599_942, 811_676, 804_287),
}
OPERATIONS = ("keygen", "encaps", "decaps")


def build(core):
    """Builds the firmware for a core, and returns its path."""
    target = TARGETS[core]
    folder = os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "cortex-m")
    flags = f"{os.environ.get('RUSTFLAGS', '')} -Clink-arg=-Tlink.x -Clink-arg=-L{FIRMWARE}"
    subprocess.run(
        [trace.tool("cargo", "cargo"), "build", "--release", "--locked", "--quiet", "--target", target,
         "--manifest-path", os.path.join(FIRMWARE, "Cargo.toml")],
        check=True, env=dict(os.environ, CARGO_TARGET_DIR=folder, RUSTFLAGS=flags.strip()))
    return os.path.join(folder, target, "release", "vectru-cortex-m")


def jobs(core, path):
    """Runs the firmware, and yields each job with its result."""
    program = counts.Program(path)
    printed, calls = counts.run(core, path, MEASURED)
    names = [line.removeprefix("job ") for line in printed if line.startswith("job ")]
    backend = next((line.removeprefix("backend ") for line in printed if line.startswith("backend ")), None)
    if printed[-1:] != ["passed"] or len(names) != len(calls) or backend is None:
        raise SystemExit(f"expected a backend, as many calls as jobs, and `passed`, found {len(names)} jobs, "
                         f"{len(calls)} calls, and {printed[-1:]}")
    for name, call in zip(names, calls):
        yield backend, name, counts.result(core, program, call)


def row(core, backend, name, result):
    """Returns the row of a job."""
    kinds = {kind: result.kinds.get(kind, 0)
             for kind in ("load", "store", "branch", "product", "long-product", "division", "other")}
    return {"kind": "m-profile", "core": core, "backend": backend, "job": name, "cycles": result.cycles,
            "instructions": result.instructions, **kinds, "stack": result.stack, "code": result.code,
            "tables": result.tables}


def printed():
    """Yields the rows of published cycles."""
    for (core, source, name, code), cycles in PRINTED.items():
        for operation, one in zip(OPERATIONS, cycles):
            yield {"kind": "m-profile-printed", "core": core, "source": source,
                   "job": f"mechanism {name} {operation}", "code": code, "cycles": one}
