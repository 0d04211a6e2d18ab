// The package with the binary that the tests run on, and the known answers of the repository.

import { createCipheriv } from "node:crypto";
import { readFileSync } from "node:fs";

/** The binary that is tested: the one for engines with vectors of 128 bits, or the other one. */
export const binary = process.env.VECTRU_BINARY ?? "vectru-simd128.wasm";
if (binary === "vectru.wasm") {
    // The package asks whether the engine accepts a module with such a vector.
    WebAssembly.validate = () => false;
}

/** The package, as programs import it. */
export const vectru = await import("vectru");

/** Its parameter sets. */
export const mechanisms = vectru.setNames().map((name) => vectru[name]);

/** The root of the repository. */
export const root = new URL("../../../", import.meta.url);

/** NIST's generator of the known answers: AES-256 in counter mode, without derivation function. */
class Drbg {
    #key = Buffer.alloc(32);
    #counter = 0n;

    constructor(entropy) {
        this.#update(entropy);
    }

    /** Returns the random bytes of one call. */
    draw(length) {
        const bytes = this.#stream(length);
        this.#update(Buffer.alloc(48));
        return bytes;
    }

    #stream(length) {
        const blocks = Math.ceil(length / 16);
        const counter = Buffer.from((this.#counter + 1n).toString(16).padStart(32, "0"), "hex");
        this.#counter += BigInt(blocks);
        return createCipheriv("aes-256-ctr", this.#key, counter)
            .update(Buffer.alloc(16 * blocks))
            .subarray(0, length);
    }

    #update(added) {
        const state = this.#stream(48).map((byte, index) => byte ^ added[index]);
        this.#key = state.subarray(0, 32);
        this.#counter = BigInt(`0x${Buffer.from(state.subarray(32)).toString("hex")}`);
    }
}

/**
 * Returns the random bytes of a record: for the key pair, if key generation rejects so many
 * candidates, and for the encapsulation. Lists of words are drawn word by word in NIST's order, and
 * at once in the other one.
 */
export function randomBytes(mechanism, seed, rejected, order) {
    const drbg = new Drbg(seed);
    const degree = /^(?:sntrup|ntrulpr)(\d+)$/.exec(mechanism.name)?.[1];
    const draw = (length) => {
        const words = order === "nist" && degree && length === 4 * degree;
        return words ? Buffer.concat(Array.from({ length: degree }, () => drbg.draw(4))) : drbg.draw(length);
    };
    const { keyRandomBytes: total, candidateRandomBytes: candidate } = mechanism;
    const calls = {
        sntrup: [...Array(rejected + 2).fill(4 * degree), total - 8 * degree],
        ntrulpr: [32, 4 * degree, total - 4 * degree - 32],
        ntruhps: [total - 32, 32],
        ntruhrss: [total - 32, 32],
    }[/^[a-z]+/.exec(mechanism.name)[0]] ?? [32, 32, total - 64];
    const key = Buffer.concat(calls.map(draw));
    if (key.length !== total + rejected * candidate) {
        throw new Error(`${mechanism.name}: expected ${total + rejected * candidate} bytes, drew ${key.length}`);
    }
    return { key, encapsulation: draw(mechanism.encapsulationRandomBytes) };
}

/** Returns the records of a file of known answers: its fields as bytes, by their names. */
export function knownAnswers(set, order) {
    const text = readFileSync(new URL(`crates/vectru/tests/data/${set}.${order}.first3.rsp`, root), "utf8");
    const fields = [...text.matchAll(/^(seed|pk|sk|ct|ss) = ([0-9A-F]+)$/gm)];
    const records = [];
    for (const [, name, digits] of fields) {
        if (name === "seed") {
            records.push({});
        }
        records.at(-1)[name] = new Uint8Array(Buffer.from(digits, "hex"));
    }
    return records;
}
