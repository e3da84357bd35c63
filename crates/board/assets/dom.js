// Making elements. Text of others only ever becomes text here, never markup.

const make = (space) => (tag, attributes = {}, ...children) => {
  const element = space ? document.createElementNS(space, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
};

/** An element of HTML: `el("button", { type: "button", onclick }, "Play")`. */
export const el = make(null);
/** An element of SVG. */
export const svg = make("http://www.w3.org/2000/svg");

/** The element with this id. */
export const byId = (id) => document.getElementById(id);

/** Drawings of our own, as nodes. */
export function drawn(markup) {
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`;
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  return document.importNode(parsed.documentElement.firstElementChild, true);
}
