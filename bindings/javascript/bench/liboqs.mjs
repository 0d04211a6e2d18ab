// Measures vectru and liboqs in WebAssembly, in turns in one process, and writes rows for
// docs/figures.
//
//   node liboqs.mjs ROWS.jsonl

import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { createNTRUHps2048677, createSntrup761 } from "@oqs/liboqs-js/kem";
import { backend, ntruhps2048677, sntrup761 } from "vectru";

/** The bursts of each operation of each implementation, in turns. */
const ROUNDS = 41;
/** The least time of a burst, in nanoseconds. */
const BURST = 4_000_000n;

/** Returns the time of a call in microseconds: the mean of a burst of calls. */
function burst(call) {
    call();
    const start = process.hrtime.bigint();
    let calls = 0;
    let elapsed = 0n;
    while (elapsed < BURST) {
        call();
        calls += 1;
        elapsed = process.hrtime.bigint() - start;
    }
    return Number(elapsed) / calls / 1000;
}

/** The operations of both, from bytes to bytes as liboqs has them, and with loaded keys. */
function operations(mechanism, peer) {
    const key = mechanism.generate();
    const publicKey = key.publicKey();
    const [secretBytes, publicBytes] = [key.toBytes(), publicKey.toBytes()];
    const { ciphertext } = publicKey.encapsulate();
    const freed = (key, use) => {
        const result = use(key);
        key.free();
        return result;
    };
    return {
        keygen: {
            vectru: () =>
                freed(mechanism.generate(), (key) => [key.toBytes(), freed(key.publicKey(), (key) => key.toBytes())]),
            "liboqs-js": () => peer.generateKeyPair(),
        },
        "encaps-from-bytes": {
            vectru: () => freed(mechanism.publicKeyFromBytes(publicBytes), (key) => key.encapsulate()),
            "liboqs-js": () => peer.encapsulate(publicBytes),
        },
        "decaps-from-bytes": {
            vectru: () => freed(mechanism.secretKeyFromBytes(secretBytes), (key) => key.decapsulate(ciphertext)),
            "liboqs-js": () => peer.decapsulate(ciphertext, secretBytes),
        },
        encaps: { vectru: () => publicKey.encapsulate() },
        decaps: { vectru: () => key.decapsulate(ciphertext) },
    };
}

const rows = [];
for (const [mechanism, create] of [
    [sntrup761, createSntrup761],
    [ntruhps2048677, createNTRUHps2048677],
]) {
    const peer = await create();
    const jobs = Object.entries(operations(mechanism, peer)).flatMap(([operation, calls]) =>
        Object.entries(calls).map(([implementation, call]) => ({ operation, implementation, call, times: [] })),
    );
    // The first round compiles, and is not counted.
    for (let round = 0; round <= ROUNDS; round += 1) {
        for (const job of jobs) {
            const time = burst(job.call);
            if (round > 0) {
                job.times.push(time);
            }
        }
    }
    peer.destroy();
    for (const { operation, implementation, times } of jobs) {
        const sorted = times.sort((a, b) => a - b).map((time) => Math.round(time * 10) / 10);
        rows.push({
            kind: "javascript",
            set: mechanism.name,
            operation,
            implementation,
            backend: implementation === "vectru" ? backend() : "portable",
            unit: "us",
            median: sorted[(ROUNDS - 1) / 2],
            min: sorted[0],
            runs: ROUNDS,
        });
    }
}
const setting = {
    kind: "javascript-setting",
    cpu: cpus()[0].model,
    node: process.version,
    peer: "@oqs/liboqs-js 0.15.1",
    date: new Date().toISOString().replace(/\.\d+Z$/, "Z"),
};
writeFileSync(process.argv[2], [setting, ...rows].map((row) => `${JSON.stringify(row)}\n`).join(""));

for (const { set, operation, implementation, median } of rows) {
    const peer = rows.find(
        (row) => row.set === set && row.implementation !== "vectru" && operation.startsWith(row.operation.slice(0, 6)),
    );
    if (implementation === "vectru") {
        console.log(
            `${set} ${operation}: ${median} us, ${(median / peer.median).toFixed(3)} of liboqs' ${peer.median} us`,
        );
    }
}
