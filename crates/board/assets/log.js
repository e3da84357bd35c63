// What was said between the program and the user's engines, with the clauses that were broken.

import { el } from "./dom.js";

/** A conversation is read again after so many milliseconds, and after so many times what that took. */
const AGAIN = 1000;
const SHARE = 20;
/** The signs of the four kinds of lines, as transcripts have them. */
const SIGNS = { to: ">", from: "<", error: "!", note: "*" };

/**
 * Shows the conversations that are kept, the latest at first.
 * @param {HTMLDialogElement} dialog
 * @param {object} wants `words`, `ask(request, failed)`
 */
export async function logs(dialog, { words, ask }) {
  const complaint = el("p", { role: "alert" });
  const failed = (error) => (complaint.textContent = error.message);
  const list = el("select", { id: "log-which", onchange: show });
  const text = el("ol", { class: "log", id: "log", tabindex: "0", "aria-label": words("engine log") });
  let shown = null;
  const remarks = el("ul", { class: "notices" });

  function line({ at, way, text, breach }) {
    const parts = [el("span", { class: "quiet" }, at.toFixed(3)), ` ${SIGNS[way]} ${text}`];
    if (breach) parts.push(el("strong", { class: "breach" }, ` ${words("breaks")} ${breach}`));
    return el("li", { class: breach ? `${way} broken` : way }, ...parts);
  }

  async function show() {
    if (list.value === "") return;
    const answer = await ask({ do: "log", number: Number(list.value) }, failed);
    if (!answer) return;
    const { lines, left_out: missing, remarks: others } = answer.log;
    // Whoever reads further up stays there.
    const other = list.value !== shown;
    const at_end = text.scrollHeight - text.scrollTop - text.clientHeight < 40;
    shown = list.value;
    const parts = lines.map(line);
    if (missing > 0) parts.unshift(el("li", { class: "quiet" }, words("left out", { count: missing })));
    text.replaceChildren(...parts);
    remarks.replaceChildren(...others.map((one) => el("li", {}, one)));
    if (other) (text.querySelector(".broken") ?? text.lastElementChild)?.scrollIntoView({ block: "nearest" });
    else if (at_end) text.lastElementChild?.scrollIntoView({ block: "nearest" });
  }

  /** Reads on while somebody looks. */
  async function follow() {
    const began = performance.now();
    if (list.value !== "") await show();
    setTimeout(() => text.isConnected && dialog.open && follow(), Math.max(AGAIN, SHARE * (performance.now() - began)));
  }

  async function read() {
    const answer = await ask({ do: "logs" }, failed);
    if (!answer) return;
    const before = list.value;
    list.replaceChildren(...answer.logs.map(({ number, engine }) => el("option", { value: number }, `${engine} (${number})`)));
    if ([...list.options].some(({ value }) => value === before)) list.value = before;
    if (answer.logs.length === 0) complaint.textContent = words("no log");
    await show();
  }

  dialog.replaceChildren(el("form", { method: "dialog", class: "wide" },
    el("h2", { id: "dialog-title" }, words("engine log")),
    el("div", { class: "field" }, el("label", { for: list.id }, words("conversation")), list),
    complaint, remarks, text,
    el("div", { class: "actions" },
      el("button", { type: "button", id: "do read again", onclick: read }, words("read again")),
      el("button", { type: "button", onclick: () => dialog.close() }, words("close")))));
  if (!dialog.open) dialog.showModal();
  await read();
  setTimeout(follow, AGAIN);
}
