"""Runs checks: two at a time, each with its output in a file of its own."""

import collections
import glob
import os
import re
import subprocess
import threading
import time

# The exit status of a check that cannot run on this machine, as Automake has it for skipped tests.
CANNOT_RUN = 77

OK, FAILED, IMPOSSIBLE = "ok", "FAILED", "cannot run"

Result = collections.namedtuple("Result", "check status seconds cpu_seconds figure log")


def last_line(output):
    """Returns the last line of an output that is not empty."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def tests_passed(output):
    """Returns how many tests passed, by the closing lines of `cargo test`."""
    passed = sum(int(count) for count in re.findall(r"^test result: ok\. (\d+) passed", output, re.MULTILINE))
    return f"{passed:,} tests" if passed else ""


def with_lines(output):
    """Returns the last line, and the lines of the checker of machine code without its tests."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "check-binary", "src")
    files = [file for file in glob.glob(f"{folder}/**/*.rs", recursive=True) if "tests" not in file[len(folder):]]
    lines = 0
    for file in files:
        with open(file, encoding="utf-8") as text:
            lines += sum(1 for _ in text)
    figure = last_line(output)
    return f"{figure}; {lines:,} lines of checker" if figure else ""


def status_of(code, figure):
    """Returns the status of a check with an exit status and a figure. A check that passes says what
    it has checked: without a figure it has checked nothing."""
    if code == CANNOT_RUN:
        return IMPOSSIBLE
    return OK if code == 0 and figure else FAILED


class Threads:
    """Threads of compilers that the checks share, as many as there are processors: each check has
    one, and each token in a pipe stands for one more, by the convention of GNU make."""

    def __init__(self, folder, width):
        path = os.path.join(os.path.abspath(folder), "tokens")
        if os.path.exists(path):
            os.remove(path)
        os.mkfifo(path)
        self.pipe = os.open(path, os.O_RDWR)
        for _ in range(width, os.cpu_count() or 1):
            self.leave()
        # A command that runs this one, such as .ci/run, may have threads to share already.
        self.environment = {"CARGO_MAKEFLAGS": f"-j --jobserver-auth=fifo:{path}", **os.environ}

    def leave(self):
        """Leaves a thread to the checks that still run."""
        os.write(self.pipe, b"+")


def run(check, command, folder, environment):
    """Runs a check, and returns its result."""
    log = os.path.join(folder, check.name.replace(" ", "-") + ".log")
    start = time.monotonic()
    with open(log, "w+", encoding="utf-8", errors="replace") as output:
        process = subprocess.Popen(["bash", "-c", command], stdin=subprocess.DEVNULL, stdout=output,
                                   stderr=subprocess.STDOUT, env=environment)
        _, waited, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(waited)
        output.seek(0)
        text = output.read()
    figure = check.figure(text)
    status = status_of(process.returncode, figure)
    return Result(check, status, time.monotonic() - start, usage.ru_utime + usage.ru_stime,
                  figure if status == OK else last_line(text), log)


def run_all(commands, folder, report, width=2):
    """Runs pairs of a check and its command, `width` at a time in their order. Calls `report` with
    each result as it comes, and returns all of them in the order of the checks."""
    os.makedirs(folder, exist_ok=True)
    threads = Threads(folder, width)
    waiting = collections.deque(enumerate(commands))
    results = {}
    lock = threading.Lock()

    def work():
        while True:
            with lock:
                if not waiting:
                    threads.leave()
                    return
                index, (check, command) = waiting.popleft()
            result = run(check, command, folder, threads.environment)
            with lock:
                results[index] = result
                report(result)

    workers = [threading.Thread(target=work) for _ in range(width)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    os.close(threads.pipe)
    return [results[index] for index in sorted(results)]
