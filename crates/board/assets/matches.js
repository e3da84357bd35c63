// Matches: one is set up and watched; old ones are opened from their folders.

import { shown } from "./clock.js";
import { gameList } from "./dialogs.js";
import { el, svg } from "./dom.js";
import { spelled } from "./spelled.js";
import { Still } from "./still.js";

const LIMITS = ["1+0.01", "5+0.05", "10+0.1", "60+0.6", "st=0.1", "st=1", "nodes=10000"];

/** How often a run that others play is looked at, in milliseconds. */
const FOLLOWED = 2000;

/**
 * Shows the match that is played, or asks for one.
 * @param {HTMLDialogElement} dialog
 * @param {object} wants `words`, `ask(request, failed)`, `games`, `engines`, `set` of pieces, `title` and
 *   `variant` of the game on the board, `fen` where matches may begin, `open(pgn)` shows a game
 */
export class Matches {
  constructor(dialog, wants) {
    [this.dialog, this.wants] = [dialog, wants];
    dialog.addEventListener("close", () => this.leave());
    setInterval(() => this.tick(), 100);
  }

  leave() {
    if (!this.run) return;
    if (!this.run.name) this.wants().ask({ do: "unwatch" });
    this.run = null;
  }

  async begin() {
    const { ask } = this.wants();
    const answer = await ask({ do: "runs" });
    if (!answer) return;
    this.runs = answer.runs;
    if (answer.plays) this.watch();
    else this.form();
  }

  /** Asks for a match. */
  form() {
    const { words, ask, games, engines, variant, fen } = this.wants();
    const complaint = el("p", { role: "alert" });
    const failed = (error) => (complaint.textContent = error.message);
    const field = (label, input) => el("div", { class: "field" }, el("label", { for: input.id }, words(label)), input);
    const game = gameList("match-game", games, words, variant);
    const names = [engines.own, ...engines.others.map(({ name }) => name)];
    const pick = (id, chosen) => el("select", { id }, ...names.map((name) => el("option", { selected: name === chosen }, name)));
    const first = pick("match-first", names[0]);
    const second = pick("match-second", names[1] ?? names[0]);
    const others = el("select", { id: "match-others", multiple: true, size: Math.min(4, Math.max(2, names.length)) }, ...names.map((name) => el("option", {}, name)));
    const limit = el("input", { id: "match-limit", value: "10+0.1", list: "match-limits", spellcheck: "false" });
    const count = el("input", { id: "match-games", type: "number", min: 2, value: 20 });
    const at_once = el("input", { id: "match-at-once", type: "number", min: 1, max: 64, value: 1 });
    const openings = el("input", { id: "match-openings", type: "checkbox", checked: true });
    const here = el("input", { id: "match-here", type: "checkbox" });
    const sprt = el("input", { id: "match-sprt", placeholder: "0 5", spellcheck: "false" });
    const form = el("form", { method: "dialog" },
      el("h2", { id: "dialog-title" }, words("matches")),
      field("game", game), field("engine 1", first), field("engine 2", second), field("more engines", others),
      field("limit", limit), el("datalist", { id: "match-limits" }, ...LIMITS.map((value) => el("option", { value }))),
      field("number of games", count), field("at once", at_once), field("short openings", openings), field("from here", here),
      field("test by SPRT", sprt), complaint,
      el("div", { class: "actions" },
        el("button", { type: "submit", class: "main" }, words("start")),
        el("button", { type: "button", onclick: () => this.dialog.close() }, words("close"))),
      ...this.past());
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const bounds = sprt.value.trim() ? sprt.value.trim().split(/[\s,]+/).map(Number) : null;
      if (bounds && (bounds.length !== 2 || bounds.some(Number.isNaN))) return failed(new Error(words("two numbers", { text: sprt.value })));
      const started = await ask({
        do: "match", variant: here.checked ? variant : game.value, limit: limit.value, games: Number(count.value), concurrency: Number(at_once.value),
        engines: [first.value, second.value, ...[...others.selectedOptions].map(({ value }) => value)],
        openings: openings.checked && !here.checked, sprt: bounds, fen: here.checked ? fen : "",
      }, failed);
      if (started) this.watch();
      return undefined;
    });
    this.dialog.replaceChildren(form);
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** Runs of earlier days. */
  past() {
    const { words } = this.wants();
    if (this.runs.length === 0) return [];
    const day = (began) => new Date(began * 1000).toLocaleString(document.documentElement.lang);
    const row = ({ name, engines, began }) => el("li", {},
      el("button", { type: "button", class: "link", onclick: () => this.old(name) }, `${engines.join(" – ")} (${name})`), ` ${day(began)}`);
    return [el("h3", {}, words("earlier runs")), el("ul", { class: "runs", id: "runs" }, ...this.runs.map(row))];
  }

  async old(name) {
    const { ask } = this.wants();
    const answer = await ask({ do: "run", run: name });
    if (!answer) return;
    this.frame(name);
    this.heard(answer.run);
    this.follow(this.run, answer.run.played);
  }

  /** A run that others play is asked for again as long as somebody looks and it goes on. */
  async follow(run, played) {
    if (run.over) return;
    await new Promise((resolve) => setTimeout(resolve, FOLLOWED));
    if (this.run !== run) return;
    const answer = await this.wants().ask({ do: "run", run: run.name });
    if (this.run !== run) return;
    const is_new = answer && (answer.run.played !== played || answer.run.over !== null);
    if (is_new) this.heard(answer.run);
    this.follow(run, answer?.run.played ?? played);
  }

  async watch() {
    this.frame(null);
    await this.wants().ask({ do: "watch" });
  }

  /** What stays while a match goes on. */
  frame(name) {
    const { words, ask } = this.wants();
    this.run = { name, boards: [], ended: [], told: new Map() };
    const part = (tag, id, more = {}) => (this.run[id] = el(tag, { id: `run-${id}`, ...more }));
    const stop = el("button", { type: "button", id: "do stop", onclick: () => { ask({ do: "stop", now: this.run.asked === true }); this.run.asked = true; } }, words("stop match"));
    this.run.stop = stop;
    stop.hidden = name !== null;
    this.dialog.replaceChildren(el("div", { class: "run" },
      el("h2", { id: "dialog-title" }, name ? `${words("matches")}: ${name}` : words("matches")),
      part("p", "state", { role: "status" }), part("table", "points", { class: "summary" }), part("div", "test"),
      part("ul", "warnings", { class: "notices" }), part("div", "live", { class: "live" }),
      part("div", "tree"),
      el("div", { class: "table", tabindex: 0, role: "region", "aria-label": words("games") }, el("table", { id: "run-games" }, el("thead", {}, el("tr", {},
        ...["number", "players", "result title", "reason", "moves"].map((head) => el("th", { scope: "col" }, words(head))))), part("tbody", "rows"))),
      el("div", { class: "actions" }, stop,
        el("button", { type: "button", id: "do another", onclick: () => { this.leave(); this.begin_anew(); } }, words("another match")),
        el("button", { type: "button", onclick: () => this.dialog.close() }, words("close")))));
    if (!this.dialog.open) this.dialog.showModal();
  }

  async begin_anew() {
    const answer = await this.wants().ask({ do: "runs" });
    this.runs = answer?.runs ?? [];
    this.form();
  }

  /** News of the match. */
  heard(news) {
    const { run } = this;
    if (!run) return;
    if (news.ground) [run.ground, run.kinds, run.from] = [news.ground, news.kinds, news.from];
    if (news.names) this.head(news);
    if (news.ended) {
      run.rows.replaceChildren();
      this.more(news.ended);
    }
    if (news.more) this.more(news.more);
    for (const board of news.boards ?? []) this.board(board);
  }

  head({ names, title, played, expected, score, estimate, sprt, course, points, warnings, tree, over }) {
    const { words } = this.wants();
    const { run } = this;
    run.names = names;
    const [wins, draws, losses] = score;
    const parts = [`${title}: ${words("games played", { played, expected })}`];
    if (names.length === 2) parts.push(`${names[0]} – ${names[1]}: +${wins} =${draws} −${losses}`);
    if (names.length === 2 && estimate?.elo_error) parts.push(`Elo ${estimate.elo.toFixed(1)} ± ${estimate.elo_error.toFixed(1)}`);
    if (over !== null) parts.push(over === "" ? words("match over") : words("match ended", { why: over }));
    run.state.textContent = parts.join(" · ");
    run.stop.disabled = over !== null;
    run.over = over !== null;
    const row = (name, at) => el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, `${points[at][0] / 2} / ${points[at][1]}`));
    // Two have their score above.
    run.points.hidden = names.length === 2;
    run.points.replaceChildren(el("tbody", {}, ...names.map(row)));
    run.test.replaceChildren(...(sprt ? [this.curve(sprt, course)] : []));
    run.warnings.replaceChildren(...warnings.slice(-5).map((text) => el("li", {}, text)));
    if (run.from) run.tree.replaceChildren(...this.tree(tree));
  }

  /** The way of the test between its bounds. */
  curve({ llr, lower, upper, verdict }, course) {
    const { words } = this.wants();
    const last = Math.max(1, course.at(-1)?.[0] ?? 1);
    const wide = upper - lower;
    const height = (value) => (100 * (upper - value)) / wide;
    const points = course.map(([game, value]) => `${game},${height(value).toFixed(2)}`).join(" ");
    const said = `SPRT: LLR ${llr.toFixed(2)} (${lower.toFixed(2)}, ${upper.toFixed(2)}) ${verdict === "open" ? "" : verdict.toUpperCase()}`;
    return el("figure", {}, el("figcaption", {}, said),
      svg("svg", { class: "graph", id: "run-curve", viewBox: `0 0 ${last} 100`, preserveAspectRatio: "none", role: "img", "aria-label": `${words("course")}: ${said}` },
        svg("line", { x1: 0, y1: height(0), x2: last, y2: height(0), class: "even" }),
        svg("polyline", { points: `0,${height(0)} ${points}`, class: "course" })));
  }

  /** What was played from the common start, and how it ended. */
  tree(paths) {
    const { words } = this.wants();
    const item = ([path, [wins, draws, losses]]) => {
      const below = paths.filter(([other]) => other.length === path.length + 1 && path.every((move, at) => other[at] === move));
      return el("li", {}, `${spelled(path.at(-1))}: +${wins} =${draws} −${losses}`, below.length ? el("ul", {}, ...below.map(item)) : null);
    };
    return [el("h3", {}, words("from here")), el("ul", { class: "results" }, ...paths.filter(([path]) => path.length === 1).map(item))];
  }

  more(ended) {
    const { words, ask, open } = this.wants();
    const { run } = this;
    for (const { number, players, result, reason, detail, fault, plies } of ended) {
      const show = async () => {
        const answer = await ask({ do: "game", run: run.name, number });
        if (answer && await open(answer.pgn)) this.dialog.close();
      };
      run.rows.prepend(el("tr", { class: fault ? "fault" : undefined },
        el("td", {}, String(number)),
        el("td", {}, el("button", { type: "button", class: "link", onclick: show }, players.map((player) => run.names[player]).join(" – "))),
        el("td", {}, result), el("td", {}, [fault && "⚑", words(reason), detail].filter(Boolean).join(" ")), el("td", {}, String(Math.ceil(plies / 2)))));
    }
  }

  board({ at, number, players, cells, hands, last, clocks, running, thoughts, result }) {
    const { words, set } = this.wants();
    const { run } = this;
    const piece = (code) => (code < 2 ? null : { ...run.kinds[(code >> 1) - 1], promoted: code % 2 === 1 || run.kinds[(code >> 1) - 1].promoted });
    let box = run.boards[at];
    if (!box) {
      const plane = el("div", { class: "board" });
      const line = () => el("p", { class: "side" }, el("b"), el("span", { class: "clock" }), el("span", { class: "line" }));
      box = { root: el("section", { class: "table-of" }), top: line(), bottom: line(), still: null, plane };
      box.root.append(el("h3"), box.top, plane, box.bottom);
      box.still = new Still(plane, words, run.ground);
      box.still.set = set;
      run.boards[at] = box;
      run.live.append(box.root);
    }
    box.root.firstElementChild.textContent = `${number}${result ? `: ${result}` : ""}`;
    const held = hands?.map((hand) => hand.map(([code, count]) => ({ ...piece(code), count })));
    box.still.put(cells.map(piece), last, held);
    [box.clocks, box.running, box.since] = [clocks, running, performance.now()];
    [box.bottom, box.top].forEach((line, side) => {
      const { score, depth, line: moves } = thoughts[side] ?? {};
      line.children[0].textContent = `${run.names[players[side]]} `;
      line.children[2].textContent = score ? ` ${score}/${depth ?? "?"} ${moves.split(" ").map(spelled).join(" ")}` : "";
    });
    this.tick();
  }

  /** Clocks go on between the news. */
  tick() {
    for (const { clocks, running, since, bottom, top } of this.run?.boards ?? []) {
      [bottom, top].forEach((line, side) => {
        if (clocks[side] === null) return;
        const gone = side === running && !this.run.over ? performance.now() - since : 0;
        const text = shown(clocks[side] - gone);
        if (line.children[1].textContent !== text) line.children[1].textContent = text;
      });
    }
  }
}
