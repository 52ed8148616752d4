/** A joining node: fetched files lead to the same state and rows; damaged or foreign ones leave nothing behind. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { hashState } from '@bellwether/engine';
import { openJournalReader } from '@bellwether/ledger/adapters/journal-sqlite/sqlite-journal.ts';
import { loadSnapshots, saveSnapshot } from '@bellwether/ledger/adapters/snapshot-file/snapshot-file.ts';
import { flipIn, flipped } from '@bellwether/ledger/files/testing/flipped.ts';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { recover, snapshotOf } from '@bellwether/ledger/log/recovery.ts';
import { TcpNetwork } from '@bellwether/nodes/adapters/node-tcp/tcp-network.ts';
import { between } from '@bellwether/nodes/adapters/node-tcp/testing/between.ts';
import { FileGivers, givingFiles } from '@bellwether/nodes/file-givers.ts';
import { STORE_FILE } from '@bellwether/ports/data-folder.ts';
import type { FromGiver, ToGiver } from '@bellwether/ports/node-files.ts';
import { LINK_FORMAT } from '@bellwether/ports/nodes.ts';
import type { Channel, Runtime } from '@bellwether/ports/runtime.ts';
import { claimPort } from '@bellwether/postgres-process/ports';
import { openStoreReader } from '@bellwether/read-model/adapters/store-sqlite/open-store.ts';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { JournalReader } from '../../ops/open-journal.ts';
import { MACHINE } from '../../runtime/machine.ts';
import { type ProjectorHandle, startProjector } from '../projector/projector-thread.ts';
import { RecordedFolder } from '../testing/recorded-folder.ts';
import { type Fetched, fetchInto } from './fetch-into.ts';
import { startGiving } from './give-thread.ts';

/** So few that a short test hands closed orders out. */
const BOUNDS = { remembered: 24, perGeneration: 8 };
const SECRET = 's'.repeat(32);
const { after, every } = MACHINE.timers;
/** A busy machine has a thousand times as long to connect and to send as a node has. */
const PATIENT: Runtime = {
  ...MACHINE,
  timers: {
    ...MACHINE.timers,
    after: (ms, act) => after(1_000 * ms, act),
    every: (ms, act) => every(1_000 * ms, act),
  },
};
const BOTH = ['snapshot', 'store'] as const;

let giver: RecordedFolder;
let projector: ProjectorHandle;
let projected: number;
let records: MessageChannel;
let joining: string;
let journal: JournalReader;
let network: TcpNetwork;
let givers: FileGivers;
let startSource: (parts: readonly ('snapshot' | 'store')[]) => Channel<ToGiver, FromGiver>;
let told: string[];

beforeEach(async () => {
  told = [];
  giver = new RecordedFolder();
  joining = newFolder();
  await trade(60);
  journal = openJournalReader(giver.dataDir);
  records = new MessageChannel();
  projector = await startProjector({
    dataDir: giver.dataDir,
    storeFile: join(giver.dataDir, STORE_FILE),
    recordPort: records.port2,
    onProjected: (sequence) => {
      projected = sequence;
    },
    onRebuilt: () => undefined,
    onReplaced: fail,
    onFailure: fail,
    onDamaged: async (message) => fail(message),
    onUnwritable: async (message) => fail(message),
  });
  startSource = (parts) => startGiving({ dataDir: giver.dataDir, parts });
  givers = new FileGivers({ open: (parts) => startSource(parts), timers: PATIENT.timers });
  network = await listening();
});
afterEach(async () => {
  givers.close();
  network.close();
  await projector.stop();
  records.port1.close();
  await journal.close();
  await giver.close();
});

function fail(message: string): never {
  throw new Error(message);
}

async function trade(count: number): Promise<void> {
  giver.trade(count);
  await giver.publish((record) => records?.port1.postMessage(record));
}

const networkAt = (port: number): TcpNetwork =>
  new TcpNetwork({ ...PATIENT, address: `127.0.0.1:${port}`, secret: SECRET });

async function listening(): Promise<TcpNetwork> {
  const made = networkAt(await claimPort());
  await givingFiles(made, givers).listen((link) => link.close('no one follows here'));
  return made;
}

/** Takes a snapshot of the giver's whole journal, with runs of closed orders. */
async function snapshot(): Promise<void> {
  const { dataDir } = giver;
  const { state, head, archive, journalSum } = await recover(journal, () => [], Number.POSITIVE_INFINITY, BOUNDS);
  saveSnapshot(dataDir, ...snapshotOf(state, head, journalSum), archive);
  expect(readdirSync(join(dataDir, 'snapshots')).filter((name) => name.endsWith('.run')).length).toBeGreaterThan(0);
}

const fetchAt = async (address: string, other: JournalReader = journal): Promise<Fetched> =>
  fetchInto({
    dataDir: joining,
    parts: BOTH,
    link: await networkAt(1).connect(address),
    name: 'c',
    journal: other,
    runtime: PATIENT,
    onPassedOver: (part, why) => told.push(`${part}: ${why}`),
  });

const fetch = (): Promise<Fetched> => fetchAt(network.address);

function rowsOf(dataDir: string): unknown {
  const store = openStoreReader(join(dataDir, STORE_FILE));
  onTestFinished(() => store.close());
  const tables = ['orders', 'fills', 'positions', 'projection_cursors'];
  return tables.map((table) => store.prepare(`SELECT * FROM ${table}`).all());
}

/** A source of files that does this when it is asked. */
const sourceThat = (receive: Channel<ToGiver, FromGiver>['receive']): Channel<ToGiver, FromGiver> => {
  return { send: () => undefined, receive, drain: () => undefined, close: () => undefined };
};

test('fetch: the newest snapshot with its runs, and the store, of a node that goes on', async () => {
  await snapshot();
  const before = projected;
  const fetching = fetch();
  // The venue goes on trading meanwhile, without waiting for the fetch.
  await trade(30);
  expect(await fetching).toMatchObject({ parts: BOTH });
  await expect.poll(() => projected).toBe(giver.venue.state.sequence);
  const all = await recover(journal, () => [], Number.POSITIVE_INFINITY, BOUNDS);
  const joined = await recover(journal, () => loadSnapshots(joining), Number.POSITIVE_INFINITY, BOUNDS);
  expect(joined).toMatchObject({ passedOver: [], snapshotSequence: before });
  expect(hashState(joined.state)).toBe(hashState(all.state));
  expect(joined.archive.runs.length).toBeGreaterThan(0);
  joined.archive.close();
  expect(readdirSync(joining).sort()).toEqual(expect.arrayContaining(['snapshots', STORE_FILE]));
  expect(readdirSync(joining)).not.toContain('join.new');
  expect(told).toEqual([]);
});

test('fetch: a node that has no snapshot yet gives its store, with the same rows', async () => {
  expect(await fetch()).toMatchObject({ parts: ['store'] });
  expect([existsSync(join(joining, 'snapshots')), rowsOf(joining)]).toEqual([false, rowsOf(giver.dataDir)]);
});

test.each([
  ['snapshot', '.snapshot', /^snapshot: .*\.snapshot is damaged/],
  ['snapshot', '.run', /^snapshot: .*\.run is damaged/],
  ['store', STORE_FILE, /^store: .*store\.sqlite is damaged: page/],
] as const)('fetch: a %s of which one byte in %s is another is passed over', async (part, suffix, words) => {
  await snapshot();
  const folder = part === 'store' ? giver.dataDir : join(giver.dataDir, 'snapshots');
  const file = join(folder, readdirSync(folder).find((each) => each.endsWith(suffix)) ?? fail(`there is no ${suffix}`));
  // The store's schema is before its last page.
  flipIn(file, part === 'store' ? statSync(file).size - 8 : undefined);
  expect((await fetch()).parts).toEqual(BOTH.filter((each) => each !== part));
  expect(told).toEqual([expect.stringMatching(words)]);
  expect(existsSync(join(joining, part === 'store' ? STORE_FILE : 'snapshots'))).toBe(false);
  expect(readdirSync(joining)).not.toContain('join.new');
});

test('fetch: a store whose schema is damaged is not given, and the snapshot is', async () => {
  await snapshot();
  const file = join(giver.dataDir, STORE_FILE);
  const text = readFileSync(file, 'latin1');
  // An index over a column that there is not.
  flipIn(file, text.indexOf('entity_type', text.indexOf('CREATE INDEX comments_by_entity')));
  expect((await fetch()).parts).toEqual(['snapshot']);
  expect(told).toEqual([]);
});

test('fetch: what is of another venue is passed over', async () => {
  await snapshot();
  const other = new RecordedFolder();
  other.venue.addMarkets(3);
  other.trade(100);
  await other.publish();
  const others = openJournalReader(other.dataDir);
  onTestFinished(() => other.close());
  onTestFinished(() => others.close());
  expect((await fetchAt(network.address, others)).parts).toEqual([]);
  expect(told).toEqual([
    expect.stringMatching(/^snapshot: it is of another journal/),
    expect.stringMatching(/^store: .*of another journal/),
  ]);
  expect(readdirSync(joining)).toEqual([]);
});

test.each([
  ['a byte is altered on the way', (chunk: Buffer) => flipped(chunk), /^a message was altered$/],
  ['the other node is gone half-way', () => null, /the connection was closed|ECONNRESET/],
])('fetch: %s, and nothing of it stays', async (_, alter, why) => {
  await snapshot();
  let passed = 0;
  // Alters only bytes from the giver; the handshake and the first files pass.
  const { address } = await between(network.address, {
    toCaller: (chunk) => {
      passed += chunk.byteLength;
      return passed < 200_000 ? chunk : alter(chunk);
    },
  });
  await expect(fetchAt(address)).rejects.toThrow(why);
  expect(passed).toBeGreaterThanOrEqual(200_000);
  expect([readdirSync(joining), (await fetch()).parts]).toEqual([[], BOTH]);
});

test('fetch: a node that does not stop sending, or sends what was not asked for, is not listened to', async () => {
  const file = (bytes: number, name = STORE_FILE): FromGiver => ({ kind: 'file', name, bytes });
  for (const [why, ...messages] of [
    ['a file that was not asked for', file(1, '../admin-token')],
    ['more than it said', file(1), { kind: 'piece', bytes: new Uint8Array(2) }],
    ['2 bytes of a file are missing', file(2), { kind: 'given' }],
  ] satisfies [string, ...FromGiver[]][]) {
    startSource = () => sourceThat((take) => messages.forEach(take));
    await expect(fetch()).rejects.toThrow(why);
    expect(readdirSync(joining)).toEqual([]);
  }
});

test('fetch: two nodes at a time, a third joins without', async () => {
  const asked: string[] = [];
  startSource = () => sourceThat(() => void asked.push('asked'));
  const links = await Promise.all([networkAt(1).connect(network.address), networkAt(1).connect(network.address)]);
  for (const link of links) link.send({ kind: 'fetch', format: LINK_FORMAT, name: 'b', parts: BOTH });
  await expect.poll(() => asked).toHaveLength(2);
  await expect(fetch()).rejects.toThrow('it gives its files to other nodes at the moment');
  const other = await networkAt(1).connect(network.address);
  other.send({ kind: 'fetch', format: LINK_FORMAT + 1, name: 'b', parts: BOTH });
  const refused = { kind: 'refused', why: expect.stringMatching(/another version$/) };
  expect(await new Promise((resolve) => other.receive(resolve))).toMatchObject(refused);
  for (const link of links) link.close('enough');
  startSource = (parts) => startGiving({ dataDir: giver.dataDir, parts });
  await expect.poll(() => fetch().catch(() => null)).toMatchObject({ parts: ['store'] });
});
