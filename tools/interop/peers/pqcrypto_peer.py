"""pqcrypto's side of tools/run test-interop, by PyPI's package: python3 pqcrypto_peer.py start|finish FOLDER. The files are
described there.
"""

import importlib
import sys
from pathlib import Path


def start(mechanism, folder):
    public_key, secret_key = mechanism.keygen()
    (folder / "theirs.pk").write_bytes(public_key)
    (folder / "theirs.sk").write_bytes(secret_key)
    ciphertext, sent = mechanism.encaps((folder / "ours.pk").read_bytes())
    (folder / "theirs.ct").write_bytes(ciphertext)
    (folder / "theirs.sent").write_bytes(sent)


def finish(mechanism, folder):
    def decapsulate(secret_key, ciphertext):
        return mechanism.decaps((folder / secret_key).read_bytes(), (folder / ciphertext).read_bytes())

    (folder / "theirs.received").write_bytes(decapsulate("theirs.sk", "ours.ct"))
    (folder / "theirs.loaded").write_bytes(decapsulate("ours.sk", "theirs.ct"))


def main():
    step, folder = sys.argv[1:]
    for path in sorted(Path(folder).iterdir()):
        module = importlib.import_module("pqcrypto.kem")
        mechanism = getattr(module, path.name.replace("sntrup", "sntrup_"))
        for number in sorted(path.iterdir()):
            {"start": start, "finish": finish}[step](mechanism, number)


main()
