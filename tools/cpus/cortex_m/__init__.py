"""Instructions, cycles, stack and code of this project on a Cortex-M3 and a Cortex-M4, emulated.

| module | what it has |
| --- | --- |
| `counts` with `../qemu/count-calls.c` | how often each block of a call runs, under qemu-system-arm |
| `instruction` | kinds and cycles of instructions, by [ARM10] and [ARM15b] |
| `programs` | the firmware, its build, and the rows of its jobs |
| `__main__` | the command line |

docs/users/cortex-m.md says what the cycles have and lack. What emulators and rows of figures take in
general is shared with the package `cortex_a72`.
"""
