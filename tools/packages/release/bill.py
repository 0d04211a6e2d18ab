"""Lists of parts in the format CycloneDX: what each package was compiled from, by cargo-cyclonedx."""

import collections
import glob
import json
import os
import re

from .stage import INSIDE

VERSION = "0.5.9"
# The targets of Python's wheels.
WHEELS = ("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu")

# - manifest, arguments: what cargo-cyclonedx reads
# - lists: the lists that are kept, crate by crate, and the names of their packages
List = collections.namedtuple("List", "manifest arguments lists")


def lists(stage, part):
    """Returns the lists of a part."""
    if part == "crates":
        return [List("Cargo.toml", ["--all-features", "--target", "all"],
                     {crate.name: crate.name for crate in stage.crates})]
    if part == "debian":
        return [List("Cargo.toml", ["--target", stage.compiler("host")],
                     {"vectru-capi": "libvectru", "vectru-cli": "vectru",
                      "vectru-openssl-provider": "openssl-provider-vectru"})]
    if part == "python":
        return [List("bindings/python/Cargo.toml", ["--target", target],
                     {"vectru-python": target}) for target in WHEELS]
    return [List("bindings/javascript/Cargo.toml", ["--target", "wasm32-unknown-unknown"],
                 {"vectru-javascript": "wasm32"})]


def without_folders(text, source):
    """Returns a list in which crates of the repository have names that are the same on every machine."""
    text = text.replace(f"path+file://{source}", "path+file:///vectru")
    return re.sub(r"\?download_url=file://[^\"# ]*", "", text)


def path(stage, part, name):
    """Returns the path of a list."""
    return os.path.join(stage.place("parts", part), f"{name}-{stage.version}.cdx.json")


def write(stage, part):
    """Writes the lists of a part."""
    program = stage.tool("cargo-cyclonedx", VERSION)
    for manifest, arguments, names in lists(stage, part):
        stage.run(program, "cyclonedx", "-qq", "--manifest-path", manifest, "--format", "json", "--spec-version", "1.5",
                  *arguments)
        # One for each crate of the workspace, beside its manifest.
        for written in sorted(glob.glob(f"{stage.source}/**/*.cdx.json", recursive=True)):
            crate = os.path.basename(written).removesuffix(".cdx.json")
            with open(written, encoding="utf-8") as file:
                bill = json.loads(without_folders(file.read(), f"{INSIDE}/source"))
            os.remove(written)
            if crate in names:
                assert bill["components"] and bill["metadata"]["component"]["version"] == stage.version, crate
                with open(path(stage, part, names[crate]), "w", encoding="utf-8") as file:
                    json.dump(bill, file, indent=1)
                    file.write("\n")
