/** What may come of a damaged file, and what may not. */

export type Verdict = 'unaffected' | 'exact prefix' | 'refused' | 'mended';

/** Told of a file that was damaged: its verdict, and the words that came with it. */
export interface Judged {
  readonly verdict: Verdict | 'broken';
  /** Of a refusal or a mend: what the operator reads. Of what is broken: why. */
  readonly words: string;
}

/** What a program says when it has not foreseen a case. */
const UNFORESEEN =
  /\n\s+at |\bundefined\b|\bNaN\b|\[object|Cannot read|is not a function|is not iterable|Unexpected token/;
const UNFORESEEN_NAMES: ReadonlySet<string> = new Set([
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'AssertionError',
]);
/** Where it is: an entry or a record, or a place in the file. */
const PLACE =
  /\b(entry|entries|record|frame|page|byte|bytes|bucket|header|schema|index)\b|does not say where it ends|is no SQLite file|is not a journal|is not there|is damaged\. Put it back/;

/** A refusal that names the file and the place in words; else what is wrong with it. */
export function judgeRefusal(file: string, name: string, words: string): Judged {
  const broken = (why: string): Judged => ({ verdict: 'broken', words: `${why}: ${name}: ${words}` });
  if (UNFORESEEN_NAMES.has(name) || UNFORESEEN.test(words)) return broken('a refusal that was not foreseen');
  const isNamed = words.includes(file) || /\bjournal record \d|\bthe journal ends\b|\bread store\b/.test(words);
  if (!isNamed) return broken('a refusal that does not name the file');
  if (!PLACE.test(words)) return broken('a refusal that does not name the place');
  return { verdict: 'refused', words };
}

/** The same words for every place, to count them by. */
export function shapeOf(words: string): string {
  return words
    .replaceAll(/\S*\/(?=[\w.-]+\b)/g, '')
    .replaceAll(/\b[0-9a-f]{64}\b/g, '…')
    .replaceAll(/\d+/g, 'N')
    .slice(0, 220);
}
