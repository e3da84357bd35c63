// The position and the game to take away: FEN, PGN, and a picture as SVG or PNG.

import { el } from "./dom.js";

/** What a picture needs of the page's styles, to look the same elsewhere. */
const STYLES = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "opacity", "font", "text-anchor"];
/** Dots of a square in a PNG. */
const DOTS = 96;
/** Units of a square in a picture. */
const UNITS = 100;

/** The picture of a board as a text of its own: all styles are in it. */
export function svgOf(picture) {
  const copy = picture.cloneNode(true);
  const [shown, copied] = [picture, copy].map((root) => [...root.querySelectorAll("*")]);
  shown.forEach((element, at) => {
    const style = getComputedStyle(element);
    // What is see-through by its colour stays so.
    for (const name of STYLES) copied[at].setAttribute(name, style.getPropertyValue(name));
    copied[at].removeAttribute("class");
    delete copied[at].dataset.square;
  });
  const { width, height } = picture.viewBox.baseVal;
  copy.removeAttribute("class");
  copy.removeAttribute("aria-hidden");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  return new XMLSerializer().serializeToString(copy);
}

/** The same as dots. */
async function pngOf(picture) {
  const { width, height } = picture.viewBox.baseVal;
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svgOf(picture)], { type: "image/svg+xml" }));
  image.src = address;
  await image.decode();
  const canvas = el("canvas", { width: Math.round((width / UNITS) * DOTS), height: Math.round((height / UNITS) * DOTS) });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function hand(blob, name) {
  const address = URL.createObjectURL(blob);
  el("a", { href: address, download: name }).click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Shows what there is to take away.
 * @param {HTMLDialogElement} dialog
 * @param {object} wants `words`, `ask(request)`, `picture` of the board, `fen`
 */
export async function save(dialog, { words, ask, picture, fen }) {
  const answer = await ask({ do: "pgn" });
  if (!answer) return;
  const button = (id, act) => el("button", { type: "button", id: `do ${id}`, onclick: act }, words(id));
  const field = (label, control) => el("div", { class: "field" }, el("label", { for: control.id }, words(label)), control);
  dialog.replaceChildren(el("form", { method: "dialog" },
    el("h2", { id: "dialog-title" }, words("save")),
    field("position", el("input", { id: "save-fen", readonly: true, value: fen })),
    field("game", el("textarea", { id: "save-pgn", readonly: true, rows: 10 }, answer.pgn)),
    el("div", { class: "actions" },
      button("save pgn", () => hand(new Blob([answer.pgn], { type: "application/vnd.chess-pgn" }), "game.pgn")),
      button("save svg", () => hand(new Blob([svgOf(picture)], { type: "image/svg+xml" }), "position.svg")),
      button("save png", async () => hand(await pngOf(picture), "position.png")),
      el("button", { type: "button", onclick: () => dialog.close() }, words("close")))));
  dialog.showModal();
}
