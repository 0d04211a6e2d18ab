// The clock of the page, on calls whose time is known.

import assert from "node:assert/strict";
import { test } from "node:test";

test("the time is that of a warm call", async (context) => {
    let now = 0;
    context.mock.method(performance, "now", () => now);
    const { time, warmUp } = await import("../demo/clock.js");
    // The first calls take long, as in an engine that compiles WebAssembly a second time.
    let calls = 0;
    const call = () => {
        calls += 1;
        now += calls <= 20 ? 10 : 0.9;
    };
    assert.ok(Math.abs(time("compiled", call) - 0.9) < 1e-9);
    // A warm call stays warm.
    const before = now;
    time("compiled", call);
    warmUp("compiled", call);
    assert.ok(now - before < 100, `${now - before} ms`);
});
