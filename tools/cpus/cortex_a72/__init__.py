"""A model of the Cortex-A72: cycles of AArch64 programs on machines of other kinds.

| module | what it has |
| --- | --- |
| `trace` with `../qemu/record-call.c` | the instructions that a call of a function executes, under qemu-aarch64 |
| `disassembly` | the text of an instruction |
| `instruction` | the micro-operations of an instruction: pipes, latencies, registers, by [ARM15] |
| `memory` | the first-level caches |
| `core` | dispatch, issue and commit of micro-operations |
| `programs` | the programs of this repository that `tools/run cortex-a72 --json` measures |
| `rows` | rows of figures in a file |
| `__main__` | the command line |

docs/research/cortex-a72.md says what the model has, what it lacks, and how far it is from printed cycles.
"""
