"""The programs of this repository that the model measures, and the rows of their figures."""

import os
import subprocess

from . import core, trace

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(trace.HERE)))
TARGET = "aarch64-unknown-linux-gnu"

# The parts of a multiplier that get rows of their own, and those that are products: of any two
# operands, and for multipliers that lack these, by a small one.
PARTS = ("forward", "forward-small", "base", "inverse", "fold")
PRODUCTS = ("product", "product-by-small")

# The mechanisms that are measured, and their operations.
SETS = ("sntrup761", "ntrulpr761", "ntruhps2048677")
OPERATIONS = ("keygen", "encaps", "decaps")

# The kinds of counterparts, with what names one.
COUNTERPARTS = {
    "operation-by": ("set", "operation", "multiplier"),
    "primitive": ("ring", "primitive"),
    "part": ("ring", "multiplier", "part"),
    "map": ("ring", "multiplier", "part"),
}


def build(package, program, *arguments):
    """Builds a program of a package as tools/run test-aarch64 does, and returns its path. The program
    is named by its place below Cargo's folder of programs."""
    subprocess.run([os.path.join(ROOT, "tools", "cpus", "test-aarch64"), "--build", "--package", package, *arguments],
                   check=True)
    folder = os.path.join(ROOT, os.environ.get("CARGO_TARGET_DIR", "target"), "aarch64")
    places = [os.path.join(folder, *middle, "release", program) for middle in ((TARGET,), ())]
    return next(place for place in places if os.path.exists(place))


def example(package, name, *arguments):
    """Builds an example of a package, and returns its path."""
    return build(package, os.path.join("examples", name), "--example", name, *arguments)


def row(result, **identity):
    """Returns the row of a result."""
    return {**identity, "cycles": result.cycles, "instructions": result.instructions,
            "multiply_pipe": result.busy["F0"]}


def multipliers(load, rings):
    """Measures the products and the parts of all multipliers, and yields their rows."""
    program = example("vectru-polymul", "product")
    program_of_parts = example("vectru-literature", "parts", "--features", "vectru-literature/workbench")
    # A ring's chosen multiplier is measured as programs call it.
    chosen = {tuple(line.split()) for line in trace.output(program, []).splitlines()}
    lines = trace.output(program_of_parts, []).splitlines()
    parts = {}
    for ring, multiplier, part in map(str.split, lines):
        if not rings or ring in rings:
            parts.setdefault((ring, multiplier), []).append(part)
    for (ring, multiplier), names in parts.items():
        identity = {"core": "cortex-a72", "ring": ring, "multiplier": multiplier}
        product = next(name for name in PRODUCTS if name in names)
        for part in [product] + [name for name in PARTS if name in names]:
            whole = part == product and (ring, multiplier) in chosen
            if whole:
                call, _ = load(program, "product::measured", arguments=[ring, "2"])
            else:
                call, _ = load(program_of_parts, "parts::measured", arguments=[ring, "2", multiplier, part])
            if part == product:
                yield row(core.run(call), kind="model", **identity)
            else:
                yield row(core.run(call), kind="model-part", **identity, part=part)


def operations(load, sets):
    """Measures the operations of mechanisms and their parts, and yields their rows."""
    features = ",".join(f"vectru/{name}" for name in ("parts", "kat", *SETS))
    program = example("vectru", "operation", "--no-default-features", "--features", features)
    clock = trace.symbol(program, "operation::clock")
    for name in SETS:
        for operation in OPERATIONS if not sets or name in sets else ():
            call, _ = load(program, "operation::measured", arguments=[name, operation])
            result = core.run(call, marked={clock})
            del call
            # The program adds up the time of each part, on a clock that reads the model's cycles.
            readings = map(str, result.marks)
            parts = map(str.split, trace.output(program, [name, operation, *readings]).splitlines())
            identity = {"kind": "model-operation", "core": "cortex-a72", "set": name, "operation": operation}
            for part, cycles in [(part, int(cycles)) for part, cycles in parts] + [("whole", result.cycles)]:
                if cycles:
                    yield {**identity, "part": part, "cycles": cycles}


def counterparts(load):
    """Measures the counterparts of figures that the sources print for this core, and yields their
    rows."""
    program = build("vectru-cortex-a72", "vectru-cortex-a72", "--manifest-path", "tools/Cargo.toml")
    clock = trace.symbol(program, "vectru_cortex_a72::clock")
    for line in trace.output(program, []).splitlines():
        kind, *names = arguments = line.split("\t")
        identity = {"kind": f"model-{kind}", "core": "cortex-a72", **dict(zip(COUNTERPARTS[kind], names))}
        call, _ = load(program, "vectru_cortex_a72::measured", call=2, arguments=arguments)
        result = core.run(call, marked={clock})
        del call
        if kind != "map":
            yield row(result, **identity)
            continue
        # The program adds up the time of each map, on a clock that reads the model's cycles.
        readings = map(str, result.marks)
        for time in trace.output(program, [*arguments, *readings]).splitlines():
            name, cycles = time.split("\t")
            if name:
                yield {**identity, "map": name, "cycles": int(cycles)}


def calibration(result, source, code, printed):
    """Returns the row of a result beside the cycles that a source prints for its code."""
    measured = row(result, kind="calibration", core="cortex-a72", source=source, code=code)
    return {**measured, "printed": int(printed)}
