/**
 * Fetches files that a starting node lacks from the leader: the newest snapshot and the read store, which it would
 * otherwise build from the whole journal. Best effort: whatever goes wrong, the node starts as it would without them.
 */

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openCandidate } from '@bellwether/ledger/adapters/log-postgres/turn.ts';
import { snapshotPaths } from '@bellwether/ledger/adapters/snapshot-file/snapshot-file.ts';
import { closing } from '@bellwether/ledger/files/closing.ts';
import { TcpNetwork } from '@bellwether/nodes/adapters/node-tcp/tcp-network.ts';
import { JOIN_FOLDER, STORE_FILE } from '@bellwether/ports/data-folder.ts';
import type { ClusterPlace, JournalDatabase } from '@bellwether/ports/journal-place.ts';
import type { FilePart } from '@bellwether/ports/node-files.ts';
import type { Leader } from '@bellwether/ports/nodes.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import { openJournalAtRest } from '../../ops/open-journal.ts';
import { nameOfProcess } from '../exchange/open-exchange.ts';
import { fetchInto } from './fetch-into.ts';

interface FetchMissingOptions {
  /** The caller holds the folder's lock. */
  readonly dataDir: string;
  readonly database: JournalDatabase;
  readonly cluster: ClusterPlace;
  readonly runtime: Runtime;
  /** Called with a description, for people, of the fetched files. */
  readonly onFetched: (message: string) => void;
  /** Called with the reason why something was not fetched or not used. */
  readonly onPassedOver: (message: string) => void;
}

/** Never rejects. */
export async function fetchMissing(options: FetchMissingOptions): Promise<void> {
  const { dataDir, onPassedOver } = options;
  try {
    // An earlier start may have been interrupted.
    rmSync(join(dataDir, JOIN_FOLDER), { recursive: true, force: true });
    const parts = missingIn(dataDir);
    if (parts.length === 0) return;
    const leader = await leaderOf(options);
    if (leader.address === '' || leader.address === options.cluster.address) return;
    await fetchFrom(leader, parts, options);
  } catch (error) {
    onPassedOver(`nothing is fetched from another node, it is made from the journal: ${wordsOf(error)}`);
  }
}

function missingIn(dataDir: string): FilePart[] {
  const hasSnapshot = snapshotPaths(dataDir).length > 0;
  const hasStore = existsSync(join(dataDir, STORE_FILE));
  return [...(hasSnapshot ? [] : ['snapshot' as const]), ...(hasStore ? [] : ['store' as const])];
}

async function leaderOf({ database, runtime }: FetchMissingOptions): Promise<Leader> {
  using candidate = closing(await openCandidate({ ...database, runtime }));
  return await candidate.leader();
}

async function fetchFrom(
  { name, address }: Leader,
  parts: readonly FilePart[],
  { dataDir, database, cluster, runtime, onFetched, onPassedOver }: FetchMissingOptions,
): Promise<void> {
  const { clock, timers, random } = runtime;
  const beganMs = clock.monotonicMs();
  await using journal = closing(await openJournalAtRest({ dataDir, database }, runtime));
  if (journal === null) return;
  const link = await new TcpNetwork({ ...cluster, timers, random }).connect(address);
  const fetched = await fetchInto({
    dataDir,
    parts,
    link,
    name: nameOfProcess(),
    journal,
    runtime,
    onPassedOver: (part, why) =>
      onPassedOver(`the ${WORDS[part]} of ${name} is not used, it is made from the journal: ${why}`),
  });
  const what = fetched.parts.map((part) => WORDS[part]).join(' and ');
  const [mebibytes, seconds] = [fetched.bytes / 2 ** 20, (clock.monotonicMs() - beganMs) / 1_000];
  if (what === '') return;
  onFetched(`${what} fetched from ${name}: ${mebibytes.toFixed(1)} MiB, checked, in ${seconds.toFixed(1)} s`);
}

const WORDS: Readonly<Record<FilePart, string>> = { snapshot: 'snapshot', store: 'read store' };

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
