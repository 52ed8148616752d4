/**
 * A sandbox on disk. The folder holds the secrets, a folder for each branch under `branches`, `sandbox.json` with the
 * list of branches and the time when the current one began, and `time` with the current time. Each branch folder is an
 * ordinary data folder of a venue. A branch that `sandbox.json` does not name was never complete.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { secretLines, writeSecretLine } from '@bellwether/ledger/adapters/data-folder/install-secrets.ts';
import { freeBytesOf, StorageRoom } from '@bellwether/ledger/adapters/data-folder/storage-room.ts';
import { journalKind } from '@bellwether/ledger/adapters/journal-sqlite/journal-files.ts';
import { markAsSandbox } from '@bellwether/ledger/adapters/journal-sqlite/mark-kind.ts';
import { openJournalReader } from '@bellwether/ledger/adapters/journal-sqlite/sqlite-journal.ts';
import { closing } from '@bellwether/ledger/files/closing.ts';
import { withFile, writeFileDurably } from '@bellwether/ledger/files/durable-file.ts';
import { entriesOfRecord } from '@bellwether/ledger/record/journal-record.ts';
import { JOURNAL_FILE } from '@bellwether/ports/data-folder.ts';
import { StorageFull } from '@bellwether/ports/exchange.ts';
import { JournalCorruption } from '@bellwether/ports/journal.ts';
import { checkJournalKind } from '@bellwether/ports/journal-kind.ts';
import { ROOM_FOR_ORDERS } from '@bellwether/ports/storage.ts';
import { BRANCHES_FOLDER, SANDBOX_FILE, SCENARIO_FILE } from '@bellwether/venue/ops/sandbox-folder.ts';

/** Branch and venue time after the latest move, in so many bytes. */
const TIME_FILE = 'time';
const TIME_BYTES = 40;
/** Format 2: every journal of a branch is marked as a sandbox's. */
const FORMAT = 2;
/** Format 1, of older versions: no journal is marked. */
const UNMARKED_FORMAT = 1;
export const FIRST_BRANCH = 'main';

export interface StoredBranch {
  readonly id: string;
  readonly parent: string | null;
  readonly from: number;
  /**
   * Venue time when clients last left the branch, Unix milliseconds. Missing if never left, and on branches of older
   * versions.
   */
  readonly leftMs?: number;
}

export interface SandboxState {
  readonly format: typeof FORMAT | typeof UNMARKED_FORMAT;
  readonly seed: number;
  /** Venue time at the last write, Unix milliseconds. */
  readonly nowMs: number;
  readonly current: string;
  readonly next: number;
  readonly branches: readonly StoredBranch[];
}

export class BranchFiles {
  readonly #dataDir: string;
  /** Scenario names by branch, cached on first use: the scenario of a branch never changes. */
  readonly #scenarioNames = new Map<string, string | null>();
  readonly #room: StorageRoom;
  #state: SandboxState;

  /**
   * Opens the folder; the caller holds its lock. A new sandbox begins at `nowMs`. Throws if the folder belongs to a
   * venue, and `JournalOfOtherKind` if the journal of a branch does.
   */
  constructor(dataDir: string, initial: { readonly seed: number; readonly nowMs: number }) {
    this.#dataDir = dataDir;
    this.#room = new StorageRoom(ROOM_FOR_ORDERS, () => freeBytesOf(dataDir));
    const stored = readState(dataDir);
    if (stored === null && existsSync(join(dataDir, JOURNAL_FILE))) {
      throw notASandbox(dataDir);
    }
    const first = { id: FIRST_BRANCH, parent: null, from: 0 };
    this.#state = stored ?? { format: FORMAT, ...initial, current: FIRST_BRANCH, next: 1, branches: [first] };
    if (stored === null) {
      this.#makeFolder(FIRST_BRANCH);
      this.#write(this.#state);
    } else {
      this.#haveMarked(stored);
    }
    this.#removeUnnamed();
  }

  get state(): SandboxState {
    return this.#state;
  }

  folderOf(branch: string): string {
    return join(this.#dataDir, BRANCHES_FOLDER, branch);
  }

  find(id: string): StoredBranch | null {
    return this.#state.branches.find((branch) => branch.id === id) ?? null;
  }

  scenarioOf(branch: string): string | null {
    const path = join(this.folderOf(branch), SCENARIO_FILE);
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  }

  /** Name of the scenario of an existing branch; null: none. */
  scenarioNameOf(branch: string): string | null {
    const known = this.#scenarioNames.get(branch);
    if (known !== undefined) return known;
    const text = this.scenarioOf(branch);
    const name = text === null ? null : (JSON.parse(text) as { readonly name: string }).name;
    this.#scenarioNames.set(branch, name);
    return name;
  }

  writeScenario(folder: string, text: string): void {
    writeFileDurably(join(folder, SCENARIO_FILE), [Buffer.from(text)]);
  }

  /** Throws `StorageFull` where orders are refused for lack of space, so that no move and no branch is left half done. */
  checkRoom(): void {
    if (!this.#room.isThere()) throw new StorageFull();
  }

  /**
   * Creates an empty folder for the next branch, with the secrets of the sandbox. `select` turns the folder into a
   * branch.
   */
  makeNext(): { readonly id: string; readonly folder: string } {
    this.checkRoom();
    const id = String(this.#state.next);
    rmSync(this.folderOf(id), { recursive: true, force: true });
    return { id, folder: this.#makeFolder(id) };
  }

  /**
   * Makes a branch, possibly a new one, the current one from `nowMs` on. The previous one is left at `leftMs`. Beyond
   * `max` branches, the oldest ones that are not current are removed.
   */
  select(branch: StoredBranch, nowMs: number, leftMs: number, max: number): void {
    const { branches, current, next } = this.#state;
    const others = branches
      .filter(({ id }) => id !== branch.id)
      .map((other) => (other.id === current ? { ...other, leftMs } : other));
    const kept = others.slice(Math.max(0, others.length - (max - 1)));
    this.#write({
      ...this.#state,
      nowMs,
      current: branch.id,
      next: branches.length === others.length ? next + 1 : next,
      branches: [...kept, branch],
    });
    this.#removeUnnamed();
  }

  /**
   * Stores the current venue time for the next start, also after `kill -9`. Without a sync, like the journals here: a
   * move of time would wait for the disk.
   */
  noteTime(nowMs: number): void {
    const { current } = this.#state;
    this.#state = { ...this.#state, nowMs };
    const path = join(this.#dataDir, TIME_FILE);
    // In place and in one piece, so that a kill leaves the old time or the new one.
    withFile(path, existsSync(path) ? 'r+' : 'w', (file) =>
      writeSync(file, `${current} ${nowMs}`.padEnd(TIME_BYTES - 1).concat('\n'), 0),
    );
  }

  remove(folder: string): void {
    rmSync(folder, { recursive: true, force: true });
  }

  #makeFolder(branch: string): string {
    const folder = this.folderOf(branch);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const [file, line] of secretLines(this.#dataDir)) writeSecretLine(folder, file, line);
    return folder;
  }

  /** Throws `JournalOfOtherKind` if a journal is a venue's. Marks those of a sandbox from before marks existed. */
  #haveMarked(stored: SandboxState): void {
    const isMarked = stored.format === FORMAT;
    for (const folder of stored.branches.map(({ id }) => this.folderOf(id)))
      whereWhole(() => (isMarked ? checkJournalKind(folder, journalKind(folder), 'sandbox') : markAsSandbox(folder)));
    if (!isMarked) this.#write({ ...stored, format: FORMAT });
  }

  #removeUnnamed(): void {
    const named = new Set(this.#state.branches.map(({ id }) => id));
    for (const id of readdirSync(join(this.#dataDir, BRANCHES_FOLDER))) {
      if (named.has(id)) continue;
      this.remove(this.folderOf(id));
      this.#scenarioNames.delete(id);
    }
  }

  #write(state: SandboxState): void {
    writeFileDurably(join(this.#dataDir, SANDBOX_FILE), [Buffer.from(`${JSON.stringify(state, null, 2)}\n`)]);
    this.#state = state;
  }
}

function readState(dataDir: string): SandboxState | null {
  const path = join(dataDir, SANDBOX_FILE);
  if (!existsSync(path)) return null;
  const state = JSON.parse(readFileSync(path, 'utf8')) as SandboxState;
  if (state.format === FORMAT || state.format === UNMARKED_FORMAT)
    return { ...state, nowMs: Math.max(state.nowMs, notedMs(dataDir, state.current)) };
  throw new Error(
    `${path} has format ${String(state.format)}, this program reads up to ${FORMAT}: start the version that wrote it`,
  );
}

/** Last time noted on a branch; 0 if none was, or the note is torn. */
function notedMs(dataDir: string, branch: string): number {
  const path = join(dataDir, TIME_FILE);
  const note = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const [, of, ms] = /^(\w+) (\d+) *\n$/.exec(note) ?? [];
  return note.length === TIME_BYTES && of === branch ? Number(ms) : 0;
}

/** Returns the last entry of a journal and its time; sequence 0 and time 0 if there is no journal yet. */
export function endOf(folder: string): { readonly sequence: number; readonly timeMs: number } {
  if (!existsSync(join(folder, JOURNAL_FILE))) return { sequence: 0, timeMs: 0 };
  return withJournal(folder, (journal) => {
    const { sequence } = journal.head();
    return { sequence, timeMs: timeOf(journal, sequence) };
  });
}

/** Returns the venue time of an entry; 0 for sequence 0. */
export function timeOfEntry(folder: string, sequence: number): number {
  return withJournal(folder, (journal) => timeOf(journal, sequence));
}

/** Returns the last entry at or before a time; 0 if all are later. O(log n): entries are in the order of their time. */
export function lastEntryAt(folder: string, timeMs: number): number {
  return withJournal(folder, (journal) => {
    let [low, high] = [0, journal.head().sequence];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (timeOf(journal, middle) <= timeMs) low = middle;
      else high = middle - 1;
    }
    return low;
  });
}

type Journal = ReturnType<typeof openJournalReader>;

function timeOf(journal: Journal, sequence: number): number {
  if (sequence === 0) return 0;
  for (const record of journal.read(sequence)) {
    const entry = entriesOfRecord(record, null).find((one) => one.sequence === sequence);
    if (entry !== undefined) return entry.timeMs;
  }
  throw new Error(`there is no entry ${sequence}`);
}

function withJournal<T>(folder: string, look: (journal: Journal) => T): T {
  using journal = closing(openJournalReader(folder));
  return look(journal);
}

/** Returns the error for a sandbox that is started in a folder with a journal. */
function notASandbox(dataDir: string): Error {
  if (journalKind(dataDir) !== 'sandbox') {
    return new Error(
      `${dataDir} is the folder of a venue: a sandbox, whose time is moved, does not run on it. Give it a folder of its own ` +
        'with BELLWETHER_DATA_DIR.',
    );
  }
  return new Error(
    `${dataDir} is the folder of one branch of a sandbox, or a copy of one. Start the sandbox in its own folder; what was ` +
      'copied is played on when it is back in the folder of its branch.',
  );
}

/** Skips a damaged journal: opening it fails anyway, in a venue too, and the other branches stay playable. */
function whereWhole(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof JournalCorruption)) throw error;
  }
}
