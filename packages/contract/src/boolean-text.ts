/** Booleans in query strings. */

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false };

/** Parses `true` and `false` in any case (Python writes `True`), and `1` and `0`; null for anything else. */
export function readBoolean(text: string): boolean | null {
  return BOOLEANS[text.toLowerCase()] ?? null;
}
