"""Python wheels for x86-64 and AArch64, and the source distribution."""

import glob
import os
import re

from . import bill

# The versions of tools/run test-python --aarch64, and what says with which systems a wheel runs.
REQUIREMENTS = ("maturin==1.16.0", "ziglang==0.17.1", "auditwheel==6.8.2")
# The oldest systems for which Rust compiles: glibc 2.17, of 2012.
PLATFORM, GLIBC = "manylinux2014", 17


def make(stage):
    """Builds the wheels, whose linker is Zig's, which knows the symbols of every version of glibc."""
    programs = stage.python(*REQUIREMENTS)
    out = stage.place("python")
    path = f"{programs}:{os.environ['PATH']}"
    for target in bill.WHEELS:
        if target not in stage.read("rustup", "target", "list", "--installed").split():
            stage.run("rustup", "target", "add", target)
        stage.run("maturin", "build", "--release", "--locked", "--zig", "--target", target, "--compatibility", PLATFORM,
                  "--sbom-include", bill.path(stage, "python", target), "--manifest-path", "bindings/python/Cargo.toml",
                  "--out", out, PATH=path)
    stage.run("maturin", "sdist", "--manifest-path", "bindings/python/Cargo.toml", "--out", out, PATH=path)
    for wheel in sorted(glob.glob(f"{out}/*.whl")):
        found = stage.read(f"{programs}/auditwheel", "show", wheel)
        needed = re.search(r'"manylinux_2_(\d+)_', found)
        if not needed or int(needed[1]) > GLIBC:
            raise SystemExit(f"release: expected a wheel for {PLATFORM}, found:\n{found}")
