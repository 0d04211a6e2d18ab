"""Traces: the instructions that one call of a function executes, recorded by qemu-aarch64."""

import functools
import os
import re
import shutil
import struct
import subprocess
import tempfile
from collections import namedtuple

HERE = os.path.dirname(os.path.abspath(__file__))
PLUGINS = os.path.join(os.path.dirname(HERE), "qemu")

# An instruction: its address, its opcode, and its accesses to memory: how many, the lowest address,
# the bytes, and whether they are stores. The layout is that of record-call.c.
Record = namedtuple("Record", "pc opcode accesses address bytes store")
LAYOUT = struct.Struct("<QIIQII")


def environment():
    """Returns the environment of programs: fixed, as its size moves their stack."""
    fixed = {"PATH": "/usr/bin:/bin"}
    # As in tools/run test-aarch64.
    if not os.path.exists("/lib/ld-linux-aarch64.so.1"):
        fixed["QEMU_LD_PREFIX"] = "/usr/aarch64-linux-gnu"
    return fixed


def tool(name, package):
    """Returns the path of a program, or ends with the name of Debian's package that has it."""
    path = shutil.which(name)
    if path is None:
        raise SystemExit(f"expected {name}, of Debian's {package}")
    return path


@functools.cache
def plugin(source):
    """Builds the plugin of a source file and returns the folder that holds it as plugin.so, which
    lasts as long as this program."""
    folder = tempfile.TemporaryDirectory(prefix="qemu-plugin-")
    path = os.path.join(folder.name, "plugin.so")
    subprocess.run([tool("gcc", "gcc"), "-O2", "-Wall", "-shared", "-fPIC", "-o", path, source], check=True)
    return folder


def emulator():
    """Returns the command of the emulator, of a core with the features of a Cortex-A72."""
    return [tool("qemu-aarch64", "qemu-user"), "-cpu", "cortex-a72"]


def output(program, arguments):
    """Runs a program and returns its output."""
    return subprocess.run([*emulator(), program, *arguments],
                          capture_output=True, text=True, check=True, env=environment()).stdout


def readelf(option, program):
    """Returns the output of readelf for a program."""
    return subprocess.run([tool("readelf", "binutils"), option, program],
                          capture_output=True, text=True, check=True).stdout


def symbol(program, name):
    """Returns the address of a function: by its symbol; by the last part of its path in Rust, as
    `product::measured`; or by the address itself, as 0x1234."""
    if name.startswith("0x"):
        return int(name, 16)
    # Rust's symbols state each part of a path behind its length.
    mangled = "".join(f"{len(part)}{part}" for part in name.split("::"))
    rust = re.compile(rf"(_ZN|_R)\w*?{re.escape(mangled)}(17h[0-9a-f]{{16}})?\w*$")
    found = set()
    for line in readelf("-Ws", program).splitlines():
        fields = line.split()
        if len(fields) == 8 and fields[6] != "UND":
            if fields[7] == name:
                return int(fields[1], 16)
            if fields[3] == "FUNC" and rust.match(fields[7]):
                found.add(int(fields[1], 16))
    if len(found) != 1:
        raise SystemExit(f"expected one function {name} in {program}, found {len(found)}")
    return found.pop()


def executable_segment(program):
    """Returns the address of the first executable segment, as the file states it."""
    for line in readelf("-Wl", program).splitlines():
        match = re.match(r"\s*LOAD\s+\S+\s+(0x[0-9a-f]+)\s.*\sR E\s", line)
        if match:
            return int(match[1], 16)
    raise SystemExit(f"expected an executable segment in {program}, found none")


def record(program, function, call=1, arguments=()):
    """Runs a program and returns the records of the `call`-th call of a function, callees included.

    The run ends with the call.
    """
    folder = plugin(os.path.join(PLUGINS, "record-call.c"))
    with tempfile.NamedTemporaryFile(prefix="cortex-a72-") as file:
        options = [os.path.join(folder.name, "plugin.so"), f"start={symbol(program, function):#x}",
                   f"base={executable_segment(program):#x}", f"call={call}", f"out={file.name}"]
        run = subprocess.run([*emulator(), "-0", "program", "-plugin", ",".join(options), program, *arguments],
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment())
        if "cortex-a72: complete" not in run.stderr:
            raise SystemExit(f"expected {call} calls of {function}, and the return of the last; the "
                             f"program ended with status {run.returncode}:\n{run.stderr[-500:]}")
        return [Record(*fields) for fields in LAYOUT.iter_unpack(file.read())]
