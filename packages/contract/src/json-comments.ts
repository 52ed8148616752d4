/** JSON as people write it for a sandbox, with comments. Pure. */

/** Blanks in the place of comments, so that places in messages stay what they were. */
export function withoutComments(text: string): string {
  return text.replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith('"') ? part : part.replace(/[^\n]/g, ' '),
  );
}
