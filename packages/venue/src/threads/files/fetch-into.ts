/** Fetches files of another node over a link into a data folder: each part takes its place there once it is checked. */

import { join } from 'node:path';
import { readOrderRun } from '@bellwether/ledger/adapters/snapshot-file/order-runs.ts';
import { loadSnapshots } from '@bellwether/ledger/adapters/snapshot-file/snapshot-file.ts';
import { entryAt } from '@bellwether/ledger/log/entry-at.ts';
import { fetchFiles } from '@bellwether/nodes/fetch-files.ts';
import { SNAPSHOTS_FOLDER, STORE_FILE } from '@bellwether/ports/data-folder.ts';
import type { FilePart } from '@bellwether/ports/node-files.ts';
import type { FromLeader, NodeLink, ToLeader } from '@bellwether/ports/nodes.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import { checkStoreFile } from '@bellwether/read-model/adapters/store-sqlite/page-checksums.ts';
import type { JournalReader } from '../../ops/open-journal.ts';
import { mismatchOf } from '../projector/store-mismatch.ts';
import { JoinFolder } from './join-folder.ts';

interface FetchIntoOptions {
  /** The caller holds the folder's lock. */
  readonly dataDir: string;
  readonly parts: readonly FilePart[];
  readonly link: NodeLink<ToLeader, FromLeader>;
  /** Name of this node, for people. */
  readonly name: string;
  /** Journal that the files are checked against; the caller closes it. */
  readonly journal: JournalReader;
  readonly runtime: Runtime;
  /** Called with the reason why a fetched part is not used. */
  readonly onPassedOver: (part: FilePart, why: string) => void;
}

export interface Fetched {
  /** Parts that were installed. */
  readonly parts: readonly FilePart[];
  readonly bytes: number;
}

/** Rejects, with nothing left behind, when the transfer is incomplete. */
export async function fetchInto(options: FetchIntoOptions): Promise<Fetched> {
  const { dataDir, parts, link, name, journal, runtime, onPassedOver } = options;
  const folder = new JoinFolder(dataDir);
  try {
    const bytes = await fetchFiles({ link, name, parts, files: folder, runtime });
    const used: FilePart[] = [];
    for (const part of parts.filter((each) => folder.has(each))) {
      const why = await faultOf(part, folder.path, journal);
      if (why !== null) {
        onPassedOver(part, why);
        continue;
      }
      folder.install(part);
      used.push(part);
    }
    return { parts: used, bytes };
  } finally {
    folder.remove();
  }
}

async function faultOf(part: FilePart, folder: string, journal: JournalReader): Promise<string | null> {
  try {
    await (part === 'snapshot' ? checkSnapshot(folder, journal) : checkStore(folder, journal));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Throws a description of any fault of the snapshot, or of its closed orders. */
async function checkSnapshot(folder: string, journal: JournalReader): Promise<void> {
  const [stored] = loadSnapshots(folder);
  if (stored === undefined) throw new Error('there is none');
  if ('damage' in stored) throw new Error(stored.damage);
  const { sequence, hash, runs } = stored;
  if ((await entryAt(journal, sequence))?.hash !== hash) {
    throw new Error(`it is of another journal: entry ${sequence} of this one has not the hash ${hash}`);
  }
  for (const run of runs) for (const row of readOrderRun(join(folder, SNAPSHOTS_FOLDER), run)) void row;
}

/** Throws a description of any fault of the read store. */
async function checkStore(folder: string, journal: JournalReader): Promise<void> {
  const storeFile = join(folder, STORE_FILE);
  checkStoreFile(storeFile);
  const mismatch = await mismatchOf(storeFile, journal, await journal.head());
  if (mismatch !== null) throw new Error(mismatch);
}
