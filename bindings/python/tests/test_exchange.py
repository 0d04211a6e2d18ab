"""Keys, ciphertexts and shared secrets of all parameter sets."""

from __future__ import annotations

import pickle

import vectru
from vectru import ParameterSet


def flipped(data: bytes, bit: int) -> bytes:
    """Returns the bytes with one bit inverted."""
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def test_all_sets_have_names_of_the_package() -> None:
    assert len(vectru.PARAMETER_SETS) == len({one.name for one in vectru.PARAMETER_SETS})
    for one in vectru.PARAMETER_SETS:
        assert getattr(vectru, one.name) is one is vectru.parameter_set(one.name)
        assert one.name in vectru.__all__
        assert repr(one) == f"vectru.{one.name}"


def test_two_parties_agree(parameter_set: ParameterSet) -> None:
    key = parameter_set.generate()
    sent, ciphertext = key.public_key.encapsulate()
    assert key.decapsulate(ciphertext) == sent
    lengths = (len(key.public_key.to_bytes()), len(key.to_bytes()), len(ciphertext), len(sent))
    assert lengths == (
        parameter_set.public_key_bytes,
        parameter_set.secret_key_bytes,
        parameter_set.ciphertext_bytes,
        parameter_set.shared_secret_bytes,
    )
    assert key.parameter_set is key.public_key.parameter_set is parameter_set
    assert key.public_key is key.public_key
    assert all(type(value) is bytes for value in (ciphertext, sent, key.to_bytes()))


def test_an_encapsulation_names_its_parts(parameter_set: ParameterSet) -> None:
    key = parameter_set.generate()
    one = key.public_key.encapsulate()
    random = bytes(parameter_set.encapsulation_random_bytes)
    many = [one, key.public_key.encapsulate_from(random), *key.public_key.encapsulate_batch(2)]
    many += parameter_set.encapsulate_batch([key.public_key] * 2)
    for each in many:
        assert type(each) is vectru.Encapsulation and isinstance(each, tuple)
        assert each == (each.shared_secret, each.ciphertext)
        assert key.decapsulate(each.ciphertext) == each.shared_secret
    # Its text has no secret.
    length = parameter_set.ciphertext_bytes
    assert repr(one) == f"Encapsulation(shared_secret=<32 bytes>, ciphertext=<{length} bytes>)"
    assert pickle.loads(pickle.dumps(one)) == one


def test_keys_are_loaded_from_their_bytes(parameter_set: ParameterSet) -> None:
    key = parameter_set.generate()
    loaded = parameter_set.secret_key_from_bytes(key.to_bytes())
    public = parameter_set.public_key_from_bytes(bytes(key.public_key))
    assert (loaded, public, loaded.public_key) == (key, key.public_key, key.public_key)
    sent, ciphertext = public.encapsulate()
    assert loaded.decapsulate(ciphertext) == key.decapsulate(ciphertext) == sent


def test_prepared_keys_do_the_same(parameter_set: ParameterSet) -> None:
    key = parameter_set.generate()
    random = bytes(parameter_set.encapsulation_random_bytes)
    sent, ciphertext = key.public_key.encapsulate_from(random)
    for one in (key, key.public_key, key):
        one.prepare()
    assert key.public_key.encapsulate_from(random) == (sent, ciphertext)
    assert key.decapsulate(ciphertext) == sent
    more = key.public_key.encapsulate_batch(2)
    assert key.decapsulate_batch([one.ciphertext for one in more]) == [one.shared_secret for one in more]


def test_each_key_and_ciphertext_is_new(parameter_set: ParameterSet) -> None:
    keys = [parameter_set.generate(), parameter_set.generate(), *parameter_set.generate_batch(3)]
    assert len({key.to_bytes() for key in keys}) == 5
    sent = [keys[0].public_key.encapsulate(), keys[0].public_key.encapsulate()]
    sent += keys[0].public_key.encapsulate_batch(3)
    assert len({one.ciphertext for one in sent}) == len({one.shared_secret for one in sent}) == 5


def test_a_changed_ciphertext_has_another_secret(parameter_set: ParameterSet) -> None:
    key = parameter_set.generate()
    sent, ciphertext = key.public_key.encapsulate()
    found = {sent}
    for bit in (0, 100, 8 * len(ciphertext) - 1):
        secret = key.decapsulate(flipped(ciphertext, bit))
        assert secret == key.decapsulate(flipped(ciphertext, bit))
        found.add(secret)
    assert len(found) == 4


def test_batches_are_as_single_calls(parameter_set: ParameterSet) -> None:
    keys = parameter_set.generate_batch(35)
    assert len(keys) == 35
    sent = parameter_set.encapsulate_batch(key.public_key for key in keys)
    ciphertexts = [one.ciphertext for one in sent]
    received = parameter_set.decapsulate_batch(keys, ciphertexts)
    assert received == [one.shared_secret for one in sent]
    assert received == [key.decapsulate(each) for key, each in zip(keys, ciphertexts)]
    sent = keys[0].public_key.encapsulate_batch(35)
    received = keys[0].decapsulate_batch(one.ciphertext for one in sent)
    assert received == [one.shared_secret for one in sent]


def test_empty_batches(parameter_set: ParameterSet) -> None:
    key = parameter_set.generate()
    assert parameter_set.generate_batch(0) == []
    assert parameter_set.encapsulate_batch([]) == key.public_key.encapsulate_batch(0) == []
    assert parameter_set.decapsulate_batch([], []) == key.decapsulate_batch([]) == []


def test_given_random_bytes_give_the_same_results(parameter_set: ParameterSet) -> None:
    # Enough for some rejected candidates, which a set that rejects none ignores.
    count = parameter_set.key_random_bytes + 20 * parameter_set.candidate_random_bytes
    random = bytes(index * index // 7 % 256 for index in range(count))
    key = parameter_set.generate_from(random)
    assert key == parameter_set.generate_from(random)
    assert key != parameter_set.generate_from(random[::-1])
    random = random[: parameter_set.encapsulation_random_bytes]
    sent = key.public_key.encapsulate_from(random)
    assert sent == key.public_key.encapsulate_from(random) != key.public_key.encapsulate()
    assert key.decapsulate(sent.ciphertext) == sent.shared_secret


def test_a_seed_gives_the_same_key_pair(parameter_set: ParameterSet) -> None:
    seed = bytes([1]) + bytes(range(32))
    key = parameter_set.generate_from_seed(seed)
    assert key == parameter_set.generate_from_seed(seed)
    assert key != parameter_set.generate_from_seed(flipped(seed, 8))


def test_all_backends_give_the_same_results(parameter_set: ParameterSet) -> None:
    seed = bytes([1]) + bytes(32)
    random = bytes(parameter_set.encapsulation_random_bytes)
    best = vectru.backend()
    assert best == vectru.backends()[-1]
    found: set[tuple[bytes, ...]] = set()
    try:
        for backend in vectru.backends():
            vectru.force_backend(backend)
            assert vectru.backend() == backend
            key = parameter_set.generate_from_seed(seed)
            secret, ciphertext = key.public_key.encapsulate_from(random)
            found.add((key.to_bytes(), ciphertext, secret, key.decapsulate(ciphertext)))
    finally:
        vectru.force_backend()
    assert vectru.backend() == best
    assert len(found) == 1
