/** Keeps figures of a locale that is written from right to left in one piece within the page's English. Pure. */

const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff]/;

/** The text, set apart from its neighbours where it runs from right to left: `15/10/2027` would be torn apart else. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}
