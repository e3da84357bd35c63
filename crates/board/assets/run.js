// One match as it is watched, or as it was: score, test, boards, games.

import { shown } from "./clock.js";
import { el, svg } from "./dom.js";
import { spelled } from "./spelled.js";
import { Still } from "./still.js";

export class Run {
  /**
   * @param {string} name of the run
   * @param {number} at its place among those that are shown: 0, 1, …
   * @param {boolean} live whether the program plays it just now
   * @param {object} wants `words`, `ask(request)`, `set` of pieces, `show(pgn)` shows a game
   */
  constructor(name, at, live, wants) {
    Object.assign(this, { name, at, wants, boards: [], over: false });
    const { words } = wants;
    const part = (tag, id, more = {}) => (this[id] = el(tag, { id: this.id(`run-${id}`), ...more }));
    this.stop = el("button", { type: "button", id: this.id("do stop"), hidden: !live, onclick: () => this.end() }, words("stop match"));
    this.root = el("section", { class: "run", "aria-labelledby": this.id("run-state") }, el("p", { hidden: !live }, this.stop),
      part("p", "state", { role: "status" }), part("table", "points", { class: "summary" }), part("div", "test"),
      part("ul", "warnings", { class: "notices" }), part("div", "live", { class: "live" }),
      part("div", "tree"),
      el("div", { class: "table", tabindex: 0, role: "region", "aria-label": words("games") }, el("table", { id: this.id("run-games") }, el("thead", {}, el("tr", {},
        ...["number", "players", "result title", "reason", "moves"].map((head) => el("th", { scope: "col" }, words(head))))), part("tbody", "rows"))));
  }

  /** The second of those that are shown has other names in the page than the first. */
  id(name) {
    return this.at === 0 ? name : `${name}-${this.at + 1}`;
  }

  /** Games that run are finished; asked once more, not even that. */
  end() {
    this.wants.ask({ do: "stop", run: this.name, now: this.asked === true });
    this.asked = true;
  }

  /** News of the match. */
  heard(news) {
    if (news.ground) [this.ground, this.kinds, this.from] = [news.ground, news.kinds, news.from];
    if (news.names) this.head(news);
    if (news.ended) {
      this.rows.replaceChildren();
      this.more(news.ended);
    }
    if (news.more) this.more(news.more);
    for (const board of news.boards ?? []) this.board(board);
  }

  head({ names, title, played, expected, score, estimate, sprt, course, points, warnings, tree, over }) {
    const { words } = this.wants;
    this.names = names;
    const [wins, draws, losses] = score;
    const parts = [`${title}: ${words("games played", { played, expected })}`];
    if (names.length === 2) parts.push(`${names[0]} – ${names[1]}: +${wins} =${draws} −${losses}`);
    if (names.length === 2 && estimate?.elo_error) parts.push(`Elo ${estimate.elo.toFixed(1)} ± ${estimate.elo_error.toFixed(1)}`);
    if (over !== null) parts.push(over === "" ? words("match over") : words("match ended", { why: over }));
    this.state.textContent = parts.join(" · ");
    this.stop.disabled = over !== null;
    this.over = over !== null;
    const row = (name, at) => el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, `${points[at][0] / 2} / ${points[at][1]}`));
    // Two have their score above.
    this.points.hidden = names.length === 2;
    this.points.replaceChildren(el("tbody", {}, ...names.map(row)));
    this.test.replaceChildren(...(sprt ? [this.curve(sprt, course)] : []));
    this.warnings.replaceChildren(...warnings.slice(-5).map((text) => el("li", {}, text)));
    if (this.from) this.tree.replaceChildren(...this.results(tree));
  }

  /** The way of the test between its bounds. */
  curve({ llr, lower, upper, verdict }, course) {
    const { words } = this.wants;
    const last = Math.max(1, course.at(-1)?.[0] ?? 1);
    const wide = upper - lower;
    const height = (value) => (100 * (upper - value)) / wide;
    const points = course.map(([game, value]) => `${game},${height(value).toFixed(2)}`).join(" ");
    const said = `SPRT: LLR ${llr.toFixed(2)} (${lower.toFixed(2)}, ${upper.toFixed(2)}) ${verdict === "open" ? "" : verdict.toUpperCase()}`;
    return el("figure", {}, el("figcaption", {}, said),
      svg("svg", { class: "graph", id: this.id("run-curve"), viewBox: `0 0 ${last} 100`, preserveAspectRatio: "none", role: "img", "aria-label": `${words("course")}: ${said}` },
        svg("line", { x1: 0, y1: height(0), x2: last, y2: height(0), class: "even" }),
        svg("polyline", { points: `0,${height(0)} ${points}`, class: "course" })));
  }

  /** What was played from the common start, and how it ended. */
  results(paths) {
    const { words } = this.wants;
    const item = ([path, [wins, draws, losses]]) => {
      const below = paths.filter(([other]) => other.length === path.length + 1 && path.every((move, at) => other[at] === move));
      return el("li", {}, `${spelled(path.at(-1))}: +${wins} =${draws} −${losses}`, below.length ? el("ul", {}, ...below.map(item)) : null);
    };
    return [el("h3", {}, words("from here")), el("ul", { class: "results" }, ...paths.filter(([path]) => path.length === 1).map(item))];
  }

  more(ended) {
    const { words, ask, show } = this.wants;
    for (const { number, players, result, reason, detail, fault, plies } of ended) {
      const open = async () => {
        const answer = await ask({ do: "game", run: this.name, number });
        if (answer) show(answer.pgn);
      };
      this.rows.prepend(el("tr", { class: fault ? "fault" : undefined },
        el("td", {}, String(number)),
        el("td", {}, el("button", { type: "button", class: "link", onclick: open }, players.map((player) => this.names[player]).join(" – "))),
        el("td", {}, result), el("td", {}, [fault && "⚑", words(reason), detail].filter(Boolean).join(" ")), el("td", {}, String(Math.ceil(plies / 2)))));
    }
  }

  board({ at, number, players, cells, hands, last, clocks, running, thoughts, result }) {
    const { words, set } = this.wants;
    const piece = (code) => (code < 2 ? null : { ...this.kinds[(code >> 1) - 1], promoted: code % 2 === 1 || this.kinds[(code >> 1) - 1].promoted });
    let box = this.boards[at];
    if (!box) {
      const plane = el("div", { class: "board" });
      const line = () => el("p", { class: "side" }, el("b"), el("span", { class: "clock" }), el("span", { class: "line" }));
      box = { root: el("section", { class: "table-of" }), top: line(), bottom: line(), still: null, plane };
      box.root.append(el("h3"), box.top, plane, box.bottom);
      box.still = new Still(plane, words, this.ground);
      box.still.set = set;
      this.boards[at] = box;
      this.live.append(box.root);
    }
    box.root.firstElementChild.textContent = `${number}${result ? `: ${result}` : ""}`;
    const held = hands?.map((hand) => hand.map(([code, count]) => ({ ...piece(code), count })));
    box.still.put(cells.map(piece), last, held);
    [box.clocks, box.running, box.since] = [clocks, running, performance.now()];
    [box.bottom, box.top].forEach((line, side) => {
      const { score, depth, line: moves } = thoughts[side] ?? {};
      line.children[0].textContent = `${this.names[players[side]]} `;
      line.children[2].textContent = score ? ` ${score}/${depth ?? "?"} ${moves.split(" ").map(spelled).join(" ")}` : "";
    });
    this.tick();
  }

  /** Clocks go on between the news. */
  tick() {
    for (const { clocks, running, since, bottom, top } of this.boards) {
      [bottom, top].forEach((line, side) => {
        if (clocks[side] === null) return;
        const gone = side === running && !this.over ? performance.now() - since : 0;
        const text = shown(clocks[side] - gone);
        if (line.children[1].textContent !== text) line.children[1].textContent = text;
      });
    }
  }
}
