// The pages of `vectru bench --html` in headless Chromium: rules of accessibility in light and dark
// colours, use by keyboard, a narrow window, and paper. VECTRU_REPORTS is a folder of pages.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const folder = resolve(process.env.VECTRU_REPORTS);
const reports = readdirSync(folder).filter((name) => name.endsWith(".html"));
const profile = mkdtempSync(join(tmpdir(), "vectru-reports-"));
let context;

before(async () => {
    context = await chromium.launchPersistentContext(profile, {
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        headless: true,
        args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
    });
});
after(async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
});

async function open(name) {
    const page = await context.newPage();
    await page.goto(pathToFileURL(join(folder, name)).href);
    return page;
}

/** Returns the violations of axe's rules, each with the elements that it finds. */
async function violations(page) {
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(() => window.axe.run(document));
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
}

test("there are pages", () => assert.ok(reports.length >= 3, reports.join()));

for (const name of reports) {
    for (const [colorScheme, width] of [["light", 1280], ["dark", 1280], ["light", 400]]) {
        test(`${name} keeps the rules of accessibility, ${colorScheme}, ${width} pixels wide`, async () => {
            const page = await open(name);
            await page.emulateMedia({ colorScheme });
            await page.setViewportSize({ width, height: 900 });
            await page.evaluate(() => document.querySelectorAll("details").forEach((section) => (section.open = true)));
            assert.deepEqual(await violations(page), []);
            await page.close();
        });
    }

    test(`${name} opens its sections by keyboard`, async () => {
        const page = await open(name);
        const count = await page.locator("summary").count();
        for (let index = 0; index < count; index++) {
            const summary = page.locator("summary").nth(index);
            if (!(await summary.isVisible())) continue;
            const before = await summary.evaluate((element) => element.parentElement.open);
            await summary.focus();
            await page.keyboard.press("Enter");
            assert.notEqual(await summary.evaluate((element) => element.parentElement.open), before);
            if (before) await page.keyboard.press("Enter");
        }
        await page.close();
    });

    test(`${name} shows all of its content on paper`, async () => {
        const page = await open(name);
        await page.emulateMedia({ media: "print", colorScheme: "dark" });
        const hidden = await page.evaluate(() =>
            [...document.querySelectorAll("td, svg")].filter((element) => !element.checkVisibility()).length);
        assert.equal(hidden, 0);
        assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
        const wide = await page.evaluate(() => getComputedStyle(document.querySelector(".wide")).overflowX);
        assert.equal(wide, "visible");
        await page.close();
    });
}

test("a fault is noticed", async () => {
    const page = await open(reports[0]);
    await page.addStyleTag({ content: "td { color: #ddd; }" });
    assert.ok((await violations(page)).some((text) => text.startsWith("color-contrast")));
    await page.close();
});
