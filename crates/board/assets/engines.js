// The user's own engines: a list that is kept in a file, edited here.

import { el } from "./dom.js";
import { editOptions } from "./options.js";

const PROTOCOLS = ["", "uci", "ucci", "cecp"];

/**
 * Shows the list.
 * @param {HTMLDialogElement} dialog
 * @param {object} engines `own`, and `others` with `name`, `command`, `protocol`, `dir`, `options`
 * @param {object} wants `words`, `ask(request, failed)`, `changed(engines)`
 */
export function editEngines(dialog, engines, wants) {
  const { words, ask, changed } = wants;
  const complaint = el("p", { role: "alert" });
  const failed = (error) => (complaint.textContent = error.message);
  const done = (answer) => {
    if (!answer) return;
    changed(answer.engines);
    editEngines(dialog, answer.engines, wants);
  };
  /** Whether an engine that was added starts at all is told at once; it is kept in any case. */
  const tried = async (name) => {
    const told = dialog.querySelector("[role=status]");
    const say = (text) => told.isConnected && (told.textContent = text);
    say(words("engine starts", { name }));
    const found = await ask({ do: "about", name }, (error) => say(error.message));
    if (found) say(words("engine answers", { name, protocol: found.about.protocol.toUpperCase() }));
  };
  const remove = async (name) => done(await ask({ do: "remove", name }, failed));
  const row = (entry) => el("li", {},
    el("b", {}, entry.name), ` ${entry.command} `,
    el("button", { type: "button", onclick: () => fill(entry) }, words("change")),
    el("button", { type: "button", "aria-label": `${words("options")}: ${entry.name}`, onclick: () => showOptions(entry) }, words("options")),
    el("button", { type: "button", "aria-label": `${words("remove")}: ${entry.name}`, onclick: () => remove(entry.name) }, words("remove")));
  const showOptions = (entry) => editOptions(dialog, entry, {
    words, ask, back: (now) => {
      if (now) changed(now);
      editEngines(dialog, now ?? engines, wants);
    },
  });
  const input = (id, placeholder = "") => el("input", { id, placeholder, spellcheck: "false", autocapitalize: "off" });
  const name = input("engine-name");
  const command = input("engine-command", "stockfish");
  const dir = input("engine-dir");
  const options = el("textarea", { id: "engine-options", rows: 3, placeholder: "Hash=256\nThreads=2", spellcheck: "false" });
  const protocol = el("select", { id: "engine-protocol" },
    ...PROTOCOLS.map((value) => el("option", { value }, value.toUpperCase() || words("found out"))));
  const fill = (entry) => {
    [name.value, command.value, dir.value, protocol.value] = [entry.name, entry.command, entry.dir, entry.protocol];
    options.value = Object.entries(entry.options).map(([key, value]) => `${key}=${value}`).join("\n");
    name.focus();
  };
  const field = (label, control) => el("div", { class: "field" }, el("label", { for: control.id }, words(label)), control);
  const form = el("form", { method: "dialog" },
    el("h2", { id: "dialog-title" }, words("engines")),
    el("ul", { class: "engines" }, ...engines.others.map(row)),
    field("name", name), field("command", command), field("protocol", protocol), field("folder", dir), field("options", options),
    complaint, el("p", { role: "status" }),
    el("div", { class: "actions" },
      el("button", { type: "submit", class: "main" }, words("keep")),
      el("button", { type: "button", onclick: () => dialog.close() }, words("close"))));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const pairs = options.value.split("\n").map((line) => line.trim()).filter(Boolean);
    const bad = pairs.find((line) => !line.includes("="));
    if (bad) return failed(new Error(words("no option", { text: bad })));
    const set = Object.fromEntries(pairs.map((line) => [line.slice(0, line.indexOf("=")).trim(), line.slice(line.indexOf("=") + 1).trim()]));
    const text = command.value.trim();
    const called = name.value.trim() || text;
    const kept = await ask({
      do: "put", name: called, command: text, protocol: protocol.value, dir: dir.value.trim(), options: set,
      registration: engines.others.find(({ name }) => name === called)?.registration,
    }, failed);
    done(kept);
    return kept && tried(called);
  });
  dialog.replaceChildren(form);
  if (!dialog.open) dialog.showModal();
}
