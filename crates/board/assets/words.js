// The words of the page, in the reader's language. Each language is a file in `lang`; a word that a
// file lacks is taken from English, and what English lacks is shown as it is.

const known = ["en", "zh-Hans", "zh-Hant"];
let table = {};
let fallback = {};

/** The language that fits a browser's wish best. */
export function fitting(wishes) {
  for (const wish of wishes) {
    if (/^zh\b.*(-Hant|-TW|-HK|-MO)/i.test(wish)) return "zh-Hant";
    if (/^zh/i.test(wish)) return "zh-Hans";
    if (/^en/i.test(wish)) return "en";
  }
  return "en";
}

/** Reads a language. */
export async function speak(language) {
  const read = async (name) => (await fetch(`lang/${name}.json`)).json();
  fallback = await read("en");
  table = known.includes(language) && language !== "en" ? await read(language) : fallback;
  document.documentElement.lang = language;
}

/** A text, with values in the places of `{names}`. */
export function words(key, values = {}) {
  const text = table[key] ?? fallback[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** The languages there are: code and own name. */
export const languages = [["en", "English"], ["zh-Hans", "简体中文"], ["zh-Hant", "繁體中文"]];
