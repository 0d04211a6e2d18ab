// The package in headless Chromium: as modules of a file server, and in a bundle.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { open, serve, start } from "./browser.mjs";
import { mechanisms, root } from "./support.mjs";

const source = fileURLToPath(new URL("bindings/javascript/", root));
const folder = mkdtempSync(join(tmpdir(), "vectru-pages-"));
let browser;
let server;

/** A program that exchanges keys by every set, and says so in its page. */
const PROGRAM = `
    for (const name of vectru.setNames()) {
        const key = vectru[name].generate();
        const publicKey = vectru[name].publicKeyFromBytes(key.publicKey().toBytes());
        const { ciphertext, secret } = publicKey.encapsulate();
        if (key.decapsulate(ciphertext).join() !== secret.join()) throw new Error(name);
        key.free();
    }
    try {
        vectru.saber.publicKeyFromBytes(new Uint8Array(3));
    } catch (error) {
        document.title = [vectru.setNames().length, error instanceof vectru.VectruError, error.kind].join(" ");
    }
`;

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

/** Opens a page with the program, and checks its verdict and which binary it has fetched. */
async function check(address, options, binary) {
    const page = await open(browser.context, address, options);
    await page.waitForFunction(() => document.title !== "", null, { timeout: 60000 }).catch(() => {});
    assert.deepEqual(page.problems, []);
    assert.equal(await page.title(), `${mechanisms.length} true Length`);
    const fetched = page.requests.filter((url) => url.includes(".wasm"));
    assert.equal(fetched.length, 1);
    assert.match(fetched[0], binary);
    await page.close();
}

test("exchanges by all sets, with vectors and without", async () => {
    await check(server.address, {}, /\/vectru-simd128\.wasm$/);
    await check(server.address, { withoutVectors: true }, /\/vectru\.wasm$/);
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
    await check(`${server.address}/bundle/`, {}, /\/vectru-simd128-[\w-]+\.wasm$/);
});
