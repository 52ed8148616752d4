/** Texts as cells of CSV. */

/** Beginnings of texts that a spreadsheet may run as a formula, in both widths, and the mark that makes them texts. */
const RUNS = /^[=+\-@\t\r\n'＝＋－＠]/;

/**
 * A text that no spreadsheet runs. One that it may run gets an apostrophe before it; so does one that begins with an
 * apostrophe, so that without the first apostrophe every text is as it was.
 */
const csvSafe = (text: string): string => (RUNS.test(text) ? `'${text}` : text);

/** A text as a quoted cell. */
export const csvQuoted = (text: string): string => `"${csvSafe(text).replaceAll('"', '""')}"`;

/** A text as a cell, quoted where it has to be. */
export function csvText(text: string): string {
  const safe = csvSafe(text);
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? csvQuoted(text) : safe;
}
