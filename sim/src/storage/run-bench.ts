/**
 * Files of closed orders, damaged in place one byte at a time. A start reads and checks the part behind the records; a
 * record is read, with its whole bucket, when an order of that bucket is looked up. So the bench opens the file and
 * looks up the orders with damaged bytes and some neighbours. If the damage is outside the records, it looks up every
 * order of the file.
 */
import { closeSync, ftruncateSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { OrderRow } from '@bellwether/engine';
import { RECORD_BYTES } from '@bellwether/server/adapters/snapshot-file/order-record.ts';
import { openOrderRuns, readOrderRun } from '@bellwether/server/adapters/snapshot-file/order-runs.ts';
import type { OrderRun } from '@bellwether/server/ports/order-archive.ts';
import type { Damage } from './damages.ts';
import { damaged } from './damages.ts';
import { type Judged, judgeRefusal } from './judge.ts';
import { refusal } from './opening.ts';

/** Number of neighbours looked up before and after the damaged orders. */
const BESIDE = 2;

export class RunBench {
  readonly #path: string;
  readonly #original: Buffer;
  readonly #run: OrderRun;
  /** Rows in file order. */
  readonly #rows: readonly OrderRow[];

  /** `path`: a sound file, which is damaged and restored. */
  constructor(path: string, original: Buffer) {
    this.#path = path;
    this.#original = original;
    this.#run = runOf(path);
    // The reader reuses a row for the next one.
    this.#rows = Array.from(readOrderRun(dirname(path), this.#run), (row) => ({ ...row, key: row.key.slice() }));
  }

  judge(damage: Damage): Judged {
    const file = openSync(this.#path, 'r+');
    try {
      const bytes = this.#damage(file, damage);
      const judged = this.#lookUp(damage);
      const isAsDamaged = this.#holds(file, damage, bytes);
      this.#putBack(file, damage);
      return isAsDamaged ? judged : { verdict: 'broken', words: `${basename(this.#path)} was changed` };
    } finally {
      closeSync(file);
    }
  }

  #lookUp(damage: Damage): Judged {
    let stored: ReturnType<typeof openOrderRuns>;
    try {
      stored = openOrderRuns(dirname(this.#path), [this.#run]);
    } catch (error) {
      return this.#refused(error);
    }
    let refused: Judged | null = null;
    try {
      for (const row of this.#rowsIn(damage)) {
        try {
          const found = stored.find(row.key);
          if (found === null || !isSame(found, row)) return { verdict: 'broken', words: 'an order is told otherwise' };
        } catch (error) {
          refused = this.#refused(error);
          if (refused.verdict === 'broken') return refused;
        }
      }
    } finally {
      stored.close();
      this.#nameBack();
    }
    // Intact orders are found; damaged ones are refused.
    return refused ?? { verdict: 'unaffected', words: '' };
  }

  #refused(error: unknown): Judged {
    const { name, words } = refusal(error);
    return judgeRefusal(basename(this.#path), name, words);
  }

  #rowsIn({ kind, at, bytes }: Damage): readonly OrderRow[] {
    const end = kind === 'swapped' ? at + 2 * bytes : at + bytes;
    if (kind === 'truncated' || end > this.#rows.length * RECORD_BYTES) return this.#rows;
    const [first, last] = [Math.floor(at / RECORD_BYTES), Math.floor((end - 1) / RECORD_BYTES)];
    return this.#rows.slice(Math.max(0, first - BESIDE), last + 1 + BESIDE);
  }

  /** Damages the file. Returns the new bytes at that place. */
  #damage(file: number, damage: Damage): Buffer {
    const { kind, at, bytes } = damage;
    if (kind === 'truncated') {
      ftruncateSync(file, at);
      return Buffer.alloc(0);
    }
    const length = kind === 'swapped' ? 2 * bytes : bytes;
    const part = this.#original.subarray(at, at + length);
    // Damages only this part of the file; the flipped bit depends on the place.
    const changed = kind === 'bit' ? bitFlipped(part, at) : damaged(part, { kind, at: 0, bytes });
    writeSync(file, changed, 0, changed.length, at);
    return changed;
  }

  #holds(file: number, { at }: Damage, bytes: Buffer): boolean {
    const found = Buffer.alloc(bytes.length);
    return bytes.length === 0 || (readSync(file, found, 0, found.length, at) === bytes.length && found.equals(bytes));
  }

  #putBack(file: number, { kind, at, bytes }: Damage): void {
    const end = kind === 'truncated' ? this.#original.length : kind === 'swapped' ? at + 2 * bytes : at + bytes;
    const part = this.#original.subarray(at, end);
    writeSync(file, part, 0, part.length, at);
  }

  /** Undoes the renaming of a file with a damaged bucket, which would make the next start rebuild the file. */
  #nameBack(): void {
    try {
      renameSync(`${this.#path}.damaged`, this.#path);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
}

function bitFlipped(part: Buffer, at: number): Buffer {
  return Buffer.of((part.readUInt8(0) ^ (1 << (at % 8))) & 0xff);
}

function runOf(path: string): OrderRun {
  const [, from, to] = /^orders-(\d+)-(\d+)\.run$/.exec(basename(path)) ?? [];
  return { from: Number(from), to: Number(to) };
}

function isSame(a: OrderRow, b: OrderRow): boolean {
  const { key, ...rest } = a;
  const { key: otherKey, ...otherRest } = b;
  return key.every((word, at) => word === otherKey[at]) && JSON.stringify(rest) === JSON.stringify(otherRest);
}
