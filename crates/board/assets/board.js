// The board: an SVG for the eyes, and over it a grid of HTML that mouse, fingers, keyboard and
// screen readers use. What lies where and what is legal comes from the server.

import { Choice, path } from "./choice.js";
import { el, svg } from "./dom.js";
import { man } from "./men.js";

/** The letter of a file, or of a rank of shogi. */
const letter = (index) => String.fromCharCode(97 + index);

/** Units of a square, and of the rim with the coordinates. */
const SIZE = 100;
const RIM = 36;
/** Red's files in Chinese. */
const NUMERALS = "一二三四五六七八九";

export class Board {
  /**
   * @param {HTMLElement} root an empty element
   * @param {object} wants `words(key, values)`; `onMoves(moves)` with the legal moves that were meant,
   *   `onNamed(keys)` with what was named so far, `onNothing(from, to)` where no move goes there, `onStuck(label)` where none starts,
   *   `onTouch(how, square)` for engines that mark squares; or `onSquare(square)` instead of them
   */
  constructor(root, wants) {
    this.root = root;
    this.wants = wants;
    this.flipped = false;
    this.set = "traditional";
    this.focus = 0;
    this.picture = svg("svg", { "aria-hidden": "true", class: "picture" });
    this.grid = el("div", { role: "grid", class: "grid" });
    this.hands = ["hand top", "hand bottom"].map((kind) => el("div", { role: "group", class: kind }));
    root.replaceChildren(this.hands[0], el("div", { class: "plane" }, this.picture, this.grid), this.hands[1]);
    this.listen();
  }

  /** Shows a position: the view of the game, and what is to be marked on it. */
  show(view, marks = {}) {
    const other = !this.view || this.view.files !== view.files || this.view.ranks !== view.ranks;
    this.view = view;
    this.marks = marks;
    this.legal = marks.movable ? view.legal : [];
    this.choice = new Choice(this.legal);
    /** What an engine marks, by square. */
    this.told = new Map();
    if (other) this.focus = Math.min(this.focus, view.files * view.ranks - 1);
    this.draw();
  }

  /** Points with other arrows; whoever is about to move a piece is not disturbed. */
  point(arrows) {
    this.marks = { ...this.marks, arrows };
    this.picture.querySelector(".arrows").replaceWith(this.arrows());
  }

  flip() {
    this.flipped = !this.flipped;
    this.draw();
  }

  /** What players call a square: `e4`, in shogi `5f`. */
  name(square) {
    const { files, ranks, names } = this.view;
    if (names !== "shogi") return this.wire(square);
    return `${files - (square % files)}${letter(ranks - 1 - Math.floor(square / files))}`;
  }

  /** What engines call it: `e4` in all games. */
  wire(square) {
    const { files, first_rank: first } = this.view;
    return letter(square % files) + (Math.floor(square / files) + first);
  }

  /** Column and row on the screen, from the left top. */
  place(square) {
    const { files, ranks } = this.view;
    const [file, rank] = [square % files, Math.floor(square / files)];
    return this.flipped ? [files - 1 - file, rank] : [file, ranks - 1 - rank];
  }

  square(column, row) {
    const { files, ranks } = this.view;
    return this.flipped ? row * files + (files - 1 - column) : (ranks - 1 - row) * files + column;
  }

  middle(square) {
    const [column, row] = this.place(square);
    return [RIM + (column + 0.5) * SIZE, RIM + (row + 0.5) * SIZE];
  }

  draw() {
    const { files, ranks } = this.view;
    const [width, height] = [files * SIZE + 2 * RIM, ranks * SIZE + 2 * RIM];
    this.picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    // The rows of the players are as wide as the board between them.
    const { style } = this.root.parentElement;
    for (const [name, value] of Object.entries({ files, ranks, width, height })) style.setProperty(`--${name}`, value);
    // What stands above and below the board takes room from it.
    style.setProperty("--bars", this.view.hands ? "19rem" : "11rem");
    this.picture.replaceChildren(
      this.ground(width, height), this.coordinates(), this.highlights(), this.men(), this.arrows(),
    );
    this.drawGrid();
    this.drawHands();
  }

  ground(width, height) {
    const { files, ranks } = this.view;
    const group = svg("g", { class: "ground" }, svg("rect", { class: "wood", width, height, rx: 10 }));
    if (this.view.points) {
      group.append(this.lines());
      return group;
    }
    for (let square = 0; square < files * ranks; square++) {
      const [column, row] = this.place(square);
      const dark = (Math.floor(square / files) + (square % files)) % 2 === 0;
      const shade = this.view.plain ? "plain" : dark ? "dark" : "light";
      group.append(svg("rect", { class: shade, x: RIM + column * SIZE, y: RIM + row * SIZE, width: SIZE, height: SIZE }));
    }
    return group;
  }

  /** The lines of a board whose pieces stand on points: a river, palaces. */
  lines() {
    const { files, ranks, river = [], palaces = [] } = this.view;
    const at = (file, rank) => this.middle(rank * files + file).join(" ");
    const parts = [];
    for (let rank = 0; rank < ranks; rank++) parts.push(`M${at(0, rank)}L${at(files - 1, rank)}`);
    for (let file = 0; file < files; file++) {
      const edge = file === 0 || file === files - 1;
      if (edge || river.length !== 2) parts.push(`M${at(file, 0)}L${at(file, ranks - 1)}`);
      else parts.push(`M${at(file, 0)}L${at(file, river[0])}M${at(file, river[1])}L${at(file, ranks - 1)}`);
    }
    for (const [left, bottom, right, top] of palaces) {
      parts.push(`M${at(left, bottom)}L${at(right, top)}M${at(left, top)}L${at(right, bottom)}`);
    }
    return svg("path", { class: "line", d: parts.join("") });
  }

  coordinates() {
    const { files, ranks } = this.view;
    const group = svg("g", { class: "coordinates" });
    const [above, below] = [RIM * 0.72, ranks * SIZE + RIM * 1.72];
    for (let file = 0; file < files; file++) {
      const [x] = this.middle(file);
      for (const y of [above, below]) group.append(svg("text", { x, y }, ...this.ofFile(file, (y === below) === this.flipped)));
    }
    for (let rank = 0; rank < ranks; rank++) {
      const [, y] = this.middle(rank * files);
      for (const x of [RIM * 0.5, files * SIZE + RIM * 1.5]) {
        group.append(svg("text", { x, y: y + 9 }, this.ofRank(rank)));
      }
    }
    return group;
  }

  /** What stands on the rim beside a file, on the edge of this side. In xiangqi each side has numbers of its own. */
  ofFile(file, second) {
    const { files, names } = this.view;
    if (names === "shogi") return [String(files - file)];
    if (names !== "xiangqi") return [letter(file)];
    const number = second ? file + 1 : files - file;
    const chinese = !second && document.documentElement.lang.startsWith("zh");
    return [`${letter(file)} `, svg("tspan", { class: "number" }, chinese ? NUMERALS[number - 1] : String(number))];
  }

  ofRank(rank) {
    const { ranks, names, first_rank: first } = this.view;
    return names === "shogi" ? letter(ranks - 1 - rank) : String(rank + first);
  }

  highlights() {
    const group = svg("g", { class: "highlights" });
    const rect = (square, kind) => {
      const [x, y] = this.middle(square);
      group.append(svg("rect", { class: kind, x: x - SIZE / 2, y: y - SIZE / 2, width: SIZE, height: SIZE }));
    };
    for (const square of this.marks.last ?? []) rect(square, "last");
    for (const square of this.view.checked ?? []) rect(square, "check");
    for (const key of this.choice.keys) if (typeof key === "number") rect(key, "chosen");
    for (const [square, { colour }] of this.told) {
      if (square === undefined || colour === "transparent") continue;
      const [cx, cy] = this.middle(square);
      group.append(svg("circle", { class: `told ${colour}`, cx, cy, r: 40 }));
    }
    if (this.choice.keys.length > 0) {
      for (const key of this.choice.next()) {
        if (typeof key !== "number" || this.told.has(key)) continue;
        const [cx, cy] = this.middle(key);
        const taken = this.view.cells[key] !== null;
        group.append(svg("circle", { class: taken ? "target taken" : "target", cx, cy, r: taken ? 46 : 15 }));
      }
    }
    return group;
  }

  men() {
    const group = svg("g", { class: "men" });
    this.view.cells.forEach((piece, square) => {
      if (!piece) return;
      group.append(this.one(piece, square));
    });
    return group;
  }

  /** A piece on its square. */
  one(piece, square) {
    const [x, y] = this.middle(square);
    const shown = man(piece, this.set, (piece.side === 1) !== this.flipped);
    shown.setAttribute("transform", `translate(${x - 46} ${y - 46}) scale(.92)`);
    shown.dataset.square = square;
    return shown;
  }

  arrows() {
    const group = svg("g", { class: "arrows" });
    for (const { from, to, rank = 0 } of this.marks.arrows ?? []) {
      if (from === undefined || from === to) continue;
      const [[x1, y1], [x2, y2]] = [this.middle(from), this.middle(to)];
      const length = Math.hypot(x2 - x1, y2 - y1);
      const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
      const [bx, by] = [x2 - dx * 38, y2 - dy * 38];
      const head = `${x2 - dx * 6} ${y2 - dy * 6} ${bx - dy * 20} ${by + dx * 20} ${bx + dy * 20} ${by - dx * 20}`;
      const kind = `arrow rank${Math.min(rank, 3)}`;
      group.append(
        svg("line", { class: kind, x1: x1 + dx * 20, y1: y1 + dy * 20, x2: bx, y2: by }),
        svg("polygon", { class: kind, points: head }),
      );
    }
    return group;
  }

  /** What stands on a square, in words. */
  label(square) {
    const { words } = this.wants;
    const piece = this.view.cells[square];
    const parts = [this.name(square), piece ? this.called(piece) : words("empty")];
    if (this.choice.keys.includes(square)) parts.push(words("chosen"));
    else if (this.choice.keys.length > 0 && this.choice.next().has(square)) parts.push(words("target"));
    if ((this.marks.last ?? []).includes(square)) parts.push(words("last move"));
    if ((this.view.checked ?? []).includes(square)) parts.push(words("in check"));
    return parts.join(", ");
  }

  called(piece) {
    const { words } = this.wants;
    return words("piece", { side: words(this.view.sides[piece.side]), piece: words(piece.name) });
  }

  drawGrid() {
    const { files, ranks } = this.view;
    const hadFocus = this.grid.contains(document.activeElement);
    const rows = [];
    for (let row = 0; row < ranks; row++) {
      const cells = [];
      for (let column = 0; column < files; column++) {
        const square = this.square(column, row);
        const cell = el("div", {
          role: "gridcell",
          tabindex: square === this.focus ? 0 : -1,
          "aria-label": this.label(square),
          "aria-selected": this.choice.keys.includes(square) ? "true" : undefined,
          "data-square": square,
        });
        cells.push(cell);
      }
      rows.push(el("div", { role: "row" }, ...cells));
    }
    this.grid.setAttribute("aria-label", this.wants.words("board"));
    this.grid.replaceChildren(...rows);
    if (hadFocus) this.cell(this.focus)?.focus({ preventScroll: true });
  }

  drawHands() {
    const { words } = this.wants;
    const sides = this.flipped ? [0, 1] : [1, 0];
    this.hands.forEach((box, at) => {
      const side = sides[at];
      const held = this.view.hands?.[side] ?? [];
      box.hidden = !this.view.hands;
      box.setAttribute("aria-label", words("hand of", { side: words(this.view.sides[side]) }));
      box.replaceChildren(...held.map((piece) => this.held({ ...piece, side }, at === 0)));
    });
  }

  /** Pieces of a kind in hand: a button, which can be read in any case. */
  held(piece, far) {
    const key = `hand ${piece.letter}`;
    const mine = piece.side === this.view.turn && this.choice.starts(key);
    const chosen = mine && this.choice.keys[0] === key;
    const picture = svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, man(piece, this.set, far));
    return el("button", {
      type: "button",
      class: chosen ? "held chosen" : "held",
      "data-key": key,
      "aria-disabled": mine ? undefined : "true",
      "aria-label": this.heldLabel(piece),
      "aria-pressed": mine ? String(chosen) : undefined,
      onclick: (event) => mine && this.grasp(key, event.detail > 0),
    }, picture, el("span", { class: "count" }, String(piece.count)));
  }

  heldLabel(piece) {
    return this.wants.words("in hand", { count: piece.count, piece: this.called(piece) });
  }

  /** A piece in hand is taken: what follows is where it goes, on the board. */
  grasp(key, byPointer) {
    const again = this.choice.keys[0] === key;
    this.choice.drop();
    this.grid.classList.toggle("pointed", byPointer);
    if (again) return this.draw();
    this.named(key);
    this.cell(this.focus)?.focus({ preventScroll: true });
    return undefined;
  }

  cell(square) {
    return this.grid.querySelector(`[data-square="${square}"]`);
  }

  /** A square or a piece in hand was named, by whatever means. */
  named(key) {
    if (this.wants.onSquare) return this.wants.onSquare(key);
    const before = this.choice.keys;
    if (before.length === 0) this.unmark();
    const meant = this.choice.name(key);
    const { keys } = this.choice;
    if (keys.length === 0) this.unmark();
    this.draw();
    if (typeof key === "number" && keys.length === 1 && keys[0] === key) this.wants.onTouch?.("lift", this.wire(key));
    if (meant.length > 0) {
      this.wants.onTouch?.("put", this.wire(key));
      this.wants.onMoves(meant);
    } else if (before.length > 0 && keys.length === 0 && before.at(-1) !== key) {
      this.wants.onNothing?.(this.spoken(before.at(-1)), this.spoken(key));
    } else if (before.length === 0 && keys.length === 0 && this.legal.length > 0 && this.view.cells[key]) {
      this.wants.onStuck?.(this.label(key));
    } else {
      this.wants.onNamed?.(keys);
    }
    return undefined;
  }

  /** A square, or a piece in hand, in words. */
  spoken(key) {
    return typeof key === "number" ? this.name(key) : key.replace("hand ", "");
  }

  /** What an engine marks for the piece that was taken up. It goes only where the engine says so, if it says so at all. */
  mark(marks) {
    const squares = new Map(this.view.cells.map((_, square) => [this.wire(square), square]));
    this.told = new Map(marks.map(({ square, colour, target }) => [squares.get(square), { colour, target }]));
    const [from] = this.choice.keys;
    if (this.choice.keys.length === 1 && marks.some(({ target }) => target)) {
      this.choice.legal = this.legal.filter((move) => path(move)[0] !== from || this.told.get(path(move)[1])?.target);
    }
    this.draw();
  }

  /** Forgets what engines have marked. */
  unmark() {
    this.told = new Map();
    this.choice.legal = this.legal;
  }

  /** The keyboard is on the board from now on. */
  take() {
    this.cell(this.focus)?.focus({ preventScroll: true });
  }

  /** As if the person had named this square. */
  click(name) {
    const square = this.view.cells.findIndex((_, at) => this.wire(at) === name);
    if (square >= 0) this.named(square);
  }

  listen() {
    const at = (event) => {
      const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-square]");
      return cell && this.grid.contains(cell) ? Number(cell.dataset.square) : null;
    };
    let drag = null;
    this.grid.addEventListener("pointerdown", (event) => {
      const square = at(event);
      if (square === null || event.button !== 0) return;
      event.preventDefault();
      this.focus = square;
      this.grid.classList.add("pointed");
      const own = this.choice.keys.length === 0 || !this.choice.next().has(square);
      drag = { square, own, x: event.clientX, y: event.clientY, moved: false };
      if (own && this.choice.starts(square)) {
        this.choice.drop();
        this.named(square);
        this.grid.setPointerCapture(event.pointerId);
      } else {
        this.named(square);
        drag = null;
      }
      this.cell(square)?.focus({ preventScroll: true });
    });
    let over = null;
    this.grid.addEventListener("pointermove", (event) => {
      const square = this.told.size > 0 ? at(event) : null;
      if (square !== over && this.told.get(square)?.colour === "red") this.wants.onTouch?.("hover", this.wire(square));
      over = square;
      if (!drag) return;
      const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 5;
      drag.moved ||= far;
      if (!drag.moved) return;
      const box = this.picture.getBoundingClientRect();
      const scale = this.picture.viewBox.baseVal.width / box.width;
      const piece = this.picture.querySelector(`.men [data-square="${drag.square}"]`);
      const [x, y] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
      piece?.setAttribute("transform", `translate(${x - 46} ${y - 46}) scale(.92)`);
      piece?.classList.add("dragged");
    });
    const end = (event) => {
      if (!drag) return;
      const { square, moved } = drag;
      drag = null;
      const target = event.type === "pointerup" ? at(event) : null;
      if (!moved) return;
      if (target === null || target === square) {
        this.choice.drop();
        this.draw();
      } else {
        this.named(target);
      }
    };
    this.grid.addEventListener("pointerup", end);
    this.grid.addEventListener("pointercancel", end);
    this.grid.addEventListener("keydown", (event) => this.key(event));
    this.grid.addEventListener("focusin", (event) => {
      const square = event.target.dataset?.square;
      if (square === undefined) return;
      this.cell(this.focus)?.setAttribute("tabindex", "-1");
      this.focus = Number(square);
      event.target.setAttribute("tabindex", "0");
    });
  }

  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const { files, ranks } = this.view;
    const [column, row] = this.place(this.focus);
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    this.grid.classList.remove("pointed");
    if (steps[event.key]) {
      const [right, down] = steps[event.key];
      const [to, below] = [column + right, row + down];
      if (to < 0 || below < 0 || to >= files || below >= ranks) return event.preventDefault();
      this.cell(this.square(to, below))?.focus();
    } else if (event.key === "Home" || event.key === "End") {
      this.cell(this.square(event.key === "Home" ? 0 : files - 1, row))?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.named(this.focus);
    } else if (event.key === "Escape") {
      this.choice.drop();
      this.draw();
    } else {
      return;
    }
    event.preventDefault();
  }
}
