// vectru in browsers: the binary is fetched from beside this module when the module is imported.

import init from "./glue.js";
import { simd128 } from "./simd128.js";

// Bundlers find files by expressions of this form.
const file = simd128 ? new URL("./vectru-simd128.wasm", import.meta.url) : new URL("./vectru.wasm", import.meta.url);
await init({ module_or_path: file });
