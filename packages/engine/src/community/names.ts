/**
 * Rules for names that cannot be mistaken for another: visible characters of one script in one spelling, and no names
 * that suggest they speak for the venue. Follows "Highly Restrictive" of Unicode Technical Standard 39, section 5.2:
 * one script, or an East Asian one together with Latin. Allowed are scripts in everyday use (Unicode Standard Annex 31,
 * table 5).
 */
import { looksOf } from './look-alikes.ts';
import { lengthProblem, marksProblem } from './text.ts';

/** Controls, formats (zero width, direction), blank letters, line and paragraph separators, private use. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Allowed scripts. Scripts of a single alphabet are complete; the others leave out letters that only few languages use.
 */
const SCRIPTS: readonly (readonly [script: string, letters: RegExp])[] = [
  [
    'Latin',
    /[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017e\u018f\u0192\u01a0\u01a1\u01af\u01b0\u01cd-\u01dc\u01e6-\u01ed\u01f4\u01f5\u01f8\u01f9\u0200-\u021b\u0259\u1e00-\u1e99\u1e9e\u1ea0-\u1ef9]/u,
  ],
  ['Greek', /[\u0386-\u03ce]/u],
  ['Cyrillic', /[\u0400-\u045f\u048a-\u04ff]/u],
  ['Han', /\p{Unified_Ideograph}|[\u3005\u3007]/u],
  ['Kana', /[\u3041-\u3096\u309d\u309e\u30a1-\u30fa\u30fc-\u30fe]/u],
  ['Hangul', /[\uac00-\ud7a3]/u],
  ['Bopomofo', /\p{Script=Bopomofo}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Georgian', /\p{Script=Georgian}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Arabic', /[\p{Script=Arabic}\u0660-\u0669]/u],
  ['Thaana', /\p{Script=Thaana}/u],
  ['Ethiopic', /\p{Script=Ethiopic}/u],
  ['Devanagari', /[\p{Script=Devanagari}\u0966-\u096f]/u],
  ['Bengali', /\p{Script=Bengali}/u],
  ['Gurmukhi', /\p{Script=Gurmukhi}/u],
  ['Gujarati', /\p{Script=Gujarati}/u],
  ['Oriya', /\p{Script=Oriya}/u],
  ['Tamil', /\p{Script=Tamil}/u],
  ['Telugu', /\p{Script=Telugu}/u],
  ['Kannada', /\p{Script=Kannada}/u],
  ['Malayalam', /\p{Script=Malayalam}/u],
  ['Sinhala', /\p{Script=Sinhala}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Lao', /\p{Script=Lao}/u],
  ['Tibetan', /\p{Script=Tibetan}/u],
  ['Myanmar', /\p{Script=Myanmar}/u],
  ['Khmer', /\p{Script=Khmer}/u],
];
/** Scripts that are used together. */
const TOGETHER: readonly ReadonlySet<string>[] = [
  new Set(['Latin', 'Han', 'Kana']),
  new Set(['Latin', 'Han', 'Bopomofo']),
  new Set(['Latin', 'Han', 'Hangul']),
];
/** Scripts whose accented letters are single characters: a remaining mark is decoration. */
const TAKES_NO_MARK: ReadonlySet<string> = new Set([
  ...['Latin', 'Greek', 'Cyrillic', 'Han', 'Kana', 'Hangul', 'Bopomofo', 'Armenian', 'Georgian', 'Ethiopic'],
]);

const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;
const MARK = /\p{M}/u;
/** Characters of no script: digits, the space, and the allowed punctuation. */
const PLAIN = /[0-9 ._'’·・&!?#+-]/u;
const WESTERN = /^[A-Za-z0-9 ._'’·&!?#+-]*$/;
/** Matches looks that start like an address: zeros look like the letter o, ones like the letter l. */
const LIKE_ADDRESS = /^ox[02-9a-flo]{4}/;

/** Reason for refusing a trimmed name, or null; '' means no name. `maximum` in code points. */
export function nameProblem(name: string, maximum: number): string | null {
  if (name === '') return null;
  return lengthProblem(name, maximum) ?? spellingProblem(name) ?? meaningProblem(name);
}

/** Reason for refusing a name because of its characters, or null. */
function spellingProblem(name: string): string | null {
  if (!name.isWellFormed()) return 'must be well-formed Unicode';
  if (INVISIBLE.test(name)) return 'must be one line without invisible characters';
  if (/ {2}/.test(name)) return 'must not have two spaces in a row';
  if (!LETTER_OR_NUMBER.test(name)) return 'must have a letter or a digit';
  return WESTERN.test(name) ? null : scriptProblem(name);
}

function scriptProblem(name: string): string | null {
  if (name.normalize('NFKC') !== name) return 'must be in plain characters, without styled or compatibility forms';
  const piled = marksProblem(name);
  if (piled !== null) return piled;
  const scripts = new Set<string>();
  let last: string | null = null;
  for (const character of name) {
    if (MARK.test(character)) {
      if (last === null || TAKES_NO_MARK.has(last)) return 'must not pile up marks on a letter';
      continue;
    }
    last = PLAIN.test(character) ? null : (SCRIPTS.find(([, letters]) => letters.test(character))?.[0] ?? 'none');
    if (last === 'none') return "must have only letters, digits, spaces and . _ ' ’ · ・ & ! ? # + -";
    if (last !== null) scripts.add(last);
  }
  const isOne = scripts.size <= 1 || TOGETHER.some((set) => [...scripts].every((script) => set.has(script)));
  return isOne ? null : 'must not mix alphabets';
}

/** Reason for refusing a name that readers would take for something else, or null. */
function meaningProblem(name: string): string | null {
  for (const look of looksOf(name)) if (LIKE_ADDRESS.test(look)) return 'must not look like an address';
  return isReserved(name) ? 'must not look like one that is reserved for the venue' : null;
}

// Reserved names would suggest speaking for the venue, in any look-alike spelling. docs/reference/comments.md lists them.

/** Must not occur anywhere in a name. */
export const RESERVED_ANYWHERE: readonly string[] = ['bellwether'];

/** Must not be a word of a name. */
export const RESERVED_WORDS: readonly string[] = [
  ...['admin', 'admins', 'administrator', 'administrators', 'moderator', 'moderators', 'official', 'operator'],
  ...['support', 'staff', 'sysadmin', 'superuser'],
];

/** Must not be the whole name. */
export const RESERVED_NAMES: readonly string[] = [
  ...['mod', 'mods', 'moderation', 'house', 'system', 'venue', 'exchange', 'help', 'helpdesk', 'security', 'root'],
  ...['team', 'treasury', 'fees', 'house trader', 'house account', 'market maker', 'customer service'],
  ...['anonymous', 'removed', 'deleted', 'everyone', 'nobody', 'no one', 'null', 'undefined', 'you', 'me'],
];

/** Digits read as letters. */
const READ_AS: ReadonlyMap<string, string> = new Map([
  ['3', 'e'],
  ['4', 'a'],
  ['5', 's'],
  ['7', 't'],
  ['8', 'b'],
  ['9', 'g'],
]);

const readings = (text: string): string[] =>
  Array.from(looksOf(text), (look) => look.replace(/[345789]/g, (digit) => READ_AS.get(digit) ?? digit));
const readingsOf = (words: readonly string[]): ReadonlySet<string> => new Set(words.flatMap(readings));

const ANYWHERE = [...readingsOf(RESERVED_ANYWHERE)];
const WORDS = readingsOf(RESERVED_WORDS);
const NAMES = readingsOf([...RESERVED_WORDS, ...RESERVED_NAMES]);

/** Separators between words: all but letters, digits and marks, and a capital after a small letter. */
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+|(?<=\p{Ll})(?=\p{Lu})/u;
/** A trailing number, which does not make a different word. */
const NUMBER_BEHIND = /[^\p{L}\p{M}]+$/u;

export function isReserved(name: string): boolean {
  const spellings = (text: string): string[] => [text, text.replace(NUMBER_BEHIND, '')].flatMap(readings);
  const whole = spellings(name);
  return (
    whole.some((reading) => NAMES.has(reading)) ||
    whole.some((reading) => ANYWHERE.some((reserved) => reading.includes(reserved))) ||
    name.split(BETWEEN_WORDS).some((word) => spellings(word).some((reading) => WORDS.has(reading)))
  );
}
