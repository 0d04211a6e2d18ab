#!/usr/bin/env python3
"""Runs a compiler, and adds a line to the file `SECONDS_LOG`: Cargo's package and the processor time.

    seconds.py COMPILER [ARGUMENT...]

A compiler that another one calls, such as a linker, counts in the time of the latter.
"""

import os
import resource
import subprocess
import sys

log = os.environ.pop("SECONDS_LOG", None)
status = subprocess.run(sys.argv[1:]).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
if log:
    package = f"{os.environ.get('CARGO_PKG_NAME', '-')}@{os.environ.get('CARGO_PKG_VERSION', '-')}"
    with open(log, "a", encoding="utf-8") as file:
        file.write(f"{package} {used.ru_utime + used.ru_stime:.3f}\n")
sys.exit(status)
