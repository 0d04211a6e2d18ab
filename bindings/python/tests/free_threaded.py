"""Uses keys from many threads in free-threaded Python, which has no lock: python free_threaded.py

Importing the extension must not switch the lock on. Needs nothing but the package.
"""

from __future__ import annotations

import sys
import threading

THREADS = 8


def main() -> int:
    """Runs the threads, and prints what they have done."""
    is_locked = getattr(sys, "_is_gil_enabled", lambda: True)
    if is_locked():
        print(f"expected a free-threaded Python, found {sys.version}")
        return 1
    import vectru

    if is_locked():
        print("expected no lock of Python, found that importing vectru switches it on")
        return 1
    failures: list[str] = []

    def use(key: vectru.SecretKey, shared: bytearray) -> None:
        """Uses a key as all other threads do at the same time, and bytes that they change."""
        for _ in range(20):
            sent = key.public_key.encapsulate()
            key.prepare()
            key.public_key.prepare()
            if key.decapsulate(bytearray(sent.ciphertext)) != sent.shared_secret:
                failures.append(f"{key.parameter_set.name}: other secrets")
            if key.parameter_set is not vectru.parameter_set(key.parameter_set.name):
                failures.append(f"{key.parameter_set.name}: another object of the set")
            # Its length changes while it is read: an error is right, and a wrong read is not.
            try:
                key.decapsulate(shared)
            except vectru.errors.LengthError:
                pass
            shared.append(1)
            if len(shared) > 2000:
                shared.clear()

    count = 0
    for parameter_set in vectru.PARAMETER_SETS:
        key, shared = parameter_set.generate(), bytearray(parameter_set.ciphertext_bytes)
        started = threading.Barrier(THREADS)

        def run() -> None:
            started.wait()
            use(key, shared)

        threads = [threading.Thread(target=run) for _ in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        count += 1
    for failure in failures:
        print(failure)
    print(f"free-threaded Python: {count} sets, each by {THREADS} threads")
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
