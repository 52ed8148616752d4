/** Counts of damages and their outcomes. Tallies of several workers can be added. */
import { count } from '../shared/harness.ts';
import type { DamageKind } from './damages.ts';
import { type Judged, shapeOf } from './judge.ts';

export interface FileTally {
  bytes: number;
  readonly damages: Record<DamageKind, number>;
  readonly verdicts: Record<Judged['verdict'], number>;
}

export interface Tally {
  readonly files: Map<string, FileTally>;
  /** Messages for operators, with their count and first place. */
  readonly words: Map<string, { count: number; first: string }>;
  /** The first few unacceptable outcomes. */
  readonly broken: string[];
}

const BROKEN_SHOWN = 40;

export const emptyTally = (): Tally => ({ files: new Map(), words: new Map(), broken: [] });

function fileTally(): FileTally {
  return {
    bytes: 0,
    damages: { truncated: 0, bit: 0, byte: 0, zeros: 0, swapped: 0 },
    verdicts: { unaffected: 0, 'exact prefix': 0, refused: 0, mended: 0, broken: 0 },
  };
}

export function tallyOf(tally: Tally, file: string): FileTally {
  const known = tally.files.get(file) ?? fileTally();
  tally.files.set(file, known);
  return known;
}

/** `where`: description of the damage. */
export function add(tally: Tally, file: string, kind: DamageKind, where: string, { verdict, words }: Judged): void {
  const of = tallyOf(tally, file);
  of.damages[kind]++;
  of.verdicts[verdict]++;
  if (verdict === 'broken') {
    if (tally.broken.length < BROKEN_SHOWN) tally.broken.push(`${file}, ${where}: ${words}`);
  } else if (words !== '') {
    const shape = `${verdict}: ${shapeOf(words)}`;
    const known = tally.words.get(shape) ?? { count: 0, first: `${file}, ${where}` };
    known.count++;
    tally.words.set(shape, known);
  }
}

export function merge(into: Tally, from: Tally): void {
  for (const [file, of] of from.files) {
    const known = tallyOf(into, file);
    known.bytes = Math.max(known.bytes, of.bytes);
    addCounts(known, of);
  }
  for (const [shape, { count, first }] of from.words) {
    const known = into.words.get(shape) ?? { count: 0, first };
    known.count += count;
    into.words.set(shape, known);
  }
  into.broken.push(...from.broken.slice(0, BROKEN_SHOWN - into.broken.length));
}

function addCounts(into: FileTally, { damages, verdicts }: FileTally): void {
  for (const kind of Object.keys(damages) as DamageKind[]) into.damages[kind] += damages[kind];
  for (const verdict of Object.keys(verdicts) as Judged['verdict'][]) into.verdicts[verdict] += verdicts[verdict];
}

/** A line for each file, and the totals. */
export function lines({ files, words, broken }: Tally, showWords: boolean): string[] {
  const rows = [...files].sort(([a], [b]) => a.localeCompare(b));
  const columns = ([name, { bytes, damages, verdicts }]: readonly [string, FileTally]): string =>
    [
      `  ${name.padEnd(38)}`,
      ...[
        bytes,
        damages.truncated,
        damages.bit + damages.byte,
        damages.zeros + damages.swapped,
        verdicts.refused,
        verdicts.mended,
        verdicts['exact prefix'],
        verdicts.unaffected,
        verdicts.broken,
      ].map((value) => count(value).padStart(10)),
    ].join('');
  const total: FileTally = fileTally();
  for (const [, file] of rows) {
    total.bytes += file.bytes;
    addCounts(total, file);
  }
  const told = [...words]
    .sort(([, a], [, b]) => b.count - a.count)
    .map(([shape, of]) => `  ${count(of.count).padStart(9)}  ${shape}\n${' '.repeat(13)}first: ${of.first}`);
  const heading = ['bytes', 'cut', 'flipped', 'blocks', 'refused', 'mended', 'prefix', 'unaffected', 'broken'];
  return [
    `  ${'file'.padEnd(38)}${heading.map((name) => name.padStart(10)).join('')}`,
    ...rows.map(columns),
    columns([`${rows.length} files`, total]),
    ...(showWords ? ['', '  what operators read, by how often', ...told] : []),
    ...broken.map((line) => `  BROKEN  ${line}`),
  ];
}
