// The packed package as the tools of its users see it, in the versions of published/package.json:
// TypeScript before version 7, what checks packages, and esbuild, whose bundle runs in Chromium.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { PROGRAM, checkProgram, serve, start } from "./browser.mjs";
import { Project, rightProgram, source, wrongPrograms } from "./project.mjs";

const project = new Project();
const tool = (name) => join(source, "test/published/node_modules/.bin", name);

before(() => project.install());
after(() => project.remove());

test("TypeScript 5.9 takes the types", () => {
    assert.match(project.run(tool("tsc"), "--version"), /^Version 5\.9\./);
    project.compile(tool("tsc"), rightProgram);
    for (const wrong of wrongPrograms) {
        assert.throws(() => project.compile(tool("tsc"), wrong), wrong);
    }
});

test("the types are those of the modules, for every way to resolve them", () => {
    // The program ends with an error if it finds a problem. A `require` of a module of ECMAScript,
    // which Node.js takes since 20.19, is still one to it.
    const rule = ["--ignore-rules", "cjs-resolves-to-esm"];
    const text = project.run(tool("attw"), ...rule, "--no-color", "--format", "ascii", project.tarball);
    assert.match(text, /vectru v\d.*No problems found/s);
});

test("the package says of itself what it is", () => {
    const text = project.run(tool("publint"), "run", project.tarball, "--strict", "--level", "warning");
    assert.match(text, /All good!/);
});

test("a bundle by esbuild runs", async () => {
    project.write("main.js", `import * as vectru from "vectru";${PROGRAM}`);
    project.write(
        "index.html",
        '<!doctype html><link rel="icon" href="data:,"><script type="module" src="out/main.js"></script>',
    );
    // The flags of docs/users/javascript.md.
    const flags = ["--bundle", "--format=esm", "--conditions=esbuild", "--loader:.wasm=file", "--outdir=out"];
    project.run(tool("esbuild"), "main.js", ...flags, "--log-level=error");
    assert.equal(readdirSync(join(project.folder, "out")).length, 3);
    const server = await serve(project.folder);
    const browser = await start();
    try {
        await checkProgram(browser.context, `${server.address}/`, {}, /\/out\/vectru-simd128-\w+\.wasm$/);
        const withoutVectors = { withoutVectors: true };
        await checkProgram(browser.context, `${server.address}/`, withoutVectors, /\/out\/vectru-\w+\.wasm$/);
    } finally {
        await browser.end();
        server.stop();
    }
});
