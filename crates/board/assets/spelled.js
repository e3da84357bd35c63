// Moves as the reader's language writes them: those of xiangqi in Chinese, `C2=5` as 炮二平五. The program
// writes WXF, with Red's pieces in capitals.

const wxf = /^(?:([+.-])([KAEHRCP])|([KAEHRCP])([1-9+.a-e-]))([=.+-])([1-9P])$/i;
const numerals = "一二三四五六七八九";
const names = { K: "帅将", A: "仕士", E: "相象", H: "马马", R: "车车", C: "炮炮", P: "兵卒" };
const turns = { "=": "平", ".": "平", "+": "进", "-": "退" };
const places = { "+": "前", ".": "中", "-": "后" };
const traditional = { 帅: "帥", 将: "將", 马: "馬", 车: "車", 进: "進", 后: "後", 变: "變" };

/** A move's text for the reader. */
export function spelled(text) {
  const language = document.documentElement.lang;
  const found = language.startsWith("zh") && wxf.exec(text);
  if (!found) return text;
  const letter = found[2] ?? found[3];
  const side = letter === letter.toUpperCase() ? 0 : 1;
  const [place, turn, to] = [found[1] ?? found[4], found[5], found[6]];
  const number = (digit) => (side === 0 ? numerals[digit - 1] : digit);
  const piece = names[letter.toUpperCase()][side];
  const among = places[place] ?? numerals["abcde".indexOf(place)];
  const which = among ? among + piece : piece + number(place);
  const chinese = which + (to === "P" ? `变${names.P[side]}` : turns[turn] + number(to));
  if (language === "zh-Hans") return chinese;
  const other = (sign) => (sign === "炮" && side === 1 ? "砲" : (traditional[sign] ?? sign));
  return [...chinese].map(other).join("");
}
