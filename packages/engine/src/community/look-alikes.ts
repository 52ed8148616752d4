/**
 * What names look like. Two names that readers cannot tell apart have a look in common, whatever characters they are
 * written in. The table holds what Unicode Technical Standard 39 (confusables) says of the alphabets that names may have,
 * in the direction of Latin letters and digits; docs/COMMENTS.md shows it.
 */

/** Latin letters and digits, and what looks like each. Accents are taken off before; case is tried both ways. */
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
/** Spaces, punctuation that names may have, and accents do not tell names apart. */
const UNTOLD = /[ ._'’·・&!?#+-]|[\u0300-\u036f]/gu;

/** Most names; of these, small letters and capitals have the same look. */
const ASCII = /^[ -~]*$/;

/** The same as `lookOf`: of ASCII, the table has the digits zero and one. */
const lookOfAscii = (name: string): string =>
  closed(
    name
      .toLowerCase()
      .replace(/[ ._'&!?#+-]/g, '')
      .replaceAll('0', 'o')
      .replaceAll('1', 'l'),
  );

/** One look, for a name in one spelling. */
function lookOf(name: string): string {
  let look = '';
  for (const character of name.normalize('NFKC').normalize('NFD').replace(UNTOLD, '')) {
    const lower = character.toLowerCase();
    look += LOOK_OF.get(character) ?? LOOK_OF.get(lower) ?? lower;
  }
  return closed(look);
}

/** Capital I, small L and the digit one; r and n, and two vs, set close. */
function closed(look: string): string {
  return look.replaceAll('i', 'l').replaceAll('rn', 'm').replaceAll('vv', 'w');
}

/**
 * The looks of a name: as it is written, and in small and capital letters, since case does not make another name. Names
 * with a look in common are one name. Most names have one look.
 */
export function looksOf(name: string): ReadonlySet<string> {
  if (ASCII.test(name)) return new Set([lookOfAscii(name)]);
  return new Set([lookOf(name), lookOf(name.toLowerCase()), lookOf(name.toUpperCase())]);
}
