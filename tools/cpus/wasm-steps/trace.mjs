// Runs the program for traces in a rewritten module, and compares the traces of each operation.
//
//   trace.mjs MODULE ARGUMENT...
//
// Prints each site and operation whose operands differ between two traces, each operation that has
// not overwritten the deepest part of the stack that it has written to, and a line of sums:
//
//   traces T operations O sets S steps N: stack K branch B address A division D select C
//
// where K is the number of operations of a set with such a stack, and the other numbers are those
// of the sites with different operands. The exit status is that of the program.
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [file, ...rest] = process.argv.slice(2);
const module = await WebAssembly.compile(await readFile(file));
const [section] = WebAssembly.Module.customSections(module, "steps");
if (!section) throw new Error(`expected a rewritten module, found none in ${file}`);
const sites = new TextDecoder().decode(section).trimEnd().split("\n");

// For each site, the number of operands in the current trace, and a hash of them in their order.
const counts = new Int32Array(sites.length);
const hashes = new Int32Array(sites.length);
// Both arrays of the first trace of each operation of the set.
let firsts = new Map();
const operations = new Set();
// The operations in which a site differs.
const different = new Map();
let isTraced = false;

// The stack in linear memory has the first MiB, and is painted before each trace. An operation
// overwrites it with zeros.
const STACK = 1 << 20;
const PAINT = 0xa5;
const DEEPEST = 64;
// Some frames of the function that overwrites it, between which nothing may be left as it was.
const FRAMES = 4 * 2048;
// The least gap between frames that counts as left: a word. A frame holds addresses, of which a
// single byte can be that of the paint.
const GAP = Buffer.alloc(4, PAINT);
let stack = 0;
const left = new Set();

function paint(below) {
    if (below > STACK) throw new Error(`expected a stack below ${STACK}, found ${below}`);
    stack = below;
    new Uint8Array(instance.exports.memory.buffer, 0, stack).fill(PAINT);
}

function isOverwritten() {
    const bytes = new Uint8Array(instance.exports.memory.buffer, 0, stack);
    const deepest = bytes.findIndex((byte) => byte !== PAINT);
    if (deepest < 0) return true;
    // An operation with fewer frames ends within these bytes, and reaches none of the deepest.
    const frames = Buffer.from(bytes.subarray(deepest + FRAMES / 8, deepest + FRAMES));
    const hasGap = stack - deepest > FRAMES && frames.includes(GAP);
    return !hasGap && bytes.subarray(deepest, deepest + DEEPEST).every((byte) => byte === 0);
}

let [setName, operation, sets, traces, steps] = ["", "", 0, 0, 0];

const text = (address, length) => new TextDecoder().decode(new Uint8Array(instance.exports.memory.buffer, address, length));

const imports = {
    step(site, operand) {
        if (isTraced) {
            counts[site]++;
            hashes[site] = (Math.imul(hashes[site] ^ operand, 0x01000193) + 0x3c6ef372) | 0;
        }
    },
    begin(address, length, below) {
        operation = text(address, length);
        operations.add(operation);
        counts.fill(0);
        hashes.fill(0);
        paint(below);
        isTraced = true;
    },
    end() {
        isTraced = false;
        const name = `${setName}, ${operation}`;
        if (!isOverwritten() && !left.has(name)) {
            console.log(`left on the stack: ${name}`);
            left.add(name);
        }
        traces++;
        for (const count of counts) steps += count;
        const first = firsts.get(operation);
        if (!first) {
            firsts.set(operation, [counts.slice(), hashes.slice()]);
            return;
        }
        for (let site = 0; site < sites.length; site++) {
            if (first[0][site] === counts[site] && first[1][site] === hashes[site]) continue;
            const known = different.get(site) ?? new Set();
            if (!known.has(operation)) {
                console.log(`different ${sites[site]}, site ${site}: ${setName}, ${operation}`);
                different.set(site, known.add(operation));
            }
        }
    },
    set(address, length) {
        setName = text(address, length);
        firsts = new Map();
        sets++;
    },
};

const wasi = new WASI({ version: "preview1", args: [file, ...rest], env: process.env, returnOnExit: true });
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport, trace: imports });
process.exitCode = wasi.start(instance);
const sums = ["branch", "address", "division", "select"].map((kind) => {
    return `${kind} ${[...different.keys()].filter((site) => sites[site].startsWith(kind)).length}`;
});
console.log(`traces ${traces} operations ${operations.size} sets ${sets} steps ${steps}: stack ${left.size} ${sums.join(" ")}`);
