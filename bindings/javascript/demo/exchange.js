// The key exchange: each step computes, and shows what it took and made.

import { time, text } from "./clock.js";
import { get, html } from "./elements.js";

/** Returns the first and the last bytes in hexadecimal digits. */
function digits(bytes) {
    const hexadecimal = (part) => Array.from(part, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return bytes.length <= 32
        ? hexadecimal(bytes)
        : `${hexadecimal(bytes.subarray(0, 12))} … ${hexadecimal(bytes.slice(-4))}`;
}

/** Returns the steps: who acts, what happens, and a function that returns bytes and a time. */
function plan(mechanism, tampers) {
    const state = {};
    return [
        [
            "alice",
            "Alice",
            "generates a key pair",
            () => {
                const taken = time(`${mechanism.name} generate`, () => {
                    state.key?.free();
                    state.key = mechanism.generate();
                });
                return [`secret key, ${mechanism.secretKeyBytes} bytes, stays with her`, taken];
            },
        ],
        [
            "wire",
            "sent",
            `public key, ${mechanism.publicKeyBytes} bytes`,
            () => {
                const publicKey = state.key.publicKey();
                state.publicKey = publicKey.toBytes();
                publicKey.free();
                return [digits(state.publicKey)];
            },
        ],
        [
            "bob",
            "Bob",
            "loads the key and encapsulates a secret",
            () => {
                const taken = time(`${mechanism.name} encapsulate`, () => {
                    const key = mechanism.publicKeyFromBytes(state.publicKey);
                    state.sent = key.encapsulate();
                    key.free();
                });
                return [`his secret ${digits(state.sent.secret)}`, taken];
            },
        ],
        [
            "wire",
            "sent",
            `ciphertext, ${mechanism.ciphertextBytes} bytes${tampers ? ", with a bit changed on the way" : ""}`,
            () => {
                if (tampers) {
                    state.sent.ciphertext[5] ^= 1;
                }
                return [digits(state.sent.ciphertext)];
            },
        ],
        [
            "alice",
            "Alice",
            "decapsulates",
            () => {
                const taken = time(`${mechanism.name} decapsulate`, () => {
                    state.received = state.key.decapsulate(state.sent.ciphertext);
                });
                state.key.free();
                return [`her secret ${digits(state.received)}`, taken];
            },
        ],
    ].map(([side, who, what, act]) => ({ side, who, what, act, state }));
}

/** Starts the section. */
export function start(vectru) {
    const [select, tamper, steps, verdict] = ["set", "tamper", "steps", "verdict"].map(get);
    let waiting = [];

    function restart() {
        const mechanism = vectru[select.value];
        waiting = plan(mechanism, tamper.checked);
        steps.replaceChildren();
        verdict.textContent = "";
        get("step").textContent = "First step";
        get("set-facts").textContent = `${mechanism.formula}, security category ${mechanism.category}`;
    }

    function next() {
        if (waiting.length === 0) {
            restart();
        }
        const { side, who, what, act, state } = waiting.shift();
        const [bytes, taken] = act();
        steps.append(
            html(
                "li",
                { class: side },
                html("span", { class: "who" }, who),
                html("span", {}, what),
                html("span", { class: "time" }, taken === undefined ? "" : text(taken)),
                html("span", { class: "bytes" }, bytes),
            ),
        );
        get("step").textContent = waiting.length === 0 ? "Start again" : "Next step";
        if (waiting.length === 0) {
            const agree = state.received.every((byte, index) => byte === state.sent.secret[index]);
            verdict.className = `verdict ${agree ? "good" : "bad"}`;
            verdict.textContent = agree
                ? "Both have the same 32 bytes."
                : "The secrets differ: a changed ciphertext gives a pseudorandom one, and no error.";
        }
    }

    select.addEventListener("change", restart);
    tamper.addEventListener("change", restart);
    get("exchange-form").addEventListener("submit", (event) => {
        event.preventDefault();
        next();
    });
    get("all").addEventListener("click", () => {
        restart();
        while (waiting.length > 0) {
            next();
        }
    });
    restart();
}
