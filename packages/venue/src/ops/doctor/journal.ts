/** Checks of the journal, in the data folder or in PostgreSQL, and of the clock against its last entry. */

import { existsSync } from 'node:fs';
import { journalBytes } from '@bellwether/ledger/adapters/journal-sqlite/journal-files.ts';
import { openJournalReader } from '@bellwether/ledger/adapters/journal-sqlite/sqlite-journal.ts';
import { openPostgresReader } from '@bellwether/ledger/adapters/log-postgres/postgres-reader.ts';
import { Primary } from '@bellwether/ledger/adapters/log-postgres/primary.ts';
import { closing } from '@bellwether/ledger/files/closing.ts';
import { entryAt } from '@bellwether/ledger/log/entry-at.ts';
import type { JournalPlace } from '@bellwether/ports/journal-place.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import type { Config } from '../../config.ts';
import { checkOneJournal, openJournalElsewhere } from '../open-journal.ts';
import { dataFoldersOf } from '../sandbox-folder.ts';
import { type Finding, ok, warns } from './finding.ts';

/** Difference between two clocks that no one notices: a signature may be five seconds ahead. */
const CLOCK_MS_MAX = 2_000;

export async function checkJournal(config: Config, runtime: Runtime): Promise<Finding> {
  const { journal, dataDir } = config;
  if (journal !== null) return databaseJournal(config, runtime);
  if (!existsSync(dataDir)) return ok('none yet: a start begins one');
  const heads: string[] = [];
  for (const folder of dataFoldersOf(dataDir)) {
    if (journalBytes(folder) === 0) continue;
    const reader = openJournalReader(folder);
    heads.push(String(reader.head().sequence));
    reader.close();
  }
  return ok(
    heads.length === 0
      ? 'none yet: a start begins one'
      : `ends with entry ${heads.join(', ')}; "bellwether verify" reads the entries before it`,
  );
}

/** Throws what keeps the database from holding a journal: unreachable, too old, settings under which commits are lost. */
async function databaseJournal({ journal, dataDir }: Config, runtime: Runtime): Promise<Finding> {
  if (journal === null) throw new Error('there is no database');
  checkOneJournal({ dataDir, database: journal });
  const options = { ...journal, runtime, patienceMs: 0 };
  using primary = closing(new Primary(options, 'bellwether doctor'));
  const begun = runtime.clock.monotonicMs();
  const { unsafe } = await primary.session();
  const shown = `${primary.address.shown}, ${Math.round(runtime.clock.monotonicMs() - begun)} ms to connect`;
  if (unsafe.length > 0) return warns(`${shown}: ${unsafe.join('; ')}`);
  const reader = await openPostgresReader(options);
  if (reader === null) return ok(`${shown}, none yet: a start begins one`);
  const { sequence } = await reader.head();
  await reader.close();
  return ok(`${shown}, ends with entry ${sequence}`);
}

/** The wall clock against the time of the journal's last entry, which only grows. */
export async function checkClock({ dataDir, journal, sandbox }: Config, runtime: Runtime): Promise<Finding> {
  const wallMs = runtime.clock.wallMs();
  const now = new Date(wallMs).toISOString();
  const isNew = journal === null && (!existsSync(dataDir) || journalBytes(dataDir) === 0);
  if (sandbox || isNew) return ok(`${now}, by this machine`);
  // The check of the journal says why it cannot be read.
  const lastMs = await lastTime({ dataDir, database: journal }, runtime).catch(() => null);
  if (lastMs === null) return ok(`${now}, by this machine`);
  if (wallMs >= lastMs - CLOCK_MS_MAX) return ok(`${now}, after the journal's last entry`);
  const behind = Math.round((lastMs - wallMs) / 1000);
  return warns(
    `${now} is ${behind} s before the journal's last entry: set this machine's clock. Until it catches up, the venue's time runs a tenth slower`,
  );
}

async function lastTime({ dataDir, database }: JournalPlace, runtime: Runtime): Promise<number | null> {
  await using reader = closing(
    database === null ? openJournalReader(dataDir) : await openJournalElsewhere(dataDir, { database, runtime }),
  );
  const { sequence } = await reader.head();
  return sequence === 0 ? null : ((await entryAt(reader, sequence))?.timeMs ?? null);
}
