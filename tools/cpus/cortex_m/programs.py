"""The firmware of this repository, and the rows of figures of its jobs."""

import os
import subprocess
import tomllib
from dataclasses import dataclass

from cortex_a72 import trace

from . import counts

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(counts.HERE)))
FIRMWARE = os.path.join(counts.HERE, "firmware")
TARGETS = {"cortex-m3": "thumbv7m-none-eabi", "cortex-m4": "thumbv7em-none-eabi"}

# The function that the firmware calls once for each job.
MEASURED = "measured"

# The operations that have no instruction on secrets whose time depends on operands, and the most
# such instructions that they take to compute lengths and numbers of blocks: a loop over
# coefficients would have hundreds.
CONSTANT_TIME = ("encaps", "decaps")
LENGTHS = 96

# Published cycles: the core, the source, the code, and the cycles of jobs. Those of repositories
# are of their tables of the speed of key generation, encapsulation and decapsulation.
OPERATIONS = ("keygen", "encaps", "decaps")
PRINTED = [
    ("cortex-m3", "Hwa24a", "Schönhage/Nussbaumer over Z_(2^21)", "module saber nussbaumer-words",
     {"matrix-by-vector": 272_000, "transforms": 171_000, "products": 101_000}),
    ("cortex-m3", "Hwa24a", "of [ACC+22], two primes", "module saber two-primes-words",
     {"matrix-by-vector": 391_000, "transforms": 284_000, "products": 107_000}),
    ("cortex-m3", "pqm3", "m3speed", "mechanism saber", dict(zip(OPERATIONS, (960_237, 1_217_099, 1_266_793)))),
    ("cortex-m4", "KRSS19", "m4fspeed", "mechanism saber", dict(zip(OPERATIONS, (645_222, 820_799, 774_055)))),
    ("cortex-m4", "KRSS19", "m4f", "mechanism sntrup761",
     dict(zip(OPERATIONS, (7_951_328, 683_652, 538_141)))),
    ("cortex-m4", "KRSS19", "m4f", "mechanism ntruhps2048677",
     dict(zip(OPERATIONS, (4_599_942, 811_676, 804_287)))),
]


@dataclass(frozen=True)
class Form:
    """A form of a program: the features of vectru that choose it, and Cargo's profile."""

    features: tuple
    profile: str
    # The bytes of stack that each operation of the promised set takes at most, and of flash.
    limits: dict


# The set with limits, and the forms by name. The small one fits a device with 32 KiB of memory and
# 64 KiB of flash.
PROMISED = "sntrup761"
FORMS = {
    "small": Form(("vectru/small",), "device", {"stack": 24 << 10, "flash": 64 << 10}),
    "balanced": Form(("vectru/balanced",), "release", {"stack": 48 << 10}),
    "fast": Form((), "release", {}),
}

# The first word of the jobs of a device's program, which does not know its form.
DEVICE = "device"


def build(core, binary="vectru-cortex-m", profile="release", features=(), flags=""):
    """Builds a program of the firmware for a core, and returns its path. Without `features` it has
    those of its manifest."""
    target = TARGETS[core]
    selected = ["--no-default-features", "--features", ",".join(features)] if features else []
    folder = os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "cortex-m")
    flags = f"{os.environ.get('RUSTFLAGS', '')} {flags} -Clink-arg=-Tlink.x -Clink-arg=-L{FIRMWARE}"
    subprocess.run(
        [trace.tool("cargo", "cargo"), "build", "--profile", profile, "--locked", "--quiet", "--target", target,
         "--manifest-path", os.path.join(FIRMWARE, "Cargo.toml"), "--bin", binary, *selected],
        check=True, env=dict(os.environ, CARGO_TARGET_DIR=folder, RUSTFLAGS=flags.strip()))
    return os.path.join(folder, target, profile, binary)


def sets():
    """Returns the parameter sets: the features of vectru that enable shared code."""
    with open(os.path.join(ROOT, "crates", "vectru", "Cargo.toml"), "rb") as file:
        features = tomllib.load(file)["features"]
    shared = {name: [one for one in others if one.startswith("_")] for name, others in features.items()}
    return [name for name, others in shared.items() if others and not name.startswith("_")]


def flash(path):
    """Returns the bytes of flash of a program: its code, its tables, and the initial values of its
    variables."""
    output = subprocess.run([trace.tool("arm-none-eabi-size", "binutils-arm-none-eabi"), path],
                            capture_output=True, text=True, check=True).stdout
    text, data = output.splitlines()[1].split()[:2]
    return int(text) + int(data)


def check_answers(core, form, names):
    """Checks the known answers of sets in a form on a core, by one program."""
    chosen = FORMS[form]
    features = [*chosen.features, "answers", *(f"vectru/{name}" for name in names)]
    for _ in jobs(core, build(core, "device", chosen.profile, features)):
        pass


def device(core, form, name):
    """Yields each operation of a device that has one set alone, in a form, with its result and the
    bytes of the program."""
    chosen = FORMS[form]
    features = [*chosen.features, f"vectru/{name}"]
    bare = build(core, "device", chosen.profile, features, "--cfg vectru_stack_test")
    depths = {job: result.stack for job, result in jobs(core, bare)}
    path = build(core, "device", chosen.profile, features)
    size = flash(path)
    for job, result in jobs(core, path):
        name_of_job = job.replace(DEVICE, form, 1)
        check_limits(name_of_job, {"stack": result.stack, "flash": size})
        check_wiping(name_of_job, result.stack, depths[job])
        yield name_of_job, result, size


def check_wiping(job, stack, depth):
    """Ends with a message if an operation writes to deeper stack than it overwrites when it returns:
    then it takes no more with overwriting than without."""
    if stack <= depth:
        raise SystemExit(f"{job}: expected the stack to be overwritten beyond the {depth} bytes that the operation "
                         f"writes to, found {stack}")


def check_limits(job, found):
    """Ends with a message if an operation of the promised set takes more than it may in its form."""
    form, name, _ = job.split()
    for what, limit in FORMS[form].limits.items():
        if name == PROMISED and found[what] > limit:
            raise SystemExit(f"{job}: expected at most {limit} bytes of {what}, found {found[what]}")


def jobs(core, path):
    """Runs the firmware, and yields each job with its result."""
    program = counts.Program(path)
    printed, calls = counts.run(core, path, MEASURED)
    names = [line.removeprefix("job ") for line in printed if line.startswith("job ")]
    if printed[-1:] != ["passed"] or len(names) != len(calls):
        raise SystemExit(f"expected as many calls as jobs, and `passed`, found {len(names)} jobs, "
                         f"{len(calls)} calls, and {printed[-1:]}")
    for name, call in zip(names, calls):
        result = counts.result(core, program, call)
        check(name, result)
        yield name, result


def check(name, result):
    """Ends with a message if an operation of a mechanism has more instructions whose time depends
    on their operands than those that compute lengths."""
    count = sum(result.variable.values())
    if name.split()[0] in ("mechanism", DEVICE) and name.split()[-1] in CONSTANT_TIME and count > LENGTHS:
        functions = ", ".join(sorted(result.variable_functions))
        raise SystemExit(f"{name}: expected at most {LENGTHS} instructions whose time depends on operands, "
                         f"found {count}, in {functions}")


def row(core, name, result):
    """Returns the row of a job."""
    kinds = {kind: result.kinds.get(kind, 0)
             for kind in ("load", "store", "branch", "product", "long-product", "division", "other")}
    return {"kind": "m-profile", "core": core, "job": name, "cycles": result.cycles,
            "instructions": result.instructions, **kinds, "stack": result.stack, "code": result.code,
            "tables": result.tables}


def printed():
    """Yields the rows of published cycles."""
    for core, source, code, job, cycles in PRINTED:
        for part, one in cycles.items():
            yield {"kind": "m-profile-printed", "core": core, "source": source, "code": code,
                   "job": f"{job} {part}", "cycles": one}
