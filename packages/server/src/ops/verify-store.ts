/**
 * Holds the cursors of the read store against the journal. The store is read in one transaction, so a venue may go on writing
 * beside it.
 */
import type { ChainedEntry } from '../ports/journal.ts';
import { ALL_PROJECTIONS } from '../projections/all-projections.ts';
import { VerifyFailure } from './verify-failure.ts';

/** What this check needs of a read-only connection. */
export interface StoreReader {
  prepare(sql: string): { all(): Record<string, unknown>[]; iterate(): Iterator<Record<string, unknown>> };
  exec(sql: string): void;
  close(): void;
}

interface Cursor {
  readonly sequence: number;
  readonly hash: string;
}

/** Whether another version of the program wrote the store: the next start makes again what has other rows now, or is new. */
export function isOutdated(store: StoreReader): boolean {
  const rows = store.prepare('SELECT name, version FROM projection_cursors').all();
  const versions = new Map(rows.map((row) => [row['name'], row['version']]));
  return ALL_PROJECTIONS.some(({ name, version }) => versions.get(name) !== version);
}

export class StoreCheck {
  readonly #cursors = new Map<string, Cursor>();
  readonly reader: StoreReader;

  /** Begins the read transaction. `store` is not outdated: every projection has its cursor. */
  constructor(store: StoreReader) {
    this.reader = store;
    store.exec('BEGIN');
    for (const row of store.prepare('SELECT name, sequence, hash FROM projection_cursors').all()) {
      this.#cursors.set(String(row['name']), { sequence: Number(row['sequence']), hash: String(row['hash']) });
    }
  }

  /** Sequence of the entry that all projections have reached. */
  get sequence(): number {
    return Math.min(...[...this.#cursors.values()].map((cursor) => cursor.sequence));
  }

  /** Whether all projections are at the same entry: not while one is written again after a change of the program. */
  get isEven(): boolean {
    return new Set([...this.#cursors.values()].map((cursor) => cursor.sequence)).size === 1;
  }

  observe({ sequence, hash }: ChainedEntry): void {
    for (const [name, cursor] of this.#cursors) {
      if (sequence === cursor.sequence && hash !== cursor.hash) {
        throw new VerifyFailure(`entry ${sequence}: projection ${name} holds it with another hash, ${cursor.hash}`);
      }
    }
  }

  /** `headSequence` is the last entry there is. */
  finish(headSequence: number): void {
    for (const [name, cursor] of this.#cursors) {
      if (cursor.sequence > headSequence) {
        throw new VerifyFailure(
          `read store: ${name} is at entry ${cursor.sequence}, the journal ends at ${headSequence}: acknowledged entries are missing`,
        );
      }
    }
  }

  close(): void {
    this.reader.close();
  }
}
