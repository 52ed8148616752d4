/** Counts of damages and their outcomes. Tallies of several threads can be added. */
import { count, Tally } from '../shared/harness.ts';
import type { DamageKind } from './damages.ts';
import { type Judged, shapeOf } from './judge.ts';

const COLUMN: Readonly<Record<DamageKind, string>> = {
  truncated: 'cut',
  bit: 'flipped',
  byte: 'flipped',
  zeros: 'blocks',
  swapped: 'blocks',
};
const COLUMNS = ['bytes', 'cut', 'flipped', 'blocks', 'refused', 'mended', 'exact prefix', 'unaffected', 'broken'];
const BROKEN_SHOWN = 40;

/** A tally as plain data, which threads can send. */
export interface DamageCounts {
  /** Counts by `file column`; the file's name ends with a tab. */
  readonly counts: ReadonlyMap<string, number>;
  /** Messages for operators, with their number and first place. */
  readonly words: ReadonlyMap<string, { readonly count: number; readonly first: string }>;
  /** The first few unacceptable outcomes. */
  readonly broken: readonly string[];
}

export class DamageTally implements DamageCounts {
  readonly broken: string[] = [];
  readonly words = new Map<string, { count: number; first: string }>();
  readonly #tally = new Tally();

  get counts(): ReadonlyMap<string, number> {
    return this.#tally.counts;
  }

  of(file: string, column: string): number {
    return this.#tally.of(`${file}\t${column}`);
  }

  /** Names a file that will be damaged. */
  open(file: string, bytes: number): void {
    this.#tally.add(`${file}\tbytes`, bytes);
  }

  /** `where`: description of the damage. */
  add(file: string, kind: DamageKind, where: string, { verdict, words }: Judged): void {
    this.#tally.add(`${file}\t${COLUMN[kind]}`);
    this.#tally.add(`${file}\t${verdict}`);
    if (verdict === 'broken') this.#broken([`${file}, ${where}: ${words}`]);
    else if (words !== '') this.#said(`${verdict}: ${shapeOf(words)}`, 1, `${file}, ${where}`);
  }

  merge({ counts, words, broken }: DamageCounts): void {
    this.#tally.addAll(counts);
    for (const [shape, { count: times, first }] of words) this.#said(shape, times, first);
    this.#broken(broken);
  }

  /** A line for each file, and the totals. */
  lines(showsWords: boolean): string[] {
    const files = [...new Set([...this.counts.keys()].map((key) => key.slice(0, key.indexOf('\t'))))].sort();
    const row = (name: string, figures: readonly (string | number)[]): string =>
      `  ${name.padEnd(38)}${figures.map((figure) => (typeof figure === 'number' ? count(figure) : figure).padStart(13)).join('')}`;
    const total = COLUMNS.map((column) => files.reduce((sum, file) => sum + this.of(file, column), 0));
    const told = [...this.words]
      .sort(([, a], [, b]) => b.count - a.count)
      .map(([shape, of]) => `  ${count(of.count).padStart(9)}  ${shape}\n${' '.repeat(13)}first: ${of.first}`);
    return [
      row('file', COLUMNS),
      ...files.map((file) =>
        row(
          file,
          COLUMNS.map((column) => this.of(file, column)),
        ),
      ),
      row(`${files.length} files`, total),
      ...(showsWords ? ['', '  what operators read, by how often', ...told] : []),
    ];
  }

  #broken(lines: readonly string[]): void {
    this.broken.push(...lines.slice(0, BROKEN_SHOWN - this.broken.length));
  }

  #said(shape: string, times: number, first: string): void {
    const known = this.words.get(shape) ?? { count: 0, first };
    known.count += times;
    this.words.set(shape, known);
  }
}
