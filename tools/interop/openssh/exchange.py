"""Exchanges keys by sntrup761 and X25519 with asyncssh, which takes sntrup761 from the liboqs that it finds.

    exchange.py client PORT KEY KNOWN_HOST KEX      reads a file by sftp from an OpenSSH server
    exchange.py server PORT HOST_KEY KEY KEX SSH    serves one connection of OpenSSH's program SSH
"""

import asyncio
import os
import sys

import asyncssh
from asyncssh.crypto import pq


def check_library() -> None:
    """Ends the program unless the loaded liboqs is the one of the prefix."""
    prefix = os.environ["VECTRU_PREFIX"]
    with open("/proc/self/maps", encoding="ascii") as maps:
        loaded = {line.split()[-1] for line in maps if "liboqs" in line}
    if not pq.sntrup_available or not loaded or any(not path.startswith(prefix) for path in loaded):
        sys.exit(f"expected liboqs of {prefix}, found {loaded}")


async def client(port: str, key: str, host_key: str, kex: str) -> None:
    """Connects to an OpenSSH server and reads a file there."""
    with open(host_key, encoding="ascii") as file:
        known = asyncssh.import_known_hosts(f"[127.0.0.1]:{port} {file.read()}")
    async with asyncssh.connect(
        "127.0.0.1", int(port), username=os.environ["VECTRU_SSH_USER"], known_hosts=known, client_keys=[key],
        kex_algs=[kex], config=None,
    ) as connection, connection.start_sftp_client() as sftp:
        async with sftp.open(host_key) as file:
            text = await file.read()
    with open(host_key, encoding="ascii") as file:
        assert text == file.read()


async def server(port: str, host_key: str, key: str, kex: str, program: str) -> None:
    """Serves OpenSSH's client."""

    async def answer(process: asyncssh.SSHServerProcess) -> None:
        process.stdout.write("agreed\n")
        process.exit(0)

    listener = await asyncssh.listen(
        "127.0.0.1", int(port), server_host_keys=[host_key], authorized_client_keys=f"{key}.pub",
        process_factory=answer, kex_algs=[kex],
    )
    options = ["UserKnownHostsFile=/dev/null", "StrictHostKeyChecking=no", f"KexAlgorithms={kex}", "BatchMode=yes"]
    arguments = [word for option in options for word in ("-o", option)]
    child = await asyncio.create_subprocess_exec(
        program, "-F", "none", "-p", port, "-i", key, *arguments, "anyone@127.0.0.1", "true",
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await asyncio.wait_for(child.communicate(), 30)
    listener.close()
    assert output == b"agreed\n" and child.returncode == 0, (output, child.returncode)


if __name__ == "__main__":
    check_library()
    asyncio.run({"client": client, "server": server}[sys.argv[1]](*sys.argv[2:]))
    print(f"asyncssh as {sys.argv[1]}, {next(word for word in sys.argv if 'sntrup' in word)}: passed")
