// Pieces as drawings in a box of 100 × 100, by the name that the server gives a kind of piece.
// `body` is filled with the side's colour and has its edge, `marks` are lines in the edge's colour,
// `dots` are spots of it.

const BASE = "M22 93h56v-6q0-4-4-4h-48q-4 0-4 4z";
const TOWER = "M24 14h13v9h8v-9h10v9h8v-9h13v20l-8 8v30l8 11h-52l8-11v-30l-8-8z";
const HORSE =
  "M33 83C32 64 51 58 49 45L34 53C28 58 19 54 19 47C19 44 29 31 33 25L34 10L45 18C70 20 82 44 77 83z";
const ELEPHANT =
  "M28 34C30 14 68 10 76 34C84 52 78 66 78 83H56V66H46C46 80 40 86 30 84C22 82 20 74 22 68L29 70C28 76 34 77 34 70C34 60 26 52 28 34z";
const TRUNK = "M62 28q14 10 4 26q-12-2-12-18M38 66l-12-6";
const BIRD =
  "M50 12C58 12 62 18 62 24L72 30L62 32C62 36 60 38 60 40C82 44 90 56 92 74L74 66L66 83H40C22 74 22 50 38 40C32 22 40 12 50 12z";
const PLUMES = "M60 40q-2 26 14 26M40 58q10 6 10 20";
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
    body: [ELEPHANT, BASE],
    marks: TRUNK,
    dots: [[41, 38, 3.2]],
  },
  camel: { body: ["M24 83V62C24 40 34 34 40 50C44 34 58 30 62 52C66 52 66 36 66 26C66 16 78 12 84 22L90 28L80 32C78 32 78 38 78 46C78 60 74 66 70 68V83H60V68H36V83z", BASE], dots: [[77, 23, 2.6]] },
  zebra: { body: [HORSE, BASE], marks: "M50 18l-6 12M60 24l-8 14M68 34l-14 12M74 48l-18 10M76 62l-22 6M77 74l-28 2", dots: [[38, 33, 3]] },
  lion: {
    body: ["M50 10L60 17L72 16L76 28L86 36L81 48L84 60L73 66L67 77L55 74L50 80L45 74L33 77L27 66L16 60L19 48L14 36L24 28L28 16L40 17z", "M50 27C66 27 68 40 66 52C64 64 58 68 50 68C42 68 36 64 34 52C32 40 34 27 50 27z", BASE],
    marks: "M50 52v8M50 60q-7 5-11-1M50 60q7 5 11-1M44 51h12l-6 6z",
    dots: [[42, 43, 3.2], [58, 43, 3.2]],
  },
  falcon: { body: [BIRD, BASE], marks: PLUMES, dots: [[53, 23, 3]] },
  cannon: { body: ["M14 46L66 20Q74 17 78 25L80 30Q83 38 75 42L34 62Q18 68 14 58z", "M44 48a18 18 0 1 1-.1 0z", BASE], marks: "M44 56v20M34 66h20M66 20l10 22", dots: [[44, 66, 3]] },
  wizard: { body: ["M50 6L68 58H32z", "M20 58q30-12 60 0q-30 14-60 0z", "M34 64h32l8 19h-48z", BASE], marks: "M46 30l4-7 4 7-7-4h6z" },
  champion: { body: ["M26 14h48v30C74 62 62 70 50 78C38 70 26 62 26 44z", BASE], marks: "M50 22v44M34 36h32" },
  lance: { body: ["M50 4L62 34H54V83H46V34H38z", BASE] },
  gold: { body: ["M50 10L84 34V56L68 83H32L16 56V34z", BASE], marks: "M50 10v73M16 34h68M32 83L16 34M68 83L84 34" },
  silver: { body: ["M50 10L80 32L66 56L76 83H24L34 56L20 32z", BASE], marks: "M34 56h32M50 10v46" },
  // Small discs stand for the steps that a bishop or a rook has not.
  "dragon horse": {
    body: ["M50 6a6 6 0 0 1 3 11C71 30 74 50 63 62H37C26 50 29 30 47 17A6 6 0 0 1 50 6z", "M34 62h32v8h-32z", "M38 70h24l9 13h-42z", BASE],
    marks: "M50 30v20M42 39h16",
    tops: [[15, 40, 7], [85, 40, 7]],
  },
  "dragon king": { body: [TOWER, BASE], marks: "M32 42h36M32 72h36", tops: [[12, 14, 7], [88, 14, 7], [12, 74, 7], [88, 74, 7]] },
  // Chu shogi. What goes in lines is arrows, the others are the beasts and people of their names.
  "go-between": { body: ["M50 16L74 42H60V58H74L50 84L26 58H40V42H26z", BASE] },
  "side mover": { body: ["M6 50L30 26V42H43V28H57V42H70V26L94 50L70 74V58H57V72H43V58H30V74z", BASE] },
  "vertical mover": { body: ["M50 2L72 26H58V38H76V50H58V60H72L50 84L28 60H42V50H24V38H42V26H28z", BASE] },
  "reverse chariot": { body: [TOWER, BASE], marks: "M50 36v34M42 45l8-9 8 9M42 61l8 9 8-9" },
  copper: { body: ["M50 8L86 38L64 54V83H36V54L14 38z", BASE], marks: "M36 54H64M50 8V83" },
  leopard: {
    body: ["M24 10L42 22H58L76 10L82 40C84 62 66 80 50 80C34 80 16 62 18 40z", BASE],
    marks: "M44 60h12l-6 7zM50 67v6",
    dots: [[38, 46, 3.6], [62, 46, 3.6], [50, 32, 2.6], [40, 30, 2.4], [60, 30, 2.4], [28, 58, 2.6], [72, 58, 2.6], [34, 68, 2.4], [66, 68, 2.4]],
  },
  "blind tiger": {
    body: ["M34 20C30 8 14 12 18 30L16 50C18 70 34 82 50 82C66 82 82 70 84 50L82 30C86 12 70 8 66 20z", BASE],
    marks: "M29 46q7 6 14 0M57 46q7 6 14 0M50 22v13M40 23v8M60 23v8M18 60h12M70 60h12M44 62h12l-6 6zM50 68v6",
  },
  "drunk elephant": { body: [ELEPHANT, BASE], marks: `${TRUNK}M35 38q6-5 12 0`, dots: [[88, 14, 4.5], [79, 7, 3.2], [92, 27, 3]] },
  "crown prince": { body: ["M30 34L24 8L40 20L50 4L60 20L76 8L70 34z", "M39 34h22a12 12 0 0 1-3 22c12 4 17 14 19 27h-54c2-13 7-23 19-27a12 12 0 0 1-3-22z", BASE], marks: "M32 27h36M50 60v23" },
  phoenix: {
    body: ["M50 8C59 8 61 18 58 26L62 38L94 22C92 48 80 60 64 62L70 83H30L36 62C20 60 8 48 6 22L38 38L42 26C39 18 41 8 50 8z", BASE],
    marks: "M42 64q-2 10-6 19M50 64v19M58 64q2 10 6 19M16 34q10 12 22 14M84 34q-10 12-22 14",
    dots: [[50, 18, 3]],
  },
  kirin: { body: [HORSE, BASE, "M30 29L8 6L37 19z"], marks: "M66 36q8 18 5 38", dots: [[42, 33, 3.4]] },
  "white horse": { body: [HORSE, BASE], marks: "M54 48l4 9 10 1-8 6 3 10-9-5-9 5 3-10-8-6 10-1z", dots: [[42, 31, 3.4]] },
  whale: {
    body: ["M6 58C8 38 32 32 54 36C68 39 76 46 80 54L84 40L74 30Q86 26 90 34Q98 30 99 40L92 46C94 66 82 83 50 83C20 83 5 74 6 58z", "M31 36C31 24 26 20 18 20C22 10 32 12 35 19C38 12 48 10 52 20C44 20 39 24 39 35z", BASE],
    marks: "M8 66q18 8 36 2M18 70q14 5 26 4",
    dots: [[24, 56, 3.4]],
  },
  "free boar": {
    body: ["M26 40L24 18L42 28C64 20 82 34 86 58C87 70 84 77 80 83H34C36 76 32 72 26 72H10V56C10 50 18 48 26 40z", BASE],
    marks: "M24 72q-8-8-2-18M30 34l10-6M62 34q10 8 12 22",
    dots: [[40, 46, 3.4], [16, 60, 2.4]],
  },
  "flying ox": {
    body: ["M30 32C14 34 4 22 8 6C14 18 24 20 36 20H64C76 20 86 18 92 6C96 22 86 34 70 32L66 64C64 78 58 83 50 83C42 83 36 78 34 64z", BASE],
    marks: "M36 62q14-8 28 0M34 32l-10 8 10 2M66 32l10 8-10 2",
    dots: [[42, 44, 3.4], [58, 44, 3.4], [45, 71, 2.4], [55, 71, 2.4]],
  },
  "flying stag": {
    body: ["M34 83C34 66 52 60 50 48L36 58C30 62 21 58 21 51C23 43 34 33 38 27C48 22 60 27 68 38C77 52 77 68 76 83z", "M42 30L33 20L22 22L22 15L29 15L22 4L29 2L36 14L38 6L44 7L43 18L50 28z", "M53 29L58 16L54 6L60 3L64 10L68 2L74 4L71 12L80 10L82 17L68 20L60 32z", BASE],
    marks: "M66 44q6 18 4 34",
    dots: [[43, 38, 3.2]],
  },
  "horned falcon": { body: [BIRD, BASE, "M44 15L40 0L56 12z"], marks: PLUMES, dots: [[53, 23, 3]] },
  "soaring eagle": {
    body: ["M44 26C42 14 58 14 58 24L66 28L59 32L60 40L98 8C100 40 86 58 64 60L60 70L68 83H32L40 70L36 60C14 58 0 40 2 8L40 40z", BASE],
    marks: "M14 30q8 16 24 20M86 30q-8 16-24 20M44 66q6 4 12 0",
    dots: [[52, 24, 2.8]],
  },
};

/** Kinds that look like others; what is promoted has a mark beside. */
const SAME = {
  commoner: "man", mann: "man", centaur: "amazon", general: "king", chariot: "rook", horse: "knight",
  advisor: "ferz", soldier: "pawn", counsellor: "ferz", met: "ferz", khon: "silver", princess: "archbishop",
  cardinal: "archbishop", marshall: "chancellor", empress: "chancellor", alfil: "elephant", sage: "man",
"war machine": "cannon", "great general": "champion",
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
