/**
 * Gives an empty data folder the demo's past: played in memory first, then written as one transaction. So a folder has
 * all of it or nothing, however the process ends, and a start after that begins again. A folder whose journal has an
 * entry is never touched.
 */

import { checkJournalIsThere } from '@bellwether/ledger/adapters/data-folder/has-journal.ts';
import { hasLock, lockDataFolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import { type FirstRecordsStep, writeFirstRecords } from '@bellwether/ledger/adapters/journal-sqlite/first-records.ts';
import { checkJournalFiles, openJournalFiles } from '@bellwether/ledger/adapters/journal-sqlite/journal-files.ts';
import { saveSnapshot } from '@bellwether/ledger/adapters/snapshot-file/snapshot-file.ts';
import { closing } from '@bellwether/ledger/files/closing.ts';
import { addToJournalSum, EMPTY_JOURNAL_SUM } from '@bellwether/ledger/log/journal-sum.ts';
import { snapshotOf } from '@bellwether/ledger/log/recovery.ts';
import { GENESIS_HASH, type JournalHead, type JournalRecord } from '@bellwether/ports/journal.ts';
import { checkJournalKind } from '@bellwether/ports/journal-kind.ts';
import type { AppendOutcome, Log } from '@bellwether/ports/log.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import { playPast } from './play-past.ts';

export type PastStep = 'locked' | 'played' | FirstRecordsStep | 'saved';

interface MakePastOptions {
  readonly dataDir: string;
  readonly runtime: Pick<Runtime, 'clock' | 'random'>;
  /** Called after each step. */
  readonly onStep?: (step: PastStep) => void;
}

/**
 * Resolves to the last entry of the past, or null if the folder has a history. Throws the errors of a venue's start.
 */
export async function makePast(options: MakePastOptions): Promise<JournalHead | null> {
  const { dataDir, runtime, onStep = () => undefined } = options;
  checkJournalIsThere(dataDir);
  // Like a start: a refused folder is left unchanged.
  if (!hasLock(dataDir)) checkJournalFiles(dataDir);
  if (hasHistory(dataDir)) return null;
  const lock = lockDataFolder(dataDir);
  try {
    checkJournalFiles(dataDir);
    if (hasHistory(dataDir)) return null;
    onStep('locked');
    const log = new HeldRecords();
    const { state, head, archive } = await playPast({ log, nowMs: runtime.clock.wallMs() });
    onStep('played');
    await writeFirstRecords(lock, log.records, runtime.random, onStep);
    // Only for speed: without the snapshot a start replays the journal.
    const sum = log.records.reduce(addToJournalSum, EMPTY_JOURNAL_SUM);
    saveSnapshot(dataDir, ...snapshotOf(state, head, sum), archive);
    onStep('saved');
    return head;
  } finally {
    lock.release();
  }
}

function hasHistory(dataDir: string): boolean {
  using files = closing(openJournalFiles(dataDir));
  if (files === null) return false;
  checkJournalKind(dataDir, files.kind, 'venue');
  return files.head().sequence > 0;
}

/** Holds its records in memory until their owner writes them all, for a history that must not be visible earlier. */
export class HeldRecords implements Pick<Log, 'append' | 'head'> {
  readonly records: JournalRecord[] = [];

  append(record: JournalRecord): Promise<AppendOutcome> {
    this.records.push(record);
    return Promise.resolve({ kind: 'durable' });
  }

  head(): Promise<JournalHead> {
    const last = this.records.at(-1);
    return Promise.resolve({ sequence: last?.lastSequence ?? 0, hash: last?.hash ?? GENESIS_HASH });
  }
}
