// The page of bindings/javascript/demo in headless Chromium, at the widths of a desk and of a
// telephone.
//
// VECTRU_PAGE names its folder. Pictures of it are written to the folder VECTRU_SCREENSHOTS.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { open, serve, start } from "./browser.mjs";
import { vectru } from "./support.mjs";

let browser;
let server;

before(async () => {
    server = await serve(process.env.VECTRU_PAGE);
    browser = await start();
});
after(async () => {
    await browser.end();
    server.stop();
});

async function picture(page, name) {
    if (process.env.VECTRU_SCREENSHOTS) {
        await page.screenshot({ path: join(process.env.VECTRU_SCREENSHOTS, `${name}.png`), fullPage: true });
    }
}

/** Opens the page, and waits until all of its sections work. */
async function load(options) {
    const page = await open(browser.context, `${server.address}/`, options);
    await page.waitForSelector("html[data-ready]", { timeout: 60000 });
    return page;
}

test("times are those of warm calls", async () => {
    const page = await load({ width: 1280, height: 900 });
    await page.click("#all");
    const shown = (await page.locator("#steps li.alice .time").first().textContent()).split(" ");
    const milliseconds = Number(shown[0]) / (shown[1] === "ms" ? 1 : 1000);
    const warm = await page.evaluate(async () => {
        const { sntrup761 } = await import("./vectru/web.js");
        const mean = (calls) => {
            const start = performance.now();
            for (let call = 0; call < calls; call += 1) {
                sntrup761.generate().free();
            }
            return (performance.now() - start) / calls;
        };
        mean(500);
        return Math.min(...Array.from({ length: 20 }, () => mean(20)));
    });
    // A cold call takes ten times as long.
    assert.ok(milliseconds <= 3 * warm, `shown ${milliseconds} ms, warm ${warm} ms`);
    await page.close();
});

for (const [device, width, height, colorScheme] of [
    ["desk", 1280, 900, "light"],
    ["telephone", 390, 844, "dark"],
]) {
    test(`${device}: exchange, chart and chain`, async () => {
        const page = await load({ width, height, colorScheme });
        await page.click("#all");
        assert.equal(await page.locator("#steps li").count(), 5);
        assert.match(await page.textContent("#verdict"), /^Both have the same 32 bytes/);
        assert.match(await page.textContent("#steps"), /public key, 1158 bytes.*ciphertext, 1039 bytes/);
        for (const time of await page.locator("#steps li:not(.wire) .time").allTextContents()) {
            assert.match(time, /^\d+(\.\d+)? (µs|ms)$/);
        }
        await page.click("#measure");
        await page.waitForFunction(() => /^Medians/.test(document.getElementById("chart-caption").textContent), null, {
            timeout: 120000,
        });
        const bars = await page.locator("#chart g").count();
        assert.equal(bars, await page.locator("#multiplier option").count());
        assert.ok(bars >= 8);
        assert.equal(await page.locator("#chart g.chosen").count(), 1);
        assert.match(await page.textContent("#explanation"), /operands.*proved.*magnitudes of at most/s);
        assert.ok((await page.locator(".maps li").count()) >= 3);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(overflow <= 0, `the page is ${overflow} pixels too wide`);
        const colour = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        assert.equal(colour, colorScheme === "light" ? "rgb(246, 247, 250)" : "rgb(16, 19, 26)");
        await picture(page, device);
        assert.deepEqual(page.problems, []);
        assert.ok(page.requests.every((url) => url.startsWith(server.address) || url.startsWith("data:")));
        await page.close();
    });
}

test("every set exchanges, and every multiplier of every ring is explained", async () => {
    const page = await load({ width: 1280, height: 900 });
    for (const set of vectru.setNames()) {
        await page.selectOption("#set", set);
        await page.click("#all");
        assert.match(await page.textContent("#verdict"), /^Both have the same 32 bytes/, set);
    }
    for (const ring of await page.locator("#ring option").allTextContents()) {
        await page.selectOption("#ring", ring);
        for (const multiplier of await page.locator("#multiplier option").allTextContents()) {
            await page.selectOption("#multiplier", multiplier);
            await page.waitForSelector(".maps li", { timeout: 60000 });
            assert.match(await page.textContent("#explanation"), /magnitudes of at most|bits lost/, multiplier);
        }
    }
    assert.deepEqual(page.problems, []);
    await page.close();
});

test("a changed ciphertext gives another secret", async () => {
    const page = await load({ width: 1280, height: 900 });
    await page.check("#tamper");
    await page.click("#all");
    assert.match(await page.textContent("#verdict"), /^The secrets differ/);
    await page.close();
});

test("the keyboard reaches everything, and everything has a name", async () => {
    const page = await load({ width: 1280, height: 900 });
    const reached = new Set();
    for (let presses = 0; presses < 20; presses += 1) {
        await page.keyboard.press("Tab");
        reached.add(await page.evaluate(() => document.activeElement.id || document.activeElement.className));
    }
    for (const id of ["skip", "set", "step", "all", "tamper", "ring", "measure", "multiplier"]) {
        assert.ok(reached.has(id), id);
    }
    await page.focus("#step");
    for (let step = 0; step < 5; step += 1) {
        await page.keyboard.press("Enter");
    }
    assert.match(await page.textContent("#verdict"), /^Both/);
    // The text of a list consists of its options, and does not name it.
    const nameless = await page.evaluate(() =>
        [...document.querySelectorAll("select, button, input, svg, a, [role=region]")]
            .filter(
                (element) =>
                    !element.labels?.length &&
                    !element.getAttribute("aria-label") &&
                    (element.matches("select") || !element.textContent.trim()),
            )
            .map((element) => element.outerHTML),
    );
    assert.deepEqual(nameless, []);
    const headings = await page.locator("h1, h2, h3").evaluateAll((all) => all.map((one) => Number(one.tagName[1])));
    assert.ok(headings.every((level, index) => (index === 0 ? level === 1 : level <= headings[index - 1] + 1)));
    await page.close();
});

test("without vectors the page works, too", async () => {
    const page = await load({ width: 1280, height: 900, withoutVectors: true });
    assert.match(await page.textContent("#binary"), /without vectors/);
    await page.click("#all");
    assert.match(await page.textContent("#verdict"), /^Both/);
    assert.deepEqual(page.problems, []);
    await page.close();
});
