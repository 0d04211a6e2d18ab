"""A clone of a commit in a folder of its own, from which all packages are made, and the environment
in which they are: no path of the machine and no time of the day gets into them."""

import glob
import os
import shutil
import subprocess
import sys

from . import checks, links, metadata

# Where every build sees its folder, by a mount that nothing else sees. Cargo numbers crates outside
# of a workspace, as the libraries are for the bindings, by their folders, and the compiler orders
# code by these numbers: in two folders it makes two programs.
INSIDE = "/tmp/vectru-release"
ENTER = 'mount --bind "$1" "$2" && cd "$3" && shift 3 && exec "$@"'


class Stage:
    """The folders of one build: the clone, what Cargo compiles, and the packages."""

    def __init__(self, root, work, out):
        self.root, self.work, self.out = root, work, out
        target = os.path.realpath(os.environ.get("CARGO_TARGET_DIR", f"{root}/target"))
        self.tools = os.path.join(target, "release-tools")
        self.source, self.target = os.path.join(work, "source"), os.path.join(work, "target")
        if any(" " in path for path in (work, out)):
            raise SystemExit(f"release: expected folders without spaces, found {work} and {out}")

    def clone(self):
        """Clones HEAD anew, and makes the links of published pages absolute. What Cargo has compiled of
        the same commit stays."""
        shutil.rmtree(self.source, ignore_errors=True)
        os.makedirs(self.work, exist_ok=True)
        subprocess.run(["git", "clone", "--quiet", "--no-local", "--depth=1", f"file://{self.root}", self.source],
                       check=True)
        compiled, commit = os.path.join(self.target, "COMMIT"), self.read("git", "rev-parse", "HEAD")
        if not os.path.exists(compiled) or checks.read(self.target, "COMMIT") != commit:
            shutil.rmtree(self.target, ignore_errors=True)
            os.makedirs(self.target)
            with open(compiled, "w", encoding="utf-8") as file:
                file.write(commit)
        self.time = self.read("git", "log", "-1", "--format=%ct")
        self.address = metadata.address(self.source)
        self.crates = metadata.crates(self.source)
        self.version = self.crates[0].version
        for page in {crate.page for crate in self.crates}.union(metadata.PAGES):
            path = os.path.join(self.source, page)
            with open(path, encoding="utf-8") as file:
                text = links.absolute(file.read(), page, self.address, self.version)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        # Cargo compiles again what is newer than its last build.
        for folder, _, names in os.walk(self.source):
            for name in names:
                os.utime(os.path.join(folder, name), (int(self.time), int(self.time)), follow_symlinks=False)

    def paths(self):
        """Returns the folders of this machine that a compiler sees, and what is to stand for each. Of
        two that match, rustc takes the last."""
        cargo = os.path.realpath(os.environ.get("CARGO_HOME", os.path.expanduser("~/.cargo")))
        library = self.read("rustc", "--print", "sysroot") + "/lib/rustlib/src/rust"
        return {
            os.path.expanduser("~"): "/home",
            self.work: "/build",
            INSIDE: "/build",
            cargo: "/cargo",
            # The name of this folder has a number that depends on the registry's mirror.
            **{folder: "/cargo/registry" for folder in sorted(glob.glob(f"{cargo}/registry/src/*"))},
            f"{INSIDE}/target": "/target",
            f"{INSIDE}/source": "/vectru",
            # The standard library has this path where its sources are not installed.
            library: f"/rustc/{self.compiler('commit-hash')}",
        }

    def compiler(self, fact):
        """Returns what the compiler says of itself: `host` or `commit-hash`."""
        facts = self.read("rustc", "--version", "--verbose").splitlines()
        return next(line.removeprefix(f"{fact}: ") for line in facts if line.startswith(f"{fact}: "))

    def environment(self):
        """Returns the environment of all builds."""
        flags = [f"--remap-path-prefix={path}={name}" for path, name in self.paths().items()]
        inherited = {key: value for key, value in os.environ.items()
                     if key not in ("RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CFLAGS", "CXXFLAGS", "LDFLAGS", "CI")}
        return {**inherited, "CARGO_TARGET_DIR": f"{INSIDE}/target", "CARGO_INCREMENTAL": "0",
                "RUSTFLAGS": " ".join(flags), "SOURCE_DATE_EPOCH": self.time, "TZ": "UTC", "LC_ALL": "C.UTF-8"}

    def run(self, *command, folder="", **environment):
        """Runs a command in a folder of the clone."""
        print("+", " ".join(command), flush=True)
        enter = ["unshare", "--mount", "--propagation", "private", *([] if os.geteuid() == 0 else ["--map-root-user"]),
                 "sh", "-c", ENTER, "sh", self.work, INSIDE, os.path.join(INSIDE, "source", folder)]
        os.makedirs(INSIDE, exist_ok=True)
        subprocess.run([*enter, *command], check=True, env={**self.environment(), **environment})

    def read(self, *command, folder=""):
        """Returns what a command prints in a folder of the clone."""
        return subprocess.run(command, cwd=os.path.join(self.source, folder), check=True, capture_output=True,
                              text=True).stdout.strip()

    def place(self, *names):
        """Returns a folder below that of the packages, which it makes."""
        folder = os.path.join(self.out, *names)
        os.makedirs(folder, exist_ok=True)
        return folder

    def install(self, *packages):
        """Installs Debian packages that are missing."""
        subprocess.run([os.path.join(self.root, "tools", "support", "install-packages"), *packages], check=True)

    def tool(self, name, version):
        """Returns the path of a program of crates.io, which is compiled if it is missing."""
        folder = os.path.join(self.tools, f"{name}-{version}")
        if not os.path.exists(os.path.join(folder, "bin", name)):
            # Unoptimised code takes a third of the time to compile, and seconds to run.
            subprocess.run(["cargo", "install", "--quiet", "--locked", "--debug", "--root", folder, name, "--version",
                            version], check=True)
        return os.path.join(folder, "bin", name)

    def python(self, *requirements):
        """Returns the folder of the programs of a Python environment with these packages."""
        folder = os.path.join(self.tools, "python")
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        programs = os.path.join(folder, "bin")
        subprocess.run([f"{programs}/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                        *requirements], check=True)
        return programs
