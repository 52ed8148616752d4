/** An order is accepted once, however long ago: after restarts, kills within a snapshot, and with missing files. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hashState, micros, OrderResults, restoreSnapshot, takeSnapshot } from '@bellwether/engine';
import type { ReleasedBatch, SequencedOutcome } from '@bellwether/exchange/sequencer/batch.ts';
import { Sequencer } from '@bellwether/exchange/sequencer/sequencer.ts';
import { placeOrder, setUpCommands } from '@bellwether/exchange/sequencer/testing/sample-venue.ts';
import { beforeEach, expect, test } from 'vitest';
import { storeOrders } from '../adapters/snapshot-file/order-runs.ts';
import { loadSnapshots, openOrdersOf, saveSnapshot } from '../adapters/snapshot-file/snapshot-file.ts';
import { MemoryJournal } from '../adapters/testing/memory-journal.ts';
import { newFolder } from '../files/testing/new-folder.ts';
import { emptyStart, Follower } from './follower.ts';
import { replaceStored } from './order-archive.ts';
import { recover, snapshotOf } from './recovery.ts';

/** So few that a short test is far beyond them. */
const BOUNDS = { remembered: 24, perGeneration: 8 };

let dataDir: string;
let journal: MemoryJournal;
let nowMs: number;

beforeEach(() => {
  dataDir = newFolder();
  journal = new MemoryJournal();
  nowMs = 1_700_000_000_000;
});

type Running = Awaited<ReturnType<typeof start>>;

/** Starts from the files on disk, as after a kill: the previous run is simply abandoned. */
async function start() {
  const recovered = await recover(journal, () => loadSnapshots(dataDir), Number.POSITIVE_INFINITY, BOUNDS);
  const outcomes: SequencedOutcome[] = [];
  const release = (batch: ReleasedBatch) => void outcomes.push(...batch.outcomes);
  const sequencer = new Sequencer({ ...recovered, log: journal, clock: () => nowMs++, release });
  const run = async (commands: readonly object[]): Promise<SequencedOutcome[]> => {
    for (const [id, command] of commands.entries()) sequencer.enqueue({ id, json: JSON.stringify(command) });
    await sequencer.drain();
    return outcomes.splice(0);
  };
  return {
    recovered: {
      ...recovered,
      get head() {
        return sequencer.head;
      },
    },
    run,
  };
}

/** Orders that end at once: a maker of ten shares, the taker of four of them, and the cancel of the rest. */
function trade(salt: number) {
  const maker = placeOrder({ salt, account: 0, outcome: 0, price: 5_000, shares: 10 });
  const taker = placeOrder({ salt: salt + 1, account: 1, outcome: 1, price: 5_000, shares: 4, type: 'FAK' });
  const cancel = { kind: 'CancelOrders', account: maker.account, orderIds: [maker.orderId] };
  return { maker, taker, commands: [maker, taker, cancel] };
}

/** Posts every order again: none is accepted, and each gets its first result. */
async function expectRepeats({ run, recovered }: Running, trades: readonly ReturnType<typeof trade>[]): Promise<void> {
  const { sequence } = recovered.head;
  const repeats = await run(trades.flatMap(({ maker, taker }) => [maker, taker]));
  const live = { status: 'live', making: 0, taking: 0 };
  const matched = { status: 'matched', making: 2_000_000, taking: 4_000_000 };
  const expected = repeats.map((_, index) => ({ kind: 'duplicate', result: index % 2 === 0 ? live : matched }));
  expect(repeats).toMatchObject(expected);
  expect(repeats).toHaveLength(trades.length * 2);
  expect(recovered.head.sequence).toBe(sequence);
}

async function tradeMore(running: Running, trades: ReturnType<typeof trade>[], count: number): Promise<void> {
  for (let done = 0; done < count; done++) {
    const next = trade(trades.length * 2 + 1);
    const outcomes = await running.run(next.commands);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'accepted']);
    trades.push(next);
  }
}

const save = ({ recovered: { state, head, archive } }: Running): void =>
  saveSnapshot(dataDir, ...snapshotOf(state, head), archive);

const runFiles = (): string[] => readdirSync(join(dataDir, 'snapshots')).filter((name) => name.endsWith('.run'));

test('orders of long ago: are answered from memory, from disk and after restarts, and never trade twice [D38]', async () => {
  const trades: ReturnType<typeof trade>[] = [];
  let running = await start();
  await running.run(setUpCommands(2, 1));
  await tradeMore(running, trades, 60);
  expect(running.recovered.state.orderResults.get(trades[0]?.maker.orderId ?? ('' as never))).toBeNull();
  await expectRepeats(running, trades);

  save(running);
  replaceStored(running.recovered.archive, () => openOrdersOf(dataDir, running.recovered.head.sequence));
  expect(running.recovered.archive.pending).toEqual([]);
  await expectRepeats(running, trades);

  for (let restart = 0; restart < 4; restart++) {
    running = await start();
    await expectRepeats(running, trades);
    await tradeMore(running, trades, 7 * (restart + 1));
    save(running);
  }
  running = await start();
  expect(running.recovered.snapshotSequence).toBeGreaterThan(0);
  await expectRepeats(running, trades);
  // Runs that were merged before any kept snapshot leave no files behind.
  expect(runFiles().length).toBeLessThanOrEqual(8);
});

test('orders of long ago: a kill after each step of a snapshot, and lost files, lose no order [D38]', async () => {
  const trades: ReturnType<typeof trade>[] = [];
  let running = await start();
  await running.run(setUpCommands(2, 1));
  await tradeMore(running, trades, 40);
  save(running);
  running = await start();
  await tradeMore(running, trades, 25);
  // Killed when the orders are stored and the snapshot is not.
  storeOrders(dataDir, running.recovered.archive);
  running = await start();
  await expectRepeats(running, trades);
  await tradeMore(running, trades, 5);
  save(running);
  // Without the newest run its snapshot cannot be used; an older one or the journal can.
  rmSync(join(dataDir, 'snapshots', runFiles().sort().at(-1) ?? ''));
  running = await start();
  await expectRepeats(running, trades);
  rmSync(join(dataDir, 'snapshots'), { recursive: true });
  running = await start();
  expect(running.recovered.snapshotSequence).toBe(0);
  await expectRepeats(running, trades);
});

test('orders of long ago: what hashes a state does not depend on what it remembers [D39]', async () => {
  const running = await start();
  await running.run(setUpCommands(2, 1));
  await tradeMore(running, [], 50);
  const { state } = running.recovered;
  const expected = hashState(state);
  for (const kept of ['nothing', 'recent', 'sealed'] as const) {
    const replayed = new Follower(emptyStart({ ...BOUNDS, kept }));
    await replayed.catchUp(journal);
    expect(hashState(replayed.state)).toBe(expected);
    expect(hashState(restoreSnapshot(takeSnapshot(state), { ...BOUNDS, kept }))).toBe(expected);
  }
  expect(state.orderResults.closedCount).toBe(100);
  expect(new OrderResults().digest).not.toEqual(state.orderResults.digest);
});

test('orders of long ago: a cancel of one finds nothing, whichever way it ended, and its funds stay as they are', async () => {
  const running = await start();
  await running.run(setUpCommands(2, 1));
  const trades: ReturnType<typeof trade>[] = [];
  await tradeMore(running, trades, 30);
  const { state } = running.recovered;
  const { free } = state.wallets[0] ?? { free: micros(0) };
  const [first] = trades as [ReturnType<typeof trade>];
  const orderIds = [first.maker.orderId, trades.at(-1)?.maker.orderId];
  const [outcome] = await running.run([{ kind: 'CancelOrders', account: 0, orderIds }]);
  const gone = 'Order not found or already canceled';
  expect(outcome).toMatchObject({ kind: 'unchanged', notCanceled: { [first.maker.orderId]: gone } });
  expect(state.wallets[0]?.free).toBe(free);
});
