/**
 * Rules for texts that users write: trimmed, well-formed Unicode, without control characters other than newline,
 * without hidden characters, and without piles of marks. HTML is treated as text: the client that displays it escapes
 * it. Names have separate rules (`names.ts`).
 */
import { hidesCharacters } from './hidden-characters.ts';

/** C0, DEL and C1, except newline. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;
const IMAGE_URL = /^https?:\/\/[a-z0-9[][^\s"'<>\\^`{|}\u007f-\uffff]*$/i;

/** Longest run of marks: longer ones reach into neighbouring lines. */
const MARKS_MAX = 4;
const PILED_UP = new RegExp(`\\p{M}{${MARKS_MAX + 1}}`, 'u');

/** Reason for refusing the marks of a text, or null. */
export function marksProblem(text: string): string | null {
  return PILED_UP.test(text) ? 'must not pile up marks on a letter' : null;
}

/** Length in code points, an approximation of the characters that people count. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/**
 * Reason for refusing a text that is too long, or null. `maximum` in code points, which are at most as many as UTF-16
 * units.
 */
export function lengthProblem(text: string, maximum: number): string | null {
  const isLong = text.length > maximum && lengthOf(text) > maximum;
  return isLong ? `must have at most ${maximum} characters` : null;
}

/** Reason for refusing a trimmed multi-line text, or null. */
export function textProblem(text: string, maximum: number): string | null {
  const tooLong = lengthProblem(text, maximum);
  if (tooLong !== null) return tooLong;
  if (!text.isWellFormed()) return 'must be well-formed Unicode';
  if (CONTROL.test(text)) return 'must not contain control characters other than newline';
  return hidesCharacters(text) ? 'must not contain hidden characters' : marksProblem(text);
}

/** Reason for refusing an image URL, or null; '' means no image. */
export function imageProblem(url: string, maximum: number): string | null {
  if (url === '') return null;
  if (url.length > maximum) return `must have at most ${maximum} characters`;
  return IMAGE_URL.test(url) ? null : 'must be an http or https URL, or empty';
}
