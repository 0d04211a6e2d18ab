// The chart of the multipliers of a ring, as SVG: a bar of the median time of each, and a line
// between its quartiles.

import { text } from "./clock.js";
import { svg } from "./elements.js";

const ROW = 44;

/** Returns the chart of some figures, { name, chosen, lower, median, upper } in milliseconds. */
export function chart(figures, width) {
    const longest = Math.max(...figures.map(({ upper }) => upper));
    const least = Math.min(...figures.map(({ median }) => median));
    const at = (time) => ((time / longest) * (width - 4)).toFixed(1);
    const rows = figures.map(({ name, chosen, lower, median, upper }, index) => {
        const top = index * ROW;
        const label = `${text(median)}, ${(median / least).toFixed(2)}×`;
        return svg(
            "g",
            { class: chosen ? "chosen" : "" },
            svg("text", { class: "name", x: 0, y: top + 14 }, chosen ? `${name} ✓` : name),
            svg("text", { class: "quiet", x: width, y: top + 14, "text-anchor": "end" }, label),
            svg("rect", { class: "track", x: 0, y: top + 20, width, height: 12, rx: 3 }),
            svg("rect", { class: "bar", x: 0, y: top + 20, width: at(median), height: 12, rx: 3 }),
            svg("path", { class: "spread", d: `M${at(lower)} ${top + 26}H${at(upper)}` }),
        );
    });
    const summary = figures.map(({ name, chosen, median }) => `${name}${chosen ? " (chosen)" : ""} ${text(median)}`);
    return svg(
        "svg",
        {
            viewBox: `0 0 ${width} ${figures.length * ROW}`,
            role: "img",
            "aria-label": `Time of a product: ${summary.join(", ")}`,
        },
        ...rows,
    );
}
