/**
 * Answers that clients got, each synced to a file before the client continues: acknowledged, refused, or nothing. The
 * venue is audited against these files; memory holds only how to ask again.
 */
import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Told, Write } from './writes.ts';

/** A write under its name in the journal, with the latest answer. */
export interface Promised {
  readonly write: Write;
  told: Told;
  /** Life of the venue, counted from 1, in which the write was last sent. */
  start: number;
}

interface Line {
  readonly name: string;
  readonly told: Told;
}

/** The promises to one client. */
export class PromiseFile {
  readonly #path: string;
  readonly #descriptor: number;
  readonly #promised = new Map<string, Promised>();

  constructor(path: string) {
    this.#path = path;
    this.#descriptor = openSync(path, 'a');
  }

  get all(): readonly Promised[] {
    return [...this.#promised.values()];
  }

  /** Notes a write that is about to be sent. */
  sends(write: Write, start: number): void {
    const known = this.#promised.get(write.name);
    if (known === undefined) this.#promised.set(write.name, { write, told: 'nothing', start });
    else known.start = start;
  }

  /** Notes an answer; it is on disk when this returns. */
  heard(write: Write, told: Told): void {
    const promised = this.#promised.get(write.name);
    if (promised !== undefined) promised.told = told;
    writeSync(this.#descriptor, `${JSON.stringify({ name: write.name, told } satisfies Line)}\n`);
    fdatasyncSync(this.#descriptor);
  }

  /** The latest answer in the file for each write. */
  read(): ReadonlyMap<string, Told> {
    const lines = readFileSync(this.#path, 'utf8').split('\n').filter(Boolean);
    return new Map(lines.map((line) => JSON.parse(line) as Line).map(({ name, told }) => [name, told]));
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
