// What a piece looks like: a drawing, a character on a disc or a wedge, or its letter on a disc.

import { drawn, svg } from "./dom.js";
import { strokes } from "./glyphs.js";
import { drawing } from "./pieces.js";

const WEDGE = "M50 6L78 18L90 94H10L22 18z";

/** A piece as a group in a box of 100 × 100. `far`: it belongs to the side at the top. */
export function man(piece, set, far) {
  const group = svg("g", { class: `man-of ${piece.side === 0 ? "first" : "second"}` });
  const path = set === "traditional" && piece.glyph ? strokes(piece.glyph) : null;
  const markup = path || (set === "traditional" && piece.wedge) ? null : drawing(piece.name);
  if (!markup) {
    group.append(plate(piece, path, far));
    return group;
  }
  group.append(drawn(markup));
  if (piece.promoted) group.append(svg("circle", { class: "raised", cx: 80, cy: 20, r: 9 }));
  return group;
}

/** A disc, or a wedge that points at the other side, with a character or a letter on it. */
function plate(piece, path, far) {
  const inner = svg("g", { transform: piece.wedge && far ? "rotate(180 50 50)" : undefined });
  const red = piece.promoted ? " promoted" : "";
  inner.append(
    piece.wedge ? svg("path", { class: "plate", d: WEDGE }) : svg("circle", { class: "plate", cx: 50, cy: 50, r: 44 }),
    path
      ? svg("path", {
        class: `character${red}`,
        d: path,
        transform: piece.wedge ? "translate(24 28) scale(.52 .58)" : "translate(21 21) scale(.58)",
      })
      : svg("text", { x: 50, y: piece.wedge ? 74 : 66, class: `letter${red}` }, piece.letter),
  );
  return inner;
}
