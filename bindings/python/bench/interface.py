"""Measures what a call from Python costs.

    python bench/interface.py [--rounds N] [--limit US] [--json FILE]

An operation runs in bursts of calls from Python and of calls from Rust, in turns, in one process:
the extension times the functions of the library without Python's objects. The cost of a call is
the difference of the times of two bursts that follow each other, for one call. Its figure is the
median over all rounds, and its spread the middle half.

Ends with status 1 if a figure is above the limit, 3 us by default.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from typing import Callable, NamedTuple

import numpy as np
import vectru
from vectru import _vectru, polymul

SETS = ("sntrup761", "ntrulpr761", "ntruhps2048677", "ntruhrss701", "saber")
RINGS = ("sntrup761", "ntruhps2048677", "saber")


class Job(NamedTuple):
    """An operation that is called from both sides."""

    of: str
    operation: str
    from_python: Callable[[], object]
    from_rust: Callable[[int], float]


def jobs_of(name: str) -> list[Job]:
    """Returns the operations of a parameter set."""
    parameter_set = vectru.parameter_set(name)
    key = parameter_set.generate()
    public = key.public_key
    ciphertext = public.encapsulate().ciphertext

    def in_rust(operation: str) -> Callable[[int], float]:
        return lambda runs: _vectru.time_in_rust(parameter_set, operation, runs)

    return [
        Job(name, "generate", parameter_set.generate, in_rust("generate")),
        Job(name, "encapsulate", public.encapsulate, in_rust("encapsulate")),
        Job(name, "decapsulate", lambda: key.decapsulate(ciphertext), in_rust("decapsulate")),
    ]


def product_of(name: str) -> Job:
    """Returns the product in a ring."""
    degree = next(ring["degree"] for ring in polymul.rings() if ring["ring"] == name)
    a = np.arange(degree, dtype=np.int16) % 1000 - 500
    b = np.arange(degree, dtype=np.int16) % 3 - 1

    def in_rust(runs: int) -> float:
        return _vectru.time_product_in_rust(name, runs)

    return Job(name, "multiply", lambda: polymul.multiply(name, a, b), in_rust)


def from_python(call: Callable[[], object], runs: int) -> float:
    """Returns the seconds of some calls from Python, without the seconds of the loop."""
    turns = range(runs)
    start = time.perf_counter()
    for _ in turns:
        pass
    loop = time.perf_counter() - start
    start = time.perf_counter()
    for _ in turns:
        call()
    return time.perf_counter() - start - loop


def measure(jobs: list[Job], rounds: int) -> list[dict[str, object]]:
    """Returns a row for each job."""
    runs = [max(5, int(0.003 / (job.from_rust(20) / 20))) for job in jobs]
    pairs: list[list[tuple[float, float]]] = [[] for _ in jobs]
    for turn in range(rounds):
        for job, count, found in zip(jobs, runs, pairs):
            # Either goes first as often.
            if turn % 2:
                rust = job.from_rust(count)
                python = from_python(job.from_python, count)
            else:
                python = from_python(job.from_python, count)
                rust = job.from_rust(count)
            found.append((1e6 * python / count, 1e6 * rust / count))
    rows: list[dict[str, object]] = []
    for job, found in zip(jobs, pairs):
        costs = [python - rust for python, rust in found]
        lower, median, upper = statistics.quantiles(costs, n=4)
        rows.append(
            {
                "kind": "python",
                "of": job.of,
                "operation": job.operation,
                "backend": vectru.backend(),
                "unit": "us",
                "python": round(statistics.median(python for python, _ in found), 2),
                "rust": round(statistics.median(rust for _, rust in found), 2),
                "cost": round(median, 2),
                "lower_quartile": round(lower, 2),
                "upper_quartile": round(upper, 2),
                "rounds": rounds,
            }
        )
    return rows


def main() -> int:
    """Measures, and prints the table and a line that sums it up."""
    parser = argparse.ArgumentParser(description="measures what a call from Python costs")
    parser.add_argument("--rounds", type=int, default=200, help="bursts of each operation")
    parser.add_argument("--limit", type=float, default=3.0, help="microseconds a call")
    parser.add_argument("--json", help="a file for the rows")
    options = parser.parse_args()
    jobs = [job for name in SETS for job in jobs_of(name)]
    # A wheel that was built with some of the rings has the products of these.
    built = {ring["ring"] for ring in polymul.rings()}
    jobs += [product_of(name) for name in RINGS if name in built]
    rows = measure(jobs, options.rounds)
    print(f"{'of':16} {'operation':12} {'Python':>8} {'Rust':>8} {'cost':>6}  middle half, us")
    for row in rows:
        print(
            f"{row['of']:16} {row['operation']:12} {row['python']:8} {row['rust']:8} {row['cost']:6}"
            f"  {row['lower_quartile']} to {row['upper_quartile']}"
        )
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)
    largest = max(rows, key=lambda row: float(str(row["cost"])))
    cost = float(str(largest["cost"]))
    print(
        f"{len(rows)} operations: a call from Python costs at most {cost} us of {options.limit:g} us"
        f" ({largest['operation']}, {largest['of']})"
    )
    return int(cost > options.limit)


if __name__ == "__main__":
    sys.exit(main())
