/** Booleans as clients write them in queries. */

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false };

/** The boolean of `true` and `false` in any case, since Python writes `True`, and of `1` and `0`; null for anything else. */
export function readBoolean(text: string): boolean | null {
  return BOOLEANS[text.toLowerCase()] ?? null;
}
