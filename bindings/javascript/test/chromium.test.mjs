// The package in headless Chromium: as modules of a file server, and in a bundle.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { PROGRAM, checkProgram, serve, start } from "./browser.mjs";
import { source } from "./project.mjs";

const folder = mkdtempSync(join(tmpdir(), "vectru-pages-"));
let browser;
let server;

before(async () => {
    symlinkSync(join(source, "dist"), join(folder, "dist"));
    writeFileSync(
        join(folder, "index.html"),
        `<!doctype html><link rel="icon" href="data:,">
        <script type="module">import * as vectru from "./dist/web.js";${PROGRAM}</script>`,
    );
    server = await serve(folder);
    browser = await start();
});
after(async () => {
    await browser.end();
    server.stop();
    rmSync(folder, { recursive: true });
});

test("exchanges by all sets, with vectors and without", async () => {
    await checkProgram(browser.context, server.address, {}, /\/vectru-simd128\.wasm$/);
    await checkProgram(browser.context, server.address, { withoutVectors: true }, /\/vectru\.wasm$/);
});

test("exchanges by all sets from a bundle", async () => {
    const { build } = await import("vite");
    const project = join(folder, "project");
    mkdirSync(join(project, "node_modules"), { recursive: true });
    symlinkSync(source, join(project, "node_modules", "vectru"));
    writeFileSync(
        join(project, "index.html"),
        '<!doctype html><link rel="icon" href="data:,"><script type="module" src="main.js"></script>',
    );
    writeFileSync(join(project, "main.js"), `import * as vectru from "vectru";${PROGRAM}`);
    await build({ root: project, base: "./", logLevel: "error", build: { outDir: "../bundle", emptyOutDir: true } });
    await checkProgram(browser.context, `${server.address}/bundle/`, {}, /\/vectru-simd128-[\w-]+\.wasm$/);
});
