// vectru in a bundle by esbuild, which knows no `new URL(…, import.meta.url)`: its loader `file`
// copies both binaries and makes these imports their addresses, relative to the bundle.

import init from "./glue.js";
import { simd128 } from "./simd128.js";
import vectors from "./vectru-simd128.wasm";
import plain from "./vectru.wasm";

await init({ module_or_path: new URL(simd128 ? vectors : plain, import.meta.url) });
