"""The blocks of code of pages."""

import collections
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[3]

# - language: what stands behind the fence, such as `rust,ignore`
# - content: the lines between the fences
# - before: the page up to the block
Block = collections.namedtuple("Block", "language content before")


def blocks(text):
    """Returns the blocks of a page. Those in a list are indented."""
    found = re.finditer(r"^ *```([\w,]+)\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL)
    return [Block(block[1], block[2], text[: block.start()]) for block in found]
