// Keys, ciphertexts and secrets exchanged with liboqs in WebAssembly, in both directions.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as liboqs from "@oqs/liboqs-js/kem";
import { binary, mechanisms } from "./support.mjs";

/** The functions of liboqs that make a mechanism, by the names of sets in lower case. */
const theirs = new Map(
    Object.entries(liboqs)
        .filter(([name]) => name.startsWith("create"))
        .map(([name, create]) => [name.slice("create".length).toLowerCase(), create]),
);
const shared = mechanisms.filter(({ name }) => theirs.has(name));

test("liboqs has sntrup761 and the sets of NTRU", () => {
    const expected = mechanisms.map(({ name }) => name).filter((name) => name === "sntrup761" || /^ntruh/.test(name));
    assert.deepEqual(
        shared.map(({ name }) => name),
        expected,
    );
});

for (const mechanism of shared) {
    test(`${mechanism.name}: exchanges with liboqs on ${binary}`, async () => {
        const peer = await theirs.get(mechanism.name)();
        for (let round = 0; round < 5; round += 1) {
            const our = mechanism.generate();
            const their = peer.generateKeyPair();
            const received = peer.encapsulate(our.publicKey().toBytes());
            assert.deepEqual(our.decapsulate(received.ciphertext), received.sharedSecret);
            const sent = mechanism.publicKeyFromBytes(their.publicKey).encapsulate();
            assert.deepEqual(peer.decapsulate(sent.ciphertext, their.secretKey), sent.secret);
            // Each loads the other's secret key. Both reject a changed ciphertext by one secret.
            assert.deepEqual(peer.decapsulate(received.ciphertext, our.toBytes()), received.sharedSecret);
            const loaded = mechanism.secretKeyFromBytes(their.secretKey);
            assert.deepEqual(loaded.decapsulate(sent.ciphertext), sent.secret);
            const changed = sent.ciphertext.with(5, sent.ciphertext[5] ^ 1);
            assert.deepEqual(loaded.decapsulate(changed), peer.decapsulate(changed, their.secretKey));
        }
        peer.destroy();
    });
}
