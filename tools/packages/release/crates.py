"""Crates, as `cargo publish --workspace` uploads them."""

import os
import shutil
import subprocess

# A version reads what rustdoc writes in the compilers of its time.
SEMVER_CHECKS = "0.51.0"


def published(name):
    """Returns whether crates.io has a version of a crate."""
    # In a folder of no workspace, whose members would be found in its place.
    answer = subprocess.run(["cargo", "info", "--registry", "crates-io", name], cwd="/", check=False,
                            capture_output=True, text=True)
    if answer.returncode != 0 and "could not find" not in answer.stderr:
        raise SystemExit(f"release: expected an answer of crates.io about {name}, found {answer.stderr}")
    return answer.returncode == 0


def make(stage):
    """Packages the crates, each compiled from its package alone, and notes their order."""
    # Packages of pages with changed links, which Cargo notes beside the commit.
    selection = [word for crate in stage.crates for word in ("--package", crate.name)]
    # Nobody debugs what is compiled to see that it can be.
    stage.run("cargo", "package", "--locked", "--allow-dirty", *selection, CARGO_PROFILE_DEV_DEBUG="false")
    out = stage.place("crates")
    names = [f"{crate.name}-{crate.version}.crate" for crate in stage.crates]
    for name in names:
        shutil.copy(os.path.join(stage.target, "package", name), out)
    with open(os.path.join(out, "ORDER"), "w", encoding="utf-8") as file:
        file.write("\n".join(names) + "\n")
    documentation(stage)
    compatibility(stage)


def documentation(stage):
    """Builds the documentation of each crate with the settings that docs.rs takes from its manifest.
    docs.rs has a nightly compiler: RUSTC_BOOTSTRAP lets this one have what its settings ask for."""
    for crate in stage.crates:
        settings = (crate.manifest["metadata"] or {}).get("docs", {}).get("rs", {})
        if all("bin" in target["kind"] for target in crate.manifest["targets"] if target["kind"] != ["test"]):
            continue
        features = ["--all-features"] if settings.get("all-features") else []
        flags = " ".join([*settings.get("rustdoc-args", []), "-Dwarnings"])
        stage.run("cargo", "doc", "--quiet", "--locked", "--no-deps", "--lib", "--package", crate.name, *features,
                  RUSTDOCFLAGS=flags, RUSTC_BOOTSTRAP="1")


def compatibility(stage):
    """Compares the interface of each library with that of its last release, if there is one."""
    libraries = [crate.name for crate in stage.crates
                 if any("lib" in target["kind"] for target in crate.manifest["targets"]) and published(crate.name)]
    if not libraries:
        print("no crate has a release to compare its interface with")
        return
    program = stage.tool("cargo-semver-checks", SEMVER_CHECKS)
    for name in libraries:
        stage.run(program, "semver-checks", "--package", name)
