// Writes the modules of the package and their types: each has a constant for each parameter set of
// the binary.
//
//   node write-modules.mjs DIST GLUE.d.ts     DIST: the folder with the binary and the modules

import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [dist, glueTypes] = process.argv.slice(2);
const { initSync, setNames, Mechanism } = await import(pathToFileURL(resolve(dist, "glue.js")).href);
initSync({ module: readFileSync(join(dist, "vectru.wasm")) });
const sets = setNames().map((name) => new Mechanism(name));

const names = `import { Mechanism } from "./objects.js";
export { VectruError } from "./error.js";
export { backend, setNames } from "./glue.js";
export { Mechanism, PublicKey, SecretKey } from "./objects.js";
`;
const constants = sets.map(({ name }) => `export const ${name} = new Mechanism("${name}");\n`).join("");
for (const file of ["esbuild.js", "node.js", "web.js"]) {
    writeFileSync(join(dist, file), `${readFileSync(join(import.meta.dirname, file), "utf8")}\n${names}\n${constants}`);
}

// The glue's types, except the functions that initialise it, which the modules call.
const [classes] = readFileSync(glueTypes, "utf8").split("export type InitInput");
const types = sets.map(
    (set) =>
        `/** ${set.formula}, category ${set.category}: public key ${set.publicKeyBytes} bytes, ciphertext ` +
        `${set.ciphertextBytes} bytes. */\nexport const ${set.name}: Mechanism;\n`,
);
// The methods and accessors that objects.js adds to the classes.
const descriptions = ["Mechanism", "PublicKey", "SecretKey"].map(
    (name) => `export interface ${name} {
    /** Returns what \`JSON.stringify\` and logs show: no bytes. */
    toJSON(): Description;
}
`,
);
const description = `/** The description of an object: its class, and its set unless it was freed. */
export interface Description {
    class: string;
    set?: string;
    freed?: true;
}
`;
// `Symbol.dispose` is in no library of ECMAScript 2022.
const header = '/// <reference lib="esnext.disposable" />\n';
writeFileSync(
    join(dist, "index.d.ts"),
    [
        `${header}${classes.trim()}\n`,
        'export { VectruError } from "./error.js";',
        `${description}${descriptions.join("")}${types.join("")}`,
    ].join("\n"),
);
