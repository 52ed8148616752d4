/**
 * Compares the cursors of the read store with the journal. The store is read in one transaction, so a venue may keep
 * writing meanwhile.
 */
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import { ALL_PROJECTIONS } from '@bellwether/read-model/all-projections.ts';
import { VerifyFailure } from './verify-failure.ts';

/** Subset of a read-only connection that this check needs. */
export interface StoreReader {
  prepare(sql: string): { all(): Record<string, unknown>[]; iterate(): Iterator<Record<string, unknown>> };
  exec(sql: string): void;
  close(): void;
}

type Cursor = { readonly sequence: number; readonly hash: string };

/**
 * True if another version of the program wrote the store: the next start rebuilds changed projections and adds new
 * ones.
 */
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

  /** Last entry that all projections have reached. */
  get sequence(): number {
    return Math.min(...[...this.#cursors.values()].map((cursor) => cursor.sequence));
  }

  /** True if all projections are at the same entry. False while one is being rebuilt after a change of the program. */
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

  /** `headSequence`: last entry of the journal. */
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
