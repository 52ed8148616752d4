/**
 * Number of changes of the store, in a file of the data folder. The file is not synced: after a power cut it may say fewer
 * than the store has, never more.
 */
import { closeSync, constants, existsSync, openSync, readFileSync, writeSync } from 'node:fs';

const LINE = /^(\d{1,15}) (begun|done)\n/;

export class ChangeCount {
  readonly #file: number;
  /** Changes that the store must have: 0 for a new file, more than any for one that cannot be read. */
  readonly least: number;
  #begun = 0;

  constructor(path: string) {
    const isNew = !existsSync(path);
    this.#file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    if (isNew) this.#write('done');
    const [, count, step] = LINE.exec(readFileSync(this.#file, 'latin1')) ?? [];
    if (count !== undefined) this.#begun = Number(count);
    // The last change may have been cut off before the store had it.
    this.least = count === undefined ? Number.POSITIVE_INFINITY : this.#begun - (step === 'begun' ? 1 : 0);
  }

  /** Must be called before the change is committed, and `done` after it. */
  begun(count: number): void {
    this.#begun = Math.max(this.#begun, count);
    this.#write('begun');
  }

  done(count: number): void {
    if (count >= this.#begun) this.#write('done');
  }

  #write(step: string): void {
    writeSync(this.#file, `${this.#begun} ${step}\n`.padEnd(32), 0);
  }

  close(): void {
    closeSync(this.#file);
  }
}
