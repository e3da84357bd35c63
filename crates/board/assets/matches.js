// Matches: they are set up and watched; old ones are opened from their folders.

import { gameList } from "./dialogs.js";
import { el } from "./dom.js";
import { Run } from "./run.js";

const LIMITS = ["1+0.01", "5+0.05", "10+0.1", "60+0.6", "st=0.1", "st=1", "nodes=10000"];

/** How often a run that others play is looked at, in milliseconds. */
const FOLLOWED = 2000;

/**
 * Shows the matches that are played, or asks for one.
 * @param {HTMLDialogElement} dialog
 * @param {object} wants `words`, `ask(request, failed)`, `games`, `engines`, `set` of pieces, `title` and
 *   `variant` of the game on the board, `fen` where matches may begin, `open(pgn)` shows a game
 */
export class Matches {
  constructor(dialog, wants) {
    [this.dialog, this.wants] = [dialog, wants];
    /** The runs that are shown, by name. */
    this.shown = new Map();
    /** All runs there are, and the names of those that are played here. */
    [this.runs, this.plays] = [null, []];
    dialog.addEventListener("close", () => this.leave());
    setInterval(() => this.tick(), 100);
  }

  leave() {
    if (this.shown.size === 0) return;
    this.wants().ask({ do: "unwatch" });
    this.shown.clear();
  }

  /** Shows the matches that are played; where there are none, asks for one. */
  async begin() {
    if (await this.look() && this.plays.length > 0) this.watch();
    else if (this.runs) this.form();
  }

  /** Which matches there are. */
  async look() {
    const answer = await this.wants().ask({ do: "runs" });
    if (answer) [this.runs, this.plays] = [answer.runs, answer.plays];
    return Boolean(answer);
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
        this.plays.length > 0 ? el("button", { type: "button", id: "do watch", onclick: () => this.watch() }, words("watch matches", { count: this.plays.length })) : null,
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
      if (started && await this.look()) this.watch();
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
    const answer = await this.wants().ask({ do: "run", run: name });
    if (!answer) return;
    this.show([name], false);
    this.heard(answer.run, name);
    this.follow(this.shown.get(name), answer.run.played);
  }

  /** A run that others play is asked for again as long as somebody looks and it goes on. */
  async follow(run, played) {
    if (run.over) return;
    await new Promise((resolve) => setTimeout(resolve, FOLLOWED));
    const looks = () => this.shown.get(run.name) === run;
    if (!looks()) return;
    const answer = await this.wants().ask({ do: "run", run: run.name });
    if (!looks()) return;
    const is_new = answer && (answer.run.played !== played || answer.run.over !== null);
    if (is_new) run.heard(answer.run);
    this.follow(run, answer?.run.played ?? played);
  }

  /** Shows all matches that are played, side by side, the latest first. */
  async watch() {
    const names = [...this.plays].reverse();
    this.show(names, true);
    for (const name of names) await this.wants().ask({ do: "watch", run: name });
  }

  /** Shows runs of these names. */
  show(names, live) {
    const { words, ask, set, open } = this.wants();
    const show = async (pgn) => {
      if (await open(pgn)) this.dialog.close();
    };
    this.shown = new Map(names.map((name, at) => [name, new Run(name, at, live, { words, ask, set, show })]));
    const title = live ? words("matches") : `${words("matches")}: ${names[0]}`;
    this.dialog.replaceChildren(
      el("h2", { id: "dialog-title" }, title),
      // Above what grows, so that it stays where it is.
      el("div", { class: "actions" },
        el("button", { type: "button", id: "do another", onclick: () => this.another() }, words("another match")),
        el("button", { type: "button", onclick: () => this.dialog.close() }, words("close"))),
      el("div", { class: "beside" }, ...[...this.shown.values()].map(({ root }) => root)));
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** Asks for one more; those that are played go on. */
  async another() {
    this.leave();
    if (await this.look()) this.form();
  }

  /** News of a match. */
  heard(news, name) {
    this.shown.get(name)?.heard(news);
  }

  /** Clocks go on between the news. */
  tick() {
    for (const run of this.shown.values()) run.tick();
  }
}
