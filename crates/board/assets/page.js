// The page: one game on a board, its players, clocks and moves. The program has the game; the page
// shows what it says and asks for what the person wants.

import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { Clocks } from "./clock.js";
import { byId, el, svg } from "./dom.js";
import { newGame } from "./dialogs.js";
import { man } from "./men.js";
import { editEngines } from "./engines.js";
import { logs } from "./log.js";
import { keptGames } from "./games.js";
import { answer } from "./questions.js";
import { Report } from "./report.js";
import { setUp } from "./setup.js";
import { moved } from "./sound.js";
import { fitting, languages, speak, words } from "./words.js";
import { Wire } from "./wire.js";

const key = new URLSearchParams(location.search).get("key") ?? "";
const wishes = {
  language: localStorage.getItem("language") ?? fitting(navigator.languages),
  theme: localStorage.getItem("theme") ?? "auto",
  pieces: localStorage.getItem("pieces") ?? "traditional",
  sound: localStorage.getItem("sound") ?? "off",
};

let table = null;
let games = [];
let levels = [];
/** What the page says of a hint, while it says it. */
let hinted = "";
/** The ply that is looked at, while it is not the last one. */
let looking = null;

const board = new Board(byId("board"), { words, onMoves: play, onNamed: goesOn });
/** Engines that think about the position that is looked at; moves are tried meanwhile. */
const analysis = new Analysis(byId("analysis"), {
  ask,
  words,
  show: () => show(),
  point: (arrows) => board.point(arrows),
  toggle: () => (analysis.on ? analysis.end() : analysis.begin(looking?.ply ?? table.moves.length)),
  manage,
  flipped: () => board.flipped,
  pieces: () => wishes.pieces,
});
/** What the moves of the game were worth. */
const report = new Report(byId("report"), {
  ask, words, look: (ply) => look(ply),
  label: (ply) => `${numbered(ply - 1) ?? ""} ${table.moves[ply - 1] ?? ""}`.trim(),
  sides: () => table.view.sides.map((side) => words(side)),
  changed: () => table && showRecord(),
});
const clocks = new Clocks(() => {
  const order = board.flipped ? ["player-top", "player-bottom"] : ["player-bottom", "player-top"];
  return order.map((id) => byId(id).querySelector(".clock")).filter(Boolean);
});

function say(text) {
  byId("live").textContent = "";
  // A text that comes back must be said again.
  requestAnimationFrame(() => (byId("live").textContent = text));
}

function complain(error) {
  byId("answer").textContent = error.message === "lost" ? words("lost") : error.message;
}

async function ask(request, failed = complain) {
  byId("answer").textContent = "";
  try {
    return await wire.ask(request);
  } catch (error) {
    failed(error);
    return null;
  }
}

/** Shows the list of engines, to change it. */
function manage() {
  editEngines(byId("dialog"), analysis.engines, { words, ask, changed: (engines) => analysis.list(engines) });
}

/** What is known of the games, for dialogues. */
const about = () => ({ games, levels, words, ask, engines: analysis.engines, manage, set: wishes.pieces, begin: (variant, fen) => newGame(byId("dialog"), { variant, fen }, about()) });

/** Says how a move of several legs can end: it may go on from where it has come. */
function goesOn(keys) {
  if (keys.length < 2) return;
  const text = words("goes on", { name: board.name(keys.at(-1)) });
  byId("answer").textContent = text;
}

/** Plays the move that was meant; asks which promotion if it may be several. */
function play(moves) {
  const box = byId("choices");
  const send = (move) => {
    box.hidden = true;
    if (analysis.on) analysis.attempt(move.text);
    else ask({ do: "move", text: move.text });
  };
  if (moves.length === 1) return send(moves[0]);
  const label = ({ promotes }) => (promotes ? words(promotes.name) : words("no promotion"));
  const picture = ({ from, promotes }) => {
    const piece = promotes ?? board.view.cells[from];
    return svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, man(piece, board.set, false));
  };
  box.replaceChildren(
    el("span", {}, words("promote to")),
    ...moves.map((move) => el("button", { type: "button", onclick: () => send(move) }, picture(move), label(move))),
    el("button", { type: "button", onclick: () => show() && (box.hidden = true) }, words("cancel")),
  );
  box.hidden = false;
  box.querySelector("button").focus();
  return undefined;
}

function show() {
  const view = analysis.view ?? looking?.view ?? table.view;
  const mine = analysis.on || (table.movable && looking === null);
  const arrows = analysis.on ? analysis.arrows : looking ? [] : table.arrows;
  board.set = wishes.pieces;
  board.show(view, { last: view.last, movable: mine, arrows });
  byId("title").textContent = table.title;
  byId("fen").value = view.fen;
  showPlayers();
  showRecord();
  showState();
  showHint();
  clocks.set(table.clocks, table.running);
  return true;
}

function showPlayers() {
  const sides = board.flipped ? [0, 1] : [1, 0];
  ["player-top", "player-bottom"].forEach((id, at) => {
    const side = sides[at];
    const { name } = table.players[side];
    const shown = `${words(table.view.sides[side])}: ${name || words("you")}`;
    byId(id).replaceChildren(el("span", { class: "name" }, shown), el("span", { class: "clock" }));
    byId(id).classList.toggle("turn", table.running === side || (!table.result && table.view.turn === side));
  });
}

function showState() {
  const { result, movable, view, players } = table;
  let text = "";
  if (result) text = words("result", { word: result.score, reason: words(result.reason) });
  else if (movable) text = words("your move", { side: words(view.sides[view.turn]) });
  else text = words("engine thinks", { name: players[view.turn].name });
  byId("state").textContent = text;
  byId("remark").hidden = !table.remark;
  byId("remark").firstElementChild.textContent = table.remark ?? "";
  const told = [...table.notices];
  if (table.offered !== undefined) told.push(words("draw offered", { name: table.players[table.offered].name }));
  byId("notices").replaceChildren(...told.map((text) => el("li", {}, text)));
  const watched = table.players.every(({ name }) => name !== "");
  for (const [id, wanted] of [["take back", table.moves.length > 0 && !watched], ["resign", !result && !watched], ["hint", movable], ["offer draw", !result && !watched]]) {
    const button = byId(`do ${id}`);
    if (button) button.disabled = !wanted;
  }
}

/** Says what the engine would play; takes it back when that is over. */
function showHint() {
  const [arrow] = table.arrows;
  const before = hinted;
  const start = arrow?.drop ? words(arrow.drop) : arrow && board.name(arrow.from);
  hinted = arrow ? `${words("hint")}: ${start}–${board.name(arrow.to)}` : "";
  if (hinted || byId("answer").textContent === before) byId("answer").textContent = hinted;
}

/** The number of a move, as records have it. */
function numbered(index) {
  const number = Math.floor((index + table.first_ply) / 2) + 1;
  return (index + table.first_ply) % 2 === 0 ? `${number}.` : `${number}…`;
}

function showRecord() {
  const at = looking?.ply ?? table.moves.length;
  const items = table.moves.flatMap((move, index) => {
    const ply = index + 1;
    const first = (index + table.first_ply) % 2 === 0;
    const label = first || index === 0 ? numbered(index) : null;
    const button = el("button", {
      type: "button",
      "aria-current": ply === at ? "true" : undefined,
      onclick: () => look(ply),
    }, move, report.sign(ply) && el("span", { class: "sign" }, report.sign(ply)));
    return [el("li", {}, ...(label ? [el("span", { class: "number" }, label)] : []), button)];
  });
  byId("record").replaceChildren(...items);
  report.at(at);
  byId("record").querySelector('[aria-current="true"]')?.scrollIntoView({ block: "nearest" });
}

/** Looks at the position after so many moves. */
async function look(ply) {
  if (ply === table.moves.length) looking = null;
  else {
    const found = await ask({ do: "look", ply });
    if (!found) return;
    looking = { ply, view: found.view };
  }
  if (analysis.on) await analysis.begin(ply);
  show();
}

function step(by) {
  if (by < 0 && analysis.back()) return;
  const at = (looking?.ply ?? table.moves.length) + by;
  if (at >= 0 && at <= table.moves.length) look(at);
}

function news(message) {
  if (message.games) ({ games, levels } = message);
  // The answer to a request for one is a number, and comes elsewhere.
  if (message.report) report.heard(message.report);
  if (message.trouble) complain(new Error(message.trouble));
  if (message.engines) analysis.list(message.engines);
  if (message.analysed) analysis.heard(message.analysed);
  if (message.table) {
    const before = table;
    table = message.table;
    looking = null;
    const next = table.moves.length;
    if (before && (before.game !== table.game || before.moves.length > next)) report.forget();
    if (before?.game === table.game && next > before.moves.length) {
      const last = table.moves[next - 1];
      say(table.result ? `${last}. ${words("result", { word: table.result.score, reason: words(table.result.reason) })}` : last);
      if (wishes.sound === "on") moved({ takes: table.takes, checks: (table.view.checked ?? []).length > 0 });
    }
    // Another game is seen from the side of the person.
    if (before?.game !== table.game) board.flipped = table.players[0].name !== "" && table.players[1].name === "";
    if (analysis.on && before && (before.game !== table.game || before.moves.length !== next)) analysis.begin(next);
    show();
  }
  if (message.thought) {
    const { depth, score, nodes, line } = message.thought;
    byId("thought").textContent = `${words("depth")} ${depth} · ${score} · ${nodes} ${words("nodes")} · ${line}`;
  }
}

/** The line to the program; there when the words are, for it may have something to say at once. */
let wire = null;

function wish(name, value) {
  wishes[name] = value;
  localStorage.setItem(name, value);
  dress();
}

/** A choice among words, as a labelled list. */
function choice(name, options) {
  const list = el("select", { id: `wish-${name}`, onchange: (event) => wish(name, event.target.value) });
  list.append(...options.map(([value, text]) => el("option", { value, selected: wishes[name] === value }, text)));
  return el("label", {}, `${words(name)} `, list);
}

/** Everything that depends on the reader's wishes. */
async function dress() {
  document.documentElement.dataset.theme = wishes.theme;
  await speak(wishes.language);
  const button = (id, act, kind) => el("button", { type: "button", id: `do ${id}`, class: kind, onclick: act }, words(id));
  const named = (names) => names.map((name) => [name, words(name)]);
  const [open, held] = [byId("wishes")?.open, document.activeElement?.id];
  byId("tools").replaceChildren(
    button("new game", () => newGame(byId("dialog"), {}, about()), "main"),
    button("set up", () => setUp(byId("dialog"), { variant: table.variant, fen: (analysis.view ?? looking?.view ?? table.view).fen }, about())),
    button("games", () => keptGames(byId("dialog"), {
      words, ask, games, key,
      position: () => ({ fen: (analysis.view ?? looking?.view ?? table.view).fen, variant: table.variant }),
    })),
    el("details", { id: "wishes", open }, el("summary", {}, words("settings")), el("div", { class: "menu" },
      choice("language", languages),
      choice("theme", named(["auto", "light", "dark", "contrast"])),
      choice("pieces", named(["traditional", "western"])),
      choice("sound", named(["off", "on"])))),
  );
  byId("actions").replaceChildren(
    button("take back", () => ask({ do: "back" })),
    button("hint", () => ask({ do: "hint" })),
    button("offer draw", () => ask({ do: "draw" })),
    button("resign", () => ask({ do: "resign" })),
    button("turn board", () => { board.flip(); show(); }),
    button("engine log", () => logs(byId("dialog"), { words, ask })),
  );
  // Whoever has just chosen stays where he is.
  if (held) byId(held)?.focus();
  byId("again").textContent = words("try again");
  byId("move-label").textContent = words("move or question");
  byId("record-title").textContent = words("moves");
  byId("thinking-title").textContent = words("thinking");
  byId("fen-label").textContent = words("position");
  analysis.draw();
  report.draw();
  if (table) show();
}

byId("entry").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = byId("move").value.trim();
  if (text === "") return;
  const told = answer(text, board, words);
  if (told !== null) {
    byId("answer").textContent = told;
    byId("move").select();
  } else if (await (analysis.on ? analysis.attempt(text) : ask({ do: "move", text }))) {
    byId("move").value = "";
  }
});

byId("again").addEventListener("click", () => ask({ do: "again" }));

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea, [role=gridcell]") || event.ctrlKey || event.altKey) return;
  if (event.key === "ArrowLeft") step(-1);
  else if (event.key === "ArrowRight") step(1);
});

document.addEventListener("click", ({ target }) => {
  if (!target.closest("#wishes")) byId("wishes")?.removeAttribute("open");
});

await dress();
wire = new Wire(`ws://${location.host}/socket?key=${encodeURIComponent(key)}`, {
  news,
  lost: () => {
    byId("state").textContent = words("lost");
    say(words("lost"));
  },
  back: () => say(words("connected again")),
});
