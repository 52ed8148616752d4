/**
 * Rules for what people write. A text is trimmed, well-formed Unicode, without control characters but newline, without hidden
 * ones and without piles of marks. HTML is text like any other: the client that shows it escapes it. Names have rules of their own (`names.ts`).
 */
import { hidesCharacters } from './hidden-characters.ts';

/** C0, DEL and C1, but for newline. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;
const IMAGE_URL = /^https?:\/\/[a-z0-9[][^\s"'<>\\^`{|}\u007f-\uffff]*$/i;

/** Marks one after the other: more reach into the lines around them. */
const MARKS_MAX = 4;
const PILED_UP = new RegExp(`\\p{M}{${MARKS_MAX + 1}}`, 'u');

/** Why the marks of a text are refused, or null. */
export function marksProblem(text: string): string | null {
  return PILED_UP.test(text) ? 'must not pile up marks on a letter' : null;
}

/** Characters as people count them, near enough: code points. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Why a text is too long, or null. `maximum` in code points, which are at most as many as UTF-16 units. */
export function lengthProblem(text: string, maximum: number): string | null {
  const isLong = text.length > maximum && lengthOf(text) > maximum;
  return isLong ? `must have at most ${maximum} characters` : null;
}

/** Why a trimmed text of several lines is refused, or null. */
export function textProblem(text: string, maximum: number): string | null {
  const tooLong = lengthProblem(text, maximum);
  if (tooLong !== null) return tooLong;
  if (!text.isWellFormed()) return 'must be well-formed Unicode';
  if (CONTROL.test(text)) return 'must not contain control characters other than newline';
  return hidesCharacters(text) ? 'must not contain hidden characters' : marksProblem(text);
}

/** Why the address of an image is refused, or null; '' is none. */
export function imageProblem(url: string, maximum: number): string | null {
  if (url === '') return null;
  if (url.length > maximum) return `must have at most ${maximum} characters`;
  return IMAGE_URL.test(url) ? null : 'must be an http or https URL, or empty';
}
