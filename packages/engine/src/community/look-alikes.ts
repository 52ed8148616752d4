/**
 * Looks of names. Names that readers cannot tell apart have a look in common, whatever characters they use. The table
 * contains the confusables of Unicode Technical Standard 39 for all alphabets allowed in names, mapped to Latin letters
 * and digits; docs/reference/comments.md shows it.
 */

/** Latin letters and digits, and characters that look like them. Accents are stripped first; both cases are tried. */
export const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'аα',
  b: 'вВьЬβΒЪъ',
  c: 'сςϲС',
  d: 'đðԁ',
  e: 'еєΕεҽəә',
  f: 'ƒ',
  g: 'ցԍ',
  h: 'нһћђħҺհΗңӊӉԧ',
  i: 'іıιւ',
  j: 'јϳյ',
  k: 'кκĸқҝҡ',
  l: '1łӀӏاוןﺍǀ',
  m: 'мΜм',
  n: 'пηΝŋնո',
  o: '0оοσøөסهօՕ٥०০੦૦୦௦౦೦൦๐໐၀〇ჿ',
  p: 'рρΡþ',
  q: 'գԛզ',
  r: 'гΓґғ',
  s: 'ѕՏ',
  t: 'тτŧТ',
  u: 'υսцՍџμ',
  v: 'νѵ',
  w: 'ωԝшաѡ',
  x: 'хχҳ',
  y: 'уγүұΥՎ',
  z: 'ζΖ',
  '3': 'зЗҙӡ',
  '6': 'б',
  '8': '৪੪',
  '9': '৭੧୨൭',
  ae: 'æӕ',
  oe: 'œ',
  bl: 'ы',
  lo: 'ю',
  二: 'ニ',
  口: 'ロ',
  カ: '力',
  夕: 'タ',
  卜: 'ト',
  工: 'エ',
  八: 'ハ',
  へ: 'ヘ',
  一: 'ー',
  丿: 'ノ',
};

const LOOK_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([look, characters]) =>
    Array.from(characters, (character) => [character, look] as const),
  ),
);
/** Characters that do not distinguish names: spaces, allowed punctuation, and accents. */
const UNTOLD = /[ ._'’·・&!?#+-]|[\u0300-\u036f]/gu;

/** Most names are ASCII; their small and capital letters have the same look. */
const ASCII = /^[ -~]*$/;

/** Same result as `lookOf` for ASCII: its only table entries are the digits zero and one. */
const lookOfAscii = (name: string): string =>
  closed(
    name
      .toLowerCase()
      .replace(/[ ._'&!?#+-]/g, '')
      .replaceAll('0', 'o')
      .replaceAll('1', 'l'),
  );

/** The look of a name in one spelling. */
function lookOf(name: string): string {
  let look = '';
  for (const character of name.normalize('NFKC').normalize('NFD').replace(UNTOLD, '')) {
    const lower = character.toLowerCase();
    look += LOOK_OF.get(character) ?? LOOK_OF.get(lower) ?? lower;
  }
  return closed(look);
}

/** Merges lookalikes: capital I, small L and the digit one; r and n close together, and two v's. */
function closed(look: string): string {
  return look.replaceAll('i', 'l').replaceAll('rn', 'm').replaceAll('vv', 'w');
}

/**
 * All looks of a name: as written, in small letters and in capitals, since case does not make a different name. Names
 * with a common look count as the same name. Most names have one look.
 */
export function looksOf(name: string): ReadonlySet<string> {
  if (ASCII.test(name)) return new Set([lookOfAscii(name)]);
  return new Set([lookOf(name), lookOf(name.toLowerCase()), lookOf(name.toUpperCase())]);
}
