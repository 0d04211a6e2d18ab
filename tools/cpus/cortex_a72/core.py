"""Dispatch, issue and commit of micro-operations.

Micro-operations leave the front end in order: at most `Core.width` a cycle, and of each group of
pipes at most as many as `DISPATCH` says ([ARM15], section 4.1). Each waits in the queue of its pipe
until its operands are there and the pipe is free, oldest first, and commits in order. Dispatch waits
while a queue or the reorder buffer is full.
"""

import heapq
import random
from collections import deque
from dataclasses import dataclass

from . import memory


@dataclass(frozen=True)
class Core:
    """The sizes of the core, in micro-operations, and its penalties, in cycles.

    docs/research/cortex-a72.md says which are documented and which are assumed.
    """

    width: int = 3
    # Micro-operations between dispatch and commit.
    reorder_buffer: int = 128
    # Micro-operations that wait for one pipe.
    queue: int = 8
    # True if dispatch chooses between the two pipes of vectors by a fixed sequence of pseudo-random
    # bits, without regard to their queues. Else the pipe with the shorter queue takes it.
    blind: bool = True
    # Cycles that a miss of the first-level cache adds to a load, and to the fetch of a line.
    load_miss: int = 12
    fetch_miss: int = 6


# Pipes, each with the group whose micro-operations share a limit of dispatch.
PIPES = {"B": "B", "I0": "I", "I1": "I", "M": "M", "F0": "F0", "F1": "F1", "L": "LS", "S": "LS"}
DISPATCH = {"B": 1, "I": 2, "M": 2, "F0": 1, "F1": 1, "LS": 2}
EITHER = {"I": ("I0", "I1"), "F": ("F1", "F0")}


@dataclass(frozen=True)
class Result:
    """Cycles of a trace, and what the core was busy with."""

    cycles: int
    instructions: int
    micro_operations: int
    # Cycles that each pipe was busy.
    busy: dict
    fetch_misses: int
    load_misses: int
    # The cycles in which the instructions at the marked addresses are done.
    marks: list


class Pipe:
    """A pipe: the cycles in which it is taken, and the micro-operations that wait for it."""

    def __init__(self):
        self.taken = set()
        self.waiting = []
        self.busy = 0

    def take(self, earliest, cycles):
        """Takes the pipe for the first free run of cycles, and returns its first cycle."""
        start = earliest
        while any(start + k in self.taken for k in range(cycles)):
            start += 1
        self.taken.update(range(start, start + cycles))
        self.busy += cycles
        heapq.heappush(self.waiting, start + 1)
        return start

    def waiting_at(self, cycle):
        """Returns how many micro-operations wait at a cycle."""
        while self.waiting and self.waiting[0] <= cycle:
            heapq.heappop(self.waiting)
        return len(self.waiting)


class Machine:
    """The state of the core while it runs a trace."""

    def __init__(self, core):
        self.core = core
        self.pipes = {name: Pipe() for name in PIPES}
        # The cycle of the last dispatch, and the micro-operations dispatched in it, by group.
        self.cycle = 0
        self.dispatched = {}
        # When the last micro-operations commit; the newest is the last.
        self.commits = deque([0], maxlen=core.reorder_buffer)
        self.micro_operations = 0
        self.coin = random.Random(1)
        self.ready = {}                     # register: the cycle of its value
        self.chains = {}                    # register: the kind and the issue of the operation that wrote it

    def wait(self, cycle):
        """Dispatches nothing before a cycle."""
        if cycle > self.cycle:
            self.cycle = cycle
            self.dispatched = {}

    def dispatch(self, choice):
        """Dispatches a micro-operation, and returns the name of its pipe."""
        names = EITHER.get(choice, (choice,))
        if choice == "F" and self.core.blind:
            name = names[self.coin.getrandbits(1)]
        else:
            name = min(names, key=lambda one: (self.pipes[one].waiting_at(self.cycle), self.pipes[one].busy))
        pipe, group = self.pipes[name], PIPES[name]
        if len(self.commits) == self.core.reorder_buffer:
            self.wait(self.commits[0])
        while pipe.waiting_at(self.cycle) >= self.core.queue:
            self.wait(pipe.waiting[0])
        if sum(self.dispatched.values()) >= self.core.width or self.dispatched.get(group, 0) >= DISPATCH[group]:
            self.wait(self.cycle + 1)
        self.dispatched[group] = self.dispatched.get(group, 0) + 1
        self.micro_operations += 1
        return name

    def issue(self, name, ready, cycles):
        """Issues a micro-operation on a pipe once its operands are ready, and returns the cycle."""
        return self.pipes[name].take(max(self.cycle + 1, ready), cycles)

    def operands(self, operation):
        """Returns the cycle in which the operands of an operation are ready."""
        latest = 0
        for register in operation.reads:
            cycle = self.ready.get(register, 0)
            if operation.chain and register in operation.writes:
                # Sums are forwarded from one link of a chain to the next.
                kind, issued = self.chains.get(register, ("", 0))
                if kind == operation.chain[0]:
                    cycle = min(cycle, issued + operation.chain[1])
            latest = max(latest, cycle)
        return latest

    def execute(self, operation, delay=0):
        """Runs an instruction whose data come a delay later than its latency says."""
        ready = self.operands(operation)
        issued = done = 0
        for choice, cycles in operation.micro_operations:
            name = self.dispatch(choice)
            if choice == "I" and operation.kind:
                # The update of the base register waits for nothing but the register.
                finished = updated = self.issue(name, self.ready.get(operation.address[0], 0), cycles) + 1
            else:
                start = self.issue(name, ready, cycles)
                finished = start + operation.latency + delay
                issued, done = max(issued, start), max(done, finished)
            self.commits.append(max(finished, self.commits[-1]))
        for register in operation.writes:
            self.ready[register] = done
            self.chains[register] = (operation.family, issued)
        if operation.base:
            self.ready[operation.base] = updated

    def forget(self):
        """Forgets the cycles that are over."""
        for pipe in self.pipes.values():
            pipe.taken = {cycle for cycle in pipe.taken if cycle >= self.cycle}


def run(program, core=Core(), marked=frozenset()):
    """Runs a list of pairs of an operation and its record, and returns the result, with the cycles
    of the instructions at the `marked` addresses.

    The trace passes the caches twice, and the second time is timed: data and instructions are in the
    caches as far as the trace leaves room for them. A record of None is an instruction without
    address, in the caches.
    """
    instructions, data = memory.instruction_cache(), memory.data_cache()
    for _, record in program:
        if record:
            instructions.touch(record.pc // memory.LINE)
            for one in memory.lines(record):
                data.touch(one)
    machine = Machine(core)
    line, fetch_misses, load_misses, marks = None, 0, 0, []
    for count, (operation, record) in enumerate(program):
        delay = 0
        if record:
            if record.pc // memory.LINE != line:
                line = record.pc // memory.LINE
                if instructions.touch(line):
                    fetch_misses += 1
                    machine.wait(machine.cycle + core.fetch_miss)
            missed = sum(data.touch(one) for one in memory.lines(record))
            if missed and operation.kind == "load":
                load_misses += 1
                delay = core.load_miss
        machine.execute(operation, delay)
        if record and record.pc in marked:
            marks.append(machine.commits[-1])
        if count % 4096 == 4095:
            machine.forget()
    busy = {name: pipe.busy for name, pipe in machine.pipes.items()}
    return Result(machine.commits[-1], len(program), machine.micro_operations, busy,
                  fetch_misses, load_misses, marks)
