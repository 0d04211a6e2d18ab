// Loads the package and the multipliers, and starts the sections of the page.

import * as vectru from "./vectru/web.js";
import { simd128 } from "./vectru/simd128.js";
import { choices, get } from "./elements.js";
import * as exchange from "./exchange.js";
import * as multipliers from "./multipliers.js";

choices(get("set"), vectru.setNames(), "sntrup761");
for (const id of ["step", "all", "tamper"]) {
    get(id).disabled = false;
}
const vectors = simd128 ? "WebAssembly with vectors of 128 bits" : "WebAssembly without vectors";
get("binary").textContent = `${vectors}, backend ${vectru.backend()}`;
exchange.start(vectru);

const [facts, times] = await Promise.all([import("./facts/glue.js"), import("./times/glue.js")]);
const file = simd128 ? "times-simd128.wasm" : "times.wasm";
await Promise.all([
    facts.default({ module_or_path: new URL("./facts/glue_bg.wasm", import.meta.url) }),
    times.default({ module_or_path: new URL(`./times/${file}`, import.meta.url) }),
]);
await multipliers.start(facts, times, vectru.backend());
document.documentElement.dataset.ready = "true";
