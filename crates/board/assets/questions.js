// Questions that one can type instead of looking: `where knight`, `what e4`, `attacks e4`.

/** What both sides hold. */
function inHand({ view }) {
  return (view.hands ?? []).flatMap((held, side) => held.map((piece) => ({ ...piece, side })));
}

/**
 * The answer to a question about the position; nothing if the text is no question.
 * @param {function} takers asks which pieces could take on a square: the squares of each side's
 */
export async function answer(text, board, words, takers) {
  const [word, ...rest] = text.trim().toLowerCase().split(/\s+/);
  const asked = rest.join(" ");
  const { view } = board;
  const named = () => {
    const at = view.cells.findIndex((_, square) => board.name(square) === asked);
    return at < 0 ? null : at;
  };
  if (word === "help" || word === "?") return words("help text");
  if (word === "where") return where(rest, board, words);
  if (word === "hands") return inHand(board).map((piece) => board.heldLabel(piece)).join(", ") || words("nowhere");
  if (word === "what") {
    const at = named();
    return at === null ? words("no such square", { name: asked }) : board.label(at);
  }
  if (word === "attacks") {
    const at = named();
    if (at === null) return words("no such square", { name: asked });
    const found = await takers(at);
    return found && attacks(at, found, board, words);
  }
  return null;
}

/** Where pieces of a kind are, or all of a side. */
function where(asked, board, words) {
  const { view } = board;
  const called = (name) => [name, words(name)].map((one) => one.toLowerCase());
  const side = view.sides.findIndex((name) => called(name).includes(asked[0]));
  const kind = (side < 0 ? asked : asked.slice(1)).join(" ");
  const names = (piece) => [piece.letter.toLowerCase(), ...called(piece.name)];
  const isKind = (piece) => (kind === "" && side >= 0) || names(piece).some((name) => name === kind || `${name}s` === kind);
  const fits = (piece) => piece && (side < 0 || piece.side === side) && isKind(piece);
  const found = view.cells.flatMap((piece, square) => (fits(piece) ? [`${board.called(piece)} ${board.name(square)}`] : []));
  const held = inHand(board).filter(fits).map((piece) => board.heldLabel(piece));
  return [...found, ...held].join(", ") || words("nowhere");
}

/** Who could take on a square, and who would take back. */
function attacks(at, takers, board, words) {
  const { view } = board;
  const piece = view.cells[at];
  const name = board.name(at);
  const pieces = (squares) => squares.map((square) => `${board.called(view.cells[square])} ${board.name(square)}`).join(", ");
  const told = (side) => {
    const own = piece?.side === side;
    const values = { name, side: words(view.sides[side]) };
    const squares = takers[side];
    // What defends a king, nobody asks.
    if (!squares) return own ? null : words("attack unknown", values);
    if (squares.length === 0) return own ? words("not defended", values) : words("not attacked", values);
    return words(own ? "defended by" : "attacked by", { ...values, pieces: pieces(squares) });
  };
  const sides = piece ? [1 - piece.side, piece.side] : [view.turn, 1 - view.turn];
  return sides.map(told).filter(Boolean).join(" ");
}
