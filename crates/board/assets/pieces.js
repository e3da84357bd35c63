// Pieces as drawings in a box of 100 × 100, by the name that the server gives a kind of piece.
// `body` is filled with the side's colour and has its edge, `marks` are lines in the edge's colour,
// `dots` are spots of it.

const BASE = "M22 93h56v-6q0-4-4-4h-48q-4 0-4 4z";
const TOWER = "M24 14h13v9h8v-9h10v9h8v-9h13v20l-8 8v30l8 11h-52l8-11v-30l-8-8z";
const HORSE =
  "M33 83C32 64 51 58 49 45L34 53C28 58 19 54 19 47C19 44 29 31 33 25L34 10L45 18C70 20 82 44 77 83z";
const CROWN = "M23 83L13 33L32 56L36 22L50 52L64 22L68 56L87 33L77 83z";

const DRAWINGS = {
  pawn: { body: ["M50 16a15 15 0 0 1 9 27h8v7h-8c2 16 11 22 13 33h-44c2-11 11-17 13-33h-8v-7h8a15 15 0 0 1 9-27z", BASE] },
  rook: { body: [TOWER, BASE], marks: "M32 42h36M32 72h36" },
  knight: { body: [HORSE, BASE], marks: "M66 36q8 18 5 38", dots: [[42, 31, 3.4]] },
  bishop: {
    body: ["M50 6a6 6 0 0 1 3 11C71 30 74 50 63 62H37C26 50 29 30 47 17A6 6 0 0 1 50 6z", "M34 62h32v8h-32z", "M38 70h24l9 13h-42z", BASE],
    marks: "M50 30v20M42 39h16",
  },
  queen: { body: [CROWN, BASE], marks: "M25 72h50", tops: [[13, 28, 5.5], [36, 17, 5.5], [64, 17, 5.5], [87, 28, 5.5]] },
  king: {
    body: ["M46 5h8v8h8v8h-8v13h-8v-13h-8v-8h8z", "M50 42C42 24 12 27 18 52C21 63 28 69 29 83H71C72 69 79 63 82 52C88 27 58 24 50 42z", BASE],
    marks: "M50 42v28M30 74q20-7 40 0",
  },
  archbishop: { body: [HORSE, BASE, "M58 4a5 5 0 0 1 3 8q12 8 6 20h-18q-6-12 6-20a5 5 0 0 1 3-8z"], marks: "M58 15v11M53 21h10", dots: [[40, 35, 3.4]] },
  chancellor: { body: ["M30 62C32 48 48 46 47 36L35 42C29 46 22 42 23 37L34 19L35 7L45 13C64 16 72 38 69 62z", "M20 56h12v8h10v-8h16v8h10v-8h12v18l-7 9h-46l-7-9z", BASE], dots: [[42, 24, 3]] },
  amazon: { body: ["M30 58C32 46 48 44 47 34L36 40C30 44 23 40 24 35L35 18L36 6L46 12C64 15 71 36 69 58z", "M26 83L18 50L34 64L50 48L66 64L82 50L74 83z", BASE], dots: [[43, 23, 3]] },
  ferz: { body: ["M50 12L66 30L58 34L70 52L60 55L74 83H26L40 55L30 52L42 34L34 30z", BASE], marks: "M40 55h20M42 34h16" },
  wazir: { body: ["M50 14L78 44L64 44L72 83H28L36 44L22 44z", BASE], marks: "M36 44h28" },
  man: { body: ["M50 10a14 14 0 0 1 8 25l6 9c10 10 12 26 12 39h-52c0-13 2-29 12-39l6-9a14 14 0 0 1 8-25z", BASE], marks: "M36 44h28M50 44v38" },
  elephant: {
    body: ["M28 34C30 14 68 10 76 34C84 52 78 66 78 83H56V66H46C46 80 40 86 30 84C22 82 20 74 22 68L29 70C28 76 34 77 34 70C34 60 26 52 28 34z", BASE],
    marks: "M62 28q14 10 4 26q-12-2-12-18M38 66l-12-6",
    dots: [[41, 38, 3.2]],
  },
  camel: { body: ["M24 83V62C24 40 34 34 40 50C44 34 58 30 62 52C66 52 66 36 66 26C66 16 78 12 84 22L90 28L80 32C78 32 78 38 78 46C78 60 74 66 70 68V83H60V68H36V83z", BASE], dots: [[77, 23, 2.6]] },
  zebra: { body: [HORSE, BASE], marks: "M50 18l-6 12M60 24l-8 14M68 34l-14 12M74 48l-18 10M76 62l-22 6M77 74l-28 2", dots: [[38, 33, 3]] },
  lion: {
    body: ["M50 10L60 17L72 16L76 28L86 36L81 48L84 60L73 66L67 77L55 74L50 80L45 74L33 77L27 66L16 60L19 48L14 36L24 28L28 16L40 17z", "M50 27C66 27 68 40 66 52C64 64 58 68 50 68C42 68 36 64 34 52C32 40 34 27 50 27z", BASE],
    marks: "M50 52v8M50 60q-7 5-11-1M50 60q7 5 11-1M44 51h12l-6 6z",
    dots: [[42, 43, 3.2], [58, 43, 3.2]],
  },
  falcon: { body: ["M50 12C58 12 62 18 62 24L72 30L62 32C62 36 60 38 60 40C82 44 90 56 92 74L74 66L66 83H40C22 74 22 50 38 40C32 22 40 12 50 12z", BASE], marks: "M60 40q-2 26 14 26M40 58q10 6 10 20", dots: [[53, 23, 3]] },
  cannon: { body: ["M14 46L66 20Q74 17 78 25L80 30Q83 38 75 42L34 62Q18 68 14 58z", "M44 48a18 18 0 1 1-.1 0z", BASE], marks: "M44 56v20M34 66h20M66 20l10 22", dots: [[44, 66, 3]] },
  wizard: { body: ["M50 6L68 58H32z", "M20 58q30-12 60 0q-30 14-60 0z", "M34 64h32l8 19h-48z", BASE], marks: "M46 30l4-7 4 7-7-4h6z" },
  champion: { body: ["M26 14h48v30C74 62 62 70 50 78C38 70 26 62 26 44z", BASE], marks: "M50 22v44M34 36h32" },
  lance: { body: ["M50 4L62 34H54V83H46V34H38z", BASE] },
  gold: { body: ["M50 10L84 34V56L68 83H32L16 56V34z", BASE], marks: "M50 10v73M16 34h68M32 83L16 34M68 83L84 34" },
  silver: { body: ["M50 10L80 32L66 56L76 83H24L34 56L20 32z", BASE], marks: "M34 56h32M50 10v46" },
};

/** Kinds that look like others; what is promoted has a mark beside. */
const SAME = {
  commoner: "man", mann: "man", centaur: "amazon", general: "king", chariot: "rook", horse: "knight",
  advisor: "ferz", soldier: "pawn", counsellor: "ferz", met: "ferz", khon: "silver", princess: "archbishop",
  cardinal: "archbishop", marshall: "chancellor", empress: "chancellor", alfil: "elephant", sage: "man",
  "dragon horse": "bishop", "dragon king": "rook", "war machine": "cannon", "great general": "champion",
  "high priestess": "wizard", minister: "camel", veteran: "champion", tokin: "gold", "promoted lance": "gold",
  "promoted knight": "gold", "promoted silver": "gold",
};

const circle = ([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`;

/** The inside of an SVG for a kind of piece; nothing if there is no drawing of it. */
export function drawing(kind) {
  const found = DRAWINGS[SAME[kind] ?? kind];
  if (!found) return null;
  const parts = found.body.map((path) => `<path d="${path}"/>`).join("");
  const marks = found.marks ? `<path class="mark" d="${found.marks}"/>` : "";
  const dots = found.dots ? `<g class="dot">${found.dots.map(circle).join("")}</g>` : "";
  return `<g class="man">${parts}${(found.tops ?? []).map(circle).join("")}${marks}${dots}</g>`;
}

/** Every kind that has a drawing of its own. */
export const kinds = Object.keys(DRAWINGS);
