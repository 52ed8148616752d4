/** Names for the naive exchange: compares every pair in all spellings of the generator's alphabets. Tests only. */
/** Characters that look alike; the first represents the group. From the table in the document. */
const ALIKE = ['aаα', 'bвβ', 'cс', 'eеε', 'hнһ', 'liіι1', 'oоο0', 'pрρ', 'tтτ', 'xхχ', 'yуγυ', 'mм', 'kкκ', 'nη', 'vν'];
const LATIN = [...'abcdefghijklmnopqrstuvwxyzéöäü'];
const CYRILLIC = [...'абвгдежзийклмнопрстуфхцчшщъыьэюяіһ'];
const GREEK = [...'αβγδεζηθικλμνξοπρστυφχψω'];
const DIGITS = [...'0123456789'];
const PUNCTUATION = [..." ._'’·・&!?#+-"];
const HIDDEN = ['\u200b', '\u200c', '\u200d', '\u200f', '\u202e', '\u2066', '\u2069', '\u00ad', '\ufeff', '\u3164'];

/** Must not be a word of a name. */
const WORDS = [
  ...['admin', 'admins', 'administrator', 'administrators', 'moderator', 'moderators', 'official', 'operator'],
  ...['support', 'staff', 'sysadmin', 'superuser'],
];
/** Reserved names that the generator comes close to; the document has more. */
const WHOLE = [...WORDS, 'mod', 'mods', 'house', 'system', 'no one', 'market maker', 'me', 'you', 'team', 'root'];
const LEET: Readonly<Record<string, string>> = { 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g' };

/** The generator writes neither emoji nor scripts that need joiners. */
export const isHidden = (text: string): boolean => HIDDEN.some((character) => text.includes(character));

/** One spelling with each character replaced by the representative of its group. */
function plain(spelling: string): string {
  const letters = [...spelling]
    .flatMap((character) => [...character.normalize('NFD')])
    .filter((character) => !PUNCTUATION.includes(character) && !/[\u0300-\u036f]/.test(character));
  const alike = letters.map((character) => {
    const own = ALIKE.find((kind) => kind.includes(character));
    const small = ALIKE.find((kind) => kind.includes(character.toLowerCase()));
    // Small eta and nu look different from the capitals that the table lists with H and N.
    if (character === 'Η') return 'h';
    if (character === 'Ν') return 'n';
    if (character === 'Υ') return 'y';
    if (character === 'υ') return 'u';
    if (character === 'п' || character === 'П') return 'n';
    if ('гГΓ'.includes(character)) return 'r';
    return (own ?? small ?? character.toLowerCase()).charAt(0);
  });
  return alike.join('').split('rn').join('m').split('vv').join('w');
}

const spellings = (name: string): string[] => [name, name.toLowerCase(), name.toUpperCase()].map(plain);

/** True if any spelling of one name looks like any spelling of the other. */
export const looksLike = (one: string, other: string): boolean =>
  spellings(one).some((spelling) => spellings(other).includes(spelling));

const leet = (text: string): string => [...text].map((character) => LEET[character] ?? character).join('');

/** True if the text reads like the reserved word, with or without a trailing number. */
function reads(text: string, reserved: string): boolean {
  let short = text;
  while (short !== '' && [...DIGITS, ...PUNCTUATION].includes(short.at(-1) as string)) short = short.slice(0, -1);
  const words = spellings(reserved);
  return [text, short].some((part) => spellings(part).some((spelling) => words.includes(leet(spelling))));
}

function wordsOf(name: string): string[] {
  const words = [''];
  let before = '';
  for (const character of name) {
    const isCapital = character !== character.toLowerCase();
    const wasSmall = before !== before.toUpperCase();
    if (PUNCTUATION.includes(character) || (isCapital && wasSmall)) words.push('');
    if (!PUNCTUATION.includes(character)) words.push(`${words.pop() ?? ''}${character}`);
    before = character;
  }
  return words.filter((word) => word !== '');
}

const isReserved = (name: string): boolean =>
  WHOLE.some((reserved) => reads(name, reserved)) ||
  wordsOf(name).some((word) => WORDS.some((reserved) => reads(word, reserved))) ||
  spellings(name).some((spelling) => spellings('bellwether').some((venue) => leet(spelling).includes(venue)));

export function isWrongName(name: string): boolean {
  if (name === '') return false;
  const characters = [...name];
  const isIn = (alphabet: readonly string[]): boolean =>
    characters.some((character) => alphabet.includes(character.toLowerCase()));
  const known = [LATIN, CYRILLIC, GREEK, DIGITS, PUNCTUATION].flat();
  if (characters.length > 40 || characters.some((character) => !known.includes(character.toLowerCase()))) return true;
  if (name.includes('  ')) return true;
  if ([LATIN, CYRILLIC, GREEK].filter(isIn).length + (isIn(DIGITS) ? 0.5 : 0) === 0) return true;
  if ([LATIN, CYRILLIC, GREEK].filter(isIn).length > 1) return true;
  const hex = [...'023456789abcdeflo'];
  const isAddress = (spelling: string): boolean =>
    spelling.startsWith('ox') && spelling.length >= 6 && [...spelling.slice(2, 6)].every((one) => hex.includes(one));
  return spellings(name).some(isAddress) || isReserved(name);
}
