/** Files to damage in a folder, and how each is opened and judged. */
import { cpSync, lstatSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { checkSecrets, installSecrets } from '@bellwether/server/adapters/data-folder/install-secrets.ts';
import { readSnapshot, snapshotPaths } from '@bellwether/server/adapters/snapshot-file/snapshot-file.ts';
import { readLog } from '@bellwether/server/files/sqlite-log.ts';
import { MACHINE } from '@bellwether/server/runtime/machine.ts';
import { changesNothing, type Damage, damaged } from './damages.ts';
import { type Judged, judgeRefusal } from './judge.ts';
import { openAsStart, openStoreAsStart, recoverAsStart, refusal, settleStore } from './opening.ts';
import { RunBench } from './run-bench.ts';

/** A folder in its original state, with the data that it must show. */
export interface Sound {
  readonly folder: string;
  readonly sequence: number;
  readonly hash: string;
  readonly stateHash: string;
  readonly secrets: string;
  /**
   * The only other end that is acceptable: the one of the commits before the last, which begins `at` this byte of the
   * log. Null if all commits were acknowledged.
   */
  readonly beforeLast: { readonly sequence: number; readonly hash: string; readonly at: number } | null;
}

/** A file and its role for a start. */
export interface Target {
  readonly file: string;
  readonly way: 'journal' | 'snapshot' | 'run' | 'store' | 'secret';
}

/** Damages to a file of closed orders are numerous; after every nth of them the whole folder is opened too. */
const RUN_STARTS_EVERY = 9_973;

/** All files of a folder that a venue reads. */
export function targetsOf(folder: string): Target[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.sort().flatMap((file) => {
    const way = wayOf(basename(file));
    return way === null ? [] : [{ file, way }];
  });
}

function wayOf(name: string): Target['way'] | null {
  if (name === 'journal.sqlite' || name === 'journal.sqlite-wal') return 'journal';
  if (name.endsWith('.snapshot')) return 'snapshot';
  if (name.endsWith('.run')) return 'run';
  if (['store.sqlite', 'store.sqlite-wal', 'store.sqlite-checksums'].includes(name)) return 'store';
  if (['master.key', 'verifying-contract', 'admin-token'].includes(name)) return 'secret';
  // The other files are not read back or are recreated: the index of a log, the lock, and the owner of the folder.
  return null;
}

/** A copy of a sound folder in which one file at a time is damaged. */
export class Bench {
  readonly sound: Sound;
  readonly folder: string;
  readonly #copy: FolderCopy;
  readonly #runs = new Map<string, RunBench>();
  #runDamages = 0;

  constructor(sound: Sound, folder: string) {
    this.sound = sound;
    this.folder = folder;
    this.#copy = new FolderCopy(sound.folder, folder);
  }

  original(file: string): Buffer {
    return this.#copy.original(file);
  }

  reset(): void {
    this.#copy.restore();
  }

  /**
   * Opens the folder with the file damaged, judges the outcome and restores everything. Null if the damage has no
   * effect.
   */
  async judge(target: Target, damage: Damage): Promise<Judged | null> {
    const original = this.original(target.file);
    if (changesNothing(original, damage)) return null;
    if (target.way !== 'run') return this.#judgeWhole(target, damaged(original, damage));
    const bench = this.#runs.get(target.file) ?? new RunBench(join(this.folder, target.file), original);
    this.#runs.set(target.file, bench);
    const judged = bench.judge(damage);
    if (judged.verdict === 'broken' || this.#runDamages++ % RUN_STARTS_EVERY > 0) return judged;
    const start = await this.#judgeWhole(target, damaged(original, damage));
    return start.verdict === 'broken' ? start : judged;
  }

  async #judgeWhole(target: Target, bytes: Buffer): Promise<Judged> {
    const path = join(this.folder, target.file);
    writeFileSync(path, bytes);
    const { judged, hasWritten } = await this.#open(target);
    const isAsDamaged = hasWritten || readFileSync(path).equals(bytes);
    const changed = this.#copy.restore().filter((file) => file !== target.file && wayOf(basename(file)) !== null);
    // A refusal must leave every byte as it was.
    if (!isAsDamaged) return { verdict: 'broken', words: `${target.file} was changed` };
    if (!hasWritten && changed.length > 0) return { verdict: 'broken', words: `${changed.join(', ')} was changed` };
    return judged;
  }

  #open(target: Target): Promise<{ judged: Judged; hasWritten: boolean }> {
    switch (target.way) {
      case 'journal':
        return this.#openJournal(target.file);
      case 'snapshot':
        return this.#openSnapshot(target.file);
      case 'run':
        return this.#recover(target.file);
      case 'store':
        return this.#openStore(target.file);
      case 'secret':
        return this.#openSecret(target.file);
    }
  }

  async #openJournal(file: string): Promise<{ judged: Judged; hasWritten: boolean }> {
    const opening = await openAsStart(this.folder);
    if (opening.kind === 'refused') {
      return { judged: judgeRefusal(file, opening.name, opening.words), hasWritten: false };
    }
    return { judged: this.#judgeEnd(opening), hasWritten: true };
  }

  #judgeEnd({ sequence, hash, stateHash }: { sequence: number; hash: string; stateHash: string }): Judged {
    const { sound } = this;
    const { beforeLast } = sound;
    if (sequence === sound.sequence && hash === sound.hash && stateHash === sound.stateHash) {
      return { verdict: 'unaffected', words: '' };
    }
    if (beforeLast !== null && sequence === beforeLast.sequence && hash === beforeLast.hash) {
      return { verdict: 'exact prefix', words: '' };
    }
    return { verdict: 'broken', words: `it opens with entry ${sequence}, ${hash}, state ${stateHash}` };
  }

  async #openSnapshot(file: string): Promise<{ judged: Judged; hasWritten: boolean }> {
    const path = join(this.folder, file);
    // An older snapshot is read only if all newer ones are skipped. Damaged, it must then be skipped too.
    if (path !== snapshotPaths(this.folder)[0]) {
      const judged: Judged =
        readSnapshot(path) === null
          ? { verdict: 'mended', words: 'an older snapshot is damaged, and would be passed over' }
          : { verdict: 'broken', words: 'it is taken for sound' };
      return { judged, hasWritten: false };
    }
    return this.#recover(file);
  }

  async #recover(file: string): Promise<{ judged: Judged; hasWritten: boolean }> {
    const opening = await recoverAsStart(this.folder);
    if (opening.kind === 'refused') {
      return { judged: judgeRefusal(basename(file), opening.name, opening.words), hasWritten: false };
    }
    const end = this.#judgeEnd(opening);
    if (end.verdict === 'broken' || opening.passedOver.length === 0) return { judged: end, hasWritten: false };
    return { judged: { verdict: 'mended', words: opening.passedOver.join('; ') }, hasWritten: false };
  }

  async #openStore(file: string): Promise<{ judged: Judged; hasWritten: boolean }> {
    const { kind, words } = await openStoreAsStart(this.folder);
    if (kind === 'refused') return { judged: judgeRefusal(file, '', words), hasWritten: false };
    if (kind === 'made again') return { judged: { verdict: 'mended', words }, hasWritten: false };
    // The store is accepted, so it must match what was written, now and after it is closed.
    const wrong = await settleStore(this.folder, this.sound.folder);
    const judged: Judged = wrong === null ? { verdict: 'unaffected', words: '' } : { verdict: 'broken', words: wrong };
    return { judged, hasWritten: true };
  }

  async #openSecret(file: string): Promise<{ judged: Judged; hasWritten: boolean }> {
    try {
      checkSecrets(this.folder);
      const found = JSON.stringify(installSecrets(this.folder, MACHINE.random));
      const isSame = found === this.sound.secrets;
      return {
        judged: isSame
          ? { verdict: 'unaffected', words: '' }
          : { verdict: 'broken', words: 'another secret is taken without a word' },
        hasWritten: true,
      };
    } catch (error) {
      const { name, words } = refusal(error);
      return { judged: judgeRefusal(file, name, words), hasWritten: false };
    }
  }
}

/** Byte at which the last commit of the journal's log begins. */
function lastCommitOf(folder: string): number {
  const log = readLog(join(folder, 'journal.sqlite-wal'));
  if (log === null || log === 'damaged') throw new Error(`${folder} has no log`);
  const ends = Array.from({ length: log.frames }, (_, frame) => frame).filter((frame) => log.pagesAfter(frame) > 0);
  return log.at((ends.at(-2) ?? -1) + 1);
}

/** Data that a sound folder shows. */
export async function soundOf(folder: string, scratch: string, before: number | null): Promise<Sound> {
  cpSync(folder, scratch, { recursive: true });
  const end = await recoverAsStart(scratch, before ?? undefined);
  const all = await recoverAsStart(scratch);
  const secrets = JSON.stringify(installSecrets(scratch, MACHINE.random));
  rmSync(scratch, { recursive: true });
  if (all.kind === 'refused' || end.kind === 'refused') throw new Error(`${folder} does not open as it is`);
  const { sequence, hash, stateHash } = all;
  const beforeLast = before === null ? null : { sequence: before, hash: end.hash, at: lastCommitOf(folder) };
  return { folder, sequence, hash, stateHash, secrets, beforeLast };
}

/** Modification time given to every file of the copy, in seconds since 1970. */
const UNTOUCHED = 1;
/** Shared memory of SQLite, written without updating the modification time. */
const UNTIMED = /-shm$/;

/**
 * A copy of a sound data folder that is damaged, opened and restored a hundred thousand times. Only changed files are
 * restored; they are recognised by a modification time that no clock will ever show.
 */
class FolderCopy {
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
