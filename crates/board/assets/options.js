// The options of an engine as a form. What differs from the engine's own choice is kept on the list.

import { el } from "./dom.js";

const TEXTS = ["text", "file", "path"];
const BUTTONS = ["button", "save", "reset"];

/** A field for an option, and what it holds: `null` where the engine's own choice stands. */
function field(option, set, press) {
  const { name, kind, range, choices = [] } = option;
  const id = `option-${name}`;
  const value = set ?? option.default;
  const changed = (read) => () => (read() === option.default && set === undefined ? null : read());
  if (kind === "label") return { row: el("p", { class: "quiet" }, name) };
  if (BUTTONS.includes(kind)) {
    return { row: el("p", {}, el("button", { type: "button", onclick: () => press(name) }, name)) };
  }
  let input;
  let read = () => input.value;
  if (kind === "check") {
    input = el("input", { id, type: "checkbox", checked: value === "true" });
    read = () => String(input.checked);
  } else if (kind === "combo") {
    input = el("select", { id }, ...choices.map((choice) => el("option", { selected: choice === value }, choice)));
  } else if (TEXTS.includes(kind)) {
    input = el("input", { id, value, spellcheck: "false", autocapitalize: "off", placeholder: kind === "text" ? "" : "/" });
  } else {
    const [min, max] = range;
    input = el("input", { id, type: kind === "slider" ? "range" : "number", min, max, value });
    if (kind === "slider") {
      const output = el("output", { for: id }, value);
      input.addEventListener("input", () => (output.textContent = input.value));
      return { row: el("div", { class: "field" }, el("label", { for: id }, name), el("span", {}, input, output)), read: changed(read) };
    }
  }
  return { row: el("div", { class: "field" }, el("label", { for: id }, name), input), read: changed(read) };
}

/**
 * Starts an engine of the list, and shows what it says of itself and its options.
 * @param {HTMLDialogElement} dialog
 * @param {object} entry as the list has it
 * @param {object} wants `words`, `ask(request, failed)`, `back(engines)` when this is over
 */
export async function editOptions(dialog, entry, { words, ask, back }) {
  const complaint = el("p", { role: "alert" });
  const status = el("p", { role: "status" }, words("engine starts", { name: entry.name }));
  const failed = (error) => (complaint.textContent = error.message);
  const body = el("div");
  const close = el("button", { type: "button", onclick: () => back() }, words("back"));
  const form = el("form", { method: "dialog", id: "options" },
    el("h2", { id: "dialog-title" }, `${entry.name}: ${words("options")}`), status, complaint, body);
  form.append(el("div", { class: "actions" }, close));
  dialog.replaceChildren(form);
  if (!dialog.open) dialog.showModal();
  const answer = await ask({ do: "about", name: entry.name }, failed);
  if (!form.isConnected) return;
  status.textContent = "";
  if (!answer) return;
  const { identity, protocol, unregistered, notices, options } = answer.about;
  const press = async (button) => {
    complaint.textContent = "";
    status.textContent = words("pressing", { name: button });
    const done = await ask({ do: "press", name: entry.name, button }, failed);
    status.textContent = done ? words("pressed", { name: button }) : "";
  };
  /** Who has a code for the engine enters it: it is started again with it. */
  const registration = () => {
    const [name, code] = ["name", "code"].map((part) =>
      el("input", { id: `registration-${part}`, value: entry.registration?.[part] ?? "", spellcheck: "false", autocomplete: "off" }));
    const register = async () => {
      const registered = { ...entry, registration: { name: name.value.trim(), code: code.value.trim() } };
      if (await ask({ do: "put", ...registered }, failed)) editOptions(dialog, registered, { words, ask, back });
    };
    return el("fieldset", { id: "registration" }, el("legend", {}, words("registration")),
      el("div", { class: "field" }, el("label", { for: name.id }, words("name")), name),
      el("div", { class: "field" }, el("label", { for: code.id }, words("code")), code),
      el("button", { type: "button", onclick: register }, words("register")));
  };
  const known = (name) => Object.entries(entry.options).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  const fields = options.map((option) => ({ ...field(option, known(option.name), press), name: option.name }));
  const facts = [...identity.map(([key, text]) => `${key}: ${text}`), `${words("protocol")}: ${protocol.toUpperCase()}`];
  body.append(el("p", { id: "about" }, facts.join(" · ")));
  if (unregistered) body.append(el("p", { role: "alert" }, words("unregistered")), registration());
  if (notices.length) body.append(el("ul", { class: "notices" }, ...notices.map((text) => el("li", {}, text))));
  body.append(...fields.map(({ row }) => row));
  if (options.length === 0) body.append(el("p", {}, words("no options")));
  close.before(el("button", { type: "submit", class: "main" }, words("keep")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const declared = new Set(options.map(({ name }) => name.toLowerCase()));
    // What the engine does not declare stays: it may do so only now and then.
    const set = Object.fromEntries(Object.entries(entry.options).filter(([name]) => !declared.has(name.toLowerCase())));
    for (const { name, read } of fields) {
      const value = read?.() ?? null;
      if (value !== null) set[name] = value;
    }
    const kept = await ask({ do: "put", ...entry, options: set }, failed);
    if (kept) back(kept.engines);
  });
}
