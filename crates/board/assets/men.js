// What a piece looks like: a drawing, a character on a disc or a wedge, or its letter on a disc.

import { drawn, svg } from "./dom.js";
import { strokes } from "./glyphs.js";
import { drawing } from "./pieces.js";

const WEDGE = "M50 6L78 18L90 94H10L22 18z";

/** A piece as a group in a box of 100 × 100. `far`: it belongs to the side at the top. */
export function man(piece, set, far) {
  const group = svg("g", { class: `man-of ${piece.side === 0 ? "first" : "second"}` });
  const path = set === "traditional" && piece.glyph ? strokes(piece.glyph) : null;
  const markup = path ? null : drawing(piece.name);
  const wedged = set === "traditional" && piece.wedge;
  if (!markup || wedged) {
    group.append(plate(piece, path, markup, far));
    return group;
  }
  group.append(drawn(markup));
  if (piece.promoted) group.append(svg("circle", { class: "raised", cx: 80, cy: 20, r: 9 }));
  return group;
}

/** A disc, or a wedge that points at the other side, with a character, a picture or a letter on it. */
function plate(piece, path, markup, far) {
  const inner = svg("g", { class: piece.wedge ? "wedge" : undefined, transform: piece.wedge && far ? "rotate(180 50 50)" : undefined });
  const red = piece.promoted ? " promoted" : "";
  const sign = () => {
    if (path) return svg("path", { class: `character${red}`, d: path, transform: piece.wedge ? "translate(24 28) scale(.52 .58)" : "translate(21 21) scale(.58)" });
    if (markup) return svg("g", { transform: "translate(18 24) scale(.64 .68)" }, drawn(markup));
    return svg("text", { x: 50, y: piece.wedge ? 74 : 66, class: `letter${red}` }, piece.letter);
  };
  inner.append(
    piece.wedge ? svg("path", { class: "plate", d: WEDGE }) : svg("circle", { class: "plate", cx: 50, cy: 50, r: 44 }),
    sign(),
  );
  if (markup && piece.promoted) inner.append(svg("circle", { class: "raised", cx: 50, cy: 19, r: 6 }));
  return inner;
}
