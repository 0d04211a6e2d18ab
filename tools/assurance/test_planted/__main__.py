"""Plants faults in the sources, one at a time, and shows that the checks notice each of them."""

import argparse
import collections
import contextlib
import glob
import os
import re
import signal
import subprocess
import sys
import time

from assure import checks
from assure.run import CANNOT_RUN, last_line

DESCRIPTION = """\
Plants faults in the sources, one at a time, and shows that the checks notice each of them. See
docs/contributing/planted-faults.md.

  tools/run test-planted             all faults, each in a copy of the last commit with what changed since
  tools/run test-planted WORD...     those of these names, and those of checks with such a word in their names
  tools/run test-planted --list      the faults, and what notices each
  tools/run test-planted --write     writes the table of docs/contributing/planted-faults.md
  tools/run test-planted --check     whether the table is current, each patch applies, and each section of
                                     CI and each check has a fault

A fault is a patch for `git apply`. Lines before the difference say what it is:

  Fault: a sentence
  Noticed by: ci SECTION, or assure CHECK, or several of them with commas between them
  Command: what runs in place of the first of them, with a filter of it: optional
  Expect: a regular expression for a line of the output. A command that fails for another reason
          has not noticed the fault.
  Needs: a flag of /proc/cpuinfo without which it cannot be noticed: optional

Checks that notice it by other commands have these lines again.
"""

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
FOLDER = os.path.join("tools", "assurance", "test_planted", "patches")
PAGE = os.path.join(ROOT, "docs", "contributing", "planted-faults.md")
BEGIN, END = "<!-- faults: written by tools/run test-planted --write -->\n", "<!-- end of faults -->\n"
# Seconds after which a command is taken to run forever.
PATIENCE = 2 * 3600

# - patch: the path of the patch in the repository
# - places: sections of CI and checks, such as "ci tests" and "assure wiping"
Fault = collections.namedtuple("Fault", "name patch what places command expect needs")


def run(*command, folder=ROOT):
    """Runs a command, and returns what it prints."""
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


def sections():
    """Returns the names of the sections of CI."""
    return [line.split()[2] for line in run(".ci/run", "--list").splitlines()]


def all_places():
    """Returns all places that can notice a fault, each with its command: that of a check is its usual one, if it has
    one."""
    found = {f"ci {name}": f".ci/run {name}" for name in sections()}
    for check, command in checks.chosen([], "long"):
        found[f"assure {check.name}"] = check.command or command
    # It is this program.
    found.pop("assure planted faults", None)
    return found


def faults_of(name, patch, text, commands):
    """Returns the faults of a patch, one for each command that notices it."""
    head = text.partition("\ndiff --git ")[0]
    fields = re.findall(r"^(Fault|Noticed by|Command|Expect|Needs): (.+)$", head, re.MULTILINE)
    if not fields or fields[0][0] != "Fault":
        raise SystemExit(f"{patch}: expected a line `Fault:` first, found none")
    groups = []
    for field, value in fields[1:]:
        if field == "Noticed by":
            groups.append({})
        if not groups or field in groups[-1]:
            raise SystemExit(f"{patch}: expected a line `Noticed by:`, found another `{field}:`")
        groups[-1][field] = value
    if not groups:
        raise SystemExit(f"{patch}: expected a line `Noticed by:`, found none")
    found = []
    for group in groups:
        places = group["Noticed by"].split(", ")
        for place in places:
            if place not in commands:
                raise SystemExit(f"{patch}: expected a section of `.ci/run --list` or a check of "
                                 f"`tools/run assure --long --list`, found {place}")
        if "Expect" not in group:
            raise SystemExit(f"{patch}: expected a line `Expect:` for {places[0]}, found none")
        found.append(Fault(name, patch, fields[0][1], places, group.get("Command", commands[places[0]]),
                           group["Expect"], group.get("Needs")))
    return found


def faults(commands):
    """Returns all faults, in the order of the places that notice them."""
    found = []
    for path in sorted(glob.glob(os.path.join(ROOT, FOLDER, "*.patch"))):
        name = os.path.basename(path).removesuffix(".patch")
        with open(path, encoding="utf-8") as file:
            found += faults_of(name, os.path.join(FOLDER, f"{name}.patch"), file.read(), commands)
    order = list(commands)
    return sorted(found, key=lambda fault: order.index(fault.places[0]))


def table(found):
    """Returns the lines of the page."""
    rows = [f"| {', '.join(fault.places)} | {fault.what} | [{fault.name}](../../{fault.patch}) |\n" for fault in found]
    return "| noticed by | fault | patch |\n| --- | --- | --- |\n" + "".join(rows)


def page(found):
    """Returns the text of the page, with the table of faults."""
    with open(PAGE, encoding="utf-8") as file:
        head, _, rest = file.read().partition(BEGIN)
    return head + BEGIN + table(found) + END + rest.partition(END)[2]


def problems(found, commands):
    """Returns what is wrong with the list."""
    lines = []
    with open(PAGE, encoding="utf-8") as file:
        if file.read() != page(found):
            lines.append(f"{os.path.relpath(PAGE, ROOT)}: its table is stale: tools/run test-planted --write")
    for patch in sorted({fault.patch for fault in found}):
        applied = subprocess.run(["git", "apply", "--check", patch], cwd=ROOT, capture_output=True, text=True,
                                 check=False)
        if applied.returncode:
            lines.append(f"{patch}: does not apply: {applied.stderr.strip()}")
    programs = run("tools/run")
    for fault in found:
        lines += [f"{fault.patch}: expected a program that `tools/run` lists, found {name}"
                  for name in re.findall(r"tools/run ([a-z0-9-]+)", fault.command)
                  if not re.search(f"^  {name} ", programs, re.MULTILINE)]
    noticing = {place for fault in found for place in fault.places}
    lines += [f"{place}: expected a fault that it notices, found none" for place in commands if place not in noticing]
    return lines


def clean(tree, commit):
    """Makes a copy of the sources what they are in a commit. Ignored files stay, such as what was built."""
    run("git", "checkout", "--quiet", "--force", "--detach", commit, folder=tree)
    run("git", "clean", "--quiet", "--force", "-d", folder=tree)


def output_of(command, folder, environment, log):
    """Runs a command, and returns its exit status, or None if it does not end, and its output."""
    with open(log, "w+", encoding="utf-8", errors="replace") as output:
        process = subprocess.Popen(["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            code = process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        output.seek(0)
        return code, output.read()


NOTICED, MISSED, IMPOSSIBLE = "noticed", "MISSED", "cannot run"


def verdict(fault, code, output):
    """Returns whether a command with an exit status and an output has noticed a fault, and why not."""
    if code == CANNOT_RUN:
        return IMPOSSIBLE, last_line(output)
    if code is None:
        return MISSED, f"the command ran for {PATIENCE} seconds"
    if code == 0:
        return MISSED, "the command passed"
    if not re.search(fault.expect, output, re.MULTILINE):
        return MISSED, f"the command failed without the words {fault.expect}"
    return NOTICED, ""


def plant(found):
    """Plants faults, and prints a line for each. Returns the exit status of the program."""
    folder = os.path.join(os.path.realpath(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))), "planted")
    tree = os.path.join(folder, "tree")
    environment = dict(os.environ, CARGO_TARGET_DIR=os.path.join(folder, "build"))
    os.makedirs(folder, exist_ok=True)
    if not os.path.exists(tree):
        run("git", "clone", "--quiet", "--no-checkout", ROOT, tree)
    # What has changed since the last commit is there, too, and need not be committed.
    commit = run("git", "stash", "create") or run("git", "rev-parse", "HEAD")
    run("git", "push", "--quiet", "--force", tree, f"{commit}:refs/planted/sources")
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        flags = set(file.read().split())
    counts = collections.Counter()
    for fault in found:
        clean(tree, commit)
        start = time.monotonic()
        log = os.path.join(folder, f"{fault.name}-{fault.places[0].replace(' ', '-')}.log")
        if fault.needs and fault.needs not in flags:
            status, reason = IMPOSSIBLE, f"this CPU has no {fault.needs}"
        else:
            # A commit, as some checks take what is committed.
            run("git", "apply", "--index", os.path.join(ROOT, fault.patch), folder=tree)
            run("git", "-c", "user.name=planted", "-c", "user.email=planted@localhost", "commit", "--quiet",
                "--message", fault.what, folder=tree)
            status, reason = verdict(fault, *output_of(fault.command, tree, environment, log))
        counts[status] += 1
        print(f"{status:<10} {time.monotonic() - start:6.0f} s  {fault.name}, by {', '.join(fault.places)}", flush=True)
        if reason:
            print(f"    {reason}\n    ({log})", flush=True)
    clean(tree, commit)
    print(f"{counts[NOTICED]} of {len(found) - counts[IMPOSSIBLE]} faults noticed, {counts[IMPOSSIBLE]} cannot be here")
    return 1 if counts[MISSED] else 0


def main():
    """Runs the command."""
    parser = argparse.ArgumentParser(prog="tools/run test-planted", description=DESCRIPTION,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="WORD", help="the name of a fault, or a word of its check")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--list", action="store_true", help="print the faults and their commands")
    form.add_argument("--write", action="store_true", help="write the table of the page")
    form.add_argument("--check", action="store_true", help="compare the list with the sources, CI and the checks")
    options = parser.parse_args()
    commands = all_places()
    found = faults(commands)
    if options.write:
        text = page(found)
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(text)
        return 0
    if options.check:
        lines = problems(found, commands)
        count = len({fault.name for fault in found})
        print("\n".join(lines) or f"{count} faults: at least one for each of {len(commands)} sections and checks")
        return 1 if lines else 0
    words = options.words
    chosen = [fault for fault in found
              if not words or fault.name in words or any(word in place for word in words for place in fault.places)]
    if not chosen:
        parser.error(f"expected words of the lines that --list prints, found {' '.join(words)}")
    if options.list:
        for fault in chosen:
            print(f"{fault.name:<24} {', '.join(fault.places):<40} {fault.command}")
        return 0
    return plant(chosen)


if __name__ == "__main__":
    sys.exit(main())
