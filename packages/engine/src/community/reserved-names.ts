/**
 * Reserved names that would suggest speaking for the venue, including all look-alike spellings. docs/COMMENTS.md lists
 * them.
 */
import { looksOf } from './look-alikes.ts';

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

/**
 * Separators between the words of a name: anything except letters, digits and marks, and a capital after a small
 * letter.
 */
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
