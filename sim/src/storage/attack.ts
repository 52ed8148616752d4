/** Damages every file of some folders, in several threads, and adds up the outcomes. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { count, Tally } from '../shared/harness.ts';
import { type Sound, type Target, targetsOf } from './bench.ts';
import { type DamageKind, everyDamage } from './damages.ts';
import { type Judged, shapeOf } from './judge.ts';

export interface WorkerData {
  readonly sounds: readonly Sound[];
  readonly scratch: string;
}

/** Damages `from`, `from + step` … below `to` of a file. */
export interface Share {
  readonly sound: number;
  readonly label: string;
  readonly target: Target;
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** A sound folder, with a name that identifies its files. */
export interface Attacked {
  readonly name: string;
  readonly sound: Sound;
  readonly isAttacked: (target: Target) => boolean;
}

const SHARE = 2_000;

/** Does shares in a thread of its own until there are none. `scratch`: private folder for copies. */
export async function attack(
  attacked: readonly Attacked[],
  scratch: string,
  take: () => Share | undefined,
  tally: DamageTally,
): Promise<void> {
  const workerData: WorkerData = { sounds: attacked.map(({ sound }) => sound), scratch };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
  try {
    for (let share = take(); share !== undefined; share = take()) {
      const { promise, resolve, reject } = Promise.withResolvers<DamageCounts>();
      worker.once('message', resolve).once('error', reject);
      worker.postMessage(share);
      tally.merge(await promise.finally(() => worker.off('error', reject)));
    }
  } finally {
    await worker.terminate();
  }
}

/**
 * Splits the damages into shares of one kind each. For all files, damages to whole blocks come first, then truncations,
 * then damages to bytes. `stepOf`: every nth damage of a file; 1: all.
 */
export function sharesOf(attacked: readonly Attacked[], stepOf: (target: Target) => number, tally: DamageTally) {
  const shares: { readonly kind: number; readonly share: Share }[] = [];
  for (const [at, { name, sound, isAttacked }] of attacked.entries()) {
    for (const target of targetsOf(sound.folder).filter(isAttacked)) {
      const { size } = statSync(join(sound.folder, target.file));
      const label = `${name} ${target.file}`;
      tally.open(label, size);
      const { counts } = everyDamage(size);
      const step = stepOf(target);
      let first = 0;
      for (const [kind, count] of counts.entries()) {
        const isOfBytes = kind < counts.length - 1;
        const begin = isOfBytes ? (sound.beforeLast?.at ?? 0) : 0;
        for (let from = first + begin; from < first + count; from += SHARE * step) {
          const to = Math.min(first + count, from + SHARE * step);
          shares.push({ kind: isOfBytes ? kind : -1, share: { sound: at, label, target, from, to, step } });
        }
        first += count;
      }
    }
  }
  return shares.sort((a, b) => a.kind - b.kind).map(({ share }) => share);
}

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

  lines(showsWords: boolean): string[] {
    const files = [...new Set([...this.counts.keys()].map((key) => key.slice(0, key.indexOf('\t'))))].sort();
    const row = (name: string, figures: readonly (string | number)[]): string =>
      `  ${name.padEnd(38)}${figures.map((figure) => (typeof figure === 'number' ? count(figure) : figure).padStart(13)).join('')}`;
    const figuresOf = (file: string): number[] => COLUMNS.map((column) => this.of(file, column));
    const total = COLUMNS.map((column) => files.reduce((sum, file) => sum + this.of(file, column), 0));
    const told = [...this.words]
      .sort(([, a], [, b]) => b.count - a.count)
      .map(([shape, of]) => `  ${count(of.count).padStart(9)}  ${shape}\n${' '.repeat(13)}first: ${of.first}`);
    return [
      row('file', COLUMNS),
      ...files.map((file) => row(file, figuresOf(file))),
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
