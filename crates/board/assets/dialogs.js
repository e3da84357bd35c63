// The dialogue for a new game.

import { el } from "./dom.js";

const CLOCKS = ["", "1+0", "3+2", "5+3", "10+5", "15+10", "30+0"];
/** The choice of a clock that is written. */
const OTHER = "other";

/** All games to choose from, those that are alike together. */
export function gameList(id, games, words, chosen) {
  const groups = [...new Set(games.map(({ group }) => group))];
  const option = ({ name, title }) => el("option", { value: name, selected: name === chosen }, words(title));
  const members = (group) => games.filter((game) => game.group === group).map(option);
  return el("select", { id }, ...groups.map((group) => el("optgroup", { label: words(group) }, ...members(group))));
}

/** Asks what is to be played, perhaps with a game and a position in mind, and begins it. */
export function newGame(dialog, { variant, fen: begin } = {}, { games, levels, words, ask, engines, manage, begun }) {
  const field = (name, input) =>
    el("div", { class: "field" }, el("label", { for: input.id }, words(name)), input);
  const list = (id, options) =>
    el("select", { id }, ...options.map(([value, text]) => el("option", { value }, text)));
  const game = gameList("new-game", games, words, variant);
  const side = list("new-side", [["first", "1"], ["second", "2"], ["either", words("either")], ["both", words("both")], ["neither", words("neither")]]);
  const names = [engines.own, ...engines.others.map(({ name }) => name)];
  const players = ["new-engine", "new-engine-2"].map((id) => list(id, names.map((name) => [name, name])));
  const fields = players.map((player) => field("opponent", player));
  const level = list("new-level", levels.map(({ name, title }) => [name, title]));
  const clock = list("new-clock", [...CLOCKS.map((clock) => [clock, clock || words("no clock")]), [OTHER, words("other clock")]]);
  const written = el("input", { id: "new-clock-text", placeholder: "40/90+30, st=10", spellcheck: "false", autocomplete: "off" });
  const writing = field("clock text", written);
  writing.hidden = true;
  clock.addEventListener("change", () => (writing.hidden = clock.value !== OTHER));
  const ponder = el("input", { type: "checkbox", id: "new-ponder" });
  const fen = el("input", { id: "new-fen", spellcheck: "false", value: begin ?? "" });
  const handicap = el("select", { id: "new-handicap", onchange: () => (fen.value = handicap.value) });
  const handicaps = field("handicap", handicap);
  const complaint = el("p", { role: "alert" });
  level.selectedIndex = Math.min(2, levels.length - 1);
  const sides = () => {
    const chosen = games.find(({ name }) => name === game.value);
    side.options[0].textContent = words(chosen.sides[0]);
    side.options[1].textContent = words(chosen.sides[1]);
    fen.placeholder = words(chosen.drawn ? "drawn start" : "usual start");
    handicaps.hidden = chosen.handicaps.length === 0;
    const options = chosen.handicaps.map(({ title, fen }) => el("option", { value: fen }, words(title)));
    handicap.replaceChildren(el("option", { value: "" }, words("none")), ...options);
  };
  /** An engine may have games of its own: they can be chosen once it was asked. */
  const known = async (name) => {
    const found = name !== engines.own && await ask({ do: "about", name }, () => null);
    if (!found || found.games.length === games.length) return;
    games = found.games;
    const chosen = game.value;
    game.replaceChildren(...gameList("new-game", games, words, chosen).children);
    game.value = chosen;
  };
  /** Which engines are asked for, and what of. */
  const seats = () => {
    const both = side.value === "neither";
    const chosen = games.find(({ name }) => name === game.value);
    fields[0].hidden = level.disabled = ponder.disabled = side.value === "both";
    fields[1].hidden = !both;
    fields.forEach((one, at) => (one.firstElementChild.textContent = words(both ? chosen.sides[at] : "opponent")));
  };
  game.addEventListener("change", () => {
    sides();
    seats();
  });
  side.addEventListener("change", seats);
  // Most engines of others cannot be told to play weaker.
  players.forEach((player) => player.addEventListener("change", () => {
    if (player.value !== engines.own) level.value = levels.at(-1).name;
    known(player.value);
  }));
  sides();
  seats();
  const form = el("form", { method: "dialog" },
    el("h2", { id: "dialog-title" }, words("new game")),
    field("game", game), field("side", side), ...fields,
    el("p", {}, el("button", { type: "button", id: "do list", onclick: manage }, words("edit engines"))),
    field("strength", level), field("clock", clock), writing,
    el("label", { class: "check" }, ponder, words("ponder")),
    handicaps, field("start position", fen), complaint,
    el("div", { class: "actions" },
      el("button", { type: "submit", class: "main" }, words("start")),
      el("button", { type: "button", onclick: () => dialog.close() }, words("cancel"))),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const person = side.value === "either" ? (Math.random() < 0.5 ? "first" : "second") : side.value;
    const one = players[0].value;
    const chosen = { first: ["", one], second: [one, ""], both: ["", ""], neither: players.map(({ value }) => value) }[person];
    const started = await ask({
      engines: chosen.map((name) => (name === engines.own ? "" : name)),
      clock: clock.value === OTHER ? written.value.trim() : clock.value,
      do: "new", variant: game.value, person, level: level.value, ponder: ponder.checked, fen: fen.value.trim(),
    }, (error) => (complaint.textContent = error.message));
    if (!started) return;
    dialog.close();
    begun();
  });
  dialog.replaceChildren(form);
  if (!dialog.open) dialog.showModal();
}
