// Times of calls. A browser rounds its clock to up to a tenth of a millisecond, or more coarsely.

/** The time of a burst at least, in milliseconds. */
const BURST = 15;

/**
 * The time for which calls run before their first measurement, in milliseconds. Engines compile
 * WebAssembly quickly when it is loaded, and well while it runs.
 */
const WARMING = 400;

/** The names of the calls that are warm. */
const warm = new Set();

/** Runs a call for some time at least, and returns its mean time, both in milliseconds. */
export function burst(call, least = BURST) {
    const start = performance.now();
    let calls = 0;
    let elapsed = 0;
    while (elapsed < least) {
        call();
        calls += 1;
        elapsed = performance.now() - start;
    }
    return elapsed / calls;
}

/** Runs the call of a name until it is warm, if it is not. */
export function warmUp(name, call) {
    if (!warm.has(name)) {
        burst(call, WARMING);
        warm.add(name);
    }
}

/** Returns the time of a warm call in milliseconds: the least mean of three bursts. */
export function time(name, call) {
    warmUp(name, call);
    return Math.min(...[1, 2, 3].map(() => burst(call)));
}

/** Returns the middle one of some numbers, and the quartiles. */
export function quartiles(numbers) {
    const sorted = [...numbers].sort((a, b) => a - b);
    const at = (part) => sorted[Math.round((sorted.length - 1) * part)];
    return { lower: at(0.25), median: at(0.5), upper: at(0.75) };
}

/** Returns a time as text, with three digits. */
export function text(milliseconds) {
    const [number, unit] = milliseconds < 1 ? [milliseconds * 1000, "µs"] : [milliseconds, "ms"];
    return `${number.toPrecision(3).replace(/e\+?\d+$/, "")} ${unit}`;
}

/** Lets the browser draw, and react to its user. */
export function breathe() {
    return new Promise((resolve) => setTimeout(resolve));
}
