/** Isolates right-to-left text within the page's English. Pure. */

const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Wraps right-to-left text in Unicode isolates. Otherwise the parts of a date like `15/10/2027` would be reordered. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}
