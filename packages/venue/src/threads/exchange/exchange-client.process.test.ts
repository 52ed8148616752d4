import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { type Command, createState, findOpenOrder, hashState, micros, type State, walletId } from '@bellwether/engine';
import type { ExchangeHandle } from '@bellwether/exchange/exchange-client.ts';
import { QUEUE_DEPTH_MAX } from '@bellwether/exchange/sequencer/limits.ts';
import { Sequencer } from '@bellwether/exchange/sequencer/sequencer.ts';
import { placeOrder, setUpCommands } from '@bellwether/exchange/sequencer/testing/sample-venue.ts';
import { lockDataFolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import { openJournal, openJournalReader } from '@bellwether/ledger/adapters/journal-sqlite/sqlite-journal.ts';
import { loadSnapshots, saveSnapshot } from '@bellwether/ledger/adapters/snapshot-file/snapshot-file.ts';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { type Recovered, recover } from '@bellwether/ledger/log/recovery.ts';
import { recordsOf } from '@bellwether/ledger/log/testing/journal-of.ts';
import { ExchangeUnavailable } from '@bellwether/ports/exchange.ts';
import type { ChainedEntry, JournalRecord } from '@bellwether/ports/journal.ts';
import type { LoadSnapshots } from '@bellwether/ports/snapshots.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MACHINE } from '../../runtime/machine.ts';
import { type StartExchangeOptions, startExchange } from './exchange-thread.ts';

/** The journal's first entry adopts the rules; commands follow it. */
const AFTER_RULES = 1;

let dataDir: string;
const running: ExchangeHandle[] = [];

beforeEach(() => {
  dataDir = newFolder();
});

afterEach(async () => {
  for (const exchange of running.splice(0)) await exchange.stop();
});

async function start(options: Partial<StartExchangeOptions> = {}): Promise<ExchangeHandle> {
  const exchange = await startExchange({ dataDir, runtime: MACHINE, ...options });
  running.push(exchange);
  return exchange;
}

const submitAll = (exchange: ExchangeHandle, commands: readonly Command[]) =>
  Promise.all(commands.map((command) => exchange.submit(command)));

/** The whole state at the end of the journal; `load` gives the snapshots to begin with. */
async function recovered(load: LoadSnapshots = () => loadSnapshots(dataDir)): Promise<Recovered> {
  const journal = openJournalReader(dataDir);
  return recover(journal, load).finally(() => journal.close());
}

/** State that a gateway shows. */
const shown = ({ sequence, totals, wallets, openOrders, orderResults }: Readonly<State>): object =>
  structuredClone({
    sequence,
    totals,
    wallets: wallets.map(({ positions, ...wallet }) => [wallet, [...positions]]),
    open: [...openOrders.values()].map(({ orderId, remaining, held }) => [orderId, remaining, held]),
    results: orderResults.digest,
  });

const deposit: Command = { kind: 'Deposit', wallet: walletId(0), amount: micros(1_000_000) };

test('exchange: a caller that is answered finds the effect in the view and the entry in the journal [L14]', async () => {
  const exchange = await start();
  await submitAll(exchange, setUpCommands(2, 1));
  const order = placeOrder({ salt: 1, account: 0, price: 4000, shares: 10 });
  const outcome = await exchange.submit(order);
  expect(findOpenOrder(exchange.state, order.orderId)).toBeDefined();
  const entry = { sequence: AFTER_RULES + 4, command: order, hash: exchange.head.hash };
  expect(outcome).toMatchObject({ kind: 'accepted', entry });
  const { sequence: lastSequence, hash } = exchange.head;
  expect(recordsOf(dataDir).at(-1)).toMatchObject({ lastSequence, hash });
  const result = { status: 'live', sequence: AFTER_RULES + 4 };
  expect(await exchange.submit(order)).toMatchObject({ kind: 'duplicate', result });
  expect(await exchange.submit({ kind: 'SetMode', mode: 'open' })).toEqual({ kind: 'unchanged', notCanceled: {} });
  const unknown = exchange.submit({ ...deposit, wallet: walletId(9) });
  expect(await unknown).toMatchObject({ kind: 'reject', code: 'unknown_wallet' });
});

test('exchange: what is no command is refused by name and counted, and the next one is taken [D33]', async () => {
  const exchange = await start();
  await submitAll(exchange, setUpCommands(1, 1));
  const { head } = exchange;
  const strange = [{ kind: 'Deposit', wallet: 0, amount: 'all' }, { kind: 'SettleMarket', market: 0 }, null];
  const refused = await Promise.allSettled(strange.map((one) => exchange.submit(one as unknown as Command)));
  expect(refused.map((one) => one.status === 'rejected' && String(one.reason))).toEqual([
    'MalformedCommand: Deposit.amount must be a whole number of micros',
    'MalformedCommand: the kind of the command is not known, or not for anyone to submit',
    'MalformedCommand: the command has no kind',
  ]);
  expect([exchange.malformed, exchange.head, (await exchange.submit(deposit)).kind]).toEqual([3, head, 'accepted']);
});

test('exchange: commands of one turn are grouped, and records arrive in order wherever they are wanted', async () => {
  const heard: JournalRecord[] = [];
  const entries: ChainedEntry[] = [];
  const ported: JournalRecord[] = [];
  const { port1, port2 } = new MessageChannel();
  const closed = new Promise((resolve) => port1.on('close', resolve));
  port1.on('message', (record: JournalRecord) => ported.push(record));
  const exchange = await start({ recordPort: port2 });
  exchange.observe({
    published: (of, _state, record) => {
      if (record !== null) heard.push(record);
      entries.push(...of);
    },
  });
  await submitAll(exchange, setUpCommands(2, 1));
  await submitAll(exchange, Array<Command>(1_000).fill(deposit));
  await exchange.stop();
  await closed;
  const sequences = Array.from({ length: AFTER_RULES + 1_003 }, (_, index) => index + 1);
  expect(entries.map((entry) => entry.sequence)).toEqual(sequences);
  expect(heard.length).toBeLessThan(50);
  expect([ported.map(({ chain: _, ...record }) => record), recordsOf(dataDir)]).toEqual([heard, heard]);
});

test('exchange: what has to be read of a long journal is read once, and saved [D7]', async () => {
  let exchange = await start();
  await submitAll(exchange, [...setUpCommands(1, 1), ...Array.from({ length: 50 }, () => deposit)]);
  const { head } = exchange;
  const before = shown(exchange.state);
  await exchange.stop();
  const hash = hashState((await recovered()).state);
  const restart = async (): Promise<string[]> => {
    const told: string[] = [];
    exchange = await start({ snapshotEvery: 50, onPassedOver: (message) => told.push(message) });
    expect(exchange).toMatchObject({ head, snapshotSequence: head.sequence });
    expect(shown(exchange.state)).toEqual(before);
    // The whole state: a start may have to save the gateway's state.
    expect(hashState(exchange.state)).toBe(hash);
    expect(hashState((await recovered()).state)).toBe(hash);
    expect([...loadSnapshots(dataDir)].map(({ sequence }) => sequence)).toEqual([head.sequence]);
    await exchange.stop();
    return told;
  };
  expect(await restart()).toEqual([]);
  // A snapshot of another version: the view cannot know that before it has read the snapshot, either.
  const [stored] = [...loadSnapshots(dataDir)];
  if (stored === undefined || !('snapshot' in stored)) throw new Error('no snapshot');
  saveSnapshot(dataDir, { ...stored.snapshot, version: 1 }, stored);
  expect(await restart()).toEqual([expect.stringMatching(/is not used: snapshot version 1 is not/)]);
  expect(await restart()).toEqual([]);
});

test('exchange: a stop finishes what was accepted and refuses the rest [D10]', async () => {
  const exchange = await start();
  await submitAll(exchange, setUpCommands(1, 1));
  const accepted = Array.from({ length: 2_000 }, () => exchange.submit(deposit));
  const stopped = exchange.stop();
  await expect(exchange.submit(deposit)).rejects.toBeInstanceOf(ExchangeUnavailable);
  await stopped;
  expect((await Promise.all(accepted)).every((outcome) => outcome.kind === 'accepted')).toBe(true);
  expect((await start()).head.sequence).toBe(AFTER_RULES + 2_002);
});

test('exchange: more than it may hold is refused as unavailable, and what was taken is done', async () => {
  const exchange = await start();
  await submitAll(exchange, setUpCommands(1, 1));
  const answers = await Promise.allSettled(Array.from({ length: QUEUE_DEPTH_MAX + 5 }, () => exchange.submit(deposit)));
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(refused.map((answer) => answer.reason instanceof ExchangeUnavailable)).toEqual(Array(5).fill(true));
  expect(exchange.head.sequence).toBe(AFTER_RULES + QUEUE_DEPTH_MAX + 2);
});

test('exchange: after a clock that was ahead, time goes on from the journal, and the difference is told [D19]', async () => {
  const aheadMs = 3_600_000;
  const lock = lockDataFolder(dataDir);
  const journal = openJournal(lock, MACHINE.random);
  const sequencer = new Sequencer({
    state: createState(),
    head: await journal.head(),
    log: journal,
    clock: () => Date.now() + aheadMs,
    release: () => undefined,
  });
  for (const command of setUpCommands(1, 1)) sequencer.enqueue({ id: 0, json: JSON.stringify(command) });
  await sequencer.drain();
  await journal.close();
  lock.release();

  const told = Promise.withResolvers<number>();
  const exchange = await start({ onClock: told.resolve });
  const seconds = await told.promise;
  expect(seconds).toBeLessThan(-3_000);
  expect(exchange.clockDifferenceSeconds).toBe(seconds);
  const times: number[] = [exchange.state.timeMs];
  for (let turn = 0; turn < 3; turn++) {
    // The next millisecond.
    for (const before = Date.now(); Date.now() === before; ) await setImmediate();
    await exchange.submit(deposit);
    times.push(exchange.state.timeMs);
  }
  expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other));
});

test('exchange: an error ends it, and what it did before is kept', async () => {
  const failed = Promise.withResolvers<string>();
  const exchange = await start({ onFailure: failed.resolve });
  await submitAll(exchange, setUpCommands(1, 1));
  const [journal, away] = [join(dataDir, 'journal.sqlite'), join(dataDir, 'away')];
  renameSync(journal, away);
  await expect(exchange.submit(deposit)).rejects.toBeInstanceOf(ExchangeUnavailable);
  expect(await failed.promise).toMatch(/was removed/);
  await exchange.stop();
  renameSync(away, journal);
  await expect(exchange.submit(deposit)).rejects.toBeInstanceOf(ExchangeUnavailable);
  expect((await start()).head.sequence).toBeGreaterThanOrEqual(AFTER_RULES + 2);
});
