"""Compares connections of asyncssh with several libraries for sntrup761, in turns.

    compare.py CONNECTIONS NAME=PREFIX...

Each library has a client and a server in processes of their own, which find it in PREFIX/lib. A turn
makes ten connections with each. Printed are medians over the turns of the processor time of a
connection, and their ratio to those of the last library; then the last library's with
curve25519-sha256, which needs none.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import asyncssh

TURN = 10
HANDSHAKES = pathlib.Path(__file__).with_name("handshakes.py")
WITH_SNTRUP = "sntrup761x25519-sha512"
WITHOUT = "curve25519-sha256"


class Process:
    """A client or a server."""

    def __init__(self, prefix: str, *arguments: str) -> None:
        environment = {**os.environ, "VECTRU_PREFIX": prefix, "LD_LIBRARY_PATH": f"{prefix}/lib"}
        self.process = subprocess.Popen(
            [sys.executable, str(HANDSHAKES), *arguments], env=environment, text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def read(self) -> str:
        """Reads a line, or ends the program."""
        line = self.process.stdout.readline()
        return line.strip() or sys.exit(f"{self.process.args}: ended with status {self.process.wait()}")

    def ask(self, line: str) -> float:
        """Writes a line, and reads a number."""
        print(line, file=self.process.stdin, flush=True)
        return float(self.read())

    def end(self) -> None:
        """Ends the process."""
        self.process.stdin.close()
        self.process.wait()


class Row:
    """A library and a key exchange, with the processor time of a connection in each turn."""

    def __init__(self, name: str, kex: str, server: Process, client: Process) -> None:
        self.name, self.kex, self.server, self.client = name, kex, server, client
        self.times: list[tuple[float, float]] = []

    def turn(self) -> tuple[float, float]:
        """Makes connections: returns the milliseconds of client and server for one."""
        before = self.server.ask("")
        client = self.client.ask(f"{self.kex} {TURN}")
        return 1e3 * client / TURN, 1e3 * (self.server.ask("") - before) / TURN

    def medians(self) -> tuple[float, float]:
        """Returns the medians of client and server."""
        clients, servers = zip(*self.times)
        return statistics.median(clients), statistics.median(servers)


def main() -> None:
    """Makes the connections, and prints the table."""
    connections, *libraries = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        for name in ("host", "user"):
            key = asyncssh.generate_private_key("ssh-ed25519")
            key.write_private_key(f"{folder}/{name}")
            key.write_public_key(f"{folder}/{name}.pub")
        rows, processes = [], []
        try:
            for library in libraries:
                name, prefix = library.split("=", 1)
                server = Process(prefix, "server", f"{folder}/host", f"{folder}/user")
                processes.append(server)
                client = Process(prefix, "client", server.read(), f"{folder}/user", f"{folder}/host.pub")
                processes.append(client)
                rows.append(Row(name, WITH_SNTRUP, server, client))
            rows.append(Row("none", WITHOUT, server, client))
            for row in rows:
                row.turn()
            for _ in range(max(1, int(connections) // TURN)):
                for row in rows:
                    row.times.append(row.turn())
        finally:
            for process in processes:
                process.end()
    ours = rows[-2].medians()
    print(f"{'sntrup761 of':<18} {'key exchange':<24} {'client CPU':>12} {'ratio':>6} {'server CPU':>12} {'ratio':>6}")
    for row in rows:
        client, server = row.medians()
        print(f"{row.name:<18} {row.kex:<24} {client:9.2f} ms {client / ours[0]:6.2f} {server:9.2f} ms {server / ours[1]:6.2f}")


if __name__ == "__main__":
    main()
