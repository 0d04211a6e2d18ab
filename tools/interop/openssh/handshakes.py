"""Makes connections of asyncssh, and says what processor time they took.

    handshakes.py server HOST_KEY KEY         listens on 127.0.0.1
    handshakes.py client PORT KEY HOST_KEY    connects

A server prints its port, and then for each line that it reads, the processor time in seconds that it
has taken. A client reads lines with a key exchange and a number of connections: it makes them one
after the other, and prints the processor time that they took. Both end at the end of the input.
"""

import asyncio
import sys
import time

import asyncssh
from exchange import check_library


async def read_line() -> str:
    """Reads a line while connections are served."""
    return await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)


async def server(host_key: str, key: str) -> None:
    """Serves connections."""
    listener = await asyncssh.listen(
        "127.0.0.1", 0, server_host_keys=[host_key], authorized_client_keys=f"{key}.pub",
        kex_algs=["sntrup761x25519-sha512", "curve25519-sha256"],
    )
    print(listener.sockets[0].getsockname()[1], flush=True)
    while await read_line():
        print(time.process_time(), flush=True)
    listener.close()


async def connect(port: str, key: str, known: asyncssh.SSHKnownHosts, kex: str) -> None:
    """Makes a connection: exchanges keys, checks the server's signature, authenticates by a key."""
    async with asyncssh.connect(
        "127.0.0.1", int(port), username="anyone", known_hosts=known, client_keys=[key], kex_algs=[kex], config=None,
    ):
        pass


async def client(port: str, key: str, host_key: str) -> None:
    """Makes connections."""
    with open(host_key, encoding="ascii") as file:
        known = asyncssh.import_known_hosts(f"[127.0.0.1]:{port} {file.read()}")
    while line := await read_line():
        kex, count = line.split()
        start = time.process_time()
        for _ in range(int(count)):
            await connect(port, key, known, kex)
        print(time.process_time() - start, flush=True)


if __name__ == "__main__":
    check_library()
    asyncio.run({"client": client, "server": server}[sys.argv[1]](*sys.argv[2:]))
