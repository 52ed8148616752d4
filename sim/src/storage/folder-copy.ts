/**
 * A copy of a sound data folder that is damaged, opened and restored a hundred thousand times. Only changed files are
 * restored; they are recognised by a modification time that no clock will ever show.
 */
import { cpSync, lstatSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Modification time given to every file of the copy, in seconds since 1970. */
const UNTOUCHED = 1;
/** Shared memory of SQLite, written without updating the modification time. */
const UNTIMED = /-shm$/;

export class FolderCopy {
  readonly folder: string;
  readonly #originals: ReadonlyMap<string, Buffer>;

  constructor(sound: string, folder: string) {
    this.folder = folder;
    rmSync(folder, { recursive: true, force: true });
    cpSync(sound, folder, { recursive: true });
    const names = this.#names();
    this.#originals = new Map(names.map((name) => [name, readFileSync(join(sound, name))]));
    for (const name of names) this.#stamp(name);
  }

  /** Original bytes of a file. */
  original(name: string): Buffer {
    const bytes = this.#originals.get(name);
    if (bytes === undefined) throw new Error(`${name} is no file of the folder`);
    return bytes;
  }

  /** Restores every file that was changed, removed or added. Returns the names of the original files among them. */
  restore(): string[] {
    for (const name of this.#names()) if (!this.#originals.has(name)) rmSync(join(this.folder, name));
    const changed: string[] = [];
    for (const [name, bytes] of this.#originals) {
      const isTimed = !UNTIMED.test(name);
      if (isTimed && this.#isUntouched(name, bytes.length)) continue;
      writeFileSync(join(this.folder, name), bytes);
      this.#stamp(name);
      if (isTimed) changed.push(name);
    }
    return changed;
  }

  #isUntouched(name: string, size: number): boolean {
    const found = lstatSync(join(this.folder, name), { throwIfNoEntry: false });
    return found !== undefined && found.mtimeMs === UNTOUCHED * 1000 && found.size === size;
  }

  #stamp(name: string): void {
    utimesSync(join(this.folder, name), UNTOUCHED, UNTOUCHED);
  }

  #names(): string[] {
    const files = readdirSync(this.folder, { recursive: true, withFileTypes: true }).filter(
      (entry) => !entry.isDirectory(),
    );
    return files.map(({ parentPath, name }) => join(parentPath, name).slice(this.folder.length + 1));
  }
}
