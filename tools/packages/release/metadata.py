"""The packages that are published, and what their manifests say."""

import collections
import json
import os
import re
import subprocess

LICENCES = ("LICENSE-APACHE", "LICENSE-MIT")
# Pages of the other registries, beside the crates'.
PAGES = ("bindings/python/README.md", "bindings/javascript/README.md")
# Hosts that lead nowhere (RFC 2606): they stand where an address is still missing.
PLACEHOLDER = re.compile(r"[\w./:@-]*\b[\w-]+\.invalid\b[\w./-]*")
# Files in which a missing address would be published.
ADDRESSED = ("*.toml", "*.json", "*.md", "tools/packages/release/debian/*")

Crate = collections.namedtuple("Crate", "name version folder page manifest")


def cargo_metadata(root, *arguments):
    """Returns what Cargo says of a workspace."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1", *arguments]
    return json.loads(subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout)


def crates(root):
    """Returns the crates that are published, each behind those that it depends on."""
    packages = {one["name"]: one for one in cargo_metadata(root, "--no-deps")["packages"] if one["publish"] != []}
    ordered = {}

    def add(name):
        if name in ordered:
            return
        # Dependencies of tests by path and without a version are not published.
        for dependency in packages[name]["dependencies"]:
            if dependency["name"] in packages and (dependency["kind"] != "dev" or dependency["req"] != "*"):
                add(dependency["name"])
        package = packages[name]
        folder = os.path.relpath(os.path.dirname(package["manifest_path"]), root)
        page = package["readme"] and os.path.normpath(os.path.join(folder, package["readme"]))
        ordered[name] = Crate(name, package["version"], folder, page, package)
    for name in sorted(packages):
        add(name)
    return list(ordered.values())


def address(root):
    """Returns the address of the repository, which the workspace's manifest states for all packages."""
    with open(os.path.join(root, "Cargo.toml"), encoding="utf-8") as file:
        return re.search(r'^repository = "(.*)"$', file.read(), re.MULTILINE)[1]


def placeholders(root):
    """Returns each place in a tracked file where an address is still missing."""
    files = subprocess.run(["git", "ls-files", "-z", "--", *ADDRESSED], cwd=root, check=True, capture_output=True,
                           text=True).stdout.split("\0")
    found = []
    for name in filter(None, files):
        path = os.path.join(root, name)
        # A link's target is listed itself.
        if os.path.islink(path):
            continue
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                found += [f"{name}:{number}: {match[0]}" for match in PLACEHOLDER.finditer(line)]
    return found
