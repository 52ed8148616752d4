/** Recordings: journals of a version with the facts it computed, in `ops/fixtures/recordings`; never rewritten. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { hashState } from '@bellwether/engine';
import { openJournalFiles } from '@bellwether/ledger/adapters/journal-sqlite/journal-files.ts';
import { emptyStart, Follower } from '@bellwether/ledger/log/follower.ts';
import { JOURNAL_FILE } from '@bellwether/ports/data-folder.ts';
import { play } from '@bellwether/sandbox-venue/testing/played.ts';
import { BRANCHES_FOLDER } from '../sandbox-folder.ts';
import { exported } from './exported.ts';
import { RECORDED_SETTINGS } from './recorded-acts.ts';

const RECORDINGS = new URL('../fixtures/recordings/', import.meta.url).pathname;
const JOURNAL_SUFFIX = '.sqlite.gz';

/** Facts that a version computes from a journal. */
export interface Facts {
  readonly entries: number;
  /** Chain value of the last entry. */
  readonly head: string;
  readonly stateHash: string;
  readonly export: string;
  /** Answers of a sandbox started with the journal, by path; empty for the journal of a venue. */
  readonly reads: Readonly<Record<string, unknown>>;
}

export type Recorded = { readonly name: string; readonly journal: string; readonly facts: string };

export const folderOf = (recording: string): string => join(RECORDINGS, recording);

export const recordingsIn = (folder = RECORDINGS): readonly Recorded[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(JOURNAL_SUFFIX))
    .sort()
    .map((path) => {
      const name = path.slice(0, -JOURNAL_SUFFIX.length);
      return { name, journal: join(folder, path), facts: join(folder, `${name}.json`) };
    });

export const factsOf = ({ facts }: Recorded): Facts => JSON.parse(readFileSync(facts, 'utf8')) as Facts;

/** Unpacks a recording into a new sandbox folder with only the journal. */
export function unpack({ journal, name }: Recorded): string {
  const dataDir = mkdtempSync(join(tmpdir(), `${basename(name)}-`));
  const branch = branchOf(dataDir);
  mkdirSync(branch, { recursive: true, mode: 0o700 });
  writeFileSync(join(branch, JOURNAL_FILE), gunzipSync(readFileSync(journal)), { mode: 0o600 });
  return dataDir;
}

export const branchOf = (dataDir: string): string => join(dataDir, BRANCHES_FOLDER, 'main');

/** Facts except the reads, as this version recovers and exports the journal. Leaves the folder unchanged. */
export async function recover(dataDir: string): Promise<Omit<Facts, 'reads'>> {
  const branch = branchOf(dataDir);
  const journal = openJournalFiles(branch);
  if (journal === null) throw new Error(`there is no journal in ${branch}`);
  const follower = new Follower(emptyStart());
  for (const record of journal.read(1)) follower.foldRecord(record);
  journal.close();
  const { sequence, hash } = follower.head;
  const digest = createHash('sha256').update(await exported(branch));
  return { entries: sequence, head: hash, stateHash: hashState(follower.state), export: digest.digest('hex') };
}

/** Answers of a sandbox that is started on the folder and stopped again. */
type PathsOf = (get: Get) => Promise<readonly string[]>;
export async function read(dataDir: string, pathsOf: PathsOf): Promise<Facts['reads']> {
  const { sandbox } = await play({ dataDir, settings: RECORDED_SETTINGS });
  try {
    const get: Get = async (path) => (await fetch(sandbox.url + path)).json();
    const reads: Record<string, unknown> = {};
    for (const path of await pathsOf(get)) reads[path] = await get(path);
    return reads;
  } finally {
    await sandbox.stop();
  }
}

export type Get = (path: string) => Promise<unknown>;
