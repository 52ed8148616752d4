/**
 * Tapes that a sandbox plays: regular files below its `tapes` folder, and those named on its command line; any file with
 * `--local-files`. Every other path gets the same refusal, whether the file exists or not, so that requests cannot probe
 * for files.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import { SandboxRefused } from '../control.ts';

export const TAPES_FOLDER = 'tapes';

export class TapeFiles {
  readonly #folder: string;
  readonly #named: ReadonlySet<string>;
  readonly #anywhere: boolean;

  /** Creates the `tapes` folder if it is missing. */
  constructor(dataDir: string, named: readonly string[] = [], anywhere = false) {
    this.#anywhere = anywhere;
    this.#folder = resolve(dataDir, TAPES_FOLDER);
    this.#named = new Set(named.map((path) => resolve(path)));
    mkdirSync(this.#folder, { recursive: true });
  }

  /**
   * Returns the path of a tape that a request names: one of the command line in full or by its file name, another one
   * relative to the folder or in full. Rejects with `SandboxRefused`.
   */
  async find(name: string): Promise<string> {
    const full = resolve(name);
    if (this.#named.has(full) || (this.#anywhere && existsSync(full))) return full;
    const [named, second] = [...this.#named].filter((path) => basename(path) === name);
    if (second !== undefined) throw new SandboxRefused(`--tape names ${named} and ${second}: replay one by its path`);
    if (named !== undefined) return named;
    const path = await realpath(resolve(this.#folder, name)).catch(() => null);
    const folder = await realpath(this.#folder).catch(() => null);
    if (path !== null && folder !== null && path.startsWith(join(folder, sep))) return path;
    throw new SandboxRefused(
      `there is no tape ${name}: put it into ${this.#folder}, or name it with --tape when the sandbox starts`,
    );
  }
}
