// The known answers of all parameter sets, through the interface of the package.

import assert from "node:assert/strict";
import { test } from "node:test";
import { binary, knownAnswers, mechanisms, randomBytes, vectru } from "./support.mjs";

/**
 * Returns the key of a record and its random bytes, with the fewest rejected candidates that make a
 * key.
 */
function generate(mechanism, seed, order) {
    for (let rejected = 0; ; rejected += 1) {
        const random = randomBytes(mechanism, seed, rejected, order);
        try {
            return [mechanism.generateFrom(random.key), random];
        } catch (error) {
            if (error.kind !== "TooFewBytes") {
                throw error;
            }
        }
    }
}

function check(mechanism, order) {
    const records = knownAnswers(mechanism.name, order);
    assert.equal(records.length, 3);
    for (const { seed, pk, sk, ct, ss } of records) {
        const [key, random] = generate(mechanism, seed, order);
        assert.deepEqual(key.toBytes(), sk);
        assert.deepEqual(key.publicKey().toBytes(), pk);
        const made = key.publicKey().encapsulateFrom(random.encapsulation);
        assert.deepEqual(made, { ciphertext: ct, secret: ss });
        assert.deepEqual(mechanism.publicKeyFromBytes(pk).encapsulateFrom(random.encapsulation), made);
        assert.deepEqual(key.decapsulate(ct), ss);
        const loaded = mechanism.secretKeyFromBytes(sk);
        assert.deepEqual(loaded.decapsulate(ct), ss);
        assert.deepEqual(loaded.publicKey().toBytes(), pk);
        // A changed ciphertext has another secret, always the same.
        const changed = ct.with(5, ct[5] ^ 1);
        assert.notDeepEqual(key.decapsulate(changed), ss);
        assert.deepEqual(loaded.decapsulate(changed), key.decapsulate(changed));
    }
}

for (const mechanism of mechanisms) {
    test(`${mechanism.name}: known answers on ${binary}`, () => check(mechanism, "nist"));
}

test(`sntrup761: known answers in the order that draws lists at once, on ${binary}`, () => {
    check(vectru.sntrup761, "one-shot");
});
