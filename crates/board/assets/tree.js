// The tree of a game, made of what the program says: the moves that were played, and beside them
// what could have been played instead.

/** What the glyphs of a move and of a position look like, by their numbers in PGN. */
export const MOVES = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };
export const POSITIONS = { 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+" };

/** The sign of a glyph; its number where it has none. */
export const sign = (glyph) => MOVES[glyph] ?? POSITIONS[glyph] ?? `$${glyph}`;

/** Where a place lies, as one text. */
const key = ({ ply, moves }) => [ply, ...moves].join(" ");

/** The places of a game: `{ ply, moves, depth, san, comment, glyphs, up, next, main }`. */
export class Tree {
  constructor({ moves, notes, variations }) {
    const place = (fields) => ({ moves: [], comment: "", glyphs: [], next: [], ...fields });
    this.main = [null, ...moves].map((san, ply) => place({ ply, depth: ply, san, main: true }));
    for (const { ply, comment, glyphs } of notes) Object.assign(this.main[ply], { comment, glyphs });
    this.main.forEach((one, ply) => this.join(one, this.main[ply - 1]));
    const beside = [];
    for (const { ply, up, san, text, comment, glyphs } of variations) {
      const before = up === undefined ? this.main[ply] : beside[up];
      const one = place({ ply, moves: [...before.moves, text], depth: before.depth + 1, san, comment, glyphs, main: false });
      this.join(one, before);
      beside.push(one);
    }
    this.places = new Map([...this.main, ...beside].map((one) => [key(one), one]));
  }

  join(one, before) {
    one.up = before ?? null;
    before?.next.push(one);
  }

  get end() {
    return this.main.at(-1);
  }

  /** The place there; nothing where nothing is kept. */
  find(path) {
    return this.places.get(key(path));
  }

  /** The next of those that could be played instead of a move, or the one before. */
  beside(one, by) {
    const all = one.up?.next ?? [];
    return all[all.indexOf(one) + by];
  }
}
