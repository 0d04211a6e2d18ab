// Elements of the page, made of their name, their attributes and what they contain.

/** Returns the element of the page with this identifier. */
export function get(id) {
    return document.getElementById(id);
}

function fill(element, attributes, contents) {
    for (const [name, value] of Object.entries(attributes)) {
        element.setAttribute(name, value);
    }
    element.append(...contents);
    return element;
}

/** Returns a new element of HTML. */
export function html(name, attributes = {}, ...contents) {
    return fill(document.createElement(name), attributes, contents);
}

/** Returns a new element of SVG. */
export function svg(name, attributes = {}, ...contents) {
    return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, contents);
}

/** Fills a list of choices, selects one, and enables it. */
export function choices(select, values, selected) {
    select.replaceChildren(...values.map((value) => new Option(value, value, false, value === selected)));
    select.disabled = false;
}
