// vectru in Node.js and Deno: the binary is read from the package when the module is imported.

import { readFileSync } from "node:fs";
import { initSync } from "./glue.js";
import { simd128 } from "./simd128.js";

const file = simd128 ? "vectru-simd128.wasm" : "vectru.wasm";
initSync({ module: readFileSync(new URL(file, import.meta.url)) });
