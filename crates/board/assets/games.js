// The games that are kept: a list to search in, games to look at or go on with, files in and out.

import { el } from "./dom.js";

/** After the last letter so many milliseconds pass before it is searched. */
const PAUSE = 250;

/**
 * Shows the list.
 * @param {HTMLDialogElement} dialog
 * @param {object} wants `words`, `ask(request, failed)`, `games` as the server offers them, `key`,
 *   `position()` with the FEN and the game on the board
 */
export function keptGames(dialog, wants) {
  const { words, ask, games, key, position } = wants;
  const complaint = el("p", { role: "alert" });
  const failed = (error) => (complaint.textContent = error.message);
  const count = el("p", { role: "status" });
  const body = el("tbody");
  const more = el("button", { type: "button", onclick: () => list(shown) }, words("more"));
  let shown = 0;
  let asked = 0;

  const input = (id, type = "search") => el("input", { id, type, spellcheck: "false", oninput: soon });
  const player = input("find-player");
  const opening = input("find-opening");
  const since = input("find-since");
  since.placeholder = "2024.05";
  const choose = (id, options) => el("select", { id, onchange: () => list(0) },
    el("option", { value: "" }, words("any")), ...options.map(([value, text]) => el("option", { value }, text)));
  const variant = choose("find-variant", games.map(({ name, title }) => [name, title]));
  const result = choose("find-result", ["1-0", "1/2-1/2", "0-1", "*"].map((text) => [text, text]));
  const source = choose("find-source", [["played", words("played")], ["imported", words("from files")], ["watched", words("watched")]]);
  const here = el("input", { type: "checkbox", id: "find-here", onchange: () => list(0) });

  let waiting = 0;
  function soon() {
    clearTimeout(waiting);
    waiting = setTimeout(() => list(0), PAUSE);
  }

  function wanted() {
    const { fen, variant: game } = position();
    return {
      player: player.value, opening: opening.value, since: since.value, variant: variant.value, result: result.value,
      source: source.value, fen: here.checked ? fen : "", fen_variant: here.checked ? game : "",
    };
  }

  async function list(skip) {
    const number = ++asked;
    complaint.textContent = "";
    const answer = await ask({ do: "find", ...wanted(), skip }, failed);
    // What was typed since has its own answer.
    if (!answer || number !== asked) return;
    const { total, games: rows } = answer.found;
    if (skip === 0) body.replaceChildren();
    body.append(...rows.map(row));
    shown = skip + rows.length;
    more.hidden = shown >= total;
    count.textContent = words("games found", { total });
  }

  const title = (name) => games.find((game) => game.name === name)?.title ?? name;

  function row(game) {
    const names = `${game.first || words("you")} – ${game.second || words("you")}`;
    const open = async () => {
      const fetched = await ask({ do: "fetch", number: game.id }, failed);
      const goes_on = game.source === "played" && game.result === "*";
      if (fetched && await ask({ do: "open", pgn: fetched.pgn, number: goes_on ? game.id : null }, failed)) dialog.close();
    };
    const forget = async (event) => {
      if (!window.confirm(words("remove game", { names }))) return;
      const line = event.target.closest("tr");
      if (await ask({ do: "forget", number: game.id }, failed)) line.remove();
    };
    return el("tr", {},
      el("td", {}, game.date || "?"),
      el("td", {}, el("button", { type: "button", class: "link", onclick: open }, names)),
      el("td", {}, game.result),
      el("td", {}, [title(game.variant), game.opening, game.event].filter(Boolean).join(" · ")),
      el("td", {}, String(Math.ceil(game.plies / 2))),
      el("td", {}, el("button", { type: "button", "aria-label": `${words("remove")}: ${names}`, onclick: forget }, "×")));
  }

  /** Hands files over, one after another. */
  async function take(files) {
    for (const file of files) {
      const told = await hand(file);
      if (told.error) {
        failed(new Error(`${file.name}: ${told.error}`));
        break;
      }
      const { remarked, remarks } = told;
      count.textContent = words("imported", { file: file.name, fresh: told.new, known: told.known });
      if (remarked > 0) complaint.textContent = `${words("remarks", { count: remarked })} ${remarks.join(" · ")}`;
    }
    const [said, why] = [count.textContent, complaint.textContent];
    await list(0);
    if (files.length > 0) [count.textContent, complaint.textContent] = [said, why];
  }

  function hand(file) {
    return new Promise((resolve) => {
      // A request of this kind tells how far it has come.
      const request = new XMLHttpRequest();
      request.open("POST", `import?key=${encodeURIComponent(key)}`);
      request.upload.addEventListener("progress", ({ loaded, total }) => {
        count.textContent = words("importing", { file: file.name, part: Math.floor((100 * loaded) / Math.max(1, total)) });
      });
      request.addEventListener("load", () => {
        if (request.status === 200) resolve(JSON.parse(request.responseText));
        else resolve({ error: request.responseText || String(request.status) });
      });
      request.addEventListener("error", () => resolve({ error: words("lost") }));
      request.send(file);
    });
  }

  const files = el("input", { type: "file", id: "import-file", multiple: true, accept: ".pgn,.txt", onchange: () => take([...files.files]) });
  const save = () => {
    const address = new URLSearchParams({ key, ...wanted() });
    const link = el("a", { href: `games.pgn?${address}`, download: "games.pgn" });
    link.click();
  };
  const field = (label, control) => el("div", { class: "field" }, el("label", { for: control.id }, words(label)), control);
  const head = ["date", "players", "result title", "game", "moves", ""].map((name) => (name ? el("th", { scope: "col" }, words(name)) : el("td")));
  dialog.replaceChildren(el("form", { method: "dialog", onsubmit: (event) => event.preventDefault() },
    el("h2", { id: "dialog-title" }, words("games")),
    field("player", player), field("game", variant), field("opening", opening), field("since", since),
    field("result title", result), field("source", source),
    el("label", { class: "check" }, here, ` ${words("this position")}`),
    field("import", files), complaint, count,
    el("div", { class: "table" }, el("table", { id: "games" }, el("thead", {}, el("tr", {}, ...head)), body)),
    el("div", { class: "actions" }, more,
      el("button", { type: "button", id: "do export", onclick: save }, words("export")),
      el("button", { type: "button", onclick: () => dialog.close() }, words("close")))));
  dialog.showModal();
  list(0);
}
