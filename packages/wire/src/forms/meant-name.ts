/** Suggestions for misspelt names. */

/** Known name that differs from `name` only in case, underscores or hyphens; null if there is none. */
export function sameLetters(name: string, known: Iterable<string>): string | null {
  const wanted = letters(name);
  for (const each of known) if (letters(each) === wanted) return each;
  return null;
}

const letters = (name: string): string => name.replace(/[-_]/g, '').toLowerCase();
