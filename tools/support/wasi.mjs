// Runs a program for WASI under Node:
//
//   node --experimental-wasi-unstable-preview1 wasi.mjs FILE [ARGUMENT...]
//
// The program has the arguments and the environment of this one, and the files of this repository.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { WASI } from "node:wasi";

const [file, ...rest] = process.argv.slice(2);
const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const wasi = new WASI({
    version: "preview1",
    args: [file, ...rest],
    env: process.env,
    preopens: { [root]: root },
    returnOnExit: true,
});
const module = await WebAssembly.compile(await readFile(file));
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);
