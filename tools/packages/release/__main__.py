"""Makes everything that a release publishes, from a clone of HEAD: crates, Python wheels, the npm
package, Debian packages, man pages, and for each package a list of its parts and a checksum. Nothing
is uploaded: RELEASING.md says how a person does that.

  tools/run release [--final] [--twice] [--clone] [--out DIR] [PART...]
  tools/run release --check

  --final      refuses what must not be published: addresses that are still missing, changes without
               a commit, a commit without the version's tag, a version without a section in
               CHANGELOG.md, a tree without records of `tools/run assure`
  --twice      makes everything a second time, in another folder, and compares the bytes
  --clone      makes the clone alone, target/release-build/source, from which Cargo uploads crates
  --check      checks in seconds what would be published, and makes nothing: each crate has its
               metadata, its licences and a page whose links lead somewhere, no version differs, and no
               package is larger than crates.io takes
  --out DIR    the folder of the packages, target/release-packages by default
  PART         crates, debian, python or npm; all of them by default

Needs Linux with mounts of a process of its own (root, or namespaces of users), rustup, Python 3.11,
Node.js, npm and git; what else it needs it installs, from Debian as root or by sudo.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

from assure import records

from . import bill, checks, contents, crates, debian_packages, metadata, npm, wheels
from .stage import Stage

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
PARTS = {"crates": crates.make, "debian": debian_packages.make, "python": wheels.make, "npm": npm.make}


def refusals(root):
    """Returns why HEAD cannot be published."""
    def git(*arguments):
        return subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True, text=True).stdout

    version = metadata.crates(root)[0].version
    found = [f"{place}: expected an address, found none" for place in metadata.placeholders(root)]
    if git("status", "--porcelain"):
        found.append("git status: expected no changes, found some")
    if f"v{version}" not in git("tag", "--points-at", "HEAD").splitlines():
        found.append(f"git tag: expected v{version} at HEAD, found none")
    if not re.search(rf"^## \[{re.escape(version)}\]", checks.read(root, "CHANGELOG.md"), re.MULTILINE):
        found.append(f"CHANGELOG.md: expected a section {version}, found none")
    missing = records.missing(root)
    if missing:
        found.append(f"{records.PAGE}: expected records of this tree, found none of {', '.join(missing)}")
    return found


def build(root, work, out, parts):
    """Makes parts, and returns their checksums by name."""
    stage = Stage(root, work, out)
    stage.clone()
    # An earlier run's packages are in no checksum of this one.
    shutil.rmtree(out, ignore_errors=True)
    for part in parts:
        print(f"\n== {part}", flush=True)
        bill.write(stage, part)
        PARTS[part](stage)
    count, found = contents.places(out, stage.paths())
    if found:
        raise SystemExit("\n".join([*found, "release: expected no path of this machine in a package, found these"]))
    print(f"{count} files in the packages name no folder of this machine")
    return contents.write_checksums(out)


def differences(first, second):
    """Returns the names of packages that two builds have not made alike."""
    return sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))


def main():
    """Runs the command, and returns the exit status."""
    target = os.path.realpath(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")))
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n", 1)[1])
    for option in ("--final", "--twice", "--clone", "--check"):
        parser.add_argument(option, action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--out", help=argparse.SUPPRESS)
    parser.add_argument("parts", nargs="*", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    out, parts = os.path.realpath(chosen.out or os.path.join(target, "release-packages")), chosen.parts or list(PARTS)
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        parser.error(f"expected {', '.join(PARTS)}, found {', '.join(unknown)}")
    if chosen.out and os.path.isdir(out) and os.listdir(out):
        parser.error(f"expected an empty folder, found {out}")
    work = os.path.join(target, "release-build")
    if chosen.final:
        found = refusals(ROOT)
        if found:
            print("\n".join([*found, "release: expected nothing that forbids a release, found these"]))
            return 1
    if checks.main(ROOT):
        return 1
    if chosen.check:
        return 0
    os.umask(0o022)
    if chosen.clone:
        stage = Stage(ROOT, work, out)
        stage.clone()
        print(stage.source)
        return 0
    sums = build(ROOT, work, out, parts)
    summary = f"{len(sums)} files in {out}"
    if chosen.twice:
        with tempfile.TemporaryDirectory(prefix="vectru-release-") as folder:
            again = build(ROOT, os.path.join(folder, "elsewhere"), os.path.join(folder, "packages"), parts)
        differing = differences(sums, again)
        if differing:
            print("\n".join([*differing, "release: expected equal bytes of two builds, found these to differ"]))
            return 1
        summary += ", made twice with equal bytes"
    print(summary)
    return 0


if __name__ == "__main__":
    sys.exit(main())
