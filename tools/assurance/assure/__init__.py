"""Every check of what SOUNDNESS.md and SECURITY.md claim, by one command, with a line for each.

| module | what it has |
| --- | --- |
| `checks` | the list of checks |
| `run` | runs a check, and reads its figure from what it printed |
| `records` | the records of results, and the name of the tree that they are of |
| `__main__` | the command line |

A check is a command of its own, which also runs without this package. Its exit status says whether
it passed, or that it cannot run on this machine, and the last line of its output is its figure.
"""
