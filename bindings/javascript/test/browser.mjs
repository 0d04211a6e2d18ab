// Headless Chromium, and a file server for its pages.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";
import { mechanisms } from "./support.mjs";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

/** Serves the files of a folder, and returns the address and a function that stops. */
export async function serve(folder) {
    const server = createServer(async (request, response) => {
        const path = normalize(new URL(request.url, "http://localhost").pathname);
        const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
        try {
            const bytes = await readFile(file);
            response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(bytes);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { address: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

/** Starts Chromium with a new profile, and returns it and a function that ends it. */
export async function start() {
    const profile = mkdtempSync(join(tmpdir(), "vectru-chromium-"));
    const context = await chromium.launchPersistentContext(profile, {
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        headless: true,
        args: [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    });
    const end = async () => {
        await context.close();
        rmSync(profile, { recursive: true, force: true });
    };
    return { context, end };
}

/** Opens a page whose errors and failed requests are kept in `page.problems`. */
export async function open(context, address, options = {}) {
    const page = await context.newPage();
    page.problems = [];
    page.requests = [];
    page.on("pageerror", (error) => page.problems.push(error.message));
    page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
    page.on("requestfailed", (request) => page.problems.push(`${request.url()} failed`));
    page.on("request", (request) => page.requests.push(request.url()));
    if (options.width) {
        await page.setViewportSize({ width: options.width, height: options.height });
    }
    await page.emulateMedia({ colorScheme: options.colorScheme ?? "light" });
    if (options.withoutVectors) {
        await page.addInitScript(() => {
            WebAssembly.validate = () => false;
        });
    }
    await page.goto(address);
    return page;
}

/** A program that exchanges keys by every set, and says so in its page. */
export const PROGRAM = `
    for (const name of vectru.setNames()) {
        const key = vectru[name].generate();
        const publicKey = vectru[name].publicKeyFromBytes(key.publicKey().toBytes());
        const { ciphertext, secret } = publicKey.encapsulate();
        if (key.decapsulate(ciphertext).join() !== secret.join()) throw new Error(name);
        key.free();
        // A bundle keeps what is not the glue's: a second call does nothing.
        key.free();
    }
    try {
        vectru.saber.publicKeyFromBytes(new Uint8Array(3));
    } catch (error) {
        document.title = [vectru.setNames().length, error instanceof vectru.VectruError, error.kind].join(" ");
    }
`;

/** Opens a page with the program, and checks its verdict and which binary it has fetched. */
export async function checkProgram(context, address, options, binary) {
    const page = await open(context, address, options);
    await page.waitForFunction(() => document.title !== "", null, { timeout: 60000 }).catch(() => {});
    assert.deepEqual(page.problems, []);
    assert.equal(await page.title(), `${mechanisms.length} true Length`);
    const fetched = page.requests.filter((url) => url.includes(".wasm"));
    assert.equal(fetched.length, 1);
    assert.match(fetched[0], binary);
    await page.close();
}
