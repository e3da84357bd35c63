// Chinese and Japanese characters of pieces, drawn as strokes in a box of 100 × 100, so that no font
// of the system is needed. A part is a list of strokes, a stroke a list of points; `Q` bends the
// line through the next point. A character is parts in boxes: [part, left, top, width, height].

const PARTS = {
  person: "40 4 Q 30 26 8 44 | 28 28 L 28 98",
  // 士 and 土 differ by the length of two lines.
  scholar: "50 4 L 50 92 | 6 38 L 94 38 | 16 92 L 84 92",
  earth: "50 4 L 50 92 | 20 38 L 80 38 | 4 92 L 96 92",
  tree: "4 30 L 96 30 | 50 2 L 50 98 | 48 32 Q 34 62 4 80 | 52 32 Q 66 62 96 80",
  eye: "16 6 L 16 96 | 16 6 L 84 6 L 84 96 | 16 35 L 84 35 | 16 64 L 84 64 | 16 94 L 84 94",
  sun: "18 8 L 18 94 | 18 8 L 82 8 L 82 94 | 18 50 L 82 50 | 18 92 L 82 92",
  cart: "8 14 L 92 14 | 22 30 L 22 70 | 22 30 L 78 30 L 78 70 | 22 50 L 78 50 | 22 70 L 78 70 | 2 86 L 98 86 | 50 0 L 50 100",
  horse: "22 6 L 22 62 | 22 6 L 84 6 | 22 24 L 78 24 | 22 42 L 78 42 | 52 6 L 52 60 | 22 61 L 90 61 Q 90 88 80 96 L 68 90 | 10 74 Q 12 86 4 96 | 28 76 L 32 90 | 46 74 L 51 87 | 64 72 L 70 84",
  fire: "16 26 Q 20 42 12 54 | 84 22 Q 80 40 68 50 | 50 2 Q 52 60 6 98 | 51 48 Q 60 80 94 98",
  wrap: "32 0 Q 24 22 4 38 | 24 20 L 92 20 Q 92 58 84 68 L 70 62 | 28 38 L 66 38 L 66 58 L 30 58 | 28 38 L 28 84 Q 28 96 42 96 L 94 96 L 96 80",
  stone: "4 8 L 96 8 | 48 8 Q 40 40 4 66 | 26 50 L 26 96 | 26 50 L 84 50 L 84 96 | 26 94 L 84 94",
  halls: "50 2 L 36 14 | 18 14 L 18 98 | 18 14 L 80 14 L 80 44 L 18 44 | 18 60 L 86 60 L 86 96 L 18 96",
  cloth: "10 24 L 10 82 | 10 24 L 90 24 L 90 76 L 76 72 | 50 0 L 50 100",
  couch: "34 2 L 34 38 L 4 38 | 4 38 L 4 4 | 70 0 L 70 100 | 34 38 L 70 38 | 6 62 L 70 62 | 34 62 Q 32 84 8 98",
  meat: "40 0 Q 30 20 4 34 | 34 14 L 88 14 Q 70 40 10 50 | 34 24 L 50 32 | 24 34 L 38 42",
  inch: "4 28 L 96 28 | 70 2 L 70 92 L 50 86 | 24 48 L 40 68",
  elephant: "36 0 Q 28 14 8 26 | 32 10 L 66 10 L 54 24 | 22 24 L 22 44 | 22 24 L 82 24 L 82 44 L 22 44 | 52 24 L 52 44 | 46 46 Q 30 60 4 64 | 36 56 Q 66 66 60 96 L 42 92 | 50 68 Q 34 82 8 86 | 56 78 Q 38 94 12 100 | 86 52 Q 76 62 60 66 | 60 64 Q 72 84 98 92",
  soldier: "50 2 Q 36 12 20 14 | 20 12 L 20 66 | 20 36 L 84 36 | 64 36 L 64 66 | 4 66 L 96 66 | 32 72 Q 26 88 8 98 | 64 72 L 92 96",
  foot: "50 0 L 50 14 | 8 14 L 92 14 | 32 18 Q 26 40 6 54 | 28 34 L 44 50 | 70 18 Q 64 40 46 52 | 66 34 L 90 52 | 4 64 L 96 64 | 50 50 L 50 100",
  king: "10 10 L 90 10 | 16 50 L 84 50 | 4 92 L 96 92 | 50 10 L 50 92",
  jewel: "10 10 L 90 10 | 16 48 L 84 48 | 4 92 L 96 92 | 50 10 L 50 92 | 66 64 L 80 78",
  horn: "36 0 Q 28 20 6 34 | 32 10 L 66 10 L 54 26 | 24 28 L 24 66 Q 24 88 8 98 | 24 28 L 82 28 L 82 94 L 68 90 | 24 48 L 82 48 | 24 68 L 82 68 | 53 28 L 53 94",
  gold: "50 0 Q 34 26 2 42 | 50 0 Q 66 26 98 42 | 28 42 L 72 42 | 14 62 L 86 62 | 50 42 L 50 94 | 26 70 L 34 84 | 74 70 L 66 84 | 4 96 L 96 96",
  stubborn: "14 4 L 14 94 L 44 84 | 14 4 L 78 4 L 78 46 L 14 46 | 14 25 L 78 25 | 40 48 Q 56 82 96 98 | 84 58 Q 74 68 60 74",
  tablet: "50 0 L 50 44 | 20 18 L 80 18 | 8 44 L 92 44 | 50 50 L 50 96 | 18 68 L 82 68 | 4 96 L 96 96",
  grain: "76 0 Q 50 12 16 14 | 4 34 L 96 34 | 50 8 L 50 98 | 48 36 Q 34 66 4 86 | 52 36 Q 66 66 96 86",
  step: "50 0 L 50 42 | 50 20 L 82 20 | 24 16 L 24 42 | 4 42 L 96 42 | 50 48 L 50 78 L 40 74 | 28 52 Q 22 66 8 76 | 72 50 L 90 66 | 88 68 Q 66 92 16 100",
  all: "50 0 Q 34 26 2 42 | 50 0 Q 66 26 98 42 | 22 46 L 78 46 | 26 70 L 74 70 | 50 46 L 50 96 | 6 96 L 94 96",
  mouth: "14 10 L 14 94 | 14 10 L 86 10 L 86 94 | 14 88 L 86 88",
  to: "34 4 Q 36 26 46 44 | 84 22 Q 14 48 14 76 Q 16 100 88 94",
  fly: "10 6 L 74 6 Q 76 34 96 44 L 98 34 | 92 8 L 78 18 | 84 24 L 94 34 | 60 16 Q 44 26 22 28 | 8 46 L 66 46 | 50 24 L 50 98 | 26 46 Q 28 78 8 98 | 66 50 Q 66 92 84 98 L 98 98 L 98 86 | 96 54 L 80 64 | 84 70 L 96 82",
  stand: "50 0 L 50 14 | 10 14 L 90 14 | 30 24 L 38 42 | 70 24 L 62 42 | 2 46 L 98 46",
  moon: "16 4 L 16 70 Q 16 90 4 98 | 16 4 L 84 4 L 84 92 L 68 88 | 16 34 L 84 34 | 16 62 L 84 62",
  scales: "20 4 L 84 4 | 20 4 L 20 24 L 84 24 | 20 44 L 84 44 L 84 24 | 20 44 L 20 82 Q 20 96 36 96 L 94 96 L 96 82 | 36 60 L 82 60 | 36 76 L 82 76",
  small_dragon: "50 0 L 50 12 | 14 12 L 86 12 | 34 16 L 40 28 | 66 16 L 60 28 | 4 32 L 96 32 | 20 40 L 20 74 | 20 40 L 80 40 L 80 74 L 20 74 | 20 57 L 80 57 | 50 40 L 50 86 Q 50 97 62 97 L 94 97 L 96 84",
};

const whole = (part) => [[part, 6, 6, 88, 88]];
const beside = (left, right, share = 0.36) => [
  [left, 4, 6, 92 * share, 88],
  [right, 4 + 92 * share + 4, 6, 92 * (1 - share) - 4, 88],
];

const CHARACTERS = {
  帥: beside("halls", "cloth", 0.45),
  將: [["couch", 2, 6, 38, 90], ["meat", 44, 4, 52, 46], ["inch", 44, 48, 52, 48]],
  仕: beside("person", "scholar", 0.34),
  士: whole("scholar"),
  相: beside("tree", "eye", 0.5),
  象: whole("elephant"),
  俥: beside("person", "cart", 0.3),
  車: whole("cart"),
  傌: beside("person", "horse", 0.3),
  馬: whole("horse"),
  炮: beside("fire", "wrap", 0.42),
  砲: beside("stone", "wrap", 0.44),
  兵: whole("soldier"),
  卒: whole("foot"),
  王: whole("king"),
  玉: whole("jewel"),
  飛: whole("fly"),
  角: whole("horn"),
  金: whole("gold"),
  銀: beside("gold", "stubborn", 0.5),
  桂: beside("tree", "tablet", 0.44),
  香: [["grain", 6, 4, 88, 56], ["sun", 22, 62, 56, 34]],
  歩: whole("step"),
  竜: whole("small_dragon"),
  龍: [["stand", 2, 4, 48, 42], ["moon", 8, 50, 38, 48], ["scales", 52, 6, 46, 90]],
  全: whole("all"),
  圭: whole("tablet"),
  杏: [["tree", 6, 2, 88, 58], ["mouth", 24, 62, 52, 34]],
  と: whole("to"),
};

/** The path of a character in a box of 100 × 100; nothing if it is not one of ours. */
export function strokes(character) {
  const boxes = CHARACTERS[character];
  if (!boxes) return null;
  const round = (value) => Math.round(value * 10) / 10;
  const place = ([part, left, top, width, height]) =>
    PARTS[part].split("|").map((stroke) => {
      const words = stroke.trim().split(/\s+/);
      const path = ["M"];
      let across = true;
      for (const word of words) {
        if (/[LQ]/.test(word)) {
          path.push(word);
          continue;
        }
        const value = Number(word) / 100;
        path.push(round(across ? left + value * width : top + value * height));
        across = !across;
      }
      return path.join(" ");
    });
  return boxes.flatMap(place).join("");
}

/** Every character that can be drawn. */
export const characters = Object.keys(CHARACTERS);
