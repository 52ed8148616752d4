/** What may be sent as a comment. Pure. */

export const COMMENT_LENGTH_MAX = 2_000;

/** The text without spaces around it, line ends made one kind, and control characters made spaces. */
export function commentText(typed: string): string {
  return typed
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim();
}
