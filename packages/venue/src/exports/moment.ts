/**
 * One moment of a venue's rows for the operator's export, while the venue runs or is stopped: the read store of the data
 * folder if it shows the whole journal, otherwise a temporary one made from the journal.
 */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDataFolderInUse } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import { emptyStart, Follower } from '@bellwether/ledger/log/follower.ts';
import { followedEntries } from '@bellwether/ledger/record/journal-record.ts';
import { STORE_FILE } from '@bellwether/ports/data-folder.ts';
import { recordPages } from '@bellwether/ports/follow-log.ts';
import type { JournalHead } from '@bellwether/ports/journal.ts';
import type { Timers } from '@bellwether/ports/runtime.ts';
import {
  openRestingStore,
  openStore,
  openStoreReader,
} from '@bellwether/read-model/adapters/store-sqlite/open-store.ts';
import { ALL_PROJECTIONS } from '@bellwether/read-model/all-projections.ts';
import { PriceObserver } from '@bellwether/read-model/prices/project/observed-prices.ts';
import { createProjectionRunner } from '@bellwether/read-model/runner.ts';
import type { JournalReader } from '../ops/open-journal.ts';
import { count } from '../ops/print-kind.ts';
import { isOutdated } from '../ops/verify-store.ts';
import type { RowsReader } from './exported-pieces.ts';

/** Time that a running venue gets to write rows for the journal's end, and the pause between two looks. */
const LOOKS = 100;
const LOOK_PAUSE_MS = 50;

export interface Moment {
  /** Within a transaction. */
  readonly rows: RowsReader;
  /** Last entry that the rows show. */
  readonly sequence: number;
  close(): void;
}

interface MomentOptions {
  readonly dataDir: string;
  readonly journal: JournalReader;
  /** Folder for a temporary store. */
  readonly scratch: string;
  readonly timers: Timers;
  readonly print: (line: string) => void;
}

type Connection = ReturnType<typeof openStoreReader>;

export async function openMoment(options: MomentOptions): Promise<Moment> {
  const { journal, scratch, print } = options;
  const head = await journal.head();
  const kept = await openKept(options, head);
  if (kept !== null) return kept;
  print(`the read store does not show the journal: making a temporary one of ${count(head.sequence)} entries`);
  const folder = mkdtempSync(join(scratch, '.bellwether-export-'));
  try {
    const file = join(folder, STORE_FILE);
    await build(file, journal, head);
    const { connection, ...moment } = begin(openStoreReader(file));
    return { ...moment, close: () => closeAndRemove(connection, folder) };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** The store of the folder; null if it lacks something. */
async function openKept({ dataDir, timers }: MomentOptions, head: JournalHead): Promise<Moment | null> {
  const file = join(dataDir, STORE_FILE);
  if (!existsSync(file) || statSync(file).size === 0) return null;
  const isRunning = isDataFolderInUse(dataDir);
  for (let look = 0; look < LOOKS; look++) {
    const connection = isRunning ? openStoreReader(file) : openRestingStore(file);
    try {
      const moment = isOutdated(connection) ? null : begin(connection);
      const isWhole = moment?.isEven === true && moment.sequence >= head.sequence;
      // At the same entry, the chain value says whether the rows are of this journal.
      const isOther = moment?.sequence === head.sequence && moment.hash !== head.hash;
      if (isWhole && !isOther) return { ...moment, close: () => connection.close() };
    } catch (error) {
      connection.close();
      throw error;
    }
    connection.close();
    if (!isRunning) return null;
    await new Promise<void>((resolve) => timers.after(LOOK_PAUSE_MS, resolve));
  }
  return null;
}

/** Begins a transaction, which fixes the moment. */
function begin(connection: Connection) {
  // Mapped pages of a large store would count as memory of the process.
  connection.exec('PRAGMA mmap_size = 0; BEGIN');
  const cursors = connection.prepare('SELECT sequence, hash FROM projection_cursors ORDER BY sequence').all();
  const sequence = Number(cursors[0]?.['sequence'] ?? 0);
  const isEven = cursors.every((cursor) => cursor['sequence'] === sequence);
  return { connection, rows: connection as unknown as RowsReader, sequence, isEven, hash: cursors[0]?.['hash'] };
}

async function build(file: string, journal: JournalReader, head: JournalHead): Promise<void> {
  const store = openStore(file, { build: true });
  try {
    const runner = createProjectionRunner(store, ALL_PROJECTIONS);
    const follower = new Follower(emptyStart());
    const prices = new PriceObserver();
    follower.observe(prices);
    for await (const records of recordPages(journal.read(1))) {
      const previousHash = records[0]?.previousHash ?? '';
      const entries = records.flatMap(followedEntries);
      follower.fold(entries, previousHash);
      runner.write(entries, previousHash, { state: follower.state, prices: prices.take() });
      if (follower.head.sequence >= head.sequence) break;
    }
    runner.checkEnd(follower.head);
    store.finishBuild();
  } finally {
    store.close();
  }
}

function closeAndRemove(connection: Connection, folder: string): void {
  connection.close();
  rmSync(folder, { recursive: true, force: true });
}
