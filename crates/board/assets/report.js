// The report of a game: a graph of who stood how, the moves that were mistakes, and how accurate both
// sides were. The formulas are lichess's (lichess.org/page/accuracy).

import { el, svg } from "./dom.js";
import { spelled } from "./spelled.js";

/** How long a position is thought about, in milliseconds. */
const TIMES = [["quick", 100], ["usual", 400], ["thorough", 2000]];
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class Report {
  /**
   * @param {HTMLElement} root an empty section
   * @param {object} wants `words`, `ask(request)`, `look(ply)`, `label(ply)` with a move and its number,
   *   `sides()` with both names, `changed()` when moves have other signs
   */
  constructor(root, wants) {
    this.root = root;
    this.wants = wants;
    this.time = TIMES[0][1];
    this.forget();
  }

  /** The game is another one. */
  forget() {
    if (this.number) this.wants.ask({ do: "unreport" });
    [this.number, this.of, this.sides, this.failed] = [0, 0, null, null];
    this.points = [];
    this.draw();
  }

  /** The sign of a move that was a mistake. */
  sign(ply) {
    return SIGNS[this.points[ply]?.judgement] ?? "";
  }

  get runs() {
    return this.number !== 0 && !this.sides && !this.failed;
  }

  async begin() {
    this.forget();
    const answer = await this.wants.ask({ do: "report", millis: this.time });
    if (!answer) return;
    this.number = answer.report;
    this.draw();
    this.root.querySelector("button")?.focus();
  }

  end() {
    this.forget();
    this.wants.changed();
    this.root.querySelector("button")?.focus();
  }

  heard({ number, of, point, sides, failed }) {
    if (number !== this.number) return;
    this.of = of || this.of;
    if (point) this.points.push(point);
    this.sides = sides ?? this.sides;
    this.failed = failed ?? this.failed;
    if (point?.judgement || sides) this.wants.changed();
    this.draw();
  }

  /** Where the board is. */
  at(ply) {
    this.ply = ply;
    const line = this.root.querySelector(".here");
    line?.setAttribute("x1", ply);
    line?.setAttribute("x2", ply);
  }

  draw() {
    const { words } = this.wants;
    const held = this.root.contains(document.activeElement) ? document.activeElement.id : "";
    const time = el("select", { id: "report-time", onchange: ({ target }) => (this.time = Number(target.value)) },
      ...TIMES.map(([name, value]) => el("option", { value, selected: value === this.time }, words(name))));
    const parts = [el("h3", { id: "report-title" }, words("report"))];
    if (this.runs) {
      parts.push(
        el("progress", { max: Math.max(1, this.of), value: this.points.length, "aria-label": words("report") }), " ",
        el("button", { type: "button", id: "do cancel report", onclick: () => this.end() }, words("cancel")));
    } else {
      parts.push(el("div", { class: "choices" },
        el("button", { type: "button", id: "do report", onclick: () => this.begin() }, words("make report")),
        el("label", {}, `${words("thinking time")} `, time)));
    }
    if (this.failed) parts.push(el("p", { role: "alert" }, this.failed));
    if (this.points.length > 1) parts.push(this.graph());
    if (this.sides) parts.push(this.summary());
    const bad = this.points.filter(({ judgement }) => judgement);
    if (bad.length) parts.push(el("ul", { class: "mistakes" }, ...bad.map((point) => this.mistake(point))));
    this.root.replaceChildren(...parts);
    if (held) document.getElementById(held)?.focus();
    this.at(this.ply ?? 0);
  }

  graph() {
    const last = Math.max(1, this.of - 1);
    const height = (share) => (100 * (1 - share)).toFixed(1);
    const line = this.points.map(({ ply, share }) => `${ply},${height(share)}`).join(" ");
    const end = this.points.length - 1;
    const look = (event) => {
      const box = event.currentTarget.getBoundingClientRect();
      const ply = Math.round(((event.clientX - box.left) / box.width) * last);
      this.wants.look(Math.min(ply, end));
    };
    const dots = this.points.filter(({ judgement }) => judgement).map(({ ply, share, judgement }) =>
      svg("ellipse", { cx: ply, cy: height(share), rx: last / 90, ry: 3, class: judgement }));
    return svg("svg", {
      id: "graph", class: "graph", viewBox: `0 0 ${last} 100`, preserveAspectRatio: "none", role: "img",
      "aria-label": this.wants.words("graph"), onclick: look,
    },
    svg("rect", { x: 0, y: 0, width: last, height: 100, class: "second" }),
    svg("polygon", { points: `0,100 ${line} ${end},100`, class: "first" }),
    svg("line", { x1: 0, y1: 50, x2: last, y2: 50, class: "even" }),
    svg("line", { x1: 0, y1: 0, x2: 0, y2: 100, class: "here" }),
    ...dots);
  }

  summary() {
    const { words, sides } = this.wants;
    const names = sides();
    const heads = [["accuracy"], ["inaccuracies", "?!"], ["mistakes", "?"], ["blunders", "??"]];
    const row = ({ accuracy, counts }, side) => el("tr", {},
      el("th", { scope: "row" }, names[side]),
      el("td", {}, accuracy === null ? "–" : `${accuracy.toFixed(1)} %`),
      ...counts.map((count) => el("td", {}, String(count))));
    return el("table", { class: "summary", id: "summary" },
      el("thead", {}, el("tr", {}, el("td"), ...heads.map(([head, sign]) => (sign
        ? el("th", { scope: "col", title: words(head) }, el("span", { "aria-hidden": "true" }, sign), el("span", { class: "unseen" }, words(head)))
        : el("th", { scope: "col" }, words(head)))))),
      el("tbody", {}, ...this.sides.map(row)));
  }

  mistake({ ply, judgement, score }) {
    const { words, look, label } = this.wants;
    const [best] = this.points[ply - 1].line;
    const text = `${label(ply)}${SIGNS[judgement]} ${words(judgement)}`;
    const more = [score, best && words("better was", { move: spelled(best) })].filter(Boolean).join(" · ");
    return el("li", {}, el("button", { type: "button", class: "link", onclick: () => look(ply) }, text), ` ${more}`);
  }
}
