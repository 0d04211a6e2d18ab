"""Commands of pages, run as they stand.

| module | what it has |
| --- | --- |
| `blocks` | the blocks of code of a page |
| `here` | commands of three pages on this system, with what is built here |
| `__main__` | the command line, and the commands of all pages in fresh roots of Debian |
"""
