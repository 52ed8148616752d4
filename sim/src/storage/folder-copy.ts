/**
 * A copy of a sound data folder that is damaged, opened and restored a hundred thousand times. Only changed files are
 * restored; they are recognised by a modification time that no clock will ever show.
 */
import {
  closeSync,
  cpSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Damage, endOf, patchOf } from './damages.ts';

/** Modification time given to every file of the copy, in seconds since 1970. */
const UNTOUCHED = 1;
/** Shared memory of SQLite, written without updating the modification time. */
const UNTIMED = /-shm$/;

export class FolderCopy {
  readonly folder: string;
  readonly #originals: ReadonlyMap<string, Buffer>;
  #damaged: { readonly file: string; readonly damage: Damage } | null = null;

  constructor(sound: string, folder: string) {
    this.folder = folder;
    rmSync(folder, { recursive: true, force: true });
    cpSync(sound, folder, { recursive: true });
    const names = this.#names();
    this.#originals = new Map(names.map((name) => [name, readFileSync(join(sound, name))]));
    for (const name of names) this.#stamp(name);
  }

  original(name: string): Buffer {
    const bytes = this.#originals.get(name);
    if (bytes === undefined) throw new Error(`${name} is no file of the folder`);
    return bytes;
  }

  /** Damages a file in place. False if the damage has no effect, as when a zero block is zeroed. */
  damage(file: string, damage: Damage): boolean {
    const original = this.original(file);
    const patch = patchOf(original, damage);
    if (damage.kind !== 'truncated' && patch.equals(original.subarray(damage.at, damage.at + patch.length)))
      return false;
    this.#damaged = { file, damage };
    this.#write(file, damage.at, patch, damage.kind === 'truncated' ? damage.at : original.length);
    return true;
  }

  /** Undoes the damage alone. False if someone has changed the damaged file: then everything is to be restored. */
  undo(): boolean {
    const damaged = this.#damaged;
    if (damaged === null) return true;
    const { file, damage } = damaged;
    const original = this.original(file);
    if (!this.#isUntouched(file, damage.kind === 'truncated' ? damage.at : original.length)) return false;
    this.#damaged = null;
    this.#write(file, damage.at, original.subarray(damage.at, endOf(damage, original.length)), original.length);
    return true;
  }

  /**
   * Undoes the damage and restores every file that was changed, removed or added. Returns the names of the original
   * files among them.
   */
  restore(): string[] {
    const changed: string[] = [];
    this.undo();
    this.#damaged = null;
    for (const name of this.#names()) if (!this.#originals.has(name)) rmSync(join(this.folder, name));
    for (const [name, bytes] of this.#originals) {
      const isTimed = !UNTIMED.test(name);
      if (isTimed && this.#isUntouched(name, bytes.length)) continue;
      writeFileSync(join(this.folder, name), bytes);
      this.#stamp(name);
      if (isTimed) changed.push(name);
    }
    return changed;
  }

  #write(name: string, at: number, bytes: Buffer, size: number): void {
    const file = openSync(join(this.folder, name), 'r+');
    writeSync(file, bytes, 0, bytes.length, at);
    ftruncateSync(file, size);
    closeSync(file);
    this.#stamp(name);
  }

  #isUntouched(name: string, size: number): boolean {
    const found = lstatSync(join(this.folder, name), { throwIfNoEntry: false });
    return found !== undefined && found.mtimeMs === UNTOUCHED * 1000 && found.size === size;
  }

  #stamp(name: string): void {
    utimesSync(join(this.folder, name), UNTOUCHED, UNTOUCHED);
  }

  #names(): string[] {
    const files = readdirSync(this.folder, { recursive: true, withFileTypes: true });
    return files
      .filter((entry) => !entry.isDirectory())
      .map(({ parentPath, name }) => join(parentPath, name).slice(this.folder.length + 1));
  }
}
