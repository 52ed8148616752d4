/** Normalization and limits of comment text. Pure. */

export const COMMENT_LENGTH_MAX = 2_000;

/** Trims the text, normalizes line breaks, and replaces control characters with spaces. */
export function commentText(typed: string): string {
  return typed
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim();
}
