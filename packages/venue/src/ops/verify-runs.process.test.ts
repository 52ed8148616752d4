/** Closed-order files that are damaged, missing or foreign: `verify` names them, a start recreates them. */
import { cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CLOSED_ORDERS_PER_GENERATION, CLOSED_ORDERS_REMEMBERED, createOrderRow } from '@bellwether/engine';
import { Sequencer } from '@bellwether/exchange/sequencer/sequencer.ts';
import { placeOrder, setUpCommands } from '@bellwether/exchange/sequencer/testing/sample-venue.ts';
import { openJournalReader } from '@bellwether/ledger/adapters/journal-sqlite/sqlite-journal.ts';
import { readOrderRun } from '@bellwether/ledger/adapters/snapshot-file/order-runs.ts';
import { writeRun } from '@bellwether/ledger/adapters/snapshot-file/run-file.ts';
import { loadSnapshots, saveSnapshot } from '@bellwether/ledger/adapters/snapshot-file/snapshot-file.ts';
import { flipIn } from '@bellwether/ledger/files/testing/flipped.ts';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { type Recovered, recover, snapshotOf } from '@bellwether/ledger/log/recovery.ts';
import { openUnlocked } from '@bellwether/ledger/log/testing/journal-of.ts';
import { SNAPSHOTS_FOLDER } from '@bellwether/ports/data-folder.ts';
import { createDataDir } from '@bellwether/venue-process';
import { beforeEach, expect, test } from 'vitest';
import { verifyDataFolder } from './verify.ts';

const TAKERS = CLOSED_ORDERS_PER_GENERATION + 10;
const RUN = { from: 0, to: 1 };

let dataDir: string;
let path: string;

const takerOf = (taker: number) =>
  placeOrder({ salt: 2 + taker, account: 1, outcome: 1, price: 5_000, shares: 5, type: 'FAK' });

const original = createDataDir();
const journal = openUnlocked(original);
const recovered = await recover(journal, () => []);
let nowMs = 1_700_000_000_000;
const sequencer = new Sequencer({ ...recovered, log: journal, clock: () => nowMs++, release: () => undefined });
const commands = [...setUpCommands(2, 1), placeOrder({ salt: 1, account: 0, price: 5_000, shares: 50_000 })];
for (let taker = 0; taker < TAKERS; taker++) commands.push(takerOf(taker));
for (const [id, command] of commands.entries()) {
  sequencer.enqueue({ id, json: JSON.stringify(command) });
  if (id % 500 === 0) await sequencer.drain();
}
await sequencer.drain();
saveSnapshot(original, ...snapshotOf(recovered.state, sequencer.head), recovered.archive);
await journal.close();

beforeEach(() => {
  dataDir = newFolder();
  cpSync(original, dataDir, { recursive: true });
  const folder = join(dataDir, SNAPSHOTS_FOLDER);
  path = join(folder, readdirSync(folder).find((name) => name.endsWith('.run')) ?? '');
});

async function verify(): Promise<string> {
  const lines: string[] = [];
  await verifyDataFolder(dataDir, (line) => lines.push(line));
  return lines.join('\n');
}

async function started<T>(use: (recovered: Recovered) => T): Promise<T> {
  const reader = openJournalReader(dataDir);
  const recovered = await recover(reader, () => loadSnapshots(dataDir));
  try {
    return use(recovered);
  } finally {
    recovered.archive.close();
    reader.close();
  }
}

/** Damages a file: orders are at its beginning, their index is at its end. */
const damage = (part: 'orders' | 'index'): void => flipIn(path, part === 'orders' ? 17 : statSync(path).size - 500);

/** Looks up every order of the file, as repeated orders do. */
function findAll({ archive }: Recovered): number {
  let found = 0;
  for (let taker = 0; taker < CLOSED_ORDERS_PER_GENERATION; taker++)
    if (archive.find(takerOf(taker).orderId)?.result.taking === 5_000_000) found++;
  return found;
}

/** Expects a start that says why it replayed, has every order, and leaves a folder that verifies. */
async function expectMadeAgain(why: RegExp): Promise<void> {
  await started((recovered) => {
    expect([recovered.passedOver, recovered.snapshotSequence]).toEqual([[expect.stringMatching(why)], 0]);
    expect(findAll(recovered)).toBe(CLOSED_ORDERS_PER_GENERATION);
    saveSnapshot(dataDir, ...snapshotOf(recovered.state, recovered.head), recovered.archive);
  });
  await expectHolds();
}

const expectHolds = async () =>
  expect(await verify()).toMatch(
    /closed orders: 8,192 as the journal leads to them; files read: 1\n(.|\n)*everything holds$/,
  );

test('order files: what is sound is read whole, and holds', async () => {
  expect(CLOSED_ORDERS_PER_GENERATION).toBeLessThan(CLOSED_ORDERS_REMEMBERED);
  await expectHolds();
  await started((recovered) => {
    expect(recovered.passedOver).toEqual([]);
    expect(recovered.snapshotSequence).toBeGreaterThan(TAKERS);
    expect(findAll(recovered)).toBe(CLOSED_ORDERS_PER_GENERATION);
  });
});

test('order files: one that is gone is named, and made again [D44]', async () => {
  rmSync(path);
  expect(await verify()).toContain(`FAILED: ${path} is not there, and snapshot `);
  await expectMadeAgain(/^the snapshot of entry \d+ is not used: ENOENT.*orders-00000000-00000001\.run/);
});

test('order files: a damaged index is named, and made again', async () => {
  damage('index');
  expect(await verify()).toMatch(/FAILED: .*orders-00000000-00000001\.run is damaged: /);
  await expectMadeAgain(/is not used: .*orders-00000000-00000001\.run is damaged: /);
});

test('order files: damaged orders are named; who needs one of them learns it, and the next start makes them again [D44]', async () => {
  damage('orders');
  expect(await verify()).toMatch(/FAILED: .*\.run is damaged: bucket 0 is not what it was\. Once it is removed/);
  // Verifying has changed nothing.
  expect(existsSync(path)).toBe(true);
  await started((recovered) => {
    expect(() => findAll(recovered)).toThrow(/\.run is damaged: bucket 0 is not what it was\. It is .*\.run\.damaged/);
    // Other orders are still found.
    expect(recovered.archive.find(takerOf(TAKERS - 1).orderId)).toBeNull();
  });
  expect(existsSync(path)).toBe(false);
  await expectMadeAgain(/is not used: ENOENT/);
  expect(existsSync(`${path}.damaged`)).toBe(false);
});

test('order files: one that says something else than the journal is named [D44]', async () => {
  const rows = [...readOrderRun(join(dataDir, SNAPSHOTS_FOLDER), RUN)].map(() => createOrderRow());
  let at = 0;
  for (const { key, ...row } of readOrderRun(join(dataDir, SNAPSHOTS_FOLDER), RUN)) {
    Object.assign(rows[at++] ?? createOrderRow(), row).key.set(key);
  }
  const [first] = rows;
  if (first !== undefined) first.making += 1;
  writeRun(join(dataDir, SNAPSHOTS_FOLDER), RUN, rows.length, rows);
  expect(await verify()).toContain(`FAILED: ${path} has 8192 orders that are not the 8192 of the journal`);
});
