// The moves of a game with its variations and comments, as a list to walk in; and what one has to
// say of a move oneself.

import { el } from "./dom.js";
import { spelled } from "./spelled.js";
import { MOVES, POSITIONS, sign } from "./tree.js";

export class Record {
  /**
   * @param {HTMLElement} list the list of moves
   * @param {HTMLElement} notes where notes are made
   * @param {object} wants `words`, `ask(request)`, `go(path)`, `sign(ply)` of a mistake,
   *   `first()` 1 if the second side made the first move
   */
  constructor(list, notes, wants) {
    [this.list, this.notes, this.wants] = [list, notes, wants];
    this.comment = el("textarea", { id: "comment", rows: 2 });
    this.glyph = el("select", { id: "glyph" });
    this.worth = el("select", { id: "worth" });
    const keep = () => this.keep();
    for (const field of [this.comment, this.glyph, this.worth]) field.addEventListener("change", keep);
  }

  /** The number of a move, as records have it; nothing in front of the second side's, unless it comes first. */
  number(depth, alone) {
    const index = depth - 1 + this.wants.first();
    const number = Math.floor(index / 2) + 1;
    if (index % 2 === 0) return `${number}.`;
    return alone ? `${number}…` : null;
  }

  /** Shows a tree, and marks the place where the board is. */
  show(tree, at) {
    [this.tree, this.at] = [tree, at];
    const items = [];
    const [start, ...moves] = tree.main;
    if (start.comment) items.push(el("li", { class: "comment" }, start.comment));
    let alone = true;
    for (const one of moves) {
      items.push(el("li", {}, ...this.move(one, alone)));
      const others = one.up.next.filter(({ main }) => !main);
      if (one.comment) items.push(el("li", { class: "comment" }, one.comment));
      items.push(...others.map((other) => el("li", { class: "variation" }, ...this.variation(other))));
      alone = one.comment !== "" || others.length > 0;
    }
    const later = tree.end.next.map((other) => el("li", { class: "variation" }, ...this.variation(other)));
    this.list.replaceChildren(...items, ...later);
    // The list alone scrolls: a page that moved under a finger would have it tap something else.
    const here = this.list.querySelector('[aria-current="true"]');
    if (here) this.list.scrollTop = here.offsetTop - this.list.clientHeight / 2;
    this.fill();
  }

  move(one, alone) {
    const number = this.number(one.depth, alone);
    const here = one === this.at;
    const signs = [one.main && this.wants.sign(one.depth), ...one.glyphs.map(sign)].filter(Boolean);
    const button = el("button", { type: "button", "aria-current": here ? "true" : undefined, onclick: () => this.wants.go(one) },
      spelled(one.san), signs.length > 0 ? el("span", { class: "sign" }, signs.join(" ")) : null);
    return [number && el("span", { class: "number" }, number), button].filter(Boolean);
  }

  /** A variation with those within it, in brackets. */
  variation(first) {
    const parts = ["("];
    let alone = true;
    for (let one = first; one; one = one.next[0]) {
      parts.push(...this.move(one, alone));
      if (one.comment) parts.push(el("span", { class: "comment" }, one.comment));
      const others = one === first ? [] : one.up.next.slice(1);
      parts.push(...others.map((other) => el("span", { class: "variation" }, ...this.variation(other))));
      alone = one.comment !== "" || others.length > 0;
    }
    return [...parts, ")"];
  }

  /** The fields for notes, in the language that is spoken now. */
  draw() {
    const { words } = this.wants;
    const field = (label, control) => el("div", { class: "field" }, el("label", { for: control.id }, words(label)), control);
    const fill = (list, signs) => list.replaceChildren(el("option", { value: "" }, words("none")),
      ...Object.entries(signs).map(([glyph, text]) => el("option", { value: glyph }, `${text} ${words(`glyph ${glyph}`)}`)));
    fill(this.glyph, MOVES);
    fill(this.worth, POSITIONS);
    this.cut = el("button", { type: "button", id: "do prune", onclick: () => this.prune() }, words("remove variation"));
    this.notes.replaceChildren(el("details", { open: this.notes.querySelector("details")?.open },
      el("summary", {}, words("notes")),
      field("comment", this.comment), field("glyph", this.glyph), field("worth", this.worth),
      el("div", { class: "actions" }, this.cut)));
    if (this.tree) this.fill();
  }

  /** What is said of the place where the board is. Whoever writes is not disturbed by news. */
  fill() {
    const one = this.at;
    this.notes.hidden = !one;
    if (!one) return;
    const same = this.filled === `${one.ply} ${one.moves}`;
    this.filled = `${one.ply} ${one.moves}`;
    const known = (signs) => String(one.glyphs.find((glyph) => signs[glyph]) ?? "");
    for (const [control, value] of [[this.comment, one.comment], [this.glyph, known(MOVES)], [this.worth, known(POSITIONS)]]) {
      if (!same || document.activeElement !== control) control.value = value;
    }
    this.glyph.disabled = one.san === null;
    this.cut.disabled = one.main;
  }

  /** Keeps what is said of this place. Glyphs that cannot be chosen here stay. */
  keep() {
    const { ply, moves, glyphs } = this.at;
    const others = glyphs.filter((glyph) => !MOVES[glyph] && !POSITIONS[glyph]);
    const chosen = [this.glyph.value, this.worth.value].filter(Boolean).map(Number);
    return this.wants.ask({ do: "note", ply, moves, comment: this.comment.value, glyphs: [...chosen, ...others] });
  }

  async prune() {
    const { ply, moves, up } = this.at;
    if (await this.wants.ask({ do: "prune", ply, moves })) this.wants.go(up);
  }

  /** What is to be said aloud of a place. */
  said(one) {
    const { words } = this.wants;
    if (one.san === null) return [words("usual position"), one.comment].filter(Boolean).join(". ");
    const index = one.depth - 1 + this.wants.first();
    const move = `${one.main ? "" : `${words("variation")}: `}${Math.floor(index / 2) + 1}${index % 2 ? "…" : "."} ${spelled(one.san)}`;
    return [move, ...one.glyphs.map((glyph) => words(`glyph ${glyph}`)), one.comment].filter(Boolean).join(". ");
  }
}
