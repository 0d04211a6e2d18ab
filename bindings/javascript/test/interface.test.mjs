// The interface: exchanges, sizes, wrong input, keys that are freed.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { binary, mechanisms, root, vectru } from "./support.mjs";

const { VectruError, sntrup761 } = vectru;

/** Checks that a function throws a VectruError of this kind, whose message has these words. */
function refuses(call, kind, words) {
    assert.throws(call, (error) => {
        assert.ok(error instanceof VectruError && error instanceof Error);
        assert.equal(error.name, "VectruError");
        assert.equal(error.kind, kind, error.message);
        assert.match(error.message, words);
        return true;
    });
}

test("all sets of the library are here, or those of a build with some", () => {
    const table = readFileSync(new URL("crates/vectru/src/common/table.rs", root), "utf8");
    const names = [...table.matchAll(/^ +"([a-z0-9]+)", \1, /gm)].map(([, name]) => name);
    assert.equal(names.length, 21);
    assert.deepEqual(vectru.setNames(), process.env.VECTRU_SETS?.split(",") ?? names);
    assert.ok(vectru.setNames().every((name) => vectru[name].name === name));
});

test("the binary is the one that is tested", async () => {
    const { simd128 } = await import(new URL("../dist/simd128.js", import.meta.url));
    assert.equal(simd128, binary === "vectru-simd128.wasm");
});

for (const mechanism of mechanisms) {
    test(`${mechanism.name}: exchange`, () => {
        const key = mechanism.generate();
        const publicKey = key.publicKey();
        const { ciphertext, secret } = publicKey.encapsulate();
        assert.deepEqual(key.decapsulate(ciphertext), secret);
        assert.notDeepEqual(publicKey.encapsulate().secret, secret);
        key.prepare();
        publicKey.prepare();
        assert.deepEqual(key.decapsulate(ciphertext), secret);
        const again = publicKey.encapsulate();
        assert.deepEqual(key.decapsulate(again.ciphertext), again.secret);
        assert.notDeepEqual(mechanism.generate().toBytes(), key.toBytes());
        for (const [bytes, length] of [
            [publicKey.toBytes(), mechanism.publicKeyBytes],
            [key.toBytes(), mechanism.secretKeyBytes],
            [ciphertext, mechanism.ciphertextBytes],
            [secret, mechanism.sharedSecretBytes],
        ]) {
            assert.ok(bytes instanceof Uint8Array);
            assert.equal(bytes.length, length);
        }
        assert.equal(key.set, mechanism.name);
        assert.equal(publicKey.set, mechanism.name);
        assert.match(mechanism.formula, /^Z_\d+\[x\]\/\(x\^\d+ /);
        assert.ok([1, 2, 3, 4, 5].includes(mechanism.category));
    });

    test(`${mechanism.name}: wrong bytes`, () => {
        const key = mechanism.generate();
        const set = mechanism.name;
        const wrong = (object, length) =>
            new RegExp(`^${set} ${object}: wrong length: expected \\d+ bytes, found ${length}$`);
        for (const length of [0, 1, 5000]) {
            const bytes = new Uint8Array(length);
            refuses(() => mechanism.publicKeyFromBytes(bytes), "Length", wrong("public key", length));
            refuses(() => mechanism.secretKeyFromBytes(bytes), "Length", wrong("secret key", length));
            refuses(() => key.decapsulate(bytes), "Length", wrong("ciphertext", length));
            refuses(() => key.publicKey().encapsulateFrom(bytes), "Length", wrong("random bytes", length));
        }
        refuses(() => mechanism.generateFrom(new Uint8Array(1)), "TooFewBytes", /too few: expected \d+ bytes or more/);
    });
}

test("wrong keys have the kinds and the words of the library", () => {
    const ones = new Uint8Array(sntrup761.publicKeyBytes).fill(0xff);
    refuses(
        () => sntrup761.publicKeyFromBytes(ones),
        "CoefficientOutOfRange",
        /expected less than 4591 at x\^\d+, found/,
    );
    const zeros = new Uint8Array(sntrup761.secretKeyBytes);
    refuses(() => sntrup761.secretKeyFromBytes(zeros), "Weight", /expected 286 nonzero coefficients, found 761$/);
    const bytes = sntrup761.generate().toBytes();
    bytes[bytes.length - 1] ^= 1;
    refuses(() => sntrup761.secretKeyFromBytes(bytes), "PublicKeyHash", /wrong hash of the public key/);
    const unknown = new RegExp(`^unknown parameter set: expected ${vectru.setNames().join(", ")}`);
    refuses(() => new vectru.Mechanism("sntrup762"), "UnknownSet", unknown);
    const repeated = new Uint8Array(1 << 20);
    refuses(() => vectru.ntruhps2048677.generateFrom(repeated), "Rejected", /not random: expected a candidate/);
});

test("values that are no bytes are refused by their type", () => {
    const key = sntrup761.generate();
    for (const value of [
        undefined,
        null,
        1,
        "bytes",
        [1, 2],
        {},
        new ArrayBuffer(4),
        new Uint16Array(4),
        new DataView(new ArrayBuffer(4)),
    ]) {
        const words = /^(public key|secret key|ciphertext|random bytes): expected a Uint8Array, found [a-z]+$/;
        for (const call of [
            () => sntrup761.publicKeyFromBytes(value),
            () => sntrup761.secretKeyFromBytes(value),
            () => sntrup761.generateFrom(value),
            () => key.decapsulate(value),
            () => key.publicKey().encapsulateFrom(value),
        ]) {
            assert.throws(call, (error) => error instanceof TypeError && words.test(error.message));
        }
    }
});

test("bytes may be a Buffer, a part of a larger array, or of another context", () => {
    const key = sntrup761.generate();
    const { ciphertext, secret } = key.publicKey().encapsulate();
    const larger = new Uint8Array(ciphertext.length + 10);
    larger.set(ciphertext, 3);
    const foreign = runInNewContext("Uint8Array.from(bytes)", { bytes: [...ciphertext] });
    assert.ok(!(foreign instanceof Uint8Array));
    for (const bytes of [Buffer.from(ciphertext), larger.subarray(3, 3 + ciphertext.length), foreign]) {
        assert.deepEqual(key.decapsulate(bytes), secret);
    }
});

test("a key that is freed is of no use", () => {
    const key = sntrup761.generate();
    const publicKey = key.publicKey();
    key.free();
    refuses(() => key.decapsulate(new Uint8Array(1039)), "Freed", /^SecretKey: expected one that is in use/);
    assert.equal(publicKey.encapsulate().secret.length, 32);
});

test("random bytes that fail give an exception, and the next call works", () => {
    const { getRandomValues } = crypto;
    const key = sntrup761.generate();
    try {
        crypto.getRandomValues = () => {
            throw new Error("no entropy");
        };
        refuses(() => sntrup761.generate(), "Generator", /^no random bytes: /);
        refuses(() => key.publicKey().encapsulate(), "Generator", /^no random bytes: /);
    } finally {
        crypto.getRandomValues = getRandomValues;
    }
    assert.equal(sntrup761.generate().toBytes().length, 1763);
});
