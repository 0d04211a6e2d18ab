// Measures products in two WebAssembly modules of one process, in turns: `tools/run test-wasm
// --measure` has the arguments.
import { readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { parseArgs } from "node:util";

const { values: options } = parseArgs({
    options: {
        portable: { type: "string" },
        simd128: { type: "string" },
        version: { type: "string" },
        rustc: { type: "string" },
        command: { type: "string" },
        all: { type: "boolean", default: false },
        ring: { type: "string" },
        json: { type: "string" },
        turns: { type: "string", default: "41" },
        limit: { type: "string" },
    },
});

/** How long the engine compiles and optimises before a measurement, and how long a turn takes, in milliseconds. */
const WARM_UP = 400;
const TURN = 4;

/** A module, named after the features that it was built with. */
class Module {
    constructor(name, instance) {
        this.name = name;
        this.exports = instance.exports;
        this.backends = [];
        for (let index = 0; this.exports.backend(index) > 0; index++) {
            this.backends.push(this.text(this.exports.backend(index)));
        }
    }

    static async load(name, file) {
        return new Module(name, (await WebAssembly.instantiate(await readFile(file), {})).instance);
    }

    text(length) {
        return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, this.exports.text(), length));
    }
}

/** A multiplier in a module on a backend, with the times of its turns. */
class Job {
    constructor(module, index, backend) {
        this.module = module;
        this.index = index;
        this.backend = backend;
        this.code = module.backends.indexOf(backend);
        if (!module.exports.has(this.code)) throw new Error(`the module ${module.name} lacks the backend ${backend}`);
        if (!module.exports.is_right(index, this.code)) throw new Error(`a wrong product on ${backend}`);
        this.times = [];
    }

    /** Multiplies so often, and returns the nanoseconds of one product. */
    measure(times) {
        const start = performance.now();
        this.module.exports.multiply(this.index, this.code, times);
        return ((performance.now() - start) * 1e6) / times;
    }

    warmUp() {
        const end = performance.now() + WARM_UP;
        let one = this.measure(1);
        while (performance.now() < end) one = this.measure(Math.max(1, Math.round(1e6 / one)));
        this.count = Math.max(1, Math.round((TURN * 1e6) / one));
    }

    row(ring, multiplier) {
        const sorted = this.times.toSorted((one, other) => one - other).map(Math.round);
        const at = (share) => sorted[Math.floor((sorted.length - 1) * share)];
        return {
            kind: "webassembly", ring, multiplier, module: this.module.name, backend: this.backend, unit: "ns",
            median: at(1 / 2), min: sorted[0], lower_quartile: at(1 / 4), upper_quartile: at(3 / 4), runs: sorted.length,
        };
    }
}

const plain = await Module.load("portable", options.portable);
const vector = await Module.load("simd128", options.simd128);
const simd128 = vector.backends.indexOf("simd128");
const rows = [];
const ratios = [];
console.log(`${"ring".padEnd(16)} ${"multiplier".padEnd(24)} simd128 ns  portable ns  ratio  portable code with simd128, ns`);
for (let index = 0; index < vector.exports.count(); index++) {
    const [ring, name] = [vector.text(vector.exports.ring(index)), vector.text(vector.exports.name(index))];
    const chosen = vector.exports.is_chosen(index, simd128);
    if (!(options.all || chosen) || (options.ring && options.ring !== ring)) continue;
    const jobs = [new Job(vector, index, "simd128"), new Job(plain, index, "portable"), new Job(vector, index, "portable")];
    for (const job of jobs) job.warmUp();
    for (let turn = 0; turn < Number(options.turns); turn++) {
        for (const job of jobs) job.times.push(job.measure(job.count));
    }
    const measured = jobs.map((job) => job.row(ring, name));
    rows.push(...measured);
    const [fast, slow, beside] = measured.map((row) => row.median);
    if (chosen) ratios.push({ ring, ratio: fast / slow });
    console.log(
        `${ring.padEnd(16)} ${(name + (chosen ? " (chosen)" : "")).padEnd(24)} ${String(fast).padStart(10)}  ${String(slow).padStart(11)}  ` +
            `${(fast / slow).toFixed(3)}  ${String(beside).padStart(10)}`,
    );
}
if (options.json) {
    const setting = {
        kind: "setting", cpu: cpus()[0].model, processors: cpus().length, backends: ["portable", "simd128"],
        system: `Node ${process.version} with V8 ${process.versions.v8}, ${process.platform} on ${process.arch}`,
        date: new Date().toISOString().replace(/\.\d+/, ""), unit: "ns", vectru: options.version, rustc: options.rustc,
        peers: [], command: options.command,
    };
    await writeFile(options.json, [setting, ...rows].map((row) => JSON.stringify(row) + "\n").join(""));
}
if (ratios.length === 0) throw new Error("expected a ring of this name, found none");
const [least, most] = [Math.min, Math.max].map((of) => of(...ratios.map(({ ratio }) => ratio)).toFixed(2));
console.log(`${ratios.length} rings: products on simd128 take ${least} to ${most} of the time of the portable module`);
if (options.limit && Number(most) > Number(options.limit)) {
    console.error(`expected at most ${options.limit}`);
    process.exitCode = 1;
}
