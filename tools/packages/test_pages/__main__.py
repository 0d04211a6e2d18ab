"""Runs the shell commands of the pages as they stand, as a newcomer does.

  tools/run test-pages [PAGE...]                             by default all pages, which takes an hour
  tools/run test-pages --here README.md PROGRAM              with `vectru`, built with its multipliers
  tools/run test-pages --here docs/users/c.md [OPTION...]    with options of tools/install-c
  tools/run test-pages --here docs/users/cortex-m.md         its section "How to call it"

With --here the commands of one page run on this system, in a minute. Without it, every page with
blocks of `sh` or `console` is in the list below; one that is not there is an error. The commands run
in the order of their page, by an ordinary user in a fresh root of Debian, where the checkout of HEAD
is the folder `vectru` of a new home folder. Each page has a fresh home, and all share what Cargo has
compiled. Projects are made of the blocks of `toml` and the programs beside them, as the pages say:
`cargo run` in a new package beside the checkout.

The root has Rust and Node.js, which the pages expect. Commands that take hours, or that publish, are
listed with their reasons. Blocks of Rust, Python, JavaScript and C have tests of their own besides,
which run them without a fresh root. Needs root, or sudo.
"""

import dataclasses
import pathlib
import re
import subprocess
import sys
import tempfile

from . import here
from .blocks import ROOT, blocks


@dataclasses.dataclass
class Page:
    """What the commands of a page rely on.

    - suite: the version of Debian
    - before: what the text tells readers to do first, or what they have by themselves
    - files: programs and configurations on the page, by the language of their block and its number
      among those of the language
    - projects: blocks of `toml`, each with its program in Rust, by number
    - isolated: commands that run without a network, for servers on ports of their own, from this one on
    - after: what must hold in the end
    """

    suite: str = "bookworm"
    before: str = ""
    files: dict[str, tuple[str, int]] = dataclasses.field(default_factory=dict)
    projects: dict[int, int | None] = dataclasses.field(default_factory=dict)
    isolated: int | None = None
    after: str = ""


PYTHON = "sudo apt-get install -y python3-venv"
# The command line, as README.md says to install it, and with the multipliers.
PROGRAM = "cargo install --quiet --locked --path crates/cli"
MULTIPLIERS = f"{PROGRAM} --features multipliers"
# A project that uses the package, in the folder that the page names, with esbuild.
PROJECT = """mkdir ../my-project && mv main.js ../my-project
echo '{"type": "module"}' >../my-project/package.json && npm install --prefix ../my-project esbuild
export PATH=$PATH:$HOME/my-project/node_modules/.bin"""

PAGES = {
    "README.md": Page(before=MULTIPLIERS, projects={0: 0, 1: 1}, after="cmp sent received"),
    "bindings/javascript/README.md": Page(
        before=f"tools/build-npm --families\n{PROJECT}\ncd ../my-project",
        files={"main.js": ("js", 0)}, after="ls out/*.wasm && node main.js"),
    "bindings/python/README.md": Page(before=PYTHON, files={"main.py": ("python", 0)}, after="python main.py"),
    "docs/assurance/certificates.md": Page(before="sudo apt-get install -y gcc-aarch64-linux-gnu libc6-dev-arm64-cross"),
    "docs/contributing/benchmarks.md": Page(
        suite="trixie", before=f"{PROGRAM}; sudo apt-get install -y libntruprime1"),
    "docs/research/cortex-a72.md": Page(),
    "docs/research/multipliers.md": Page(before=MULTIPLIERS),
    "docs/research/planner.md": Page(before=MULTIPLIERS),
    "docs/research/sources.md": Page(),
    "docs/users/c.md": Page(
        suite="trixie", before="sudo apt-get install -y cmake pkg-config ntruprime",
        files={"exchange.c": ("c", 0), "CMakeLists.txt": ("cmake", 0), "program.c": ("c", 1)},
        after="[ $(stat --format %s public) = 1158 ]"),
    "docs/users/cortex-m.md": Page(
        before="sudo apt-get install -y python3 binutils gcc-arm-none-eabi binutils-arm-none-eabi qemu-system-arm",
        projects={0: None}),
    "docs/users/javascript.md": Page(
        before=PROJECT, files={"main.js": ("js", 0)}, after="node main.js && ls out/*.wasm"),
    "docs/users/key-files.md": Page(
        before=f"{PROGRAM}; sudo apt-get install -y openssl",
        after="[ $(vectru fingerprint public.pem | cut -d ' ' -f 3) = $(sha256sum public.der | cut -d ' ' -f 1) ]"),
    "docs/users/openssl.md": Page(
        isolated=2, files={"own.cnf": ("ini", 0)},
        after="curl --silent --curves x25519_sntrup761 --cacert /etc/ssl/certs/localhost.pem https://localhost/ | grep 'Welcome to nginx'\n"
        "sudo cp target/release/libvectru_openssl_provider.so /usr/local/lib/vectru.so\n"
        "OPENSSL_CONF=$PWD/own.cnf openssl list -providers | grep vectru"),
    "docs/users/performance.md": Page(projects={0: None}),
    "docs/users/python.md": Page(before=PYTHON, files={"main.py": ("python", 0)}, after="python main.py"),
    "docs/users/rustls.md": Page(before="sudo apt-get install -y openssl", projects={0: 0, 1: None}),
    "docs/users/ssh.md": Page(
        before=f"{PYTHON}; python3 -m venv environment && . environment/bin/activate && pip install asyncssh==2.24.1; "
        "echo 'from asyncssh.crypto.pq import sntrup_available; assert sntrup_available' >server.py"),
    # The last one, as it changes a source whose compiled form the others would find.
    "CONTRIBUTING.md": Page(
        files={"plan.rs": ("rust,ignore", 0)},
        before="sed -i -e '/^    crate::outer! {/r plan.rs' -e 's/ big_by_big GoodOuter653,/& big_by_big GoodRaderOuter653,/' "
        "crates/polymul/src/shipped.rs"),
}

# Commands that are not run, by a part of them.
LEFT_OUT = {
    "bench --all": "measures everything, for half an hour",
    "docs/figures/": "writes the figures of the project, for hours",
    "cargo test --release --workspace": "is what .ci/run runs",
    "openssl pkeyutl": "needs OpenSSL 3.5, with which tools/run test-openssl runs it",
}
# Commands that differ from what the page has, by their ends: packages are not published, a server
# runs in the background, and nobody is there to type a password.
REPLACED = {
    " -out encrypted.pem\n": " -out encrypted.pem -passout pass:secret\n",
    "npm install vectru\n": "npm install ../vectru/bindings/javascript\n",
    "certificate.pem key.pem\n": "certificate.pem key.pem &\n"
    "until (exec 3<>/dev/tcp/127.0.0.1/4433) 2>/dev/null; do sleep 1; done\n",
}


def commands(text: str) -> list[str]:
    """Returns the commands of a page: of `sh` the lines, of `console` those after a prompt. A command
    goes on in the next line until the shell finds it to be complete."""
    lines = []
    for block in blocks(text):
        if block.language == "sh":
            lines += block.content.splitlines()
        elif block.language == "console":
            shown = re.findall(r"^ *\$ ((?:.*\\\n)*.*)$", block.content, re.MULTILINE)
            lines += [line for command in shown for line in command.splitlines()]
    found, command = [], ""
    for line in lines:
        command += f"{line}\n"
        complete = subprocess.run(["bash", "-n"], input=command, text=True, capture_output=True, check=False)
        if not line.endswith("\\") and complete.returncode == 0:
            found.append(command)
            command = ""
    if command:
        sys.exit(f"expected a whole command, found {command}")
    return found


def script(name: str, page: Page, folder: pathlib.Path) -> int:
    """Writes the files of a page to a folder, and the commands as `1.sh` and, without a network,
    `2.sh`. Returns the number of commands."""
    text = (ROOT / name).read_text()
    by_language: dict[str, list[str]] = {}
    for block in blocks(text):
        by_language.setdefault(block.language, []).append(block.content)
    folder.mkdir(parents=True)
    for file, (language, number) in page.files.items():
        (folder / file).write_text(by_language[language][number])

    for number, program in page.projects.items():
        project = folder / f"projects/{number}"
        (project / "src").mkdir(parents=True)
        dependencies = by_language["toml"][number]
        header = "[package]\nname = \"project\"\nedition = \"2024\"\n"
        if not dependencies.startswith("["):
            header += "[dependencies]\n"
        elif "dependencies" not in dependencies:
            header += "[dependencies]\nvectru.path = \"../vectru/crates/vectru\"\n"
        patch = '[patch.crates-io]\nvectru.path = "../vectru/crates/vectru"\n' if 'vectru = { version' in dependencies else ""
        (project / "Cargo.toml").write_text(header + dependencies + patch)
        main = "fn main() {}\n" if program is None else by_language["rust"][program]
        if "fn main" not in main:
            uses = "".join(line for line in main.splitlines(True) if line.startswith("use "))
            main = f"{uses}fn main() {{\n{main.replace(uses, '')}}}\n"
        (project / "src/main.rs").write_text(main)

    shown = [command for command in commands(text) if not any(part in command for part in LEFT_OUT)]
    for old, new in REPLACED.items():
        shown = [command.replace(old, new) for command in shown]
    first = len(shown) if page.isolated is None else page.isolated
    projects = [f"(cd ../project-{number} && cargo run --quiet)" for number in page.projects]
    parts = [[page.before, *shown[:first], *projects], [*shown[first:], page.after]]
    if page.isolated is None:
        parts = [parts[0] + parts[1]]
    for number, part in enumerate(parts, 1):
        (folder / f"{number}.sh").write_text("\n".join(["cd ~/vectru", "set -ex", *part]) + "\n")
    return len(shown)


# Runs in the fresh root, as root.
RUN = r"""
set +x
export PATH=/opt/cargo:/opt/node/bin:$PATH RUSTUP_HOME=/opt/rustup
cd /try
install --directory --owner somebody /home/somebody/target
for page in pages/*; do
    # One path for all, so that Cargo knows what it has compiled.
    home=/home/somebody/home
    mkdir -p "$home/vectru" /home/somebody/target
    tar --extract --file checkout.tar --directory "$home/vectru"
    cp -r "$page"/. "$home/vectru"
    for project in "$home"/vectru/projects/*/; do
        [ -d "$project" ] && mv "$project" "$home/project-$(basename "$project")"
    done
    ln -s /home/somebody/target "$home/vectru/target"
    chown --recursive somebody: "$home"
    for part in 1 2; do
        [ -f "$page/$part.sh" ] || continue
        isolated=
        [ "$part" = 1 ] || isolated="unshare --net bash -c 'ip link set lo up && exec \"\$@\"' -"
        start=$(date +%s)
        eval $isolated su somebody -s /bin/bash -c \
            "'export HOME=$home CARGO_HOME=/home/somebody/.cargo PATH=$PATH:/home/somebody/.cargo/bin; cd && bash vectru/$part.sh'" \
            >log 2>&1 </dev/null || { tail -n 40 log; echo "FAILED: $(cat "$page/name")"; failed=yes; break; }
        echo "$(cat "$page/name"), part $part: $(($(date +%s) - start)) s"
    done
    rm -rf "$home"
done
[ -z "${failed:-}" ]
"""


def main() -> None:
    if sys.argv[1:2] == ["--here"]:
        here.main(sys.argv[2:])
        return
    tracked = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, check=True, capture_output=True, text=True)
    with_commands = {name for name in tracked.stdout.split() if commands((ROOT / name).read_text())}
    # What RELEASING.md says publishes.
    if missing := with_commands - set(PAGES) - {"RELEASING.md"}:
        sys.exit(f"expected pages of the list, found {sorted(missing)}")
    if unknown := set(sys.argv[1:]) - set(PAGES):
        sys.exit(f"expected one of {', '.join(PAGES)}, found {' '.join(unknown)}")
    chosen = [name for name in PAGES if name in sys.argv[1:] or not sys.argv[1:]]

    total = 0
    for suite in sorted({PAGES[name].suite for name in chosen}):
        with tempfile.TemporaryDirectory() as work:
            folder = pathlib.Path(work)
            subprocess.run(["git", "archive", "--output", folder / "checkout.tar", "HEAD"], cwd=ROOT, check=True)
            for number, name in enumerate(name for name in chosen if PAGES[name].suite == suite):
                pages = folder / f"pages/{number:02}"
                total += script(name, PAGES[name], pages)
                (pages / "name").write_text(name)
            (folder / "run").write_text(RUN)
            packages = "gcc,libc6-dev,git,curl,iproute2,util-linux"
            command = [ROOT / "tools/support/in-fresh-debian", "--newcomer", suite, packages, folder]
            if subprocess.run(command, check=False).returncode:
                sys.exit(1)
    print(f"{len(chosen)} pages, {total} commands")


if __name__ == "__main__":
    main()
