// Times of calls. A browser rounds its clock to up to a tenth of a millisecond, or more coarsely.

/** The time that a measurement takes at least, in milliseconds. */
const LEAST = 15;

/** Returns the mean time of a call in milliseconds: of as many calls as take long enough. */
export function time(call) {
    const start = performance.now();
    let calls = 0;
    let elapsed = 0;
    while (elapsed < LEAST) {
        call();
        calls += 1;
        elapsed = performance.now() - start;
    }
    return elapsed / calls;
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
