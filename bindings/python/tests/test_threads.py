"""Threads: batches leave Python's lock to others, and keys serve many threads."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Callable

import pytest
import vectru
from vectru import ParameterSet

SET = vectru.sntrup761
KEY = SET.generate()
SENT = KEY.public_key.encapsulate_batch(4000)
CIPHERTEXTS = [one.ciphertext for one in SENT]


def longest_wait(work: Callable[[], object]) -> tuple[float, float]:
    """Runs the work in a thread, and returns its seconds and the longest time that this thread did
    not run meanwhile."""
    seconds = 0.0

    def timed() -> None:
        nonlocal seconds
        start = time.perf_counter()
        work()
        seconds = time.perf_counter() - start

    thread = threading.Thread(target=timed)
    longest, last = 0.0, time.perf_counter()
    thread.start()
    while thread.is_alive():
        reading = time.perf_counter()
        longest, last = max(longest, reading - last), reading
    return seconds, longest


@pytest.mark.parametrize(
    "work",
    [
        lambda: SET.generate_batch(1000),
        lambda: KEY.public_key.encapsulate_batch(6000),
        lambda: SET.encapsulate_batch([KEY.public_key] * 6000),
        lambda: KEY.decapsulate_batch(CIPHERTEXTS),
        lambda: SET.decapsulate_batch([KEY] * len(CIPHERTEXTS), CIPHERTEXTS),
    ],
    ids=["generate", "encapsulate", "encapsulate by many", "decapsulate", "decapsulate by many"],
)
def test_batches_let_other_threads_run(work: Callable[[], object]) -> None:
    # Another program may take the processor: one of some attempts must show it.
    attempts = [longest_wait(work) for _ in range(5)]
    assert any(longest < seconds / 2 for seconds, longest in attempts), attempts


def test_the_wait_is_found_where_there_is_one() -> None:
    # Sorting keeps the lock for its whole time, which must be long beside the few milliseconds after
    # which a thread that waits asks for the lock.
    numbers = [index * 7919 % 3_000_017 for index in range(2_000_000)]
    attempts = [longest_wait(lambda: sorted(numbers)) for _ in range(5)]
    assert all(longest > seconds / 2 for seconds, longest in attempts), attempts


def test_a_key_serves_many_threads(parameter_set: ParameterSet) -> None:
    key = parameter_set.generate()

    def agree(_: int) -> bool:
        secret, ciphertext = key.public_key.encapsulate()
        batch = key.public_key.encapsulate_batch(3)
        received = key.decapsulate_batch(one.ciphertext for one in batch)
        return key.decapsulate(ciphertext) == secret and received == [one.shared_secret for one in batch]

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(agree, range(16)))
