/**
 * Rules for what people write. A text is trimmed, well-formed Unicode, without control characters but newline; names
 * are one line without invisible characters, so that no two can be made to look alike that way. HTML is text like any
 * other: whoever shows it escapes it.
 */

/** C0, DEL and C1, but for newline. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;
/** Controls, formats (zero width, direction), separators of lines and paragraphs, private use. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]/u;
/** How an address begins. */
const LIKE_ADDRESS = /^0x[0-9a-f]{4}/i;
const IMAGE_URL = /^https?:\/\/[a-z0-9[][^\s"'<>\\^`{|}\u007f-\uffff]*$/i;

/** Characters as people count them, near enough: code points. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Why a trimmed text of several lines is refused, or null. */
export function textProblem(text: string, maximum: number): string | null {
  // Code points are at most as many as UTF-16 units: most texts need no counting.
  if (text.length > maximum && lengthOf(text) > maximum) return `must have at most ${maximum} characters`;
  if (!text.isWellFormed()) return 'must be well-formed Unicode';
  return CONTROL.test(text) ? 'must not contain control characters other than newline' : null;
}

/** Why a trimmed name is refused, or null. */
export function nameProblem(name: string, maximum: number): string | null {
  const problem = textProblem(name, maximum);
  if (problem !== null) return problem;
  if (INVISIBLE.test(name)) return 'must be one line without invisible characters';
  return LIKE_ADDRESS.test(name) ? 'must not look like an address' : null;
}

/** Why the address of an image is refused, or null; '' is none. */
export function imageProblem(url: string, maximum: number): string | null {
  if (url === '') return null;
  if (url.length > maximum) return `must have at most ${maximum} characters`;
  return IMAGE_URL.test(url) ? null : 'must be an http or https URL, or empty';
}

/** Names with equal keys are the same name: compatibility forms and case do not count. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}
