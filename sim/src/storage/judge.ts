/** Judges which effects of a damaged file are acceptable. */

export type Verdict = 'unaffected' | 'exact prefix' | 'refused' | 'mended';

/** Verdict on a damaged file, and the message that came with the verdict. */
export interface Judged {
  readonly verdict: Verdict | 'broken';
  /** For a refusal or a repair: the operator's message. For a broken file: the reason. */
  readonly words: string;
}

/** Signs of an unforeseen case in a program's output. */
export const UNFORESEEN =
  /\n\s+at |TypeError|RangeError|\bundefined\b|\bNaN\b|\[object|Cannot read|is not a function|is not iterable|Unexpected token/;
const UNFORESEEN_NAMES = /^(Type|Range|Reference|Syntax|Assertion)Error$/;
/** Location in a message: an entry, a record, or a place in the file. */
const PLACE =
  /\b(entry|entries|record|frame|page|byte|bytes|bucket|header|schema|index)\b|does not say where it ends|is no SQLite file|is not a journal|is not there|is damaged\. Put it back/;

/** Accepts a refusal that names the file and the place; otherwise says what is wrong with the refusal. */
export function judgeRefusal(file: string, name: string, words: string): Judged {
  const broken = (why: string): Judged => ({ verdict: 'broken', words: `${why}: ${name}: ${words}` });
  if (UNFORESEEN_NAMES.test(name) || UNFORESEEN.test(words)) return broken('a refusal that was not foreseen');
  const isNamed = words.includes(file) || /\bjournal record \d|\bthe journal ends\b|\bread store\b/.test(words);
  if (!isNamed) return broken('a refusal that does not name the file');
  if (!PLACE.test(words)) return broken('a refusal that does not name the place');
  return { verdict: 'refused', words };
}

/** A message without its specific places, for counting. */
export function shapeOf(words: string): string {
  return words
    .replaceAll(/\S*\/(?=[\w.-]+\b)/g, '')
    .replaceAll(/\b[0-9a-f]{64}\b/g, '…')
    .replaceAll(/\d+/g, 'N')
    .slice(0, 220);
}
