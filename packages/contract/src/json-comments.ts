/** JSON with comments, as people write scenarios. */

/** Replaces comments with blanks, so that positions in error messages stay. A loop: a pattern overflows on long strings. */
export function withoutComments(text: string): string {
  const opening = /"|\/\/|\/\*/g;
  let plain = '';
  let from = 0;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const { 0: mark, index } = found;
    const closes = mark === '"' ? endOfString(text, index) : endOfComment(text, index, mark);
    const end = closes ?? index + mark.length;
    const part = text.slice(index, end);
    const isComment = mark !== '"' && closes !== null;
    plain += text.slice(from, index) + (isComment ? part.replace(/[^\n]/g, ' ') : part);
    from = end;
    opening.lastIndex = end;
  }
  return plain + text.slice(from);
}

/** Index behind the closing quote; null if the string does not end on its line. */
function endOfString(text: string, index: number): number | null {
  for (let at = index + 1; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') return at + 1;
    if (character === '\\') at += 1;
    if (text[at] === '\n') break;
  }
  return null;
}

/** Index behind the comment; null if it is never closed. */
function endOfComment(text: string, index: number, mark: string): number | null {
  const close = text.indexOf(mark === '//' ? '\n' : '*/', index + 2);
  if (mark === '//') return close < 0 ? text.length : close;
  return close < 0 ? null : close + 2;
}
