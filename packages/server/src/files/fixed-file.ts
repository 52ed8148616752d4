/**
 * A short text of a fixed length in a file of its own, overwritten in place. The file is made durably, whole or not at
 * all; from then on a write takes no space, so that a full disk takes it too, and is with the system when it returns: the
 * end of the process does not undo it. The disk has it soon after, without anyone waiting for that.
 */
import { closeSync, fchmodSync, fdatasync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { OWNER_ONLY, writeFileDurably } from './durable-file.ts';
import { storageError } from './storage-error.ts';

/** The text in the file at `path`, up to `length` bytes of it; null when there is none. Throws `StorageError`. */
export function readFixedFile(path: string, length: number): string | null {
  try {
    return readFileSync(path).toString('latin1', 0, length);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw storageError('read', path, error);
  }
}

export class FixedFile {
  readonly #path: string;
  readonly #descriptor: number;
  readonly #length: number;
  readonly #onFailure: (error: Error) => void;
  #sync: 'none' | 'running' | 'wanted again' = 'none';
  #isClosed = false;

  /** Makes the file, or replaces it where its length is another. Throws `StorageError`. */
  static put(path: string, text: string, onFailure: (error: Error) => void): FixedFile {
    const known = readFixedFile(path, text.length + 1);
    if (known?.length !== text.length) writeFileDurably(path, [Buffer.from(text, 'latin1')]);
    try {
      const descriptor = openSync(path, 'r+');
      fchmodSync(descriptor, OWNER_ONLY);
      const file = new FixedFile(path, descriptor, text.length, onFailure);
      if (known !== text) file.write(text);
      return file;
    } catch (error) {
      throw storageError('write', path, error);
    }
  }

  private constructor(path: string, descriptor: number, length: number, onFailure: (error: Error) => void) {
    this.#path = path;
    this.#descriptor = descriptor;
    this.#length = length;
    this.#onFailure = onFailure;
  }

  /** `text` has the length of the file's. Throws `StorageError`; what the disk says later goes to `onFailure`. */
  write(text: string): void {
    if (this.#isClosed || text.length !== this.#length)
      throw new Error(`${this.#path} is closed, or of another length`);
    try {
      writeSync(this.#descriptor, text, 0, 'latin1');
    } catch (error) {
      throw storageError('write', this.#path, error);
    }
    if (this.#sync === 'none') this.#startSync();
    else this.#sync = 'wanted again';
  }

  /** On the disk, and closed. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    try {
      fdatasyncSync(this.#descriptor);
    } catch (error) {
      this.#onFailure(storageError('write', this.#path, error));
    }
    // A sync under way still needs the descriptor, whose number could be another file's by then.
    if (this.#sync === 'none') closeSync(this.#descriptor);
  }

  #startSync(): void {
    this.#sync = 'running';
    fdatasync(this.#descriptor, (error) => {
      if (error !== null) this.#onFailure(storageError('write', this.#path, error));
      const again = this.#sync === 'wanted again';
      this.#sync = 'none';
      if (this.#isClosed) closeSync(this.#descriptor);
      else if (again) this.#startSync();
    });
  }
}
