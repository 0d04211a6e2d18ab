"""Says what the code of sntrup761 adds to a build of russh's program.

    cost.py packages TREE [BASE_TREE]                               the packages that are added
    cost.py setting                                                 the row of the circumstances
    cost.py row CODE TREE LOG PROGRAM [BASE_TREE BASE_PROGRAM]      the row of the build, as JSON
    cost.py seconds COMPILER [ARGUMENT...]                          runs a compiler

A TREE has the packages of a build, by `cargo tree`. A compiler that runs adds a line to the file
`SECONDS_LOG`, which is a LOG: Cargo's package and the processor time. One that another compiler calls,
such as a linker, counts in the time of the latter. Without BASE_TREE, the tree of the build without
sntrup761, everything is added.
"""

import datetime
import json
import os
import pathlib
import platform
import re
import resource
import subprocess
import sys
import tomllib

# The version of the crates that call other code by the names of vectru.
GLUE = "0.1.99"


def packages(tree: str, base: str | None = None) -> list[str]:
    """Returns the added packages as NAME@VERSION."""
    lines = pathlib.Path(tree).read_text().splitlines()
    words = (line.split()[:2] for line in lines if line)
    found = {f"{name}@{version.removeprefix('v')}" for name, version in words if version != f"v{GLUE}"}
    return sorted(found.difference(packages(base) if base else []))


def row(code: str, tree: str, log: str, program: str, base_tree: str | None = None, base: str | None = None) -> str:
    """Returns the row of a build."""
    added = packages(tree, base_tree)
    size = os.path.getsize(program) - (os.path.getsize(base) if base else 0)
    row = {"kind": "russh", "code": code, "packages": len(added), "kilobytes": round(size / 1000)}
    if base:
        times = [line.split() for line in pathlib.Path(log).read_text().splitlines()]
        missing = set(added) - {package for package, _ in times}
        assert not missing, f"no time of {missing}"
        row["seconds"] = round(sum(float(time) for package, time in times if package in added), 1)
        row["names"] = added
    return json.dumps(row, separators=(",", ":"))


def setting() -> str:
    """Returns the row of the circumstances in which builds are measured."""
    cpu = re.search(r"^model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    rustc = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    package = tomllib.loads(pathlib.Path("Cargo.toml").read_text())["workspace"]["package"]
    row = {"kind": "setting", "cpu": cpu[1] if cpu else "", "processors": os.cpu_count(),
           "system": f"{platform.system().lower()} on {platform.machine()}",
           "date": datetime.date.today().isoformat(), "vectru": package["version"], "rustc": rustc,
           "command": "tools/run test-russh --measure"}
    return json.dumps(row, separators=(",", ":"))


def seconds(*command: str) -> int:
    """Runs a compiler, notes its processor time, and returns its status."""
    log = os.environ.pop("SECONDS_LOG", None)
    status = subprocess.run(command, check=False).returncode
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    if log:
        package = f"{os.environ.get('CARGO_PKG_NAME', '-')}@{os.environ.get('CARGO_PKG_VERSION', '-')}"
        with open(log, "a", encoding="utf-8") as file:
            file.write(f"{package} {used.ru_utime + used.ru_stime:.3f}\n")
    return status


if __name__ == "__main__":
    form, arguments = sys.argv[1], sys.argv[2:]
    if form == "seconds":
        sys.exit(seconds(*arguments))
    print({"row": row, "setting": setting, "packages": lambda *trees: "\n".join(packages(*trees))}[form](*arguments))
