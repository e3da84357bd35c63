// What engines ask their user: a field for each question, and a way not to answer.

import { el } from "./dom.js";

export class Asked {
  /**
   * @param {HTMLElement} list an empty list
   * @param {object} wants `words`, `ask(request)`
   */
  constructor(list, wants) {
    [this.list, this.wants] = [list, wants];
    /** The questions that are shown, by number. */
    this.rows = new Map();
  }

  /** Shows these questions. Whoever is writing an answer to one is not disturbed. */
  show(questions) {
    const open = new Set(questions.map(({ number }) => number));
    for (const [number, row] of this.rows) {
      if (open.has(number)) continue;
      row.remove();
      this.rows.delete(number);
    }
    for (const question of questions.filter(({ number }) => !this.rows.has(number))) {
      const row = this.row(question);
      this.rows.set(question.number, row);
      this.list.append(row);
    }
  }

  row({ number, engine, text }) {
    const { words, ask } = this.wants;
    const field = el("input", { id: `question-${number}`, spellcheck: "false", autocomplete: "off" });
    const answer = (event, given) => {
      event.preventDefault();
      ask({ do: "answer", question: number, text: given });
    };
    return el("li", {}, el("form", { onsubmit: (event) => answer(event, field.value) },
      el("label", { for: field.id }, `${engine}: ${text}`), field,
      el("button", { type: "submit" }, words("answer")),
      el("button", { type: "button", onclick: (event) => answer(event, null) }, words("no answer"))));
  }
}
