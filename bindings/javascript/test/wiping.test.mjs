// Secrets in the memory of WebAssembly: there while a key is in use, and nowhere once it is freed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { binary, mechanisms } from "./support.mjs";

// The glue returns the exports of the binary that is loaded.
const { initSync } = await import(new URL("../dist/glue.js", import.meta.url));
const { memory } = initSync();

/** The number of bytes that a part of a secret has. */
const PART = 16;

/** Returns whether a part of the bytes is in the memory. Parts of few values occur by chance. */
function isInMemory(bytes) {
    const found = Buffer.from(memory.buffer);
    for (let start = 0; start + PART <= bytes.length; start += PART) {
        const part = bytes.subarray(start, start + PART);
        if (new Set(part).size > 4 && found.includes(part)) {
            return true;
        }
    }
    return false;
}

/** Returns the parts of a secret key that are not public: all but the public key and its hash. */
function secretParts(key, mechanism) {
    const bytes = key.toBytes();
    const publicBytes = Buffer.from(key.publicKey().toBytes());
    const start = Buffer.from(bytes).indexOf(publicBytes);
    if (start < 0) {
        // NTRU has neither of them in its secret keys.
        return [bytes];
    }
    const rest = bytes.subarray(start + publicBytes.length);
    // In NTRU Prime the hash comes last, in Saber it follows the public key.
    const secret = /^s?ntru/.test(mechanism.name) ? rest.subarray(0, -32) : rest.subarray(32);
    return [bytes.subarray(0, start), secret];
}

for (const mechanism of mechanisms) {
    test(`${mechanism.name}: no secret is in memory when keys are freed, on ${binary}`, () => {
        const random = crypto.getRandomValues(
            new Uint8Array(mechanism.keyRandomBytes + 8 * mechanism.candidateRandomBytes),
        );
        const coins = crypto.getRandomValues(new Uint8Array(mechanism.encapsulationRandomBytes));
        const generated = mechanism.generateFrom(random);
        const loaded = mechanism.secretKeyFromBytes(generated.toBytes());
        const parts = secretParts(generated, mechanism);
        assert.ok(
            parts.every((part) => part.length < PART || isInMemory(part)),
            "the search finds a key in use",
        );
        const publicKey = loaded.publicKey();
        const { ciphertext, secret } = publicKey.encapsulateFrom(coins);
        assert.deepEqual(loaded.decapsulate(ciphertext), secret);
        ciphertext[0] ^= 1;
        const rejected = loaded.decapsulate(ciphertext);
        generated[Symbol.dispose]();
        loaded.free();
        for (const part of parts) {
            assert.ok(!isInMemory(part), "secret key");
        }
        assert.ok(!isInMemory(secret), "shared secret");
        assert.ok(!isInMemory(rejected), "shared secret of a rejected ciphertext");
        // NTRU LPRime publishes the first ones as they are drawn.
        const published = Buffer.from(publicKey.toBytes()).includes(random.subarray(0, 32)) ? 32 : 0;
        assert.ok(!isInMemory(random.subarray(published)), "random bytes of the key");
        assert.ok(!isInMemory(coins), "random bytes of the encapsulation");
        publicKey.free();
    });
}
