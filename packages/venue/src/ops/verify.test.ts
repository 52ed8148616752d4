/** `verify` on a real folder: passes on a sound one, and finds and names every kind of tampering. */
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  accountId,
  type Command,
  type CommentId,
  catalogId,
  createState,
  type Entry,
  GENERATED_IDS_FROM,
  hashState,
  marketId,
  takeSnapshot,
} from '@bellwether/engine';
import { Sequencer } from '@bellwether/exchange/sequencer/sequencer.ts';
import {
  placeOrder,
  sampleTraffic,
  seededRandom,
  setUpCommands,
  takeCommands,
} from '@bellwether/exchange/sequencer/testing/sample-venue.ts';
import { readSnapshot, saveSnapshot, snapshotPaths } from '@bellwether/ledger/adapters/snapshot-file/snapshot-file.ts';
import { editDatabase } from '@bellwether/ledger/files/testing/edit-database.ts';
import { flipIn } from '@bellwether/ledger/files/testing/flipped.ts';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { emptyStart, Follower } from '@bellwether/ledger/log/follower.ts';
import { snapshotOf } from '@bellwether/ledger/log/recovery.ts';
import { openUnlocked, recordsOf } from '@bellwether/ledger/log/testing/journal-of.ts';
import { entriesOfRecord, readableLines } from '@bellwether/ledger/record/journal-record.ts';
import { RecordWriter } from '@bellwether/ledger/record/record-bytes.ts';
import { STORE_FILE } from '@bellwether/ports/data-folder.ts';
import { GENESIS_HASH, type JournalHead } from '@bellwether/ports/journal.ts';
import { openStore } from '@bellwether/read-model/adapters/store-sqlite/open-store.ts';
import { ALL_PROJECTIONS } from '@bellwether/read-model/all-projections.ts';
import { PriceObserver } from '@bellwether/read-model/prices/project/observed-prices.ts';
import { createProjectionRunner } from '@bellwether/read-model/runner.ts';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { checkNaively } from './testing/naive-store-check.ts';
import { verifyDataFolder } from './verify.ts';

/** Corruptions of a read store, one of each kind, as SQL, with the message that `verify` must print. */
const LAST_FILL = 'id = (SELECT max(id) FROM fills)';

const STORE_FALSEHOODS: readonly (readonly [what: string, sql: string, message: RegExp])[] = [
  ['a number that is wrong', `UPDATE fills SET size_micros = 7 WHERE ${LAST_FILL}`, /fills row \d+: size_micros is 7/],
  ['a text that is wrong', "UPDATE comments SET body = 'x' WHERE id = 1", /comments row 1: body is "x"/],
  ['bytes that are wrong', "UPDATE orders SET order_id = x'00' WHERE number = 3", /orders row 3: order_id is "00"/],
  [
    'a row of several keys',
    'UPDATE price_points SET price_half_ticks = 1 WHERE market = 0',
    /price_points row 0\/\d+\/\d+: price_half_ticks is 1/,
  ],
  ['what is searched', "UPDATE profile_text SET name = 'Eve' WHERE rowid = 1", /profile_text row 1: name is "Eve"/],
  ['what a list shows', 'UPDATE market_figures SET best_bid_ticks = 1', /market_figures row 0: best_bid_ticks is 1/],
  [
    'a figure that lists are sorted by',
    'UPDATE market_listing SET volume_micros = volume_micros + 1',
    /store\.sqlite is damaged: page \d+ is not what was written/,
  ],
  ['a row that is missing', 'DELETE FROM orders WHERE number = 3', /orders has row 4 where row 3 must be/],
  ['the last row missing', `DELETE FROM fills WHERE ${LAST_FILL}`, /fills has \d+ rows, must have \d+/],
  ['a table without rows', 'DELETE FROM reactions', /reactions has 0 rows, must have 1/],
  [
    'a row too many',
    'INSERT INTO positions VALUES (0, 0, 999, 5)',
    /positions has row 0\/0\/999 where row 0\/1\/0 must be/,
  ],
  [
    'a row too many at the end',
    `INSERT INTO fills SELECT id + 8192, kind, market, wallet, outcome, order_number, size_micros, collateral_micros,
       price_micros, fee_micros, time_s, hash FROM fills WHERE ${LAST_FILL}`,
    /fills has row \d+, which no entry explains/,
  ],
  [
    'a cursor of another journal',
    "UPDATE projection_cursors SET hash = 'x' WHERE name = 'ledger'",
    /entry \d+: projection ledger holds it with another hash, x/,
  ],
  [
    'a cursor that is ahead',
    "UPDATE projection_cursors SET sequence = sequence + 1 WHERE name = 'accounts'",
    /accounts is at entry \d+, the journal ends at \d+: acknowledged entries are missing/,
  ],
];

const START_MS = 1_700_000_000_000;

let dataDir: string;

/** A profile, a thread of three without its middle, reactions, and reports, of one comment dismissed. */
function communityCommands(): Command[] {
  const entity = { type: 'market', id: catalogId(GENERATED_IDS_FROM + 1) } as const;
  const [ann, bob] = [accountId(0), accountId(1)];
  const [first, second] = [1 as CommentId, 2 as CommentId];
  return [
    { kind: 'UpdateProfile', account: bob, changes: { name: 'Bob', displayUsernamePublic: false } },
    { kind: 'SetModerator', account: bob, moderator: true },
    { kind: 'AddComment', account: ann, entity, parent: null, body: 'first' },
    { kind: 'AddComment', account: ann, entity, parent: first, body: 'second' },
    { kind: 'AddComment', account: bob, entity, parent: second, body: 'third' },
    { kind: 'AddReaction', account: bob, comment: first, reaction: 'HEART' },
    { kind: 'AddReaction', account: ann, comment: first, reaction: 'HEART' },
    { kind: 'RemoveReaction', account: ann, comment: first, reaction: 'HEART' },
    { kind: 'ReportComment', account: bob, comment: first },
    { kind: 'DismissReports', account: bob, comment: first },
    { kind: 'ReportComment', account: bob, comment: second },
    { kind: 'RemoveComment', account: bob, comment: second },
  ];
}

/** A key that is armed, beats once more and falls silent; another that is revoked while armed. */
function heartbeatCommands(): Command[] {
  const key = (account: number) => ({ account: accountId(account), apiKey: `key-${account}` });
  return [
    { kind: 'IssueApiKey', ...key(1), nonce: '0' },
    { kind: 'IssueApiKey', ...key(2), nonce: '0' },
    { kind: 'Beat', ...key(1), heartbeatId: null, nextId: 'first' },
    { kind: 'Beat', ...key(1), heartbeatId: 'first', nextId: 'second' },
    { kind: 'Beat', ...key(2), heartbeatId: '', nextId: 'third' },
    { kind: 'RevokeApiKey', ...key(2) },
  ];
}

/** Builds a venue's folder after about twelve hundred commands, with two snapshots and a complete read store. */
async function buildFolder(folder: string): Promise<void> {
  const journal = openUnlocked(folder);
  const store = openStore(join(folder, STORE_FILE));
  const runner = createProjectionRunner(store, ALL_PROJECTIONS);
  const state = createState();
  // The sequencer has already folded when it releases; projections need the prices observed on the way.
  const follower = new Follower(emptyStart());
  const prices = new PriceObserver();
  follower.observe(prices);
  let nowMs = START_MS;
  const sequencer = new Sequencer({
    state,
    head: { sequence: 0, hash: GENESIS_HASH },
    log: journal,
    clock: () => (nowMs += 1_000),
    release: ({ record }) => {
      if (record === null) return;
      runner.write(follower.foldRecord(record), record.previousHash, { state: follower.state, prices: prices.take() });
    },
  });
  let id = 0;
  const traffic = sampleTraffic(seededRandom(77), { accounts: 4, markets: 3, firstSalt: 1 });
  const expiration = START_MS / 1000 + 900;
  const gtd = placeOrder({ salt: 99_999, account: 0, price: 100, shares: 5, type: 'GTD', expiration });
  const rounds = [
    [...setUpCommands(4, 3), gtd, ...takeCommands(traffic, 600)],
    [
      ...takeCommands(traffic, 400),
      ...communityCommands(),
      ...heartbeatCommands(),
      { kind: 'ResolveMarket', market: marketId(2), payouts: [5_000, 5_000] } as const,
    ],
    // Resting orders of the closed market no longer count.
    [...takeCommands(traffic, 250), { kind: 'UpdateMarket', market: marketId(1), changes: { closed: true } } as const],
  ];
  for (const [round, commands] of rounds.entries()) {
    for (const command of commands) sequencer.enqueue({ id: id++, json: JSON.stringify(command) });
    while (sequencer.hasWork()) await sequencer.step();
    if (round < 2) saveSnapshot(folder, ...snapshotOf(state, sequencer.head));
  }
  await journal.close();
  store.close();
}

const original = mkdtempSync(join(tmpdir(), 'verify-'));
await buildFolder(original);

afterAll(() => rmSync(original, { recursive: true }));

beforeEach(() => {
  dataDir = newFolder();
  cpSync(original, dataDir, { recursive: true });
});

async function verify(): Promise<{ ok: boolean; output: string }> {
  const lines: string[] = [];
  return { ok: await verifyDataFolder(dataDir, (line) => lines.push(line)), output: lines.join('\n') };
}

async function expectVerdict(holds: boolean, ...says: readonly RegExp[]): Promise<void> {
  const { ok, output } = await verify();
  for (const words of says) expect(output).toMatch(words);
  expect(ok).toBe(holds);
}

function edit(file: string, sql: string): void {
  const database = new DatabaseSync(join(dataDir, file));
  const { changes } = database.prepare(sql).run();
  database.close();
  // A corruption that changed nothing would prove nothing.
  expect(changes).toBeGreaterThan(0);
}

const readLines = () => recordsOf(dataDir).map((record) => readableLines(record, entriesOfRecord(record, null)));

/** Changes lines of the journal and repairs the whole chain, records and head, as a careful forger would. */
function forge(change: (line: string) => string): void {
  let head: JournalHead = { sequence: 0, hash: GENESIS_HASH };
  let changed = 0;
  const records = readLines().map((lines) => {
    const writer = new RecordWriter(head);
    for (const line of lines) {
      const forged = change(line);
      if (forged !== line) changed++;
      const { command, events, ...stamp } = JSON.parse(forged) as Entry<Command>;
      writer.write(stamp, command, JSON.stringify(command), events);
      writer.keep();
    }
    head = writer.head;
    return writer.finish()?.record;
  });
  const database = new DatabaseSync(join(dataDir, 'journal.sqlite'));
  const update = database.prepare('UPDATE records SET previous_hash = ?, hash = ?, bytes = ? WHERE first_sequence = ?');
  for (const record of records) {
    if (record === undefined || typeof record.payload === 'string') throw new Error('a record has bytes');
    update.run(record.previousHash, record.hash, record.payload, record.firstSequence);
  }
  database.prepare('UPDATE head SET last_hash = ?').run(head.hash);
  database.close();
  expect(changed).toBe(1);
}

function once(pattern: RegExp, replacement: string): (line: string) => string {
  let done = false;
  return (line) => {
    if (done || !pattern.test(line)) return line;
    done = true;
    return line.replace(pattern, replacement);
  };
}

test('verify: a sound folder holds, and it says what was checked [D14]', async () => {
  await expectVerdict(
    true,
    /^journal: [\d,]+ records, ([\d,]+) entries, hash chain whole up to [0-9a-f]{64}\n/,
    /decisions: [\d,]+ commands decided again, all events the same/,
    /snapshots: 2 of 2 restored/,
    /\nread store: at entry ([\d,]+) of \1\n/,
    /\nread store: [1-9],\d{3} rows of [2-9]\d tables as the journal makes them\n/,
    /\nread store: [1-9]\d* pages as they were written\neverything holds$/,
  );
  const text = readLines().flat().join('\n');
  // What it holds has missed heartbeats, and orders that were cancelled for it.
  for (const what of ['"cause":"timeout"', '"cause":"key_revoked"', '"reason":"heartbeat"'])
    expect(text).toContain(what);
});

test('verify: it creates, changes and locks nothing, also where it may not write [D29]', async () => {
  const seen = (): unknown[] =>
    readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [name, statSync(join(parentPath, name)).mtimeMs]);
  const before = seen();
  chmodSync(dataDir, 0o500);
  onTestFinished(() => chmodSync(dataDir, 0o700));
  expect([(await verify()).ok, seen()]).toEqual([true, before]);
});

test('verify: a read store that another version of the program wrote is not held against it', async () => {
  edit(STORE_FILE, "UPDATE projection_cursors SET version = version - 1 WHERE name = 'catalog'");
  edit(STORE_FILE, 'UPDATE markets SET settled = 0 WHERE market = 2');
  await expectVerdict(true, /^read store: another version of the program wrote it (.|\n)*everything holds$/);
});

test.for([
  ['without a read store', false],
  ['with an empty one, which a killed start has left,', true],
] as const)('verify: a folder %s and without snapshots holds too', async ([, isEmpty]) => {
  rmSync(join(dataDir, STORE_FILE));
  if (isEmpty) writeFileSync(join(dataDir, STORE_FILE), '');
  rmSync(join(dataDir, 'snapshots'), { recursive: true });
  await expectVerdict(true, /^read store: there is none yet\njournal: (.|\n)*snapshots: 0 of 0 .*\neverything holds$/);
});

test('verify: a folder without a journal is refused and left as it is', async () => {
  const empty = join(dataDir, 'nothing');
  const lines: string[] = [];
  expect(await verifyDataFolder(empty, (line) => lines.push(line))).toBe(false);
  expect(lines).toEqual([`FAILED: there is no journal in ${empty}`]);
});

const forgeries: [what: string, command: string, change: (line: string) => string][] = [
  ['more collateral for a trade', 'PlaceOrder', once(/("kind":"TradeExecuted".*?"collateral":\d+)/, '$10')],
  ['a deposit out of nothing', 'OpenAccount', once(/("kind":"WalletBound".*?"credit":\d+)/, '$10')],
  ['an event left out', 'SplitPosition', once(/"events":\[\{"kind":"PositionSplit"[^}]*\}\]/, '"events":[]')],
  [
    'a command that would be refused',
    'SplitPosition',
    once(/("kind":"SplitPosition".*?"amount":)\d+(.*"events")/, '$19000000000000000$2'),
  ],
  ['a missed heartbeat about other orders [D18]', '\\w+', once(/("kind":"HeartbeatMissed".*?"ordersBefore":)/, '$19')],
];
test.each(forgeries)('verify: one forged, its chain intact, is found: %s [D14]', async (_what, command, change) => {
  forge(change);
  await expectVerdict(false, new RegExp(`FAILED: entry \\d+: ${command} decided again gives`));
});

test('verify: time that goes back is found, with the chain intact [D14]', async () => {
  forge(once(/"timeMs":17\d+(?=,"command":\{"kind":"SplitPosition")/, '"timeMs":1600000000000'));
  await expectVerdict(false, /FAILED: entry \d+: entry \d+ goes back in time/);
});

test('verify: a broken chain is found', async () => {
  edit(
    'journal.sqlite',
    'UPDATE records SET bytes = CAST(replace(bytes, \'"tick"\', \'"Tick"\') AS BLOB) WHERE first_sequence = 1',
  );
  await expectVerdict(
    false,
    /^FAILED: journal record 1\.\.\d+ is damaged: its content does not match its hash\. The journal is \/.*\/journal\.sqlite\. Keep/,
  );
});

test('verify: the naive folds of the tests agree with what it holds against the journal', () => {
  using store = new DatabaseSync(join(dataDir, STORE_FILE));
  checkNaively(recordsOf(dataDir), store);
});

test.each(STORE_FALSEHOODS)('verify: %s is found', async (_what, sql, message) => {
  edit(STORE_FILE, sql);
  await expectVerdict(false, message, /\n?FAILED: [^\n]+$/);
});

test.each([
  [
    'journal.sqlite',
    'CREATE VIEW seen AS SELECT * FROM records',
    /journal\.sqlite has the view "seen", which .*Restore/,
  ],
  [
    STORE_FILE,
    'CREATE INDEX other ON fills (hash)',
    /read store: .*store\.sqlite has the index "other", which .*next start/,
  ],
  [STORE_FILE, 'ALTER TABLE fills ADD note', /store\.sqlite has the table "fills" in another form/],
  [
    STORE_FILE,
    'CREATE TRIGGER t AFTER DELETE ON fills BEGIN DELETE FROM orders; END',
    /store\.sqlite has the trigger "t"/,
  ],
] as const)('verify: what is foreign to %s is named: %s [D55]', async (file, sql, message) => {
  editDatabase(join(dataDir, file), sql);
  await expectVerdict(false, message);
});

test('verify: a damaged snapshot is found', async () => {
  const [path = ''] = snapshotPaths(dataDir);
  flipIn(path, 500);
  expect((await verify()).output).toBe(`FAILED: snapshot ${path} is damaged`);
});

test('verify: a snapshot of another version of the program is passed over', async () => {
  const [path = ''] = snapshotPaths(dataDir);
  const { snapshot, ...mark } = readSnapshot(path) as NonNullable<ReturnType<typeof readSnapshot>>;
  saveSnapshot(dataDir, { ...snapshot, version: snapshot.version - 1 }, { ...mark, stateHash: 'f'.repeat(16) });
  expect((await verify()).output).toMatch(
    /snapshots: 1 of 2 restored.*; 1 of another version of the program, .*\n(.|\n)*everything holds$/,
  );
});

test.each([
  ['says what the journal does not', 10, /^FAILED: snapshot .* is of another journal/],
  ['is ahead of the journal, which has lost entries', 10_000, /FAILED: snapshot .* is ahead of the journal/],
])('verify: a snapshot that %s is found', async (_what, sequence, message) => {
  const state = createState();
  saveSnapshot(dataDir, takeSnapshot(state), { sequence, hash: 'a'.repeat(64), stateHash: hashState(state) });
  expect((await verify()).output).toMatch(message);
});
