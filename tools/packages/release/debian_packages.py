"""Debian packages, by debhelper: the library, its headers, the provider for OpenSSL and the command
line."""

import email.utils
import glob
import os
import shutil
import tomllib

# lintian warns of it where packages are not made for Debian's archive: no bug asks for them.
SUPPRESSED = "initial-upload-closes-no-bugs"


def values(stage):
    """Returns what the templates leave open."""
    with open(os.path.join(stage.source, "Cargo.toml"), "rb") as file:
        contact = tomllib.load(file)["workspace"]["metadata"]["release"]["contact"]
    with open(os.path.join(stage.source, "LICENSE-MIT"), encoding="utf-8") as file:
        licence = file.read().strip().split("\n\n", 2)
    # Minor versions may differ in their interfaces before 1.0.
    major, minor, _ = stage.version.split(".", 2)
    return {"ADDRESS": stage.address, "CONTACT": contact, "COMPATIBLE": f"0.{minor}" if major == "0" else major,
            "COPYRIGHT": licence[1].removeprefix("Copyright (c) "), "VERSION": stage.version,
            "DATE": email.utils.formatdate(int(stage.time)),
            "EXPAT": "\n".join(f" {line or '.'}" for line in licence[2].splitlines())}


def make(stage):
    """Builds the packages for this machine's architecture, and has lintian look at them."""
    stage.install("debhelper", "dpkg-dev", "lintian", "build-essential", "pkg-config")
    # Those of a run that failed.
    for package in glob.glob(os.path.join(stage.work, "*.deb")):
        os.remove(package)
    folder = os.path.join(stage.source, "debian")
    shutil.copytree(os.path.join(stage.source, "tools", "packages", "release", "debian"), folder)
    found = values(stage)
    for name in ("control", "copyright", "changelog", "rules"):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            text = file.read()
        for key, value in found.items():
            text = text.replace(f"@{key}@", value)
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    # Releases are compiled without debug information: there is none for packages of its own.
    stage.run("dpkg-buildpackage", "--build=binary", "--no-sign", "--no-check-builddeps",
              DEB_BUILD_OPTIONS="noautodbgsym nocheck")
    packages = sorted(glob.glob(os.path.join(stage.work, "*.deb")))
    stage.run("lintian", "--allow-root", "--fail-on", "error,warning", "--suppress-tags", SUPPRESSED, *packages)
    out = stage.place("debian")
    for package in packages:
        shutil.move(package, out)
    for rest in glob.glob(os.path.join(stage.work, "*.buildinfo")) + glob.glob(os.path.join(stage.work, "*.changes")):
        os.remove(rest)
    # The same pages, for who installs the program otherwise.
    for page in sorted(glob.glob(f"{folder}/tmp/man/*.1")):
        shutil.copy(page, stage.place("man"))
