"""The first-level caches: 64-byte lines, least recently used ways are replaced."""

from collections import OrderedDict

LINE = 64


def lines(record):
    """Returns the numbers of the lines that an instruction reads or writes."""
    if not record.accesses:
        return range(0)
    return range(record.address // LINE, (record.address + record.bytes - 1) // LINE + 1)


class Cache:
    """A cache of some bytes in some ways."""

    def __init__(self, size, ways):
        self.ways = ways
        self.sets = [OrderedDict() for _ in range(size // LINE // ways)]

    def touch(self, line):
        """Brings a line in, and returns whether it was missing."""
        ways = self.sets[line % len(self.sets)]
        missed = line not in ways
        ways[line] = None
        ways.move_to_end(line)
        if len(ways) > self.ways:
            ways.popitem(last=False)
        return missed


def instruction_cache():
    """Returns the first-level cache of instructions: 48 KiB in three ways."""
    return Cache(48 << 10, 3)


def data_cache():
    """Returns the first-level cache of data: 32 KiB in two ways."""
    return Cache(32 << 10, 2)
