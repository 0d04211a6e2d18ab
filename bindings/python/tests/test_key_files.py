"""Keys in DER and PEM, secret keys under passwords, and what pyca/cryptography makes of them."""

from __future__ import annotations

import base64
from typing import Any, Callable, Optional

import pytest
import vectru
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import mlkem, x25519
from cryptography.hazmat.primitives.serialization import Encoding, PrivateFormat
from vectru import ParameterSet, errors

KEY = vectru.sntrup761.generate()
PASSWORD = b"correct horse"


def test_keys_are_loaded_from_their_files(parameter_set: ParameterSet) -> None:
    key = parameter_set.generate()
    public = key.public_key
    for document in (public.to_der(), memoryview(public.to_der())):
        assert vectru.public_key_from_der(document) == public
    for text in (public.to_pem(), public.to_pem().decode(), b"A key:\n" + public.to_pem() + b"\n\n"):
        assert vectru.public_key_from_pem(text) == public
    assert vectru.secret_key_from_der(bytearray(key.to_der())) == key
    assert vectru.secret_key_from_pem(key.to_pem()) == vectru.secret_key_from_pem(key.to_pem().decode()) == key
    assert vectru.secret_key_from_der(key.to_der()).parameter_set is parameter_set
    assert type(key.to_pem()) is type(key.to_der()) is type(public.to_pem()) is type(public.to_der()) is bytes


def test_pem_is_der_in_base64_under_its_label() -> None:
    texts = {
        "PUBLIC KEY": (KEY.public_key.to_pem(), KEY.public_key.to_der()),
        "PRIVATE KEY": (KEY.to_pem(), KEY.to_der()),
    }
    for label, (text, document) in texts.items():
        first, *lines, last = text.decode().splitlines()
        assert (first, last) == (f"-----BEGIN {label}-----", f"-----END {label}-----")
        assert base64.b64decode("".join(lines)) == document


def test_secret_keys_are_encrypted_by_passwords() -> None:
    for password in (PASSWORD, bytearray(PASSWORD), memoryview(PASSWORD)):
        document, text = KEY.to_der(password), KEY.to_pem(password=password)
        assert text.startswith(b"-----BEGIN ENCRYPTED PRIVATE KEY-----\n")
        for part in (KEY.to_bytes()[:32], KEY.public_key.to_bytes()[:32]):
            assert part in KEY.to_der() and part not in document
        assert vectru.secret_key_from_der(document, PASSWORD) == KEY
        assert vectru.secret_key_from_pem(text.decode(), password=password) == KEY
    # A salt and an initial vector of its own for each.
    assert KEY.to_der(PASSWORD) != KEY.to_der(PASSWORD)


def test_wrong_passwords_are_refused() -> None:
    document, text = KEY.to_der(PASSWORD), KEY.to_pem(PASSWORD)
    loads: list[Callable[[Optional[bytes]], object]] = [
        lambda password: vectru.secret_key_from_der(document, password),
        lambda password: vectru.secret_key_from_pem(text, password),
    ]
    for load in loads:
        with pytest.raises(errors.PasswordError, match="encrypted: expected a password, found none"):
            load(None)
        for wrong in (b"", b"another", PASSWORD + b"!"):
            with pytest.raises(errors.PasswordError, match="wrong password"):
                load(wrong)
    with pytest.raises(errors.PasswordError, match="not encrypted: expected no password, found one"):
        vectru.secret_key_from_der(KEY.to_der(), PASSWORD)
    with pytest.raises(errors.PasswordError, match="not encrypted: expected no password, found one"):
        vectru.secret_key_from_pem(KEY.to_pem(), PASSWORD)
    with pytest.raises(errors.PasswordError, match="1 byte or more, found 0"):
        KEY.to_pem(b"")
    not_bytes: Any = "text"
    with pytest.raises(TypeError, match="expected a bytes-like object, found str"):
        KEY.to_pem(not_bytes)


def test_other_documents_are_refused() -> None:
    with pytest.raises(errors.KeyFileError, match="expected PEM"):
        vectru.secret_key_from_pem("no key")
    with pytest.raises(errors.KeyFileError, match="expected a key in DER"):
        vectru.public_key_from_der(KEY.to_der())
    with pytest.raises(errors.KeyFileError, match="expected a key in DER"):
        vectru.secret_key_from_der(b"")
    with pytest.raises(errors.KeyFileError) as raised:
        vectru.public_key_from_pem(KEY.to_pem())
    assert (raised.value.expected, raised.value.found) == ("PUBLIC KEY", "PRIVATE KEY")
    with pytest.raises(errors.KeyFileError) as raised:
        vectru.secret_key_from_pem(KEY.public_key.to_pem())
    assert (raised.value.expected, raised.value.found) == ("PRIVATE KEY", "PUBLIC KEY")
    # The key itself is checked, too.
    changed = bytearray(KEY.to_der())
    changed[-1] ^= 1
    with pytest.raises(errors.PublicKeyHashError):
        vectru.secret_key_from_der(changed)
    no_text: Any = 3
    for load in (vectru.public_key_from_pem, vectru.secret_key_from_pem):
        with pytest.raises(TypeError, match="found int"):
            load(no_text)


def test_a_file_cannot_ask_for_the_memory_of_the_machine() -> None:
    # An EncryptedPrivateKeyInfo by scrypt with N = 2^30, r = 8 and p = 1.
    def element(tag: int, *contents: bytes) -> bytes:
        body = b"".join(contents)
        assert len(body) < 128
        return bytes([tag, len(body)]) + body

    scrypt = element(
        0x30,
        element(4, bytes(16)),
        element(2, (1 << 30).to_bytes(4, "big")),
        element(2, b"\x08"),
        element(2, b"\x01"),
    )
    kdf = element(0x30, element(6, bytes.fromhex("2b06010401da47040b")), scrypt)
    cipher = element(0x30, element(6, bytes.fromhex("60864801650304012a")), element(4, bytes(16)))
    scheme = element(0x30, element(6, bytes.fromhex("2a864886f70d01050d")), element(0x30, kdf, cipher))
    document = element(0x30, scheme, element(4, bytes(16)))
    with pytest.raises(errors.KeyFileError, match="expected scrypt with at most 268435456 bytes") as raised:
        vectru.secret_key_from_der(document, PASSWORD)
    assert raised.value.found == str(1 << 40)


@pytest.mark.parametrize("encoding", [Encoding.DER, Encoding.PEM])
def test_cryptography_decrypts_what_this_package_encrypts(encoding: Encoding) -> None:
    pem = encoding is Encoding.PEM
    load: Any = serialization.load_pem_private_key if pem else serialization.load_der_private_key
    document = KEY.to_pem(PASSWORD) if pem else KEY.to_der(PASSWORD)
    # It decrypts the document, and does not know the algorithm of the key in it.
    with pytest.raises(UnsupportedAlgorithm):
        load(document, PASSWORD)
    with pytest.raises(ValueError, match="[Ii]ncorrect password"):
        load(document, b"another")


def test_what_cryptography_encrypts_is_decrypted() -> None:
    key = x25519.X25519PrivateKey.generate()
    best = serialization.BestAvailableEncryption(PASSWORD)
    for encoding, load in (
        (Encoding.DER, vectru.secret_key_from_der),
        (Encoding.PEM, vectru.secret_key_from_pem),
    ):
        document = key.private_bytes(encoding, PrivateFormat.PKCS8, best)
        with pytest.raises(errors.KeyFileError, match="found 1.3.101.110") as raised:
            load(document, PASSWORD)
        assert raised.value.found == "1.3.101.110"
        with pytest.raises(errors.PasswordError):
            load(document, b"another")


def test_results_have_the_order_of_cryptography() -> None:
    theirs = mlkem.MLKEM768PrivateKey.generate()
    shared_secret, ciphertext = theirs.public_key().encapsulate()
    assert theirs.decapsulate(ciphertext) == shared_secret
    shared_secret, ciphertext = KEY.public_key.encapsulate()
    assert KEY.decapsulate(ciphertext) == shared_secret
