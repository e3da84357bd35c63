// A move in the making: squares named one after the other until one legal move is left.
//
// A move is a path: where it starts (a square, or a piece in hand), the squares it passes with an
// effect, where it ends. Promotions share a path; the caller asks which.

/** The path of a legal move as keys: numbers of squares, `hand P` for a drop. */
export function path(move) {
  const start = move.drop ? `hand ${move.drop}` : move.from;
  return [start, ...(move.via ?? []), move.to];
}

const begins = (whole, part) => part.every((key, at) => whole[at] === key);

export class Choice {
  constructor(legal) {
    this.legal = legal;
    this.keys = [];
  }

  /** Whether a move may start here. */
  starts(key) {
    return this.legal.some((move) => path(move)[0] === key);
  }

  /** Where the move in the making may go next. */
  next() {
    const depth = this.keys.length;
    const going = this.legal.filter((move) => begins(path(move), this.keys));
    return new Set(going.map((move) => path(move)[depth]).filter((key) => key !== undefined));
  }

  /**
   * Names the next square. Answers the legal moves that are meant when there is no doubt left but
   * the promotion; an empty list while more squares are wanted, or nothing fits.
   */
  name(key) {
    const before = this.keys;
    // The same square twice: the move ends here, though it could go on.
    if (before.length > 1 && before.at(-1) === key && !this.next().has(key)) return this.take(before);
    const keys = [...before, key];
    const fits = this.legal.filter((move) => begins(path(move), keys));
    if (before.length === 0 || fits.length === 0) {
      this.keys = this.starts(key) && before[0] !== key ? [key] : [];
      return [];
    }
    this.keys = keys;
    return fits.every((move) => path(move).length === keys.length) ? this.take(keys) : [];
  }

  /** Forgets what was named. */
  drop() {
    this.keys = [];
  }

  take(keys) {
    const meant = this.legal.filter((move) => path(move).length === keys.length && begins(path(move), keys));
    if (meant.length > 0) this.keys = [];
    return meant;
  }
}
