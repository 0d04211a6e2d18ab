// Runs a program for WASI under Node: node --experimental-wasi-unstable-preview1 wasi.mjs FILE [ARGUMENT...]
//
// The program has the arguments and the environment of this one, and no files.
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [file, ...rest] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [file, ...rest], env: process.env, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(file));
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);
