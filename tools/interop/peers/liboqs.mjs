// liboqs' side of tools/run test-interop, by npm's @oqs/liboqs-js: node liboqs.mjs start|finish
// FOLDER. The files are described there.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as liboqs from "@oqs/liboqs-js/kem";

// The function that makes each parameter set.
const MECHANISMS = {
    sntrup761: liboqs.createSntrup761,
    ntruhps2048509: liboqs.createNTRUHps2048509,
    ntruhps2048677: liboqs.createNTRUHps2048677,
    ntruhps4096821: liboqs.createNTRUHps4096821,
    ntruhps40961229: liboqs.createNTRUHps40961229,
    ntruhrss701: liboqs.createNTRUHrss701,
    ntruhrss1373: liboqs.createNTRUHrss1373,
};

const STEPS = {
    start(mechanism, read, write) {
        const { publicKey, secretKey } = mechanism.generateKeyPair();
        write("theirs.pk", publicKey);
        write("theirs.sk", secretKey);
        const { ciphertext, sharedSecret } = mechanism.encapsulate(read("ours.pk"));
        write("theirs.ct", ciphertext);
        write("theirs.sent", sharedSecret);
    },
    finish(mechanism, read, write) {
        write("theirs.received", mechanism.decapsulate(read("ours.ct"), read("theirs.sk")));
        write("theirs.loaded", mechanism.decapsulate(read("theirs.ct"), read("ours.sk")));
    },
};

const [step, folder] = process.argv.slice(2);
for (const set of readdirSync(folder).sort()) {
    const mechanism = await MECHANISMS[set]();
    for (const round of readdirSync(join(folder, set)).sort()) {
        const path = (name) => join(folder, set, round, name);
        const read = (name) => new Uint8Array(readFileSync(path(name)));
        STEPS[step](mechanism, read, (name, bytes) => writeFileSync(path(name), bytes));
    }
    mechanism.destroy();
}
