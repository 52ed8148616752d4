/** A database as an end of a copy. A new journal is marked as partial until it is complete. */

import { parseAddress } from '@bellwether/ledger/adapters/log-postgres/address.ts';
import {
  isBeingCopied,
  journalHolder,
  markCopy,
  unmarkCopy,
} from '@bellwether/ledger/adapters/log-postgres/copying.ts';
import { openPostgresLog } from '@bellwether/ledger/adapters/log-postgres/postgres-log.ts';
import { openPostgresReader } from '@bellwether/ledger/adapters/log-postgres/postgres-reader.ts';
import type { PostgresOptions } from '@bellwether/ledger/adapters/log-postgres/primary.ts';
import { closing } from '@bellwether/ledger/files/closing.ts';
import { GENESIS_HASH, type JournalHead } from '@bellwether/ports/journal.ts';
import type { JournalKind } from '@bellwether/ports/journal-kind.ts';
import { type CopyLog, type CopySource, type CopyTarget, JournalInUse } from './ends.ts';

export async function openPostgresSource(options: PostgresOptions): Promise<CopySource> {
  const name = nameOf(options);
  await checkUnused(options, name);
  if (await isBeingCopied(options))
    throw new Error(`${name} holds a part of a journal: the copy into it has not ended`);
  const reader = await openPostgresReader(options);
  if (reader === null) throw new Error(`there is no journal in ${name}`);
  const { kind } = reader;
  return { name, kind, read: (from) => reader.read(from), head: () => reader.head(), close: () => reader.close() };
}

export async function openPostgresTarget(options: PostgresOptions): Promise<CopyTarget> {
  const name = nameOf(options);
  await checkUnused(options, name);
  const { kind, head: start } = await startOf(options);
  const isPart = start.sequence === 0 || (await isBeingCopied(options));
  return {
    name,
    kind: () => Promise.resolve(kind),
    head: () => Promise.resolve(start),
    open: async (ofSource): Promise<CopyLog> => {
      if (isPart) await markCopy(options);
      return openPostgresLog({ ...options, holder: 'a copy of a journal', kind: ofSource, isCopy: true });
    },
    finish: () => unmarkCopy(options),
    close: () => Promise.resolve(),
  };
}

const nameOf = ({ url }: PostgresOptions): string => `PostgreSQL at ${parseAddress(url).shown}`;

/** The first look at the database: a wrong address is told at once. */
async function checkUnused(options: PostgresOptions, name: string): Promise<void> {
  const holder = await journalHolder({ ...options, patienceMs: 0 });
  if (holder !== null) throw new JournalInUse(`the journal in ${name} is in use by ${holder}`);
}

async function startOf(options: PostgresOptions): Promise<{ kind: JournalKind | null; head: JournalHead }> {
  await using reader = closing(await openPostgresReader({ ...options, isCopy: true }));
  if (reader === null) return { kind: null, head: { sequence: 0, hash: GENESIS_HASH } };
  return { kind: reader.kind, head: await reader.head() };
}
