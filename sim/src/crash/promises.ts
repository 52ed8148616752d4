/**
 * What clients were told, each answer synced to a file before its client goes on: acknowledged, refused, or nothing. The
 * files are what the venue is audited against; what is kept in memory is only how to ask again.
 */
import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Told } from './told.ts';
import type { Write } from './writes.ts';

/** A write by the name that the journal knows it by, and the last that was said of it. */
export interface Promised {
  readonly write: Write;
  told: Told;
  /** The life of the venue, counted from 1, in which it was last sent. */
  start: number;
}

interface Line {
  readonly name: string;
  readonly told: Told;
}

/** Of one client. */
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

  /** Of a write that is about to be sent. */
  sends(write: Write, start: number): void {
    const known = this.#promised.get(write.name);
    if (known === undefined) this.#promised.set(write.name, { write, told: 'nothing', start });
    else known.start = start;
  }

  /** On the disk when it returns. */
  heard(write: Write, told: Told): void {
    const promised = this.#promised.get(write.name);
    if (promised !== undefined) promised.told = told;
    writeSync(this.#descriptor, `${JSON.stringify({ name: write.name, told } satisfies Line)}\n`);
    fdatasyncSync(this.#descriptor);
  }

  /** The last that the file says of each write. */
  read(): ReadonlyMap<string, Told> {
    const lines = readFileSync(this.#path, 'utf8').split('\n').filter(Boolean);
    return new Map(lines.map((line) => JSON.parse(line) as Line).map(({ name, told }) => [name, told]));
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
