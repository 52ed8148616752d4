/** What a misspelt name was meant to be. */

/** The name that differs from `name` in its case, underscores or hyphens alone; null without one. */
export function sameLetters(name: string, known: Iterable<string>): string | null {
  const wanted = letters(name);
  for (const each of known) if (letters(each) === wanted) return each;
  return null;
}

const letters = (name: string): string => name.replace(/[-_]/g, '').toLowerCase();
