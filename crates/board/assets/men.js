// What a piece looks like: a drawing, a character on a disc or a wedge, or its letter on a disc.

import { drawn, svg } from "./dom.js";
import { strokes } from "./glyphs.js";
import { drawing } from "./pieces.js";

const WEDGE = "M50 6L78 18L90 94H10L22 18z";

/** A piece as a group in a box of 100 × 100. `far`: it belongs to the side at the top. */
export function man(piece, set, far) {
  const side = piece.side === 0 ? "first" : "second";
  const group = svg("g", { class: `man-of ${side}` });
  const path = set === "traditional" && piece.glyph ? strokes(piece.glyph) : null;
  if (path) {
    const turned = piece.wedge && far ? "rotate(180 50 50)" : undefined;
    const inner = svg("g", { transform: turned });
    inner.append(
      piece.wedge ? svg("path", { class: "plate", d: WEDGE }) : svg("circle", { class: "plate", cx: 50, cy: 50, r: 44 }),
      svg("path", {
        class: piece.promoted ? "character promoted" : "character",
        d: path,
        transform: piece.wedge ? "translate(24 28) scale(.52 .58)" : "translate(21 21) scale(.58)",
      }),
    );
    group.append(inner);
    return group;
  }
  const markup = drawing(piece.name);
  if (markup) {
    group.append(drawn(markup));
    if (piece.promoted) group.append(svg("circle", { class: "raised", cx: 80, cy: 20, r: 9 }));
    return group;
  }
  const letter = svg("text", { x: 50, y: 66, class: "letter" }, piece.letter);
  group.append(svg("circle", { class: "plate", cx: 50, cy: 50, r: 42 }), letter);
  return group;
}
