// The package as npm packs it: its contents, its version, its types, and programs that import it.

import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Project, rightProgram, source, wrongPrograms } from "./project.mjs";
import { root } from "./support.mjs";

const project = new Project();
const { folder, installed } = project;
const run = (program, ...args) => project.run(program, ...args);

/** Returns the code blocks of a page in a language. */
function blocks(page, language) {
    const text = readFileSync(new URL(page, root), "utf8");
    return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(([, code]) => code);
}

before(() => project.install());
after(() => project.remove());

test("the package has the files that its users need, and no others", () => {
    const files = readdirSync(installed, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(installed.length + 1));
    assert.deepEqual(files.sort(), [
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "dist/error.d.ts",
        "dist/error.js",
        "dist/esbuild.js",
        "dist/glue.js",
        "dist/index.d.ts",
        "dist/node.js",
        "dist/objects.js",
        "dist/simd128.js",
        "dist/vectru-simd128.wasm",
        "dist/vectru.wasm",
        "dist/web.js",
        "package.json",
    ]);
    for (const license of ["LICENSE-APACHE", "LICENSE-MIT"]) {
        assert.equal(readFileSync(join(installed, license), "utf8"), readFileSync(new URL(license, root), "utf8"));
    }
});

test("the binaries name no path of the machine that built them", () => {
    for (const file of ["vectru.wasm", "vectru-simd128.wasm"]) {
        const bytes = readFileSync(join(installed, "dist", file));
        for (const path of [source, fileURLToPath(root), "/.cargo/", "/rustc/"].slice(0, 3)) {
            assert.ok(!bytes.includes(path), `${file}: ${path}`);
        }
    }
});

test("the version is that of the workspace", () => {
    const version = (manifest) => /^version = "(.*)"$/m.exec(readFileSync(new URL(manifest, root), "utf8"))[1];
    const expected = version("Cargo.toml");
    assert.equal(version("bindings/javascript/Cargo.toml"), expected);
    assert.equal(JSON.parse(readFileSync(join(installed, "package.json"), "utf8")).version, expected);
});

test("the addresses are those of the workspace", () => {
    const { homepage, repository } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    const [, stated] = /^repository = "(.*)"$/m.exec(readFileSync(new URL("Cargo.toml", root), "utf8"));
    assert.equal(homepage, stated);
    assert.equal(repository.url, `git+${homepage}.git`);
});

test("the programs of the documentation run", () => {
    const programs = [...blocks("docs/users/javascript.md", "js"), ...blocks("bindings/javascript/README.md", "js")];
    assert.ok(programs.length >= 3);
    programs.forEach((program, index) => {
        writeFileSync(join(folder, `program${index}.js`), program);
        run("node", `program${index}.js`);
    });
});

test(
    "CommonJS takes the package by require",
    { skip: !process.features.require_module && "this Node.js lacks it" },
    () => {
        writeFileSync(join(folder, "common.cjs"), 'console.log(require("vectru").sntrup761.generate().set);');
        assert.equal(run("node", "common.cjs").trim(), "sntrup761");
    },
);

test("Deno takes the package", () => {
    const deno = join(source, "node_modules/@deno/linux-x64-glibc/deno");
    writeFileSync(
        join(folder, "deno.js"),
        'import { saber } from "vectru"; const key = saber.generate(); console.log(key.set, key);',
    );
    assert.equal(run(deno, "run", "--allow-read", "--quiet", "deno.js").trim(), "saber [SecretKey saber]");
});

test("types: a program compiles, and wrong ones do not", () => {
    const tsc = join(source, "node_modules/.bin/tsc");
    project.compile(tsc, rightProgram);
    for (const wrong of wrongPrograms) {
        assert.throws(() => project.compile(tsc, wrong), wrong);
    }
});
