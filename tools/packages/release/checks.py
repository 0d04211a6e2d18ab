"""What can be said of the packages without a build."""

import json
import os
import re
import subprocess
import tomllib

from . import links, metadata

# The limit of crates.io for an archive; the sum of the files is larger than the archive.
LARGEST = 10 * 1024 * 1024
MANIFESTS = ("bindings/python/Cargo.toml", "bindings/javascript/Cargo.toml")


def read(root, name):
    """Returns the text of a file."""
    with open(os.path.join(root, name), encoding="utf-8") as file:
        return file.read()


def _manifest(root, crate):
    """Returns what a crate's manifest lacks."""
    address = metadata.address(root)
    expected = {"license": "MIT OR Apache-2.0", "repository": address, "homepage": address}
    defects = [f"{key}: expected {value}, found {crate.manifest[key]}" for key, value in expected.items()
               if crate.manifest[key] != value]
    page = crate.manifest["documentation"] or "none"
    if page not in (f"https://docs.rs/{crate.name}", "https://docs.rs/vectru"):
        defects.append(f"documentation: expected https://docs.rs/{crate.name}, found {page}")
    defects += [f"{key}: expected some, found none" for key in ("description", "readme", "categories", "keywords")
                if not crate.manifest[key]]
    return defects


def _files(root, crate):
    """Returns what is wrong with the files of a crate's package."""
    listed = subprocess.run(["cargo", "package", "--list", "--allow-dirty", "--package", crate.name], cwd=root,
                            check=True, capture_output=True, text=True).stdout.splitlines()
    defects = [f"{name}: expected in the package, found none" for name in metadata.LICENCES if name not in listed]
    paths = (os.path.join(root, crate.folder, name) for name in listed)
    size = sum(os.path.getsize(path) for path in paths if os.path.exists(path))
    if size > LARGEST:
        defects.append(f"expected at most {LARGEST} bytes, found {size}")
    return defects


def page_defects(root, page, version):
    """Returns the links of a page that lead nowhere, here or in the registries."""
    text = read(root, page)
    defects = [f"{page}: expected a file, found the link {target}" for target in links.relative(text)
               if not os.path.exists(os.path.join(root, links.place(page, target)))]
    published = links.absolute(text, page, "https://host/owner/name", version)
    return defects + [f"{page}: the link {target} stays relative" for target in links.relative(published)]


def versions(root, expected):
    """Returns the manifests whose version differs from that of the crates."""
    found = {name: re.search(r'^version = "(.*)"$', read(root, name), re.MULTILINE)[1] for name in MANIFESTS}
    found["bindings/javascript/package.json"] = json.loads(read(root, "bindings/javascript/package.json"))["version"]
    return [f"{name}: expected version {expected}, found {version}" for name, version in found.items()
            if version != expected]


def addresses(root):
    """Returns the addresses of the bindings' manifests that are not that of the repository."""
    address = metadata.address(root)
    project = tomllib.loads(read(root, "bindings/python/pyproject.toml"))["project"]
    package = json.loads(read(root, "bindings/javascript/package.json"))
    found = [("bindings/python/pyproject.toml", value) for value in project.get("urls", {}).values()]
    for key in ("homepage", "repository", "bugs"):
        value = package.get(key, address)
        found.append(("bindings/javascript/package.json", value["url"] if isinstance(value, dict) else value))
    return [f"{name}: expected {address}, found {value}" for name, value in found
            if not value.removeprefix("git+").startswith(address)]


def main(root):
    """Runs the checks, and returns the exit status."""
    crates = metadata.crates(root)
    version = crates[0].version
    defects = [*versions(root, version), *addresses(root)]
    for crate in crates:
        defects += [f"{crate.folder}: {defect}" for defect in [*_manifest(root, crate), *_files(root, crate)]]
    pages = sorted({crate.page for crate in crates if crate.page}.union(metadata.PAGES))
    for page in pages:
        defects += page_defects(root, page, version)
    if defects:
        print("\n".join(defects))
        return 1
    print(f"{len(crates)} crates with their metadata and licences, {len(pages)} pages whose links lead somewhere")
    return 0
