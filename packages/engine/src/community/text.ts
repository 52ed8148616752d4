/**
 * Rules for texts that users write: trimmed, well-formed Unicode, without control characters other than newline,
 * without hidden characters, and without piles of marks. HTML is treated as text: the client that displays it escapes
 * it. Names have separate rules (`names.ts`).
 */
import { COMMENT_BODY_LENGTH_MAX } from '../limits.ts';

/** C0, DEL and C1, except newline. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;
const IMAGE_URL = /^https?:\/\/[a-z0-9[][^\s"'<>\\^`{|}\u007f-\uffff]*$/i;

/** Longest run of marks: longer ones reach into neighbouring lines. */
const MARKS_MAX = 4;
const PILED_UP = new RegExp(`\\p{M}{${MARKS_MAX + 1}}`, 'u');

export function marksProblem(text: string): string | null {
  return PILED_UP.test(text) ? 'must not pile up marks on a letter' : null;
}

/** Length in code points, an approximation of the characters that people count. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Reason for refusing a text of more than `maximum` code points, or null; they are at most as many as UTF-16 units. */
export function lengthProblem(text: string, maximum: number): string | null {
  const isLong = text.length > maximum && lengthOf(text) > maximum;
  return isLong ? `must have at most ${maximum} characters` : null;
}

export const requiredProblem = (text: string, maximum: number): string | null =>
  text === '' ? 'must not be empty' : textProblem(text, maximum);

/** Reason for refusing the trimmed body of a comment, or null. */
export function commentProblem(body: string): string | null {
  const problem = requiredProblem(body, COMMENT_BODY_LENGTH_MAX);
  return problem === null ? null : `body ${problem}`;
}

/** Reason for refusing a trimmed multi-line text, or null. */
export function textProblem(text: string, maximum: number): string | null {
  const tooLong = lengthProblem(text, maximum);
  if (tooLong !== null) return tooLong;
  if (!text.isWellFormed()) return 'must be well-formed Unicode';
  if (CONTROL.test(text)) return 'must not contain control characters other than newline';
  return hidesCharacters(text) ? 'must not contain hidden characters' : marksProblem(text);
}

export const lineProblem = (text: string): string | null => (text.includes('\n') ? 'must be a single line' : null);

/** Reason for refusing an image URL, or null; '' means no image. */
export function imageProblem(url: string, maximum: number): string | null {
  if (url === '') return null;
  if (url.length > maximum) return `must have at most ${maximum} characters`;
  return IMAGE_URL.test(url) ? null : 'must be an http or https URL, or empty';
}

/** Scripts that joiners affect (Persian, Sinhala and related ones). */
const JOINING = [
  ...['Arabic', 'Syriac', 'Nko', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil'],
  ...['Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Tibetan'],
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');
/** Characters that draw nothing by themselves. Some formats are drawn, such as signs of Arabic numbers. */
const UNSEEN = '[\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\uFFF9-\\uFFFB\\u{13430}-\\u{1345F}]';

/** Letters only: hidden characters of these scripts cannot justify other hidden characters. */
const SEEN_JOINING = `(?!${UNSEEN})[${JOINING}]`;
const SEEN_MONGOLIAN = `(?!${UNSEEN})\\p{Script=Mongolian}`;
const MONGOLIAN_FORM = '[\\u180B-\\u180F]';
const FLAG_TAG = '[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]';

const SPELLING: readonly string[] = [
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]|\\p{Emoji}\\uFE0F)\\u200D(?=\\p{Extended_Pictographic})',
  `(?<=${SEEN_JOINING}|${SEEN_MONGOLIAN}${MONGOLIAN_FORM}{1,2})[\\u200C\\u200D]`,
  '(?<=\\p{Emoji})[\\uFE0E\\uFE0F]',
  '(?<=\\p{Unified_Ideograph})[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]',
  `(?<=${SEEN_MONGOLIAN}${MONGOLIAN_FORM}?)${MONGOLIAN_FORM}`,
  `\\u{1F3F4}${FLAG_TAG}{1,6}\\u{E007F}`,
];

const HIDDEN = new RegExp(`(${SPELLING.join('|')})|${UNSEEN}`, 'gu');
const ANY_UNSEEN = new RegExp(UNSEEN, 'u');

/**
 * Removes hidden characters: zero-width characters, characters that change the text direction, blank letters, tags.
 * Emoji and scripts keep the ones that they need, used correctly: joiners within emoji and after letters of scripts
 * that join, variation selectors after characters with variants, and the tags of flags. O(length). A character is only
 * justified by visible neighbours, so removing other characters never changes the result.
 */
export function withoutHidden(text: string): string {
  return ANY_UNSEEN.test(text) ? text.replace(HIDDEN, (_found, spelled?: string) => spelled ?? '') : text;
}

export const hidesCharacters = (text: string): boolean => withoutHidden(text) !== text;
