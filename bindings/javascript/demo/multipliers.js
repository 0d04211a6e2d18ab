// The multipliers of a ring: their times in this browser, and their chains of maps.

import { chart } from "./chart.js";
import { breathe, burst, quartiles, warmUp } from "./clock.js";
import { choices, get, html } from "./elements.js";

/** The times that each multiplier is measured, in turns with the others. */
const ROUNDS = 15;

/** Measures multipliers of a ring, and calls `report` after each round with the figures so far. */
async function measure(times, multipliers, report) {
    const benches = multipliers.map((multiplier) => ({
        multiplier,
        bench: times.Bench.of(multiplier.ring, multiplier.name),
        figures: [],
    }));
    const wrong = benches.find(({ bench }) => !bench.isRight());
    if (wrong) {
        throw new Error(`${wrong.multiplier.name}: the product is not that of the definition`);
    }
    for (const { multiplier, bench } of benches) {
        warmUp(`${multiplier.ring} ${multiplier.name}`, () => bench.run(16));
        await breathe();
    }
    for (let round = 0; round < ROUNDS; round += 1) {
        for (const { bench, figures } of benches) {
            figures.push(burst(() => bench.run(16)) / 16);
            await breathe();
        }
        const sofar = benches.map(({ multiplier, figures }) => ({ ...multiplier, ...quartiles(figures) }));
        report(
            sofar.sort((a, b) => a.median - b.median),
            round + 1,
        );
    }
    benches.forEach(({ bench }) => bench.free());
}

/** Returns the facts of a multiplier as elements. */
function explanation(facts) {
    const rows = ["operands", "coefficients", "source", "proved"];
    const maps = facts.chain.map((map) => {
        const notes = [
            `twiddles: ${map.twiddles ?? "none"}`,
            `${map.friendly ? "friendly to vectors" : "not friendly to vectors"}, in ` +
                (map.shifts ? `negacyclic shifts of ${map.grain} coefficients` : `polynomials in x^${map.grain}`),
            map.permutes === 0 ? "permutes nothing" : `permutes ${map.permutes} vectors`,
        ];
        return html(
            "li",
            {},
            html("h3", {}, map.name, " ", html("span", {}, `(${map.source})`)),
            html("div", { class: "ring" }, html("code", {}, map.domain), " → ", html("code", {}, map.image)),
            html("div", { class: "notes" }, notes.join("; ")),
        );
    });
    const columns = ["part", "multiplications", "additions", "permutations", "loads", "stores"];
    const cells = (name, values) => values.map((value) => html(name, {}, String(value)));
    const counts = html(
        "table",
        {},
        html("caption", {}, `Counted vector instructions on ${facts.backend}`),
        html("thead", {}, html("tr", {}, ...columns.map((column) => html("th", { scope: "col" }, column)))),
        html(
            "tbody",
            {},
            ...facts.counts.map((row) =>
                html(
                    "tr",
                    {},
                    ...cells(
                        "td",
                        columns.map((column) => row[column]),
                    ),
                ),
            ),
        ),
    );
    return [
        html("dl", {}, ...rows.flatMap((row) => [html("dt", {}, row), html("dd", {}, facts[row])])),
        html("ol", { class: "maps" }, ...maps),
        html(
            "div",
            { class: "wide", tabindex: "0", role: "region", "aria-label": "Counted vector instructions" },
            counts,
        ),
    ];
}

/** Starts both sections, by facts and times of multipliers, on the backend of this engine. */
export function start(facts, times, here) {
    const all = JSON.parse(facts.multipliers()).map((one) => ({ ...one, chosen: one.chosen.includes(here) }));
    const [ring, multiplier, backend, button, caption] = [
        "ring",
        "multiplier",
        "backend",
        "measure",
        "chart-caption",
    ].map(get);
    const ofRing = () => all.filter((one) => one.ring === ring.value);

    async function explain() {
        get("explanation").replaceChildren(html("p", {}, "Running it on intervals …"));
        await breathe();
        const explained = facts.explain(ring.value, multiplier.value, backend.value);
        get("explanation").replaceChildren(...explanation(JSON.parse(explained)));
    }

    function change() {
        const multipliers = ofRing();
        get("ring-formula").textContent = multipliers[0].formula;
        get("chart").replaceChildren();
        caption.textContent = `${multipliers.length} multipliers, not measured yet.`;
        choices(
            multiplier,
            multipliers.map(({ name }) => name),
            multipliers.find(({ chosen }) => chosen)?.name,
        );
        return explain();
    }

    get("measure-form").addEventListener("submit", async (event) => {
        event.preventDefault();
        ring.disabled = button.disabled = true;
        caption.textContent = "Measuring …";
        try {
            await measure(times, ofRing(), (figures, rounds) => {
                get("chart").replaceChildren(chart(figures, Math.max(300, get("chart").clientWidth)));
                if (rounds === ROUNDS) {
                    caption.textContent = `Medians of ${ROUNDS} rounds, and quartiles. Products take the one with a tick.`;
                }
            });
        } catch (error) {
            caption.textContent = error.message;
        }
        ring.disabled = button.disabled = false;
    });
    ring.addEventListener("change", change);
    multiplier.addEventListener("change", explain);
    backend.addEventListener("change", explain);
    choices(backend, facts.backends(), here);
    choices(ring, [...new Set(all.map((one) => one.ring))], all[0].ring);
    button.disabled = false;
    return change();
}
