/** JSON with comments, for files that people write for a sandbox. Pure. */

/** Replaces comments with blanks, so that positions in error messages stay correct. */
export function withoutComments(text: string): string {
  return text.replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith('"') ? part : part.replace(/[^\n]/g, ' '),
  );
}
