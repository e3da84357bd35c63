// Analysis: engines think about the position that is looked at. Moves that are made meanwhile are
// tried, and change nothing in the game.

import { Board } from "./board.js";
import { el } from "./dom.js";
import { spelled } from "./spelled.js";

/** Arrows of so many lines are drawn. */
const ARROWS = 3;

export class Analysis {
  /**
   * @param {HTMLElement} root an empty section
   * @param {object} wants `ask(request)`, `words(key, values)`, `show()` when the board is to be drawn
   *   again, `tried(path)` when moves are tried, `played(fen)` asks what was played there, `point(arrows)` when other arrows are to be drawn, `manage()` when the list of engines is to be changed
   */
  constructor(root, wants) {
    this.root = root;
    this.wants = wants;
    /** What is analysed, while something is: ply, tried moves, and what the server shows. */
    this.at = null;
    this.engines = { own: "", others: [] };
    this.chosen = new Set(JSON.parse(localStorage.getItem("analysts") ?? "[]"));
    this.lines = Number(localStorage.getItem("lines") ?? 3);
    this.threat = false;
    /** Moves that are left out here, as machines write them, with their texts. */
    this.out = new Map();
    /** What was played here before. */
    this.before = [];
    /** The move that was tried last. */
    this.tried = Promise.resolve();
    /** What each engine has said. */
    this.said = new Map();
    this.panels = new Map();
  }

  get on() {
    return this.at !== null;
  }

  /** The position to show; null where the game's own is to be shown. */
  get view() {
    return this.at?.shown.view ?? null;
  }

  /** The arrows of the best lines. */
  get arrows() {
    if (!this.on || this.threat) return [];
    const [first] = this.names().map((name) => this.said.get(name)?.opinion.lines ?? []).filter((lines) => lines.length);
    const legal = (line) => this.view.legal.find(({ text }) => text === line.moves[0]);
    return (first ?? []).slice(0, ARROWS).map(legal).filter(Boolean).map(({ from, to }, rank) => ({ from, to, rank }));
  }

  names() {
    const there = [this.engines.own, ...this.engines.others.map(({ name }) => name)];
    const chosen = there.filter((name) => this.chosen.has(name));
    return chosen.length ? chosen : [this.engines.own];
  }

  /** The engines that can be chosen. */
  list(engines) {
    this.engines = engines;
    this.draw();
    if (this.on) this.think();
  }

  /** Where the board is. */
  get place() {
    return { ply: this.at.ply, moves: this.at.shown.moves };
  }

  /** Begins at a place, or goes there. */
  begin({ ply, moves }) {
    return this.go({ ply, moves });
  }

  end() {
    this.at = null;
    this.said.clear();
    this.wants.ask({ do: "rest" });
    this.draw();
    this.wants.show();
  }

  /** Tries a move. It is kept beside the game. One that is typed fast waits for the one before. */
  attempt(text) {
    const tried = this.tried.then(() => this.on && this.keep({ ply: this.at.ply, moves: [...this.at.shown.moves, text] }));
    this.tried = tried.catch(() => false);
    return tried;
  }

  /** Keeps moves, and goes there. */
  async keep(path) {
    const kept = await this.wants.tried(path);
    return kept ? this.go(kept.at) : false;
  }

  /** One tried move back; `false` if there is none. */
  back() {
    if (!this.on || this.at.shown.moves.length === 0) return false;
    this.go({ ply: this.at.ply, moves: this.at.shown.moves.slice(0, -1) });
    return true;
  }

  async go({ ply, moves }) {
    const here = this.on && this.at.ply === ply && this.at.shown.moves.join() === moves.join();
    if (!here) this.out.clear();
    const answer = await this.wants.ask(this.request({ ply, moves }));
    if (!answer) return false;
    this.at = { ply, shown: answer.shown };
    if (!here) this.recall();
    this.said.clear();
    this.draw();
    this.wants.show();
    return true;
  }

  request({ ply, moves }) {
    return { do: "analyse", ply, moves, engines: this.names(), lines: this.lines, threat: this.threat, without: [...this.out.keys()] };
  }

  /** Leaves a move out, or takes it in again. */
  exclude(move, san) {
    if (!this.out.delete(move)) this.out.set(move, san);
    return this.think();
  }

  /** Asks what was played here before, in the games that are kept. */
  async recall() {
    const { study, view } = this.at.shown;
    this.before = [];
    const answer = await this.wants.played(view.fen);
    if (!answer || !this.on || this.at.shown.study !== study) return;
    this.before = answer.replies;
    this.draw();
  }

  think() {
    return this.go({ ply: this.at.ply, moves: this.at.shown.moves });
  }

  /** News of an engine. */
  heard(analysed) {
    if (!this.on || analysed.study !== this.at.shown.study || !this.names().includes(analysed.engine)) return;
    const before = this.said.get(analysed.engine);
    // What was said before the engine failed is still worth reading.
    if (analysed.failed && before && !analysed.opinion.lines.length) analysed.opinion = before.opinion;
    this.said.set(analysed.engine, analysed);
    this.drawEngine(analysed.engine);
    this.wants.point(this.arrows);
  }

  draw() {
    const { words } = this.wants;
    const toggle = el("button", {
      type: "button", id: "do analyse", class: this.on ? "main" : undefined, "aria-pressed": String(this.on),
      onclick: () => this.wants.toggle(),
    }, words(this.on ? "stop analysing" : "analyse"));
    const parts = [toggle];
    if (this.on) parts.push(...this.wishes(), this.trial(), ...this.leftOut(), ...this.thoughts(), ...this.known(), ...this.played());
    this.root.replaceChildren(...parts);
  }

  wishes() {
    const { words } = this.wants;
    const again = () => this.think();
    const lines = el("select", { id: "analysis-lines", onchange: ({ target }) => {
      this.lines = Number(target.value);
      localStorage.setItem("lines", target.value);
      again();
    } }, ...[0, 1, 2, 3, 4, 5, 8, 16].map((count) => el("option", { value: count, selected: count === this.lines }, String(count))));
    const threat = el("input", { type: "checkbox", id: "analysis-threat", checked: this.threat, onchange: ({ target }) => {
      this.threat = target.checked;
      again();
    } });
    const engine = (name) => el("label", {}, el("input", {
      type: "checkbox", checked: this.names().includes(name), onchange: ({ target }) => {
        this.chosen = new Set(this.names());
        this.chosen[target.checked ? "add" : "delete"](name);
        localStorage.setItem("analysts", JSON.stringify([...this.chosen]));
        again();
      },
    }), ` ${name}`);
    return [
      el("div", { class: "choices" },
        el("label", {}, `${words("lines")} `, lines),
        el("label", {}, threat, ` ${words("threat")}`)),
      el("fieldset", {}, el("legend", {}, words("engines")),
        ...[this.engines.own, ...this.engines.others.map(({ name }) => name)].map(engine),
        el("button", { type: "button", id: "do engines", onclick: this.wants.manage }, words("edit engines"))),
    ];
  }

  /** The moves that are tried. */
  trial() {
    const { words } = this.wants;
    const { san, moves } = this.at.shown;
    if (san.length === 0) return el("p", { class: "quiet" }, words("moves are tried"));
    const to = (count) => () => this.go({ ply: this.at.ply, moves: moves.slice(0, count) });
    return el("p", { class: "trial", id: "trial" },
      `${words("tried")} `,
      ...san.map((text, index) => el("button", { type: "button", onclick: to(index + 1) }, spelled(text))),
      el("button", { type: "button", onclick: to(0) }, words("back to the game")));
  }

  /** The moves that are left out: each can come in again. */
  leftOut() {
    const { words } = this.wants;
    if (this.out.size === 0) return [];
    const again = ([move, san]) => el("button", { type: "button", "aria-label": words("take in", { move: spelled(san) }), onclick: () => this.exclude(move, san) }, `${spelled(san)} ×`);
    return [el("p", { class: "trial", id: "left-out" }, `${words("without")} `, ...[...this.out].map(again))];
  }

  /** What was played here before: each can be tried. */
  played() {
    const { words } = this.wants;
    if (this.before.length === 0) return [];
    const row = ({ san, games, results: [won, drawn, lost] }) => el("tr", {},
      el("th", { scope: "row" }, el("button", { type: "button", class: "link", onclick: () => this.attempt(san) }, spelled(san))),
      el("td", {}, String(games)), el("td", {}, `+${won} =${drawn} −${lost}`));
    return [el("section", { "aria-label": words("played before") },
      el("h3", {}, words("played before")),
      el("table", { class: "summary", id: "before" }, el("tbody", {}, ...this.before.map(row))))];
  }

  /** What books and endgame tables know of the moves here: each can be tried. */
  known() {
    const { words } = this.wants;
    const says = ({ share, outcome }) => {
      if (share !== undefined) return `${(share / 10).toFixed(share < 100 ? 1 : 0)} %`;
      const [end, plies] = outcome;
      return end === "draw" ? words(end) : words("in plies", { end: words(end), plies });
    };
    const row = ({ san, says: what }) => el("tr", {},
      el("th", { scope: "row" }, el("button", { type: "button", class: "link", onclick: () => this.attempt(san) }, spelled(san))),
      el("td", {}, says(what)));
    return this.at.shown.known.map(({ source, moves }) => el("section", { class: "known", "aria-label": words("known", { source }) },
      el("h3", {}, words("known", { source })),
      el("table", { class: "summary" }, el("tbody", {}, ...moves.map(row)))));
  }

  thoughts() {
    this.panels.clear();
    const panels = this.names().map((name) => {
      const panel = el("section", { class: "analyst", "aria-label": name });
      this.panels.set(name, panel);
      return panel;
    });
    this.small = el("div", { class: "small board", "aria-hidden": "true", hidden: true });
    for (const name of this.names()) this.drawEngine(name);
    return [...panels, this.small];
  }

  drawEngine(name) {
    const { words } = this.wants;
    const panel = this.panels.get(name);
    const said = this.said.get(name);
    if (!panel) return;
    const { opinion } = said ?? { opinion: { lines: [] } };
    const [best] = opinion.lines;
    const head = [el("b", {}, name)];
    if (best) head.push(` ${best.score} · ${words("depth")} ${opinion.depth} · ${count(opinion.nodes)} ${words("nodes")} · ${count(opinion.nps)}/s`);
    const parts = [el("p", { class: "head" }, ...head)];
    if (best) parts.push(bar(best, words));
    if (said?.failed) {
      parts.push(el("p", { role: "alert" }, `${said.failed} `,
        el("button", { type: "button", onclick: () => this.think() }, words("try again"))));
    }
    parts.push(el("ol", { class: "lines" }, ...opinion.lines.slice(0, this.lines).map((line) => this.line(line))));
    // Whoever is on a move of a line stays on it when the line is drawn again.
    const at = [...panel.querySelectorAll("button")].indexOf(document.activeElement);
    panel.replaceChildren(...parts);
    if (at >= 0) panel.querySelectorAll("button")[at]?.focus();
  }

  line(line) {
    const step = (san, index) => {
      const moves = line.moves.slice(0, index + 1);
      const peek = ({ target }) => this.peek(moves, target.closest("li"));
      const away = () => {
        this.peeked = null;
        this.small.hidden = true;
      };
      return el("button", {
        type: "button", disabled: this.threat,
        onclick: () => this.keep({ ply: this.at.ply, moves: [...this.at.shown.moves, ...moves] }),
        onmouseenter: peek, onmouseleave: away, onfocus: peek, onblur: away,
      }, spelled(san));
    };
    const [san, move] = [line.san[0], line.moves[0]];
    const out = el("button", {
      type: "button", class: "out", disabled: this.threat, "aria-label": this.wants.words("leave out", { move: spelled(san) }), onclick: () => this.exclude(move, san),
    }, "×");
    return el("li", {}, el("span", { class: "score" }, line.score), ...line.san.map(step), out);
  }

  /** Shows on a small board, beside a line, what it comes to. */
  async peek(moves, line) {
    if (this.threat) return;
    // The line may be drawn again meanwhile; it keeps its place.
    const box = line.getBoundingClientRect();
    this.peeked = moves;
    const [ply, tried] = [this.at.ply, this.at.shown.moves];
    const answer = await this.wants.ask({ do: "peek", ply, moves: [...tried, ...moves] });
    if (!answer || !this.on || !this.small.isConnected || this.peeked !== moves) return;
    const plane = el("div");
    this.small.replaceChildren(plane);
    const board = new Board(plane, { words: this.wants.words, onMoves: () => undefined });
    board.flipped = this.wants.flipped();
    board.set = this.wants.pieces();
    board.show(answer.shown.view, { last: answer.shown.view.last });
    this.small.hidden = false;
    this.putSmall(box);
  }

  /** Left of the line where there is room, else below it, or above. */
  putSmall(box) {
    const [width, height] = [this.small.offsetWidth, this.small.offsetHeight];
    const beside = box.left > width + 16;
    const below = box.bottom + height + 8 < innerHeight ? box.bottom + 4 : box.top - height - 4;
    const top = beside ? Math.min(box.top, innerHeight - height - 8) : below;
    this.small.style.left = `${beside ? box.left - width - 8 : box.left}px`;
    this.small.style.top = `${Math.max(4, top)}px`;
  }
}

/** Who stands better, as a bar. */
function bar({ share, wdl, score }, words) {
  const parts = wdl ? wdl.map((part) => part / 10) : [share * 100, 0, 100 - share * 100];
  const label = wdl ? `${parts.map((part) => `${Math.round(part)} %`).join(" / ")}` : score;
  const classes = ["first", "nobody", "second"];
  const shown = parts.map((part, at) => {
    const piece = el("span", { class: classes[at] });
    piece.style.width = `${part}%`;
    return piece;
  });
  return el("div", { class: "bar", role: "img", "aria-label": words("stands", { label }) }, ...shown);
}

/** 12,345,678 as 12.3 M. */
function count(number) {
  if (number >= 1e9) return `${(number / 1e9).toFixed(1)} G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(number < 1e8 ? 2 : 0)} M`;
  if (number >= 1e4) return `${Math.round(number / 1e3)} k`;
  return String(number);
}
