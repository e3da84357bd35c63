// The page: one game on a board, its players, clocks and moves. The program has the game; the page
// shows what it says and asks for what the person wants.

import { Analysis } from "./analysis.js";
import { Asked } from "./asked.js";
import { Board } from "./board.js";
import { Clocks, shown } from "./clock.js";
import { byId, el, svg } from "./dom.js";
import { newGame } from "./dialogs.js";
import { man } from "./men.js";
import { editEngines } from "./engines.js";
import { logs } from "./log.js";
import { Matches } from "./matches.js";
import { keptGames } from "./games.js";
import { answer } from "./questions.js";
import { Record } from "./record.js";
import { Report } from "./report.js";
import { save } from "./save.js";
import { setUp } from "./setup.js";
import { moved } from "./sound.js";
import { spelled } from "./spelled.js";
import { Tree } from "./tree.js";
import { fitting, languages, speak, words } from "./words.js";
import { Wire } from "./wire.js";

const key = new URLSearchParams(location.search).get("key") ?? "";
const wishes = {
  language: localStorage.getItem("language") ?? fitting(navigator.languages),
  theme: localStorage.getItem("theme") ?? "auto",
  pieces: localStorage.getItem("pieces") ?? "traditional",
  sound: localStorage.getItem("sound") ?? "off",
};

/** What a person does beside moves: the button, the request, what can be typed instead. */
const ACTS = [["take back", "back", ["back", "undo", "takeback"]], ["hint", "hint", ["hint"]], ["offer draw", "draw", ["draw"]], ["resign", "resign", ["resign"]]];

let table = null;
let games = [];
let levels = [];
/** The moves of which one is asked for. */
let promotions = [];
/** What the page says of a hint, while it says it. */
let hinted = "";
/** The moves of the game and those beside it. */
let tree = null;
/** The place in the tree that is looked at and its position, while it is not the last of the game. */
let looking = null;

const board = new Board(byId("board"), {
  words, onMoves: play, onNamed: goesOn,
  onTouch: (how, square) => !analysis.on && ask({ do: "touch", how, square }, () => null, true),
  onNothing: (from, to) => tell(words("cannot go", { from, to }), true),
  onStuck: (label) => tell(words("no move from", { label }), true),
});
/** Engines that think about the position that is looked at; moves are tried meanwhile. */
const analysis = new Analysis(byId("analysis"), {
  ask,
  words,
  show: () => show(),
  point: (arrows) => board.point(arrows),
  toggle: () => (analysis.on ? analysis.end() : analysis.begin(here())),
  // Without a file of games nothing was played.
  played: (fen) => ask({ do: "replies", variant: table.variant, fen }, () => null),
  tried: (path) => ask({ do: "note", ...path }),
  manage,
  flipped: () => board.flipped,
  pieces: () => wishes.pieces,
});
/** What the moves of the game were worth. */
const report = new Report(byId("report"), {
  ask, words, look: (ply) => look({ ply, moves: [] }),
  label: (ply) => `${record.number(ply, true)} ${spelled(table.moves[ply - 1] ?? "")}`.trim(),
  sides: () => table.view.sides.map((side) => words(side)),
  changed: () => table && showRecord(),
});
const record = new Record(byId("record"), byId("notes"), {
  ask, words, go: look, sign: (ply) => report.sign(ply), first: () => table.first_ply,
});
/** Where the board is, as FEN. */
const fenHere = () => (analysis.view ?? looking?.view ?? table.view).fen;
/** What engines ask their user. */
const asked = new Asked(byId("questions"), { ask, words });
/** Engines against engines, many games. */
const matches = new Matches(byId("dialog"), () => ({
  words, ask, games, engines: analysis.engines, set: wishes.pieces, variant: table.variant, fen: fenHere(),
  open: (pgn) => ask({ do: "open", pgn }),
}));
const clocks = new Clocks(() => {
  const order = board.flipped ? ["player-top", "player-bottom"] : ["player-bottom", "player-top"];
  return order.map((id) => byId(id).querySelector(".clock")).filter(Boolean);
}, (side) => {
  if (table.players[side].name === "") say(words("time left", { side: words(table.view.sides[side]), time: shown(clocks.now(side)) }));
});

function say(text) {
  byId("live").textContent = "";
  // A text that comes back must be said again.
  requestAnimationFrame(() => (byId("live").textContent = text));
}

/** Answers the person; `bad` if something is wrong. */
function tell(text, bad = false) {
  byId("answer").classList.toggle("bad", bad);
  byId("answer").textContent = text;
}

function complain(error) {
  tell(error.message === "lost" ? words("lost") : error.message, true);
}

async function ask(request, failed = complain, quiet = false) {
  if (!quiet) tell("");
  try {
    const found = await wire.ask(request);
    // Engines may have described games of their own.
    if (found.games) games = found.games;
    return found;
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
const about = () => ({ games, levels, words, ask, engines: analysis.engines, manage, set: wishes.pieces, begun: () => board.take(), begin: (variant, fen) => newGame(byId("dialog"), { variant, fen }, about()) });

/** Says how a move of several legs can end: it may go on from where it has come. */
function goesOn(keys) {
  if (keys.length < 2) return;
  tell(words("goes on", { name: board.name(keys.at(-1)) }));
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
  promotions = moves;
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

/** An engine says what the piece may become, the usual one first. */
function offer(letters) {
  const place = ({ promotes }) => (promotes ? letters.indexOf(promotes.letter.toUpperCase()) : -1);
  const fit = promotions.filter((move) => place(move) >= 0).sort((one, other) => place(one) - place(other));
  if (!byId("choices").hidden && fit.length > 0) play(fit);
}

function show() {
  const view = analysis.view ?? looking?.view ?? table.view;
  const mine = analysis.on || (table.movable && looking === null);
  const arrows = analysis.on ? analysis.arrows : looking ? [] : table.arrows;
  board.set = wishes.pieces;
  board.show(view, { last: view.last, movable: mine, arrows });
  byId("title").textContent = table.start_number === undefined ? words(table.title) : `${words(table.title)} ${table.start_number}`;
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
    const { name, known, elo } = table.players[side];
    const called = `${words(table.view.sides[side])}: ${name || known || words("you")}${elo ? ` (${elo})` : ""}`;
    byId(id).replaceChildren(el("span", { class: "name" }, called), el("span", { class: "clock" }));
    byId(id).classList.toggle("turn", table.running === side || (!table.result && table.view.turn === side));
  });
}

/** How the game stands, in words. */
function stands() {
  const { result, movable, view, players } = table;
  if (result) return words("result", { word: result.score, reason: words(result.reason) });
  if (movable) return words("your move", { side: words(view.sides[view.turn]) });
  return words("engine thinks", { name: players[view.turn].name });
}

/** The last move, in words: with its squares, where its notation does not name them. */
function lastMove() {
  const text = spelled(table.moves.at(-1));
  const { last, cells, checked } = table.view;
  const squares = (last ?? []).map((square) => board.name(square));
  const piece = squares.length > 0 && cells[last.at(-1)];
  const parts = [text];
  if (piece && !text.includes(squares.at(-1))) parts.push(`${board.called(piece)} ${squares.join("–")}`);
  if ((checked ?? []).length > 0 && !/[+#]$/.test(text)) parts.push(words("in check"));
  return parts.join(", ");
}

/** The last move, if there is one, and how the game stands. */
const standsSince = () => [...(table.moves.length > 0 ? [lastMove()] : []), stands()].join(". ");

/** What is left on both clocks, in words. */
function timeLeft() {
  if (!table.clocks) return `${words("clock")}: ${words("no clock")}`;
  return table.view.sides.map((side, at) => words("time left", { side: words(side), time: shown(clocks.now(at)) })).join(", ");
}

function showState() {
  const { result, movable, view } = table;
  byId("state").textContent = stands();
  byId("remark").hidden = !table.remark;
  byId("remark").firstElementChild.textContent = table.remark ?? "";
  const told = [...table.notices];
  if (table.offered !== undefined) told.push(words("draw offered", { name: table.players[table.offered].name }));
  if (table.claim) told.push(words("claimable", { reason: words(table.claim) }));
  byId("do offer draw").textContent = words(table.claim ? "claim draw" : table.offered !== undefined ? "accept draw" : "offer draw");
  asked.show(table.questions);
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
  // What was said since stays.
  if (hinted !== before && (hinted || byId("answer").textContent === before)) tell(hinted);
}

/** Where the board is. */
function here() {
  if (analysis.on) return analysis.place;
  return looking ?? { ply: table.moves.length, moves: [] };
}

function showRecord() {
  const at = here();
  record.show(tree, tree.find(at));
  report.at(at.ply);
}

/** Goes to a place in the tree. */
async function look({ ply, moves }) {
  const last = ply === table.moves.length && moves.length === 0;
  const found = last ? null : await ask({ do: "look", ply, moves });
  if (!last && !found) return;
  looking = last ? null : { ply, moves, view: found.view };
  if (analysis.on) await analysis.begin({ ply, moves });
  show();
  const one = tree.find({ ply, moves });
  if (one) say(record.said(one));
}

/** Walks in the tree: back and on, or to another move that could be played here. */
function walk(key) {
  const one = tree.find(here());
  // Moves that are tried and not kept.
  if (!one) return key === "ArrowLeft" && analysis.back();
  const ways = {
    ArrowLeft: one.up, ArrowRight: one.next[0], ArrowUp: tree.beside(one, -1), ArrowDown: tree.beside(one, 1),
    Home: tree.main[0], End: tree.end,
  };
  if (ways[key]) look(ways[key]);
  return key in ways;
}

function news(message) {
  if (message.games) ({ games, levels } = message);
  // The answer to a request for one is a number, and comes elsewhere.
  if (message.report) report.heard(message.report);
  if (message.marks) board.mark(message.marks);
  if (message.click) board.click(message.click);
  if (message.choice) offer(message.choice);
  if (message.trouble) complain(new Error(message.trouble));
  if (message.engines) analysis.list(message.engines);
  if (message.run) matches.heard(message.run, message.of);
  if (message.analysed) analysis.heard(message.analysed);
  if (message.table) {
    const before = table;
    table = message.table;
    tree = new Tree(table);
    const next = table.moves.length;
    const other = before?.game !== table.game || before.moves.length !== next;
    if (other) {
      looking = null;
      // What was asked was asked of another position.
      byId("choices").hidden = true;
    }
    const fresh = before?.game !== table.game;
    const back = !fresh && before.moves.length > next;
    if (fresh || back) {
      byId("thought").textContent = "";
      if (before) report.forget();
    }
    // Another game is seen from the side of the person.
    if (fresh) board.flipped = table.players[0].name !== "" && table.players[1].name === "";
    if (analysis.on && before && other) analysis.begin({ ply: next, moves: [] });
    show();
    if (fresh) say(`${words(table.title)}. ${stands()}`);
    else if (next > before.moves.length) {
      say(table.result ? `${lastMove()}. ${stands()}` : lastMove());
      if (wishes.sound === "on") moved({ takes: table.takes, checks: (table.view.checked ?? []).length > 0 });
    } else if (back || (table.result && !before.result)) say(stands());
  }
  if (message.thought) {
    const { depth, score, nodes, line } = message.thought;
    byId("thought").textContent = `${words("depth")} ${depth} · ${score} · ${nodes} ${words("nodes")} · ${line.split(" ").map(spelled).join(" ")}`;
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
    button("set up", () => setUp(byId("dialog"), { variant: table.variant, fen: fenHere() }, about())),
    button("games", () => keptGames(byId("dialog"), {
      words, ask, games, key,
      position: () => ({ fen: fenHere(), variant: table.variant }),
    })),
    button("matches", () => matches.begin()),
    el("details", { id: "wishes", open }, el("summary", {}, words("settings")), el("div", { class: "menu" },
      choice("language", languages),
      choice("theme", named(["auto", "light", "dark", "contrast"])),
      choice("pieces", named(["traditional", "western"])),
      choice("sound", named(["off", "on"])))),
  );
  byId("actions").replaceChildren(
    ...ACTS.map(([id, verb]) => button(id, () => ask({ do: verb }))),
    button("turn board", () => { board.flip(); show(); }),
    button("save", () => save(byId("dialog"), { words, ask, picture: board.picture, fen: fenHere() })),
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
  record.draw();
  report.draw();
  if (table) show();
}

byId("entry").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = byId("move").value.trim();
  if (text === "") return;
  const act = ACTS.find(([, , typed]) => typed.includes(text.toLowerCase()));
  if (act && !analysis.on) {
    if (await ask({ do: act[1] })) byId("move").value = "";
    return;
  }
  const takers = async (square) => (await ask({ do: "attacks", ...here(), square }))?.attacks;
  const told = { clock: timeLeft, last: standsSince }[text.toLowerCase()]?.() ?? await answer(text, board, words, takers);
  if (told !== null) {
    if (told) tell(told);
    byId("move").select();
  } else if (await (analysis.on ? analysis.attempt(text) : ask({ do: "move", text }))) {
    byId("move").value = "";
  }
});

byId("again").addEventListener("click", () => ask({ do: "again" }));

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea, [role=gridcell]") || event.ctrlKey || event.altKey) return;
  if (walk(event.key)) event.preventDefault();
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
