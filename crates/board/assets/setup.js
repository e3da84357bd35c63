// The dialogue for setting up a position: pieces from a palette on a board, or a FEN. The program
// has the position and says what keeps it from being played.

import { Board } from "./board.js";
import { el, svg } from "./dom.js";
import { gameList } from "./dialogs.js";
import { man } from "./men.js";

/**
 * Sets up a position, beginning with this one.
 * @param {object} about `games`, `words(key, values)`, `ask(request, failed)`, `set` of pieces,
 *   `begin(variant, fen)` when it is to be played
 */
export function setUp(dialog, { variant, fen }, { games, words, ask, set, begin }) {
  const game = gameList("setup-game", games, words, variant);
  const text = el("input", { id: "setup-fen", spellcheck: "false", value: fen });
  const faults = el("div", { id: "setup-faults", role: "status" });
  const palette = el("div", { class: "palette", role: "radiogroup", "aria-label": words("pieces") });
  const place = el("div", { class: "board" });
  const board = new Board(place, { words, onSquare: put });
  const play = el("button", { type: "button", class: "main", id: "setup-play" }, words("play from here"));
  let chosen = null;
  let shown = null;

  /** Asks how a position stands after a change; a text that is no position changes nothing. */
  async function change(request) {
    const refused = (error) => {
      tell([error.message]);
      play.disabled = true;
    };
    const answer = await ask({ do: "setup", variant: game.value, fen: text.value.trim(), ...request }, refused);
    if (answer) show(answer.setup);
  }

  function tell(lines) {
    faults.replaceChildren(el("ul", {}, ...lines.map((line) => el("li", {}, line))));
  }

  function show(setup) {
    const other = shown?.variant !== setup.variant;
    shown = setup;
    text.value = setup.fen;
    board.set = set;
    board.show(setup.view);
    if (other) {
      chosen = null;
      drawPalette();
    }
    const lines = setup.faults.length > 0 ? setup.faults : [words("playable")];
    tell(lines);
    play.disabled = setup.faults.length > 0;
  }

  function drawPalette() {
    const entry = (piece) => {
      const label = piece ? board.called(piece) : words("empty");
      const picture = svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" });
      picture.append(piece ? man(piece, set, piece.side === 1) : svg("path", { class: "nothing", d: "M30 30L70 70M70 30L30 70" }));
      const choose = () => {
        chosen = piece;
        drawPalette();
      };
      const checked = String(chosen?.letter === piece?.letter && chosen?.side === piece?.side);
      return el("button", { type: "button", role: "radio", class: "held", "aria-checked": checked, "aria-label": label, onclick: choose }, picture);
    };
    const focused = [...palette.children].indexOf(document.activeElement);
    palette.replaceChildren(entry(null), ...shown.kinds.map(entry));
    if (focused >= 0) palette.children[focused].focus();
    for (const button of hands) button.disabled = !chosen?.held;
  }

  function put(square) {
    const there = shown.view.cells[square];
    const same = there && chosen && there.letter === chosen.letter && there.side === chosen.side;
    const piece = chosen && !same ? { letter: chosen.letter, side: chosen.side } : null;
    change({ change: { put: { square, piece } } });
  }

  const button = (word, act) => el("button", { type: "button", onclick: act }, words(word));
  const hand = (more) => change({ change: { hand: { side: chosen.side, letter: chosen.letter, more } } });
  const hands = [button("more in hand", () => hand(true)), button("less in hand", () => hand(false))];
  game.addEventListener("change", () => {
    text.value = "";
    change({ change: "start" });
  });
  text.addEventListener("change", () => change({}));
  play.addEventListener("click", () => begin(shown.variant, shown.fen));
  dialog.replaceChildren(
    el("h2", { id: "dialog-title" }, words("set up")),
    el("div", { class: "field" }, el("label", { for: "setup-game" }, words("game")), game),
    el("div", { class: "setup" }, place, el("div", {}, palette, el("div", { class: "actions" }, ...hands), faults)),
    el("div", { class: "actions" },
      button("other side to move", () => change({ change: "turn" })),
      button("clear board", () => change({ change: "clear" })),
      button("usual position", () => change({ change: "start" }))),
    el("div", { class: "field" }, el("label", { for: "setup-fen" }, words("position")), text),
    el("div", { class: "actions" }, play, button("cancel", () => dialog.close())),
  );
  dialog.showModal();
  change({});
}
