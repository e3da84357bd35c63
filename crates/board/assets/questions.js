// Questions that one can type instead of looking: `where knight`, `what e4`, `attacks e4`.

/** What both sides hold. */
function inHand({ view }) {
  return (view.hands ?? []).flatMap((held, side) => held.map((piece) => ({ ...piece, side })));
}

/** The answer to a question about the position; nothing if the text is no question. */
export function answer(text, board, words) {
  const [word, ...rest] = text.trim().toLowerCase().split(/\s+/);
  const asked = rest.join(" ");
  const { view } = board;
  const named = () => {
    const at = view.cells.findIndex((_, square) => board.name(square) === asked);
    return at < 0 ? null : at;
  };
  if (word === "help" || word === "?") return words("help text");
  if (word === "where") {
    const fits = (piece) =>
      piece && (piece.letter.toLowerCase() === asked || piece.name === asked || words(piece.name).toLowerCase() === asked);
    const found = view.cells.flatMap((piece, square) => (fits(piece) ? [`${board.called(piece)} ${board.name(square)}`] : []));
    const held = inHand(board).filter(fits).map((piece) => board.heldLabel(piece));
    return [...found, ...held].join(", ") || words("nowhere");
  }
  if (word === "hands") return inHand(board).map((piece) => board.heldLabel(piece)).join(", ") || words("nowhere");
  if (word === "what") {
    const at = named();
    return at === null ? words("no such square", { name: asked }) : board.label(at);
  }
  if (word === "attacks") {
    const at = named();
    if (at === null) return words("no such square", { name: asked });
    const takers = view.legal.filter((move) => move.to === at && view.cells[at] && move.from !== null);
    const pieces = [...new Set(takers.map((move) => `${board.called(view.cells[move.from])} ${board.name(move.from)}`))];
    if (pieces.length === 0) return words("not attacked", { name: asked });
    return words("attacked by", { name: asked, pieces: pieces.join(", ") });
  }
  return null;
}
