// Objects: the text and JSON that they show, clones that they refuse, and use after `free()`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { serialize } from "node:v8";
import { MessageChannel } from "node:worker_threads";
import { vectru } from "./support.mjs";

const { Mechanism, VectruError, sntrup761 } = vectru;

/** Returns new objects of each class, with the names of their classes. */
function objects() {
    const key = sntrup761.generate();
    return [
        ["SecretKey", key],
        ["PublicKey", key.publicKey()],
        ["Mechanism", new Mechanism("sntrup761")],
    ];
}

/** Checks that a call is refused as one of an object that was freed. */
function refusesFreed(call, name) {
    assert.throws(call, (error) => {
        assert.ok(error instanceof VectruError);
        assert.equal(error.kind, "Freed");
        assert.equal(error.message, `${name}: expected one that is in use, found one that was freed`);
        return true;
    });
}

test("objects show their class and set: no pointer and no bytes", () => {
    for (const [name, object] of objects()) {
        assert.equal(inspect(object), `[${name} sntrup761]`);
        assert.equal(inspect({ object }), `{ object: [${name} sntrup761] }`);
        assert.equal(JSON.stringify({ object }), `{"object":{"class":"${name}","set":"sntrup761"}}`);
        // Nor do logs that look at properties by themselves.
        const shown = [inspect(object, { customInspect: false, showHidden: true }), inspect({ ...object })];
        for (const text of [...shown, JSON.stringify(Object.entries(object))]) {
            assert.doesNotMatch(text, /__wbg_ptr: \d|\d{4}/);
        }
        object.free();
        assert.equal(inspect(object), `[${name} freed]`);
        assert.equal(JSON.stringify(object), `{"class":"${name}","freed":true}`);
    }
});

test("objects are not cloned", () => {
    const { port1 } = new MessageChannel();
    for (const [name, object] of objects()) {
        const words = new RegExp(`a ${name} of vectru is not cloned: send the bytes of toBytes\\(\\)`);
        assert.throws(() => structuredClone(object), { name: "DataCloneError", message: words });
        assert.throws(() => structuredClone([{ object }]), { name: "DataCloneError" });
        assert.throws(() => port1.postMessage(object), { name: "DataCloneError" });
        assert.throws(() => serialize(object), words);
    }
    port1.close();
});

test("two keys are not equal", () => {
    assert.notDeepEqual(sntrup761.generate(), sntrup761.generate());
    const key = sntrup761.generate();
    assert.deepEqual(key, key);
});

test("an object that was freed is refused by name, by every member", () => {
    for (const [name, object] of objects()) {
        object.free();
        const { prototype } = object.constructor;
        const spared = ["constructor", "free", "toJSON", "__wbg_ptr"];
        const members = Object.getOwnPropertyNames(prototype).filter((member) => !spared.includes(member));
        assert.ok(members.length >= 4);
        for (const member of members) {
            refusesFreed(() => {
                const value = object[member];
                return typeof value === "function" && value.call(object, new Uint8Array(1039));
            }, name);
        }
    }
});

test("freeing twice does nothing, and leaves other keys alone", () => {
    for (const [, object] of objects()) {
        object.free();
        // This one may stand where the other was.
        const next = sntrup761.generate();
        const { ciphertext, secret } = next.publicKey().encapsulate();
        object.free();
        object[Symbol.dispose]();
        assert.deepEqual(next.decapsulate(ciphertext), secret);
        next.free();
    }
});

test("Symbol.dispose frees", () => {
    for (const [name, object] of objects()) {
        object[Symbol.dispose]();
        refusesFreed(() => object.set ?? object.name, name);
    }
});
