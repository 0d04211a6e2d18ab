"""Runs commands of a page on this system, with what is built here: in a minute, where a fresh root
takes many."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from .blocks import ROOT, blocks

TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()


def shell_of(page, text, least=10):
    """Returns the shell commands of a page, or of a part of it, which has some lines of them at least."""
    commands = "".join(block.content for block in blocks(text) if block.language == "sh")
    if commands.count("\n") < least:
        sys.exit(f"{page}: expected {least} lines of commands, found {commands}")
    return commands


def run(page, commands, folder, environment, seconds=None):
    """Runs commands in a folder, each of which must succeed, and returns what they print."""
    try:
        log = subprocess.run(["bash", "-exo", "pipefail", "-c", commands], cwd=folder, env=environment, text=True,
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        sys.exit(f"{page}: no end after {seconds} seconds")
    if log.returncode:
        sys.exit(f"{page}: status {log.returncode}\n{log.stdout[-3000:]}")
    return log.stdout


def home_environment(home):
    """Returns an environment in which a folder is the home folder, with its own programs first."""
    environment = {name: value for name, value in os.environ.items() if name not in (
        "PKG_CONFIG_PATH", "LD_LIBRARY_PATH", "CMAKE_PREFIX_PATH", "DESTDIR", "XDG_DATA_HOME")}
    for tool in ("CARGO_HOME", "RUSTUP_HOME"):
        environment.setdefault(tool, str(pathlib.Path.home() / f".{tool[:-5].lower()}"))
    return {**environment, "HOME": str(home), "PATH": f"{home}/bin:{environment['PATH']}",
            "CARGO_TARGET_DIR": str(TARGET)}


def install(path, text):
    """Writes a program."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def readme(page, program):
    """README.md in an empty folder that is the home folder, too, with a program `vectru`. Every file
    that the commands make must have content."""
    commands = shell_of(page, (ROOT / page).read_text(), least=20)
    with tempfile.TemporaryDirectory() as name:
        home = pathlib.Path(name)
        install(home / "bin/vectru", f'exec "{pathlib.Path(program).resolve()}" "$@"')
        run(page, commands, home, home_environment(home))
        made = [path for path in home.rglob("*") if path.is_file() and path != home / "bin/vectru"]
        if (home / "sent").read_bytes() != (home / "received").read_bytes():
            sys.exit(f"{page}: expected equal files sent and received")
        if empty := [str(path) for path in made if not path.stat().st_size]:
            sys.exit(f"{page}: expected content, found the empty files {empty}")
    return f"{page}: {len(commands.splitlines())} commands, {len(made)} files"


def c(page, *options):
    """docs/users/c.md in an empty folder that is the home folder, too, and that has the page's programs
    in the files that the page names. `tools/install-c` is the real one; the options, those of an
    installation before, are given to it besides, so that the library is compiled no second time.
    Programs of other packages are Debian's where tools/run test-c has got them, and do nothing
    elsewhere."""
    text = (ROOT / page).read_text()
    commands = shell_of(page, text)
    # A block is in the file of the last name before it.
    files = {re.findall(r"`(\w+\.\w+)`", block.before)[-1]: block.content for block in blocks(text)
             if block.language in ("c", "cmake")}
    if set(files) != {"exchange.c", "CMakeLists.txt", "program.c"}:
        sys.exit(f"{page}: expected three programs, found {sorted(files)}")
    with tempfile.TemporaryDirectory() as name:
        home = pathlib.Path(name)
        for file, content in files.items():
            (home / file).write_text(content)
        install(home / "tools/install-c", f'exec "{ROOT}/tools/install-c" "$@" {" ".join(options)}')
        debian = TARGET / "c/ntruprime/usr"
        program = debian / "bin/sntrup761-keypair"
        libraries = [str(library.parent) for library in debian.glob("lib/*/librandombytes.so.1")]
        path = ":".join(["$LD_LIBRARY_PATH", *libraries])
        install(home / "bin/sntrup761-keypair", f"LD_LIBRARY_PATH={path} exec {program}" if libraries else "")
        run(page, commands, home, home_environment(home))
        made = ["package/usr/include/vectru.h", "package/usr/lib/x86_64-linux-gnu/libvectru.so"]
        made += ["public", "secret"] if libraries else []
        if missing := [file for file in made if not (home / file).exists()]:
            sys.exit(f"{page}: expected {missing}")
        # Headers of other libraries are there only where they were asked for.
        headers = {path.name for path in (home / ".local/include").iterdir()}
        if headers != {"vectru.h", "vectru-ntruprime.h", "vectru-oqs.h"}:
            sys.exit(f"{page}: found the headers {sorted(headers)}")
        if libraries and (home / "public").stat().st_size != 1158:
            sys.exit(f"{page}: expected a public key from libntruprime's program")
    return f"{page}: {len(commands.splitlines())} commands, {len(files)} programs"


def cortex_m(page):
    """The section "How to call it" of docs/users/cortex-m.md in the repository: the programs in Rust and
    C for a Cortex-M4 link for a device, and on an emulated board both sides have the same secret. Each
    program first meets every error of its generator, and succeeds at the fifth attempt."""
    subprocess.run([ROOT / "tools/support/install-packages", "python3", "qemu-system-arm", "gcc-arm-none-eabi"],
                   check=True)
    section = re.search(r"^## How to call it$.*?(?=^## )", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)
    # An emulated program that does not end is stopped.
    output = run(page, shell_of(page, section[0]), ROOT, None, seconds=1200)
    print(output, flush=True)
    found = len(re.findall("^both sides have the same secret", output, re.MULTILINE))
    if found != 2:
        sys.exit(f"{page}: expected two programs whose sides have the same secret, found {found}")
    subprocess.run([shutil.which("arm-none-eabi-size"), *(TARGET / f"{name}.elf" for name in ("device", "emulated"))],
                   check=True)
    return "programs in Rust and in C: linked for a device, and run on an emulated one"


PAGES = {"README.md": readme, "docs/users/c.md": c, "docs/users/cortex-m.md": cortex_m}


def main(arguments):
    """Runs the commands of the page that the arguments name."""
    if not arguments or arguments[0] not in PAGES:
        sys.exit(f"expected one of {', '.join(PAGES)}, found {' '.join(arguments[:1]) or 'none'}")
    if arguments[0] == "README.md" and len(arguments) != 2:
        sys.exit(f"expected the path of vectru, found {len(arguments) - 1} arguments")
    print(PAGES[arguments[0]](*arguments))
