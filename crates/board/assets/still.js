// A board to look at only: a picture in which nothing but what has changed is drawn again.

import { Board } from "./board.js";
import { el, svg } from "./dom.js";
import { man } from "./men.js";

export class Still extends Board {
  constructor(root, words, ground) {
    super(root, { words });
    this.grid.remove();
    this.ground_ = ground;
    this.cells = [];
    root.setAttribute("aria-hidden", "true");
  }

  /** Nobody moves here. */
  drawGrid() {}

  /** Shows cells, as pieces or nothing; squares of the last move; hands. */
  put(cells, last, hands) {
    if (this.cells.length !== cells.length) {
      this.show({ ...this.ground_, cells, hands, legal: [], checked: [] }, { last });
      this.cells = cells;
      return;
    }
    const same = (one, other) => one?.side === other?.side && one?.letter === other?.letter && one?.promoted === other?.promoted;
    const group = this.picture.querySelector(".men");
    cells.forEach((piece, square) => {
      if (same(piece, this.cells[square])) return;
      group.querySelector(`[data-square="${square}"]`)?.remove();
      if (piece) group.append(this.one(piece, square));
    });
    this.cells = cells;
    this.view = { ...this.view, cells, hands };
    this.marks = { last };
    this.picture.querySelector(".highlights").replaceWith(this.highlights());
    if (hands) this.drawHands();
  }

  /** Pieces in hand cannot be taken here. */
  held(piece, far) {
    const picture = svg("svg", { viewBox: "0 0 100 100" }, man(piece, this.set, far));
    return el("span", { class: "held" }, picture, String(piece.count));
  }
}
