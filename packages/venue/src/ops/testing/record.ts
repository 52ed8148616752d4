/**
 * `node packages/venue/src/ops/testing/record.ts NAME` makes the recording `NAME` of this version. If it exists, its
 * journals stay and only this version's facts about them are rewritten: for answers changed on purpose.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { copyJournal } from '@bellwether/ledger/adapters/journal-sqlite/copy-journal.ts';
import { JOURNAL_FILE } from '@bellwether/ports/data-folder.ts';
import { MACHINE } from '../../runtime/machine.ts';
import { BRANCHES_FOLDER } from '../sandbox-folder.ts';
import { playRecording } from './recorded-acts.ts';
import { folderOf, type Get, read, recordingsIn, recover, unpack } from './recordings.ts';

type Row = Readonly<Record<string, unknown>>;

const PUBLIC = [
  '/markets?limit=100',
  '/events?limit=100',
  '/tags',
  '/series',
  '/trades?limit=100',
  '/leaderboard',
  '/v1/leaderboard?orderBy=VOL',
  '/simplified-markets',
  '/public-search?q=wins',
];
const OF_TOKEN = [
  '/book?token_id=',
  '/midpoint?token_id=',
  '/last-trade-price?token_id=',
  '/prices-history?interval=max&market=',
];
const OF_USER = ['positions', 'closed-positions', 'activity', 'value', 'traded'];
const OF_WALLET = [...OF_USER.map((path) => `/${path}?user=`), '/public-profile?address='];

/** Paths of all reads for the journal's items. */
async function pathsOf(get: Get): Promise<readonly string[]> {
  const rows = async (path: string): Promise<readonly Row[]> => (await get(path)) as readonly Row[];
  const markets = await rows('/markets?limit=100');
  const events = await rows('/events?limit=100');
  const trades = await rows('/trades?limit=100&takerOnly=false');
  const texts = (values: readonly unknown[]): readonly string[] => [...new Set(values.map(String))].sort();
  const tokens = markets.flatMap(({ clobTokenIds }) => JSON.parse(String(clobTokenIds)) as string[]);
  const each = (paths: readonly string[], of: readonly string[]) =>
    of.flatMap((one) => paths.map((path) => path + one));
  return [
    ...PUBLIC,
    ...events.map(({ id }) => `/comments?parent_entity_type=Event&parent_entity_id=${id}&limit=100`),
    ...each(['/markets/', '/holders?market=', '/oi?market='], texts(markets.map(({ conditionId }) => conditionId))),
    ...each(OF_TOKEN, texts(tokens)),
    ...each(OF_WALLET, texts(trades.map(({ proxyWallet }) => proxyWallet))),
  ];
}

async function main(name: string): Promise<void> {
  const folder = folderOf(name);
  if (!existsSync(folder)) await recordInto(folder);
  for (const recorded of recordingsIn(folder)) {
    const dataDir = unpack(recorded);
    const facts = await recover(dataDir);
    const answers = recorded.name.endsWith('venue') ? {} : await read(dataDir, pathsOf);
    rmSync(dataDir, { recursive: true });
    const reads = Object.entries(answers).map(([path, body]) => `${JSON.stringify(path)}:${JSON.stringify(body)}`);
    writeFileSync(recorded.facts, `${JSON.stringify(facts).slice(0, -1)},"reads":{\n${reads.join(',\n')}\n}}\n`);
    process.stdout.write(`${recorded.name}: ${facts.entries} entries, ${reads.length} reads\n`);
  }
}

async function recordInto(folder: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'recording-'));
  await playRecording(dataDir);
  mkdirSync(folder, { recursive: true });
  for (const branch of readdirSync(join(dataDir, BRANCHES_FOLDER))) {
    const copy = join(dataDir, `${branch}.sqlite`);
    copyJournal(join(dataDir, BRANCHES_FOLDER, branch, JOURNAL_FILE), copy, MACHINE.random);
    writeFileSync(join(folder, `${branch}.sqlite.gz`), gzipSync(readFileSync(copy), { level: 9 }));
  }
  rmSync(dataDir, { recursive: true });
}

const [name] = process.argv.slice(2);
if (name === undefined) throw new Error('usage: record.ts NAME');
await main(name);
