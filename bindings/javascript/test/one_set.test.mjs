// The package with one set alone: `tools/build-npm --set` writes it to the folder VECTRU_ONE_SET.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { vectru } from "./support.mjs";

const folder = process.env.VECTRU_ONE_SET;
const alone = await import(pathToFileURL(join(folder, "dist/node.js")).href);
const [name] = alone.setNames();

test("the package has one set, and is as large as a page may wish", () => {
    assert.deepEqual(alone.setNames(), [name]);
    assert.ok(!("saber" in alone));
    for (const file of ["vectru.wasm", "vectru-simd128.wasm"]) {
        const length = brotliCompressSync(readFileSync(join(folder, "dist", file))).length;
        assert.ok(length <= 60_000, `${file}: expected at most 60,000 bytes with brotli, found ${length}`);
    }
});

test("keys, ciphertexts and secrets are those of the package with all sets", () => {
    const [small, large] = [alone[name], vectru[name]];
    const random = crypto.getRandomValues(new Uint8Array(small.keyRandomBytes + 8 * small.candidateRandomBytes));
    const key = small.generateFrom(random);
    assert.deepEqual(key.toBytes(), large.generateFrom(random).toBytes());
    const coins = crypto.getRandomValues(new Uint8Array(small.encapsulationRandomBytes));
    const sent = key.publicKey().encapsulateFrom(coins);
    assert.deepEqual(large.publicKeyFromBytes(key.publicKey().toBytes()).encapsulateFrom(coins), sent);
    assert.deepEqual(key.decapsulate(sent.ciphertext), sent.secret);
    const changed = sent.ciphertext.with(0, sent.ciphertext[0] ^ 1);
    assert.deepEqual(key.decapsulate(changed), large.secretKeyFromBytes(key.toBytes()).decapsulate(changed));
});
