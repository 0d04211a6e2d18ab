// Times of calls. A browser rounds its clock to up to a tenth of a millisecond, or more coarsely.

/** The time of a burst at least, in milliseconds. */
const BURST = 15;

/**
 * The bursts in a row after which a call is warm, if none was faster than all before. Engines
 * compile WebAssembly quickly when it is loaded, and well while it runs, beside the program.
 */
const QUIET = 25;

/** The names of the calls that are warm. */
const warm = new Set();

/** Runs a call for the time of a burst, and returns its mean time in milliseconds. */
export function burst(call) {
    const start = performance.now();
    let calls = 0;
    let elapsed = 0;
    while (elapsed < BURST) {
        call();
        calls += 1;
        elapsed = performance.now() - start;
    }
    return elapsed / calls;
}

/** Runs the call of a name until it is warm, if it is not. */
export function warmUp(name, call) {
    let best = Infinity;
    for (let quiet = warm.has(name) ? QUIET : 0; quiet < QUIET; quiet += 1) {
        const mean = burst(call);
        if (mean < 0.95 * best) {
            best = mean;
            quiet = 0;
        }
    }
    warm.add(name);
}

/** Returns the time of a warm call in milliseconds: the least mean of five bursts. */
export function time(name, call) {
    warmUp(name, call);
    return Math.min(...Array.from({ length: 5 }, () => burst(call)));
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
